package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"tengen/cluster"
	"tengen/internal/metrics"
	"tengen/jobs"
	"tengen/match"
	"tengen/nn"
	"tengen/player"
)

// WorkerCmd is `tengen worker`.
type WorkerCmd struct {
	ClusterFlags
	Name    string          `placeholder:"NAME" help:"Name of this worker, which the cluster may prescribe. Default: the name of the machine and the number of the process." config:"-"`
	Work    []cluster.Queue `placeholder:"KIND,KIND" help:"Kinds of work that this worker takes: interactive (reviews on the page), review, match, pairs (of nets that learn), selfplay. Default: all."`
	Threads Threads         `placeholder:"N" help:"Threads. Default: one per processor."`
	Slots   Count           `placeholder:"N" help:"Maximum number of tasks at the same time. Games of self-play share the evaluation of their positions, so a worker needs several. A worker does at most one task of another kind for each thread. Default: 8 for each thread."`
	Metrics Address         `placeholder:"HOST:PORT" help:"Serve figures for Prometheus at /metrics on this address, such as 127.0.0.1:9464. Default: none."`
	Drain   Seconds         `default:"60" placeholder:"S" help:"After an interrupt, finish tasks for at most S seconds (default ${default}). Unfinished tasks are then given back."`
}

// Help says how a worker ends.
func (WorkerCmd) Help() string {
	return "A worker needs only this program and the address: it fetches nets from the cluster. It ends when it is interrupted (SIGINT or SIGTERM). " +
		"If it is killed, other workers get its tasks after half a minute. docs/cluster.md explains how a cluster is made."
}

// Run works until it is interrupted.
func (c *WorkerCmd) Run(env *Env, cli *CLI) error {
	levels := nn.Levels()
	if cli.Kernel.Given {
		level, err := cli.Kernel.Level()
		if err != nil {
			return err
		}
		levels = []nn.Level{level}
	}
	fastest := levels[len(levels)-1].String()
	ln, err := c.Metrics.listen()
	if err != nil {
		return err
	}
	l, err := c.open(env, c.Name)
	if err != nil {
		return err
	}
	defer l.Close()
	var latest atomic.Pointer[cluster.Worker] // the latest report
	threads := cmp.Or(int(c.Threads), player.AllThreads())
	// Otherwise the searches of games, which are not counted as threads, would take more processors than the threads.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(min(threads, runtime.GOMAXPROCS(0))))
	kinds := c.Work
	if len(kinds) == 0 {
		kinds = cluster.Queues()
	}
	dir, err := os.MkdirTemp("", "tengen-worker-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	hands := &jobs.Hands{Cluster: l, Levels: levels, Threads: threads, Dir: dir, Log: env.Log}
	hands.Match = func(ctx context.Context, a *jobs.MatchAbout, dir string, level nn.Level) (*match.Table, error) {
		return matchTable(ctx, env, level, a, dir)
	}
	o := cluster.WorkOptions{Handlers: hands.Handlers(kinds), Slots: cmp.Or(int(c.Slots), 8*threads), Most: hands.Most(), Drain: c.Drain.Duration(),
		Describe: func(w *cluster.Worker) {
			w.Kernel, w.Threads = fastest, threads
			latest.Store(w)
		}}
	env.serveMetrics(ln, func(p *metrics.Page) {
		if w := latest.Load(); w != nil {
			w.Metrics(p)
		}
	})
	var mu sync.Mutex // of done and said: several tasks can end at the same time
	done := 0
	begun, said := time.Now(), time.Now()
	o.Finished = func(t cluster.Task, took time.Duration, err error) {
		if err != nil {
			return // it is in the log
		}
		mu.Lock()
		defer mu.Unlock()
		done++
		if time.Since(said) > time.Minute {
			said = time.Now()
			env.Log.Info("working", "tasks", done, "an hour", fmt.Sprintf("%.0f", float64(done)/time.Since(begun).Hours()), "last", string(t.Queue)+" "+t.Job)
		}
	}
	env.Log.Info("this worker takes tasks", "name", l.Name(), "work", kinds, "threads", threads, "kernel", fastest)
	if err := l.Work(env.Ctx, o); err != nil && env.Ctx.Err() == nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "%s did %d tasks\n", l.Name(), done)
	return nil
}
