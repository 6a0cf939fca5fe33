package e2e

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"tengen/cluster"
	"tengen/server"
)

// TestCluster opens the page of the cluster, which changes while it is open and fits on a phone.
func TestCluster(t *testing.T) {
	t.Parallel()
	var waiting atomic.Uint64
	waiting.Store(7)
	status := func(context.Context) (*cluster.Status, error) {
		return &cluster.Status{Servers: 3, Missing: 1, Bytes: 2_500_000,
			Workers: []cluster.Worker{{Name: "<b>w1</b>", Program: "p", Queues: []cluster.Queue{cluster.Review, cluster.SelfPlay}, Slots: 4, Seen: time.Now(), Tasks: []cluster.WorkerAtTask{}}},
			Queues:  []cluster.QueueStatus{{Queue: cluster.Review, Waiting: waiting.Load(), Held: 1, Seconds: 600}, {Queue: cluster.SelfPlay}},
			Dead:    []cluster.DeadLetter{{Queue: cluster.Review, Job: "job", ID: "x", Reason: "it crashed", Worker: "w2", Attempts: 5, Time: time.Now()}}}, nil
	}
	p := serverTab(t, startBrowser(t), server.Options{Cluster: status, NewPlayer: func() (server.Player, error) { return filler{}, nil }})
	p.open("/")
	p.click("#to-training")
	p.wait(`location.hash === "#cluster" && document.querySelector("#cluster p")?.textContent === "3 servers, 1 of them missing, 2.5 MB"`)
	p.wait(`document.querySelector("#cluster-queues tbody").textContent === "review7110 min"`) // only queues with tasks
	p.wait(`document.querySelector("#cluster-workers td").textContent === "<b>w1</b>"`)
	p.wait(`document.querySelector("#cluster-dead tbody").textContent.includes("it crashed")`)
	waiting.Store(3)
	p.wait(`document.querySelector("#cluster-queues tbody").textContent === "review3110 min"`)
	p.viewport(390, 844, true)
	if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("on a phone the page is %d wide, want at most 390", wide)
	}
}
