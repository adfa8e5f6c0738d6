package main

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// environment keeps the order, as a variable may name those before it.
type environment struct {
	names  []string
	values map[string]string
}

func (e *environment) set(name, value string) {
	if _, known := e.values[name]; !known {
		e.names = append(e.names, name)
	}
	e.values[name] = value
}

func (e *environment) list() []string {
	var list []string
	for _, name := range e.names {
		list = append(list, name+"="+e.values[name])
	}
	return list
}

func (r *podRun) environment(ctx context.Context, c corev1.Container) (*environment, error) {
	env := &environment{values: map[string]string{}}
	if len(c.EnvFrom) > 0 {
		return nil, fmt.Errorf("envFrom of %s: this kubelet does not know it", c.Name)
	}
	for _, variable := range c.Env {
		value, err := r.valueOf(ctx, variable, env)
		if err != nil {
			return nil, fmt.Errorf("variable %s: %w", variable.Name, err)
		}
		env.set(variable.Name, value)
	}
	return env, nil
}

func (r *podRun) valueOf(ctx context.Context, variable corev1.EnvVar, before *environment) (string, error) {
	from := variable.ValueFrom
	switch {
	case from == nil:
		return expand(variable.Value, before.values), nil
	case from.FieldRef != nil:
		return r.field(from.FieldRef.FieldPath)
	case from.SecretKeyRef != nil:
		secret, err := r.kubelet.client.CoreV1().Secrets(r.ns).Get(ctx, from.SecretKeyRef.Name, metav1.GetOptions{})
		if err != nil {
			return "", err
		}
		return string(secret.Data[from.SecretKeyRef.Key]), nil
	default:
		return "", fmt.Errorf("this kubelet does not know its source")
	}
}

var keyed = regexp.MustCompile(`^metadata\.(labels|annotations)\['(.+)'\]$`)

// field is a field of the pod, as the downward API gives it; a label that is not there is empty.
func (r *podRun) field(path string) (string, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if match := keyed.FindStringSubmatch(path); match != nil {
		if match[1] == "labels" {
			return r.pod.Labels[match[2]], nil
		}
		return r.pod.Annotations[match[2]], nil
	}
	switch path {
	case "metadata.name":
		return r.pod.Name, nil
	case "metadata.namespace":
		return r.pod.Namespace, nil
	case "metadata.uid":
		return string(r.pod.UID), nil
	default:
		return "", fmt.Errorf("this kubelet does not know the field %s", path)
	}
}

// expand replaces $(NAME) by what is known, leaves what is not, and makes $ of $$: what Kubernetes does to values of
// variables and to words of commands, so that a shell's $$ arrives as $.
func expand(text string, values map[string]string) string {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '$' || i+1 == len(text) {
			out.WriteByte(text[i])
			continue
		}
		switch text[i+1] {
		case '$':
			out.WriteByte('$')
			i++
		case '(':
			end := strings.IndexByte(text[i+2:], ')')
			if end < 0 {
				out.WriteString("$(")
				i++
				continue
			}
			name := text[i+2 : i+2+end]
			if value, known := values[name]; known {
				out.WriteString(value)
			} else {
				out.WriteString("$(" + name + ")")
			}
			i += 2 + end
		default:
			out.WriteByte('$')
		}
	}
	return out.String()
}
