package main

import (
	"context"

	"github.com/tektoncd/pipeline/pkg/apis/config"
	"github.com/tektoncd/pipeline/pkg/apis/pipeline"
	v1 "github.com/tektoncd/pipeline/pkg/apis/pipeline/v1"
	pipelinefake "github.com/tektoncd/pipeline/pkg/client/clientset/versioned/fake"
	"github.com/tektoncd/pipeline/pkg/client/injection/client/fake"
	resolutionfake "github.com/tektoncd/pipeline/pkg/client/resolution/injection/client/fake"
	"github.com/tektoncd/pipeline/pkg/reconciler/events/cloudevent"
	"github.com/tektoncd/pipeline/pkg/reconciler/pipelinerun"
	"github.com/tektoncd/pipeline/pkg/reconciler/taskrun"
	"go.uber.org/zap"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kubernetesfake "k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/record"
	"k8s.io/utils/clock"
	kubefake "knative.dev/pkg/client/injection/kube/client/fake"
	filtered "knative.dev/pkg/client/injection/kube/informers/factory/filtered"
	"knative.dev/pkg/configmap"
	"knative.dev/pkg/controller"
	"knative.dev/pkg/injection"
	"knative.dev/pkg/logging"
	"knative.dev/pkg/reconciler"
	"knative.dev/pkg/system"

	// the fakes register themselves where the controllers look for clients and informers
	_ "github.com/tektoncd/pipeline/pkg/client/injection/informers/pipeline/v1/pipelinerun/fake"
	_ "github.com/tektoncd/pipeline/pkg/client/injection/informers/pipeline/v1/taskrun/fake"
	_ "github.com/tektoncd/pipeline/pkg/client/injection/informers/pipeline/v1alpha1/verificationpolicy/fake"
	_ "github.com/tektoncd/pipeline/pkg/client/injection/informers/pipeline/v1beta1/customrun/fake"
	_ "github.com/tektoncd/pipeline/pkg/client/resolution/injection/informers/resolution/v1beta1/resolutionrequest/fake"
	_ "github.com/tektoncd/pipeline/pkg/pipelinerunmetrics/fake"
	_ "github.com/tektoncd/pipeline/pkg/taskrunmetrics/fake"
	_ "knative.dev/pkg/client/injection/kube/informers/core/v1/limitrange/fake"
	_ "knative.dev/pkg/client/injection/kube/informers/core/v1/pod/filtered/fake"
	_ "knative.dev/pkg/client/injection/kube/informers/core/v1/secret/fake"
	_ "knative.dev/pkg/client/injection/kube/informers/factory/filtered/fake"
)

// tektonImages are names only: the kubelet knows what to run for them.
var tektonImages = pipeline.Images{
	EntrypointImage:        "tekton/entrypoint",
	SidecarLogResultsImage: "tekton/sidecarlogresults",
	NopImage:               "tekton/nop",
	ShellImage:             "tekton/shell",
	ShellImageWin:          "tekton/shell-win",
	WorkingDirInitImage:    "tekton/workingdirinit",
}

type clients struct {
	kube   *kubernetesfake.Clientset
	tekton *pipelinefake.Clientset
}

// startControllers runs Tekton's own controllers for TaskRuns and PipelineRuns on a fake API, until ctx is done.
func startControllers(ctx context.Context, logger *zap.SugaredLogger) (context.Context, clients, error) {
	ctx = logging.WithLogger(ctx, logger)
	events := record.NewFakeRecorder(1000)
	go drain(ctx, events)
	ctx = controller.WithEventRecorder(ctx, events)
	ctx = filtered.WithSelectors(ctx, v1.ManagedByLabelKey)
	ctx, informers := injection.Fake.SetupInformers(ctx, &rest.Config{})
	ctx = cloudevent.WithFakeClient(ctx, &cloudevent.FakeClientBehaviour{SendSuccessfully: true}, 0)

	api := &apiServer{}
	found := clients{kube: kubefake.Get(ctx), tekton: fake.Get(ctx)}
	api.serve(found.kube)
	api.serve(found.tekton)
	api.serve(resolutionfake.Get(ctx))

	configs := configmap.NewStaticWatcher(configMaps()...)
	options := &pipeline.Options{Images: tektonImages}
	controllers := []*controller.Impl{
		taskrun.NewController(options, clock.RealClock{})(ctx, configs),
		pipelinerun.NewController(options, clock.RealClock{})(ctx, configs),
	}
	if err := configs.Start(ctx.Done()); err != nil {
		return nil, clients{}, err
	}
	if err := controller.StartInformers(ctx.Done(), informers...); err != nil {
		return nil, clients{}, err
	}
	for _, each := range controllers {
		if leader, ok := each.Reconciler.(reconciler.LeaderAware); ok {
			if err := leader.Promote(reconciler.UniversalBucket(), each.MaybeEnqueueBucketKey); err != nil {
				return nil, clients{}, err
			}
		}
	}
	go func() {
		if err := controller.StartAll(ctx, controllers...); err != nil {
			logger.Errorf("controllers: %v", err)
		}
	}()
	return ctx, found, nil
}

// configMaps are those of a fresh installation: all of Tekton's settings at their defaults.
func configMaps() []*corev1.ConfigMap {
	var maps []*corev1.ConfigMap
	for _, name := range []string{
		config.GetDefaultsConfigName(),
		config.GetFeatureFlagsConfigName(),
		config.GetMetricsConfigName(),
		config.GetSpireConfigName(),
		config.GetEventsConfigName(),
		config.GetTracingConfigName(),
		config.GetWaitExponentialBackoffConfigName(),
	} {
		maps = append(maps, &corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: system.Namespace()},
		})
	}
	return maps
}

// drain keeps the recorder's channel from filling up.
func drain(ctx context.Context, events *record.FakeRecorder) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-events.Events:
		}
	}
}
