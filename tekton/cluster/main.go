// Command cluster is a Kubernetes cluster with Tekton in one process, for tests: Tekton's own controllers, on a fake API,
// make pods of runs, and a small kubelet runs the pods as processes of this machine. It reads requests from stdin and
// writes answers and events to stdout, each a line of JSON, and ends everything when stdin ends.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"go.uber.org/zap"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const becomeContainerVerb = "become-container"

// notStarted is the status of a container whose command could not be run; the kubelet takes it for a fault of the test.
const notStarted = 128

// request is a line of stdin.
type request struct {
	ID   int    `json:"id"`
	Verb string `json:"verb"`
	// image
	Image *image `json:"image,omitempty"`
	// apply: documents of YAML
	Manifest string `json:"manifest,omitempty"`
	// stop, get
	Kind string `json:"kind,omitempty"`
	Name string `json:"name,omitempty"`
	// stop: what spec.status becomes
	Status string `json:"status,omitempty"`
}

// event is a line of stdout: the answer to a request, if it has an ID, or something that happened.
type event struct {
	ID        int    `json:"id,omitempty"`
	Error     string `json:"error,omitempty"`
	Event     string `json:"event,omitempty"`
	Pod       string `json:"pod,omitempty"`
	Container string `json:"container,omitempty"`
	ExitCode  *int32 `json:"exitCode,omitempty"`
	Pid       int    `json:"pid,omitempty"`
	Text      string `json:"text,omitempty"`
	Object    any    `json:"object,omitempty"`
	// Names of what was applied.
	Names []string `json:"names,omitempty"`
}

func main() {
	if len(os.Args) == 3 && os.Args[1] == becomeContainerVerb {
		err := becomeContainer(os.Args[2])
		fmt.Fprintln(os.Stderr, "container:", err)
		os.Exit(notStarted)
	}
	folder := flag.String("folder", "", "where pods, volumes and logs go")
	entrypoint := flag.String("entrypoint", "", "Tekton's entrypoint, built from cmd/entrypoint")
	flag.Parse()
	if err := serve(*folder, *entrypoint); err != nil {
		fmt.Fprintln(os.Stderr, "cluster:", err)
		os.Exit(1)
	}
}

func serve(folder, entrypoint string) error {
	// where Tekton looks for its own settings
	if err := os.Setenv("SYSTEM_NAMESPACE", "tekton-pipelines"); err != nil {
		return err
	}
	logger, err := fileLogger(filepath.Join(folder, "controllers.log"))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ctx, clients, err := startControllers(ctx, logger)
	if err != nil {
		return err
	}
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "default", Namespace: namespace}}
	if _, err := clients.kube.CoreV1().ServiceAccounts(namespace).Create(ctx, account, metav1.CreateOptions{}); err != nil {
		return err
	}
	out := &output{encoder: json.NewEncoder(os.Stdout)}
	kubelet := &kubelet{
		client: clients.kube, folder: folder, report: out.write,
		images: map[string]*image{}, pods: map[string]*podRun{},
	}
	for _, each := range imagesOfTekton(entrypoint) {
		kubelet.images[each.Name] = each
	}
	if err := kubelet.run(ctx); err != nil {
		return err
	}
	cluster := &cluster{clients: clients, kubelet: kubelet}
	if err := cluster.reportRuns(ctx, out.write); err != nil {
		return err
	}
	lines := bufio.NewReader(os.Stdin)
	decoder := json.NewDecoder(lines)
	for {
		var asked request
		if err := decoder.Decode(&asked); err != nil {
			break
		}
		answer := cluster.answer(ctx, asked)
		answer.ID = asked.ID
		out.write(answer)
	}
	kubelet.killAll()
	return nil
}

// output is one writer for all goroutines.
type output struct {
	mutex   sync.Mutex
	encoder *json.Encoder
}

func (o *output) write(e event) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	_ = o.encoder.Encode(e)
}

func fileLogger(path string) (*zap.SugaredLogger, error) {
	config := zap.NewProductionConfig()
	config.OutputPaths = []string{path}
	config.ErrorOutputPaths = []string{path}
	logger, err := config.Build()
	if err != nil {
		return nil, err
	}
	return logger.Sugar(), nil
}

// imagesOfTekton are those that Tekton puts into every pod. The shell one needs a shell and base64; nop ends at once.
func imagesOfTekton(entrypoint string) []*image {
	base := baseFiles()
	withEntrypoint := append(append([]mount{}, base...), mount{Source: entrypoint, Target: "/ko-app/entrypoint", ReadOnly: true})
	path := []string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
	return []*image{
		{Name: tektonImages.EntrypointImage, Files: withEntrypoint, Env: path, User: "65532:65532"},
		{Name: tektonImages.ShellImage, Files: base, Env: path, User: "65532:65532"},
	}
}

// baseFiles are this machine's own programs and libraries, which nobody can change from within; /usr/local is the image's.
func baseFiles() []mount {
	paths := []string{"/bin", "/sbin", "/lib", "/lib64", "/etc"}
	inUsr, _ := filepath.Glob("/usr/*")
	for _, path := range inUsr {
		if path != "/usr/local" {
			paths = append(paths, path)
		}
	}
	var files []mount
	for _, path := range paths {
		if _, err := os.Lstat(path); err == nil {
			files = append(files, mount{Source: path, Target: path, ReadOnly: true})
		}
	}
	return files
}
