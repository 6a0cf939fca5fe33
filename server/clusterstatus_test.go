package server

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"tengen/cluster"
)

// TestCluster: the state of the cluster and its figures, and answers without one.
func TestCluster(t *testing.T) {
	alone := newRig(t, t.TempDir())
	if status, text, _ := alone.raw("GET", "/api/cluster", ""); status != http.StatusNotFound || !strings.Contains(text, "--nats") {
		t.Errorf("without a cluster: %d %s", status, text)
	}
	if status, text, h := alone.raw("GET", "/metrics", ""); status != http.StatusOK || !strings.HasPrefix(h.Get("Content-Type"), "text/plain") ||
		!strings.Contains(text, "go_goroutines ") || !strings.Contains(text, "tengen_streams_open 0\n") || strings.Contains(text, "tengen_cluster") {
		t.Errorf("without a cluster: the figures are %d %s", status, text)
	}
	var failure error
	l := newRig(t, t.TempDir(), func(o *Options) {
		o.Cluster = func(ctx context.Context) (*cluster.Status, error) {
			return &cluster.Status{Servers: 3, Missing: 1, Workers: []cluster.Worker{{Name: "w1", Queues: []cluster.Queue{cluster.Review}, Slots: 4, Rate: 12.5,
				Tasks: []cluster.WorkerAtTask{{Queue: cluster.Review, Job: "j", ID: "i", Seconds: 2}}}},
				Queues: []cluster.QueueStatus{{Queue: cluster.Review, Waiting: 7, Held: 1, Seconds: 60}},
				Dead:   []cluster.DeadLetter{{Queue: cluster.Review, Job: "j", ID: "x", Reason: "it crashed", Worker: "w2", Attempts: 5, Time: time.Now(), Data: []byte("secret")}}}, failure
		}
	})
	var got cluster.Status
	l.call("GET", "/api/cluster", nil, &got)
	if len(got.Workers) != 1 || got.Queues[0].Waiting != 7 || got.Dead[0].Reason != "it crashed" || got.Dead[0].Data != nil {
		t.Errorf("got %+v", got)
	}
	_, text, _ := l.raw("GET", "/metrics", "")
	for _, want := range []string{"tengen_cluster_up 1\n", "tengen_cluster_workers 1\n", "tengen_cluster_servers_missing 1\n",
		"tengen_cluster_tasks_waiting{work=\"review\"} 7\n", "tengen_cluster_tasks_held{work=\"review\"} 1\n", "tengen_cluster_dead_letters 1\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the figures lack %q:\n%s", want, text)
		}
	}
	failure = errors.New("no servers")
	if status, text, _ := l.raw("GET", "/api/cluster", ""); status != http.StatusServiceUnavailable || !strings.Contains(text, "does not answer: no servers") {
		t.Errorf("without an answer: %d %s", status, text)
	}
	if _, text, _ := l.raw("GET", "/metrics", ""); !strings.Contains(text, "tengen_cluster_up 0\n") {
		t.Errorf("without an answer: the figures are\n%s", text)
	}
}
