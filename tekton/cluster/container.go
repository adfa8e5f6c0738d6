package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// container is what a process needs to be one: a root of its own, what is mounted there, and as whom it runs.
type container struct {
	// Root is an empty folder; a file system in memory comes there.
	Root   string
	Mounts []mount
	// ReadOnlyRoot leaves nothing to write but what is mounted.
	ReadOnlyRoot bool
	Argv         []string
	Env          []string
	WorkingDir   string
	User         int
	Group        int
	// NoCapabilities takes them away from root too.
	NoCapabilities bool
	NoNewPrivs     bool
}

type mount struct {
	Source   string
	Target   string
	ReadOnly bool
}

// becomeContainer is the first thing that runs in the new namespaces; it becomes the container's first process, and so
// gets the signals that the kubelet sends: those that it has no handler for do nothing to it, as everywhere.
func becomeContainer(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var c container
	if err := json.Unmarshal(text, &c); err != nil {
		return err
	}
	if err := c.makeRoot(); err != nil {
		return fmt.Errorf("root: %w", err)
	}
	if err := c.dropPrivileges(); err != nil {
		return fmt.Errorf("user: %w", err)
	}
	if err := os.Chdir(c.WorkingDir); err != nil {
		return err
	}
	path, err := c.lookPath(c.Argv[0])
	if err != nil {
		return err
	}
	return syscall.Exec(path, c.Argv, c.Env)
}

func (c *container) makeRoot() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return err
	}
	if err := unix.Mount("tmpfs", c.Root, "tmpfs", unix.MS_NOSUID, "mode=755"); err != nil {
		return err
	}
	for _, dir := range []string{"proc", "dev", "run", "var", "home"} {
		if err := os.Mkdir(filepath.Join(c.Root, dir), 0o755); err != nil {
			return err
		}
	}
	tmp := filepath.Join(c.Root, "tmp")
	if err := errors.Join(os.Mkdir(tmp, 0o700), os.Chmod(tmp, 0o1777)); err != nil {
		return err
	}
	if err := unix.Mount("proc", filepath.Join(c.Root, "proc"), "proc", 0, ""); err != nil {
		return err
	}
	if err := unix.Mount("/dev", filepath.Join(c.Root, "dev"), "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return err
	}
	for _, m := range c.Mounts {
		if err := bind(c.Root, m); err != nil {
			return fmt.Errorf("%s at %s: %w", m.Source, m.Target, err)
		}
	}
	if c.WorkingDir != "" {
		// as a container's runtime makes it
		if err := os.MkdirAll(filepath.Join(c.Root, c.WorkingDir), 0o755); err != nil {
			return err
		}
	}
	if c.ReadOnlyRoot {
		if err := unix.Mount("", c.Root, "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY, ""); err != nil {
			return err
		}
	}
	if err := os.Chdir(c.Root); err != nil {
		return err
	}
	if err := unix.PivotRoot(".", "."); err != nil {
		return err
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return err
	}
	return os.Chdir("/")
}

// bind shows a file or folder of this machine in the container; a link stays one.
func bind(root string, m mount) error {
	target := filepath.Join(root, m.Target)
	info, err := os.Lstat(m.Source)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	if info.Mode()&os.ModeSymlink != 0 {
		to, err := os.Readlink(m.Source)
		if err != nil {
			return err
		}
		return os.Symlink(to, target)
	}
	if info.IsDir() {
		err = os.MkdirAll(target, 0o755)
	} else {
		err = touch(target)
	}
	if err != nil {
		return err
	}
	if err := unix.Mount(m.Source, target, "", unix.MS_BIND, ""); err != nil {
		return err
	}
	if !m.ReadOnly {
		return nil
	}
	return unix.Mount("", target, "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY, "")
}

func touch(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return file.Close()
}

func (c *container) dropPrivileges() error {
	if c.NoCapabilities {
		for capability := 0; capability <= unix.CAP_LAST_CAP; capability++ {
			err := unix.Prctl(unix.PR_CAPBSET_DROP, uintptr(capability), 0, 0, 0)
			if err != nil && !errors.Is(err, unix.EINVAL) {
				return err
			}
		}
	}
	if err := syscall.Setgroups([]int{c.Group}); err != nil {
		return err
	}
	if err := syscall.Setgid(c.Group); err != nil {
		return err
	}
	if err := syscall.Setuid(c.User); err != nil {
		return err
	}
	if c.NoNewPrivs {
		return unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	}
	return nil
}

// lookPath finds a program by the container's PATH, not by ours.
func (c *container) lookPath(name string) (string, error) {
	if strings.Contains(name, "/") {
		return name, nil
	}
	for _, entry := range c.Env {
		if list, ok := strings.CutPrefix(entry, "PATH="); ok {
			for _, dir := range filepath.SplitList(list) {
				if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
					return path, nil
				}
			}
		}
	}
	return "", fmt.Errorf("%s: not found in the container's PATH", name)
}

// start runs the container; its output goes to log.
func (c *container) start(specFile string, log *os.File) (*exec.Cmd, error) {
	text, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(specFile, text, 0o600); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, becomeContainerVerb, specFile)
	cmd.Env = []string{}
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWIPC,
		// with the cluster goes all that it runs
		Pdeathsig: syscall.SIGKILL,
		Setpgid:   true,
	}
	return cmd, cmd.Start()
}
