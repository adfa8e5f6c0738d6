package main

import (
	"fmt"
	"strconv"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/uuid"
	ktesting "k8s.io/client-go/testing"
)

// apiServer does for client-go's fake clients what an API server does beyond storing: uids, resource versions,
// and the refusal of an update that rests on an old version. Without the last, two controllers would overwrite each
// other's changes, and a cancellation could be lost.
type apiServer struct {
	mutex   sync.Mutex
	version int
}

type tracked interface {
	PrependReactor(verb, resource string, reaction ktesting.ReactionFunc)
	Tracker() ktesting.ObjectTracker
}

func (api *apiServer) serve(client tracked) {
	store := ktesting.ObjectReaction(client.Tracker())
	client.PrependReactor("*", "*", func(action ktesting.Action) (bool, runtime.Object, error) {
		api.mutex.Lock()
		defer api.mutex.Unlock()
		switch action := action.(type) {
		case ktesting.CreateActionImpl:
			object, err := meta.Accessor(action.GetObject())
			if err != nil {
				return true, nil, err
			}
			object.SetUID(uuid.NewUUID())
			object.SetCreationTimestamp(metav1.Time{Time: time.Now()})
			object.SetResourceVersion(api.nextVersion())
		case ktesting.UpdateActionImpl:
			object, err := meta.Accessor(action.GetObject())
			if err != nil {
				return true, nil, err
			}
			present, err := client.Tracker().Get(action.GetResource(), action.GetNamespace(), object.GetName())
			if err != nil {
				return true, nil, err
			}
			presentMeta, err := meta.Accessor(present)
			if err != nil {
				return true, nil, err
			}
			if presentMeta.GetResourceVersion() != object.GetResourceVersion() {
				return true, nil, apierrors.NewConflict(action.GetResource().GroupResource(), object.GetName(),
					fmt.Errorf("it has been changed since version %s", object.GetResourceVersion()))
			}
			object.SetResourceVersion(api.nextVersion())
		case ktesting.PatchActionImpl:
			handled, patched, err := store(action)
			if err != nil {
				return handled, patched, err
			}
			object, err := meta.Accessor(patched)
			if err != nil {
				return true, nil, err
			}
			object.SetResourceVersion(api.nextVersion())
			err = client.Tracker().Update(action.GetResource(), patched, action.GetNamespace())
			return true, patched, err
		}
		return store(action)
	})
}

func (api *apiServer) nextVersion() string {
	api.version++
	return strconv.Itoa(api.version)
}
