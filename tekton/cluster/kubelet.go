package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/retry"
)

// defaultGrace is what a pod has between SIGTERM and SIGKILL if it doesn't say: Tekton's pods don't.
const defaultGrace = 30 * time.Second

// kubelet runs pods as processes of this machine: each container with a mount and a process namespace of its own, on
// the machine's network; volumes are folders.
type kubelet struct {
	client     kubernetes.Interface
	folder     string
	entrypoint string
	report     func(event)

	mutex  sync.Mutex
	images map[string]*image
	pods   map[string]*podRun
	ended  sync.WaitGroup
}

// podRun is one pod on this machine.
type podRun struct {
	kubelet *kubelet
	name    string
	ns      string
	folder  string
	grace   time.Duration

	mutex      sync.Mutex
	pod        *corev1.Pod
	containers map[string]*containerRun
	isLeaving  bool
	leaving    chan struct{}
}

type containerRun struct {
	cmd    *exec.Cmd
	ended  chan struct{}
	status corev1.ContainerStatus
}

func (k *kubelet) run(ctx context.Context) error {
	watching, err := k.client.CoreV1().Pods("").Watch(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	go func() {
		for change := range watching.ResultChan() {
			pod, ok := change.Object.(*corev1.Pod)
			if !ok {
				continue
			}
			switch change.Type {
			case watch.Added:
				k.add(ctx, pod.DeepCopy())
			case watch.Modified:
				k.modify(pod.DeepCopy())
			case watch.Deleted:
				k.remove(pod)
			}
		}
	}()
	return nil
}

func (k *kubelet) add(ctx context.Context, pod *corev1.Pod) {
	grace := defaultGrace
	if seconds := pod.Spec.TerminationGracePeriodSeconds; seconds != nil {
		grace = time.Duration(*seconds) * time.Second
	}
	run := &podRun{
		kubelet: k, name: pod.Name, ns: pod.Namespace, grace: grace, pod: pod,
		folder:     filepath.Join(k.folder, "pods", pod.Name),
		containers: map[string]*containerRun{},
		leaving:    make(chan struct{}),
	}
	k.mutex.Lock()
	k.pods[pod.Namespace+"/"+pod.Name] = run
	k.mutex.Unlock()
	k.ended.Add(1)
	go func() {
		defer k.ended.Done()
		run.live(ctx)
		k.report(event{Event: "pod-ended", Pod: pod.Name})
	}()
}

func (k *kubelet) find(pod *corev1.Pod) *podRun {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	return k.pods[pod.Namespace+"/"+pod.Name]
}

// modify does what a kubelet does for a running pod: annotations reach the files that show them, and a container whose
// image has become another is stopped and started again with it. Tekton stops sidecars so.
func (k *kubelet) modify(pod *corev1.Pod) {
	run := k.find(pod)
	if run == nil {
		return
	}
	run.mutex.Lock()
	before := run.pod
	run.pod = pod
	run.mutex.Unlock()
	if err := run.projectDownward(); err != nil {
		k.report(event{Event: "fault", Pod: pod.Name, Text: err.Error()})
	}
	for i, c := range pod.Spec.Containers {
		if before.Spec.Containers[i].Image != c.Image {
			go run.stop(c.Name)
		}
	}
}

func (k *kubelet) remove(pod *corev1.Pod) {
	if run := k.find(pod); run != nil {
		go run.leave()
	}
}

// leave ends a pod that was deleted: all of its containers at once, sidecars too, but native ones, which follow.
func (r *podRun) leave() {
	r.mutex.Lock()
	if r.isLeaving {
		r.mutex.Unlock()
		return
	}
	r.isLeaving = true
	close(r.leaving)
	r.mutex.Unlock()
	r.kubelet.report(event{Event: "pod-terminating", Pod: r.name})
	deadline := time.Now().Add(r.grace)
	var containers sync.WaitGroup
	for _, c := range r.pod.Spec.Containers {
		containers.Add(1)
		go func() {
			defer containers.Done()
			r.stopBy(c.Name, deadline)
		}()
	}
	containers.Wait()
	for _, c := range r.pod.Spec.InitContainers {
		// a native sidecar may have its own way out for two seconds at least, as the kubelet has it
		if until := time.Now().Add(2 * time.Second); deadline.Before(until) {
			deadline = until
		}
		r.stopBy(c.Name, deadline)
	}
}

func (r *podRun) stop(name string) { r.stopBy(name, time.Now().Add(r.grace)) }

func (r *podRun) stopBy(name string, deadline time.Time) {
	r.mutex.Lock()
	run := r.containers[name]
	r.mutex.Unlock()
	if run == nil || run.cmd == nil {
		return
	}
	_ = run.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-run.ended:
	case <-time.After(time.Until(deadline)):
		r.kubelet.report(event{Event: "container-killed", Pod: r.name, Container: name})
		_ = run.cmd.Process.Kill()
		<-run.ended
	}
}

