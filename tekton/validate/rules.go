package main

import (
	"fmt"
	"regexp"
	"sort"
	"strings"

	v1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	"github.com/tektoncd/pipeline/pkg/apis/pipeline/v1beta1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// inScript are variables that somebody else may fill: as part of a script, their text would be run.
var inScript = regexp.MustCompile(`\$\((params|workspaces|context|tasks|steps|inputs)[.\[][^)]*\)`)

// ownImage begins every container that gets the key: those run nothing of the job's.
const ownImage = "$(params.giveway-image)"

const credentials = "ssh-credentials"

var catalogAnnotations = []string{
	"tekton.dev/pipelines.minVersion",
	"tekton.dev/categories",
	"tekton.dev/tags",
	"tekton.dev/displayName",
	"tekton.dev/platforms",
}

func catalogFaults(meta metav1.ObjectMeta) []string {
	var faults []string
	if meta.Labels["app.kubernetes.io/version"] == "" {
		faults = append(faults, "the label app.kubernetes.io/version is missing")
	}
	for _, name := range catalogAnnotations {
		if meta.Annotations[name] == "" {
			faults = append(faults, fmt.Sprintf("the annotation %s is missing", name))
		}
	}
	return faults
}

func pipelineFaults(spec v1.PipelineSpec) []string {
	var faults []string
	for _, task := range append(append([]v1.PipelineTask{}, spec.Tasks...), spec.Finally...) {
		if task.TaskSpec == nil {
			continue
		}
		for _, fault := range taskFaults(task.TaskSpec.TaskSpec) {
			faults = append(faults, fmt.Sprintf("task %s: %s", task.Name, fault))
		}
	}
	return faults
}

func stepActionFaults(spec v1beta1.StepActionSpec) []string {
	faults := scriptFaults("script", spec.Script)
	faults = append(faults, securityFaults("", spec.Image, spec.SecurityContext)...)
	return append(faults, resultFaults(stepResultNames(spec.Results), spec.Args, "step.results")...)
}

func taskFaults(spec v1.TaskSpec) []string {
	var faults []string
	var args []string
	isIsolated := true
	usesCredentials := map[string]string{}
	for _, step := range spec.Steps {
		where := "step " + step.Name
		faults = append(faults, scriptFaults(where, step.Script)...)
		faults = append(faults, securityFaults(where, step.Image, step.SecurityContext)...)
		args = append(append(append(args, step.Args...), step.Command...), step.Script)
		usesCredentials[step.Name] = step.Image
		if step.Ref != nil {
			usesCredentials[step.Name] = ownImage
		}
		for _, usage := range step.Workspaces {
			if usage.Name == credentials {
				usesCredentials[step.Name] += " isolated"
			}
		}
	}
	for _, sidecar := range spec.Sidecars {
		where := "sidecar " + sidecar.Name
		faults = append(faults, scriptFaults(where, sidecar.Script)...)
		faults = append(faults, securityFaults(where, sidecar.Image, sidecar.SecurityContext)...)
	}
	for _, workspace := range spec.Workspaces {
		if workspace.Name == credentials && !workspace.ReadOnly {
			faults = append(faults, fmt.Sprintf("workspace %s is not read-only", credentials))
		}
		if workspace.Name == credentials {
			isIsolated = false
		}
	}
	if !isIsolated {
		faults = append(faults, isolationFaults(usesCredentials)...)
	}
	return append(faults, resultFaults(taskResultNames(spec.Results), args, "results")...)
}

// isolationFaults: a workspace that one step names is seen by those alone that name it; if none does, all steps see it.
func isolationFaults(images map[string]string) []string {
	var faults []string
	anyIsolated := false
	for _, image := range images {
		anyIsolated = anyIsolated || strings.HasSuffix(image, " isolated")
	}
	for step, image := range images {
		sees := !anyIsolated || strings.HasSuffix(image, " isolated")
		if sees && !strings.HasPrefix(image, ownImage) {
			faults = append(faults, fmt.Sprintf("step %s runs another image, and sees the workspace %s", step, credentials))
		}
	}
	sort.Strings(faults)
	return faults
}

func scriptFaults(where, script string) []string {
	var faults []string
	for _, variable := range inScript.FindAllString(script, -1) {
		faults = append(faults, fmt.Sprintf("%s: %s in a script would be run: pass it by env or args", where, variable))
	}
	return faults
}

func securityFaults(where, image string, security *corev1.SecurityContext) []string {
	if security != nil && security.Privileged != nil && *security.Privileged {
		return []string{where + ": is privileged"}
	}
	if image != ownImage {
		return nil
	}
	var faults []string
	demand := func(isSo bool, what string) {
		if !isSo {
			faults = append(faults, strings.TrimPrefix(fmt.Sprintf("%s: %s", where, what), ": "))
		}
	}
	if security == nil {
		security = &corev1.SecurityContext{}
	}
	isTrue := func(value *bool) bool { return value != nil && *value }
	demand(isTrue(security.RunAsNonRoot), "runAsNonRoot is not set")
	demand(isTrue(security.ReadOnlyRootFilesystem), "readOnlyRootFilesystem is not set")
	demand(security.AllowPrivilegeEscalation != nil && !*security.AllowPrivilegeEscalation,
		"allowPrivilegeEscalation is not refused")
	demand(security.Capabilities != nil && len(security.Capabilities.Add) == 0 &&
		fmt.Sprint(security.Capabilities.Drop) == "[ALL]", "capabilities are not dropped")
	demand(security.SeccompProfile != nil && security.SeccompProfile.Type == corev1.SeccompProfileTypeRuntimeDefault,
		"seccompProfile is not RuntimeDefault")
	return faults
}

// resultFaults: Tekton looks at references in scripts only; a wrong one in args would be passed on as it stands.
func resultFaults(names map[string]bool, texts []string, prefix string) []string {
	var faults []string
	reference := regexp.MustCompile(`\$\(` + regexp.QuoteMeta(prefix) + `\.([^.)]+)\.path\)`)
	written := map[string]bool{}
	for _, text := range texts {
		for _, match := range reference.FindAllStringSubmatch(text, -1) {
			written[match[1]] = true
			if !names[match[1]] {
				faults = append(faults, fmt.Sprintf("%s names no result", match[0]))
			}
		}
	}
	for name, isFile := range names {
		if isFile && !written[name] {
			faults = append(faults, fmt.Sprintf("result %s is written by no step", name))
		}
	}
	sort.Strings(faults)
	return faults
}

// taskResultNames tells of each result whether a file makes it, or a value.
func taskResultNames(results []v1.TaskResult) map[string]bool {
	names := map[string]bool{}
	for _, result := range results {
		if result.Value == nil {
			names[result.Name] = true
		}
	}
	return names
}

func stepResultNames(results []v1.StepResult) map[string]bool {
	names := map[string]bool{}
	for _, result := range results {
		names[result.Name] = true
	}
	return names
}
