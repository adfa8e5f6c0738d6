package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	v1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	"github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/apimachinery/pkg/watch"
	"knative.dev/pkg/apis"
	strictyaml "sigs.k8s.io/yaml"
)

const namespace = "lab"

type cluster struct {
	clients
	kubelet *kubelet
}

func (c *cluster) answer(ctx context.Context, asked request) event {
	var names []string
	var err error
	switch asked.Verb {
	case "image":
		asked.Image.Files = append(baseFilesOf(asked.Image), asked.Image.Files...)
		c.kubelet.mutex.Lock()
		c.kubelet.images[asked.Image.Name] = asked.Image
		c.kubelet.mutex.Unlock()
	case "apply":
		names, err = c.apply(ctx, asked.Manifest)
	case "stop":
		err = c.stop(ctx, asked)
	default:
		err = fmt.Errorf("there is no verb %q", asked.Verb)
	}
	if err != nil {
		return event{Error: err.Error()}
	}
	return event{Names: names}
}

// baseFilesOf gives an image this machine's programs, unless it brings a root of its own.
func baseFilesOf(i *image) []mount {
	for _, file := range i.Files {
		if file.Target == "/bin" || file.Target == "/usr" {
			return nil
		}
	}
	return baseFiles()
}

// apply creates what the documents say, after Tekton's own defaults and validation, as its webhook does it; it answers with
// the names.
func (c *cluster) apply(ctx context.Context, manifest string) (names []string, err error) {
	documents := yaml.NewYAMLReader(bufio.NewReader(strings.NewReader(manifest)))
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return names, nil
		}
		if err != nil {
			return names, err
		}
		if len(bytes.TrimSpace(document)) == 0 {
			continue
		}
		name, err := c.create(ctx, document)
		if err != nil {
			return names, err
		}
		names = append(names, name)
	}
}

func (c *cluster) create(ctx context.Context, document []byte) (name string, err error) {
	var head metav1.TypeMeta
	if err := strictyaml.Unmarshal(document, &head); err != nil {
		return "", err
	}
	options := metav1.CreateOptions{}
	switch head.Kind {
	case "Task":
		name, err = create(ctx, document, &v1.Task{}, func(it *v1.Task) error {
			_, err := c.tekton.TektonV1().Tasks(namespace).Create(ctx, it, options)
			return err
		})
	case "StepAction":
		name, err = create(ctx, document, &v1beta1.StepAction{}, func(it *v1beta1.StepAction) error {
			_, err := c.tekton.TektonV1beta1().StepActions(namespace).Create(ctx, it, options)
			return err
		})
	case "Pipeline":
		name, err = create(ctx, document, &v1.Pipeline{}, func(it *v1.Pipeline) error {
			_, err := c.tekton.TektonV1().Pipelines(namespace).Create(ctx, it, options)
			return err
		})
	case "TaskRun":
		name, err = create(ctx, document, &v1.TaskRun{}, func(it *v1.TaskRun) error {
			_, err := c.tekton.TektonV1().TaskRuns(namespace).Create(ctx, it, options)
			return err
		})
	case "PipelineRun":
		name, err = create(ctx, document, &v1.PipelineRun{}, func(it *v1.PipelineRun) error {
			_, err := c.tekton.TektonV1().PipelineRuns(namespace).Create(ctx, it, options)
			return err
		})
	case "Secret":
		secret := &corev1.Secret{}
		if err := strictyaml.UnmarshalStrict(document, secret); err != nil {
			return "", err
		}
		name = secret.Name
		secret.Namespace = namespace
		secret.Data = map[string][]byte{}
		for name, text := range secret.StringData {
			secret.Data[name] = []byte(text)
		}
		_, err = c.kube.CoreV1().Secrets(namespace).Create(ctx, secret, options)
	default:
		return "", fmt.Errorf("kind %q is unknown here", head.Kind)
	}
	if apierrors.IsAlreadyExists(err) {
		return "", fmt.Errorf("%s: it is there already", head.Kind)
	}
	return name, err
}

// resource is what Tekton's webhook asks of everything that it admits.
type resource interface {
	apis.Defaultable
	apis.Validatable
	metav1.Object
}

func create[R resource](ctx context.Context, document []byte, it R, store func(R) error) (string, error) {
	if err := strictyaml.UnmarshalStrict(document, it); err != nil {
		return "", err
	}
	if it.GetName() == "" {
		it.SetName(it.GetGenerateName() + string(uuid.NewUUID())[:5])
	}
	it.SetNamespace(namespace)
	ctx = apis.WithinCreate(ctx)
	it.SetDefaults(ctx)
	if err := it.Validate(ctx); err != nil {
		return "", fmt.Errorf("%s: %w", it.GetName(), err)
	}
	return it.GetName(), store(it)
}

// stop sets spec.status of a run: how a person cancels it.
func (c *cluster) stop(ctx context.Context, asked request) error {
	patch, err := json.Marshal(map[string]any{"spec": map[string]any{"status": asked.Status}})
	if err != nil {
		return err
	}
	switch asked.Kind {
	case "TaskRun":
		_, err = c.tekton.TektonV1().TaskRuns(namespace).Patch(ctx, asked.Name, types.MergePatchType, patch, metav1.PatchOptions{})
	case "PipelineRun":
		_, err = c.tekton.TektonV1().PipelineRuns(namespace).Patch(ctx, asked.Name, types.MergePatchType, patch, metav1.PatchOptions{})
	default:
		err = fmt.Errorf("kind %q can't be stopped", asked.Kind)
	}
	return err
}

// reportRuns tells of every change of a run, with the whole run.
func (c *cluster) reportRuns(ctx context.Context, report func(event)) error {
	taskRuns, err := c.tekton.TektonV1().TaskRuns(namespace).Watch(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	pipelineRuns, err := c.tekton.TektonV1().PipelineRuns(namespace).Watch(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for name, changes := range map[string]watch.Interface{"task-run": taskRuns, "pipeline-run": pipelineRuns} {
		go func() {
			for change := range changes.ResultChan() {
				report(event{Event: name, Object: change.Object})
			}
		}()
	}
	return nil
}