// live runs the pod from its first init container to the end of its last one.
func (r *podRun) live(ctx context.Context) {
	if err := r.makeVolumes(ctx); err != nil {
		r.fail(err)
		return
	}
	var sidecars []string
	for _, c := range r.pod.Spec.InitContainers {
		run, err := r.start(ctx, c)
		if err != nil {
			r.fail(fmt.Errorf("%s: %w", c.Name, err))
			return
		}
		if c.RestartPolicy != nil && *c.RestartPolicy == corev1.ContainerRestartPolicyAlways {
			sidecars = append(sidecars, c.Name)
			continue
		}
		<-run.ended
		if code := run.status.State.Terminated.ExitCode; code != 0 {
			r.fail(fmt.Errorf("init container %s ended with %d", c.Name, code))
			return
		}
	}
	r.publish(ctx, corev1.PodRunning)
	var all sync.WaitGroup
	for _, c := range r.pod.Spec.Containers {
		run, err := r.start(ctx, c)
		if err != nil {
			r.fail(fmt.Errorf("%s: %w", c.Name, err))
			r.leave()
			return
		}
		all.Add(1)
		go func() {
			defer all.Done()
			<-run.ended
			r.publish(ctx, corev1.PodRunning)
		}()
	}
	r.publish(ctx, corev1.PodRunning)
	all.Wait()
	for _, name := range sidecars {
		r.stop(name)
	}
	r.publish(ctx, r.endPhase())
}

func (r *podRun) endPhase() corev1.PodPhase {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for _, c := range r.pod.Spec.Containers {
		if run := r.containers[c.Name]; run.status.State.Terminated.ExitCode != 0 {
			return corev1.PodFailed
		}
	}
	return corev1.PodSucceeded
}

func (r *podRun) fail(err error) {
	r.kubelet.report(event{Event: "fault", Pod: r.name, Text: err.Error()})
	r.publish(context.Background(), corev1.PodFailed)
}

// publish writes what is known of the pod's containers into its status.
func (r *podRun) publish(ctx context.Context, phase corev1.PodPhase) {
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pods := r.kubelet.client.CoreV1().Pods(r.ns)
		pod, err := pods.Get(ctx, r.name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		pod = pod.DeepCopy()
		pod.Status.Phase = phase
		pod.Status.InitContainerStatuses = r.statuses(pod.Spec.InitContainers)
		pod.Status.ContainerStatuses = r.statuses(pod.Spec.Containers)
		_, err = pods.UpdateStatus(ctx, pod, metav1.UpdateOptions{})
		return err
	})
	r.mutex.Lock()
	defer r.mutex.Unlock()
	// a pod that was deleted has no status any more
	if err != nil && !apierrors.IsNotFound(err) && ctx.Err() == nil {
		r.kubelet.report(event{Event: "fault", Pod: r.name, Text: err.Error()})
	}
}

