// Command bundle-reader reads a bundle as a cluster does: it checks an OCI image layout, pushes it to a registry of its own
// on the loopback interface, and has Tekton's bundle resolver fetch every resource from there.
//
//	bundle-reader LAYOUT
//
// It prints a JSON object: the image's digest and, of each layer in their order, kind, name and content.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/validate"
	"github.com/tektoncd/pipeline/pkg/resolution/resolver/bundle"
)

type resource struct {
	Kind    string `json:"kind"`
	Name    string `json:"name"`
	Version string `json:"version"`
	Content string `json:"content"`
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: bundle-reader LAYOUT")
		os.Exit(2)
	}
	if err := read(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "bundle-reader:", err)
		os.Exit(1)
	}
}

func read(path string) error {
	index, err := layout.ImageIndexFromPath(path)
	if err != nil {
		return err
	}
	if err := validate.Index(index); err != nil {
		return err
	}
	manifests, err := index.IndexManifest()
	if err != nil {
		return err
	}
	if len(manifests.Manifests) != 1 {
		return fmt.Errorf("%d images, and not one", len(manifests.Manifests))
	}
	digest := manifests.Manifests[0].Digest
	image, err := index.Image(digest)
	if err != nil {
		return err
	}
	manifest, err := image.Manifest()
	if err != nil {
		return err
	}

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: registry.New(registry.Logger(log.New(io.Discard, "", 0)))}
	go func() { _ = server.Serve(listener) }()
	defer server.Close()
	at := fmt.Sprintf("%s/giveway@%s", listener.Addr(), digest)
	reference, err := name.ParseReference(at)
	if err != nil {
		return err
	}
	if err := remote.Write(reference, image); err != nil {
		return err
	}

	found := []resource{}
	for _, layer := range manifest.Layers {
		kind, entry := layer.Annotations[bundle.BundleAnnotationKind], layer.Annotations[bundle.BundleAnnotationName]
		options := bundle.RequestOptions{Bundle: at, Kind: kind, EntryName: entry}
		resolved, err := bundle.GetEntry(context.Background(), authn.NewMultiKeychain(), options)
		if err != nil {
			return fmt.Errorf("%s %s: %w", kind, entry, err)
		}
		version := resolved.Annotations()[bundle.ResolverAnnotationAPIVersion]
		found = append(found, resource{Kind: kind, Name: entry, Version: version, Content: string(resolved.Data())})
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]any{"digest": digest.String(), "resources": found})
}
