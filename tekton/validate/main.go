// Command validate asks of every manifest what Tekton's own webhook asks: a strict decoding, defaults, validation; and
// what only we ask: no text of others in a script, no container with more rights than it needs, and the catalog's labels.
//
//	validate FILE…
//
// It prints a line for each fault, `FILE: KIND NAME: what is wrong`, and exits 1 if there is any.
package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	v1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	"github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/yaml"
	"knative.dev/pkg/apis"
	strictyaml "sigs.k8s.io/yaml"
)

func main() {
	faults := 0
	documents := 0
	for _, path := range os.Args[1:] {
		found, count, err := validateFile(path)
		if err != nil {
			found = append(found, err.Error())
		}
		for _, fault := range found {
			fmt.Printf("%s: %s\n", path, fault)
		}
		faults += len(found)
		documents += count
	}
	if documents == 0 {
		fmt.Println("nothing to validate: name files")
		os.Exit(1)
	}
	fmt.Printf("%d manifests, %d faults\n", documents, faults)
	if faults > 0 {
		os.Exit(1)
	}
}

func validateFile(path string) (faults []string, count int, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, 0, err
	}
	documents := yaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(text)))
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return faults, count, nil
		}
		if err != nil {
			return faults, count, err
		}
		if len(bytes.TrimSpace(document)) == 0 {
			continue
		}
		count++
		faults = append(faults, validateDocument(document)...)
	}
}

// resource is what Tekton's webhook asks of everything that it admits.
type resource interface {
	apis.Defaultable
	apis.Validatable
	metav1.Object
}

func validateDocument(document []byte) []string {
	var head struct {
		metav1.TypeMeta
		Metadata metav1.ObjectMeta `json:"metadata"`
	}
	if err := strictyaml.Unmarshal(document, &head); err != nil {
		return []string{err.Error()}
	}
	object, ourRules := newResource(head.APIVersion, head.Kind)
	if object == nil {
		return []string{fmt.Sprintf("%s %s is no resource of Tekton's that we have", head.APIVersion, head.Kind)}
	}
	name := head.Metadata.Name + head.Metadata.GenerateName
	var faults []string
	for _, err := range check(document, object) {
		faults = append(faults, fmt.Sprintf("%s %s: %s", head.Kind, name, err))
	}
	if len(faults) > 0 {
		return faults
	}
	for _, broken := range ourRules() {
		faults = append(faults, fmt.Sprintf("%s %s: %s", head.Kind, name, broken))
	}
	return faults
}

func newResource(apiVersion, kind string) (resource, func() []string) {
	switch apiVersion + " " + kind {
	case "tekton.dev/v1 Task":
		it := &v1.Task{}
		return it, func() []string { return append(catalogFaults(it.ObjectMeta), taskFaults(it.Spec)...) }
	case "tekton.dev/v1beta1 StepAction":
		it := &v1beta1.StepAction{}
		return it, func() []string { return append(catalogFaults(it.ObjectMeta), stepActionFaults(it.Spec)...) }
	case "tekton.dev/v1 Pipeline":
		it := &v1.Pipeline{}
		return it, func() []string { return append(catalogFaults(it.ObjectMeta), pipelineFaults(it.Spec)...) }
	case "tekton.dev/v1 TaskRun":
		it := &v1.TaskRun{}
		return it, func() []string {
			if it.Spec.TaskSpec == nil {
				return nil
			}
			return taskFaults(*it.Spec.TaskSpec)
		}
	case "tekton.dev/v1 PipelineRun":
		it := &v1.PipelineRun{}
		return it, func() []string {
			if it.Spec.PipelineSpec == nil {
				return nil
			}
			return pipelineFaults(*it.Spec.PipelineSpec)
		}
	default:
		return nil, nil
	}
}

// check does to a document what happens to it on its way into a cluster with Tekton's settings at their defaults.
func check(document []byte, object resource) []string {
	if err := strictyaml.UnmarshalStrict(document, object); err != nil {
		return []string{err.Error()}
	}
	if object.GetName() == "" {
		// the API server has made the name before anybody validates
		object.SetName(object.GetGenerateName() + "abcde")
	}
	ctx := apis.WithinCreate(context.Background())
	object.SetDefaults(ctx)
	if err := object.Validate(ctx); err != nil {
		var faults []string
		for _, each := range err.WrappedErrors() {
			faults = append(faults, each.Error())
		}
		return faults
	}
	return nil
}
