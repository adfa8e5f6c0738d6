package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// makeVolumes gives each volume a folder: emptyDir an empty one that everybody may write to, the others what they show.
func (r *podRun) makeVolumes(ctx context.Context) error {
	for _, volume := range r.pod.Spec.Volumes {
		folder := filepath.Join(r.folder, "volumes", volume.Name)
		if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
			return err
		}
		if err := r.makeVolume(ctx, volume, folder); err != nil {
			return fmt.Errorf("volume %s: %w", volume.Name, err)
		}
	}
	return r.projectDownward()
}

func (r *podRun) makeVolume(ctx context.Context, volume corev1.Volume, folder string) error {
	switch {
	case volume.PersistentVolumeClaim != nil:
		claim := filepath.Join(r.kubelet.folder, "claims", r.ns, volume.PersistentVolumeClaim.ClaimName)
		if err := openFolder(claim); err != nil {
			return err
		}
		return os.Symlink(claim, folder)
	case volume.EmptyDir != nil, volume.DownwardAPI != nil:
		return openFolder(folder)
	case volume.Secret != nil:
		secret, err := r.kubelet.client.CoreV1().Secrets(r.ns).Get(ctx, volume.Secret.SecretName, metav1.GetOptions{})
		if err != nil {
			return err
		}
		mode := os.FileMode(0o644)
		if volume.Secret.DefaultMode != nil {
			mode = os.FileMode(*volume.Secret.DefaultMode)
		}
		if err := openFolder(folder); err != nil {
			return err
		}
		for name, content := range secret.Data {
			if err := writeWithMode(filepath.Join(folder, name), content, mode); err != nil {
				return err
			}
		}
		return nil
	default:
		return fmt.Errorf("this kubelet does not know its kind")
	}
}

func openFolder(folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	return os.Chmod(folder, 0o777)
}

func writeWithMode(path string, content []byte, mode os.FileMode) error {
	if err := os.WriteFile(path, content, mode); err != nil {
		return err
	}
	return os.Chmod(path, mode)
}

func (r *podRun) isReadOnly(name string) bool {
	for _, volume := range r.pod.Spec.Volumes {
		if volume.Name == name {
			return volume.Secret != nil || volume.DownwardAPI != nil
		}
	}
	return false
}

// projectDownward shows the pod's present labels and annotations in the files that want them.
func (r *podRun) projectDownward() error {
	for _, volume := range r.pod.Spec.Volumes {
		if volume.DownwardAPI == nil {
			continue
		}
		for _, item := range volume.DownwardAPI.Items {
			value, err := r.field(item.FieldRef.FieldPath)
			if err != nil {
				return err
			}
			path := filepath.Join(r.folder, "volumes", volume.Name, item.Path)
			if err := writeWithMode(path+".new", []byte(value), 0o644); err != nil {
				return err
			}
			if err := os.Rename(path+".new", path); err != nil {
				return err
			}
		}
	}
	return nil
}