func (r *podRun) statuses(containers []corev1.Container) []corev1.ContainerStatus {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	var statuses []corev1.ContainerStatus
	for _, c := range containers {
		if run := r.containers[c.Name]; run != nil {
			statuses = append(statuses, run.status)
		} else {
			waiting := corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: "PodInitializing"}}
			statuses = append(statuses, corev1.ContainerStatus{Name: c.Name, Image: c.Image, State: waiting})
		}
	}
	return statuses
}

func (r *podRun) start(ctx context.Context, c corev1.Container) (*containerRun, error) {
	spec, termination, err := r.specOf(ctx, c)
	if err != nil {
		return nil, err
	}
	log, err := os.OpenFile(filepath.Join(r.folder, c.Name+".log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	run := &containerRun{ended: make(chan struct{})}
	run.status = corev1.ContainerStatus{Name: c.Name, Image: c.Image, ImageID: "local/" + c.Image, Ready: true}
	startedAt := metav1.Now()
	r.mutex.Lock()
	if r.isLeaving {
		r.mutex.Unlock()
		return nil, errors.New("the pod was deleted")
	}
	cmd, err := spec.start(filepath.Join(r.folder, c.Name+".json"), log)
	if err != nil {
		r.mutex.Unlock()
		return nil, err
	}
	run.cmd = cmd
	run.status.State.Running = &corev1.ContainerStateRunning{StartedAt: startedAt}
	r.containers[c.Name] = run
	r.mutex.Unlock()
	r.kubelet.report(event{Event: "container-started", Pod: r.name, Container: c.Name, Pid: cmd.Process.Pid})
	go func() {
		_ = cmd.Wait()
		message, _ := os.ReadFile(termination)
		terminated := &corev1.ContainerStateTerminated{
			ExitCode:  exitCode(cmd.ProcessState),
			StartedAt: startedAt, FinishedAt: metav1.Now(),
			Message: string(message), Reason: "Completed",
		}
		if terminated.ExitCode != 0 {
			terminated.Reason = "Error"
		}
		r.mutex.Lock()
		run.status.State = corev1.ContainerState{Terminated: terminated}
		run.status.Ready = false
		r.mutex.Unlock()
		r.kubelet.report(event{Event: "container-ended", Pod: r.name, Container: c.Name, ExitCode: &terminated.ExitCode})
		if terminated.ExitCode == notStarted {
			text, _ := os.ReadFile(log.Name())
			r.kubelet.report(event{Event: "fault", Pod: r.name, Container: c.Name, Text: string(text)})
		}
		close(run.ended)
	}()
	return run, nil
}

func exitCode(state *os.ProcessState) int32 {
	status, ok := state.Sys().(syscall.WaitStatus)
	if ok && status.Signaled() {
		return 128 + int32(status.Signal())
	}
	return int32(state.ExitCode())
}

func (r *podRun) specOf(ctx context.Context, c corev1.Container) (*container, string, error) {
	r.kubelet.mutex.Lock()
	from := r.kubelet.images[c.Image]
	r.kubelet.mutex.Unlock()
	if from == nil {
		return nil, "", fmt.Errorf("there is no image %q", c.Image)
	}
	spec := &container{WorkingDir: c.WorkingDir, Root: filepath.Join(r.folder, "roots", c.Name)}
	if err := os.MkdirAll(spec.Root, 0o755); err != nil {
		return nil, "", err
	}
	if spec.WorkingDir == "" {
		spec.WorkingDir = from.Folder
	}
	if spec.WorkingDir == "" {
		spec.WorkingDir = "/"
	}
	if err := r.secure(spec, c, from); err != nil {
		return nil, "", err
	}
	env, err := r.environment(ctx, c)
	if err != nil {
		return nil, "", err
	}
	spec.Env = append(append([]string{}, from.Env...), env.list()...)
	if _, given := env.values["HOME"]; !given {
		// what a runtime sets for a user that the image does not know
		spec.Env = append(spec.Env, "HOME=/")
	}
	command := c.Command
	if len(command) == 0 {
		command = from.Entry
	}
	for _, word := range append(append([]string{}, command...), c.Args...) {
		spec.Argv = append(spec.Argv, expand(word, env.values))
	}
	if len(spec.Argv) == 0 {
		return nil, "", errors.New("neither container nor image has a command")
	}
	termination := filepath.Join(r.folder, "termination", c.Name)
	path := c.TerminationMessagePath
	if path == "" {
		path = "/tekton-cluster/termination-log"
	}
	err = errors.Join(os.MkdirAll(filepath.Dir(termination), 0o755), os.WriteFile(termination, nil, 0o666), os.Chmod(termination, 0o666))
	if err != nil {
		return nil, "", err
	}
	spec.Mounts = append([]mount{}, from.Files...)
	for _, m := range c.VolumeMounts {
		source := filepath.Join(r.folder, "volumes", m.Name, m.SubPath)
		if err := os.MkdirAll(source, 0o777); err != nil {
			return nil, "", err
		}
		// the folder of a claim stands behind a link
		source, err := filepath.EvalSymlinks(source)
		if err != nil {
			return nil, "", err
		}
		spec.Mounts = append(spec.Mounts, mount{Source: source, Target: m.MountPath, ReadOnly: m.ReadOnly || r.isReadOnly(m.Name)})
	}
	spec.Mounts = append(spec.Mounts, mount{Source: termination, Target: path})
	// as runtimes do it: what lies within another mount comes after it
	sort.SliceStable(spec.Mounts, func(i, j int) bool {
		return depth(spec.Mounts[i].Target) < depth(spec.Mounts[j].Target)
	})
	return spec, termination, nil
}

func depth(path string) int { return strings.Count(filepath.Clean(path), "/") }

func (r *podRun) secure(spec *container, c corev1.Container, from *image) error {
	user, group, isNumeric, err := from.ids()
	if err != nil {
		return err
	}
	mustNotBeRoot := false
	if p := r.pod.Spec.SecurityContext; p != nil {
		if p.RunAsUser != nil {
			user, isNumeric = int(*p.RunAsUser), true
		}
		if p.RunAsGroup != nil {
			group = int(*p.RunAsGroup)
		}
		mustNotBeRoot = p.RunAsNonRoot != nil && *p.RunAsNonRoot
	}
	if s := c.SecurityContext; s != nil {
		if s.Privileged != nil && *s.Privileged {
			return errors.New("this kubelet runs no privileged container")
		}
		if s.RunAsUser != nil {
			user, isNumeric = int(*s.RunAsUser), true
		}
		if s.RunAsGroup != nil {
			group = int(*s.RunAsGroup)
		}
		if s.RunAsNonRoot != nil {
			mustNotBeRoot = *s.RunAsNonRoot
		}
		spec.ReadOnlyRoot = s.ReadOnlyRootFilesystem != nil && *s.ReadOnlyRootFilesystem
		spec.NoNewPrivs = s.AllowPrivilegeEscalation != nil && !*s.AllowPrivilegeEscalation
		spec.NoCapabilities = s.Capabilities != nil && strings.Contains(fmt.Sprint(s.Capabilities.Drop), "ALL")
	}
	if mustNotBeRoot && !isNumeric {
		return fmt.Errorf("image %s has the user %q, and runAsNonRoot needs a number", c.Image, from.User)
	}
	if mustNotBeRoot && user == 0 {
		return fmt.Errorf("%s would run as root, and must not", c.Name)
	}
	spec.User, spec.Group = user, group
	return nil
}

// killAll is for the end of the cluster: nothing of it is left behind.
func (k *kubelet) killAll() {
	k.mutex.Lock()
	var pods []*podRun
	for _, pod := range k.pods {
		pods = append(pods, pod)
	}
	k.mutex.Unlock()
	for _, pod := range pods {
		pod.mutex.Lock()
		pod.isLeaving = true
		for _, run := range pod.containers {
			// its first process takes all others of the container with it
			_ = run.cmd.Process.Kill()
		}
		pod.mutex.Unlock()
	}
	k.ended.Wait()
}
