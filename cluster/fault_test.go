//go:build unix

package cluster

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// long reports whether the long form of the tests is asked for: each fault with 2,000 tasks. The short form has fewer
// faults, 150 tasks and a shorter lease.
func long() bool { return os.Getenv("TENGEN_LONG") != "" }

func leaseOfFault() time.Duration {
	if long() {
		return 3 * time.Second
	}
	return time.Second
}

// needsLong skips a test in the short form.
func needsLong(t *testing.T) {
	t.Helper()
	if !long() {
		t.Skip("takes long; set TENGEN_LONG=1 to run it")
	}
}

// trial is a job in a cluster of processes.
type trial struct {
	t           *testing.T
	c           *nodes
	dir, job    string
	total       int
	workers     []*process
	coordinator *process
	began       time.Time
}

// sleepOfTask is the time of a task. With four workers of two slots, the tasks take total/400 seconds.
const sleepOfTask = 20 * time.Millisecond

// startTrial starts workers and a coordinator.
func startTrial(t *testing.T, c *nodes, job string) *trial {
	t.Helper()
	r := &trial{t: t, c: c, dir: t.TempDir(), job: job, total: 150, began: time.Now()}
	if long() {
		r.total = 2000
	}
	for range 4 {
		r.startWorker()
	}
	r.startCoordinator()
	t.Cleanup(func() {
		if !t.Failed() {
			return
		}
		logs, _ := filepath.Glob(filepath.Join(r.dir, "*.log"))
		for _, name := range logs {
			if data, err := os.ReadFile(name); err == nil {
				t.Logf("the end of %s:\n%s", filepath.Base(name), data[max(0, len(data)-1500):])
			}
		}
	})
	return r
}

func (r *trial) startWorker() {
	name := fmt.Sprintf("%s-w%d", r.job, len(r.workers))
	p := part{URL: r.c.url, Name: name, Lease: leaseOfFault()}
	p.Worker = &struct {
		Slots int
		Sleep time.Duration
	}{2, sleepOfTask}
	r.workers = append(r.workers, launch(r.t, filepath.Join(r.dir, name+".log"), p, nil))
}

func (r *trial) startCoordinator() {
	p := part{URL: r.c.url, Name: r.job + "-coordinator", Lease: leaseOfFault()}
	p.Coordinator = &struct {
		Job    string
		Total  int
		Record string
	}{r.job, r.total, filepath.Join(r.dir, "record")}
	r.coordinator = launch(r.t, filepath.Join(r.dir, "coordinator.log"), p, nil)
}

// done returns the number of results in the record.
func (r *trial) done() int {
	data, err := os.ReadFile(filepath.Join(r.dir, "record"))
	if err != nil && !os.IsNotExist(err) {
		r.t.Fatal(err)
	}
	return bytes.Count(data, []byte("\n"))
}

// waitFor waits until a share of the results is in the record.
func (r *trial) waitFor(share float64) {
	r.t.Helper()
	for until := time.Now().Add(5 * time.Minute); float64(r.done()) < share*float64(r.total); time.Sleep(5 * time.Millisecond) {
		select {
		case <-r.coordinator.exited:
			r.t.Fatalf("the coordinator ended after %d of %d results", r.done(), r.total)
		default:
		}
		if time.Now().After(until) {
			r.t.Fatalf("%d of %d results in time", r.done(), r.total)
		}
	}
}

// finish waits for the end of the job, and checks that every task counts once.
func (r *trial) finish() {
	r.t.Helper()
	select {
	case <-r.coordinator.exited:
	case <-time.After(5 * time.Minute):
		r.t.Fatalf("the job did not end: %d of %d results", r.done(), r.total)
	}
	took := time.Since(r.began)
	if code := r.coordinator.ProcessState.ExitCode(); code != 0 {
		r.t.Fatalf("the coordinator ended with status %d", code)
	}
	record, err := openRecord(filepath.Join(r.dir, "record"))
	if err != nil {
		r.t.Fatal(err)
	}
	record.file.Close()
	if record.lines != r.total || len(record.have) != r.total {
		r.t.Errorf("the record has %d results of %d tasks, want %d of each", record.lines, len(record.have), r.total)
	}
	for id, data := range record.have {
		if data != "done "+id {
			r.t.Errorf("the result of %s is %q", id, data)
		}
	}
	log, err := os.ReadFile(filepath.Join(r.dir, "coordinator.log"))
	if err != nil {
		r.t.Fatal(err)
	}
	_, second, _ := strings.Cut(string(log), "ignored second results: ")
	r.t.Logf("%d tasks in %.1f s; lost: 0, counted twice: 0, sent again: %d, second results ignored: %s", r.total, took.Seconds(),
		strings.Count(string(log), "a task is sent again"), strings.TrimSpace(second))
	for _, w := range r.workers {
		w.kill()
	}
}

// TestFaults kills, stops and restarts processes of a cluster of three servers.
func TestFaults(t *testing.T) {
	c := startNodes(t, 3, nodeOptions{})
	l := c.connect(t, "observer")
	if err := l.streams(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Run("none", func(t *testing.T) { startTrial(t, c, "none").finish() })
	t.Run("kill workers", func(t *testing.T) {
		r := startTrial(t, c, "workers")
		for i := range 4 {
			r.waitFor(0.15 + 0.15*float64(i))
			r.workers[i].kill()
			r.startWorker()
		}
		r.finish()
	})
	t.Run("kill the coordinator", func(t *testing.T) {
		r := startTrial(t, c, "coordinator")
		for i := range 3 {
			r.waitFor(0.2 + 0.2*float64(i))
			r.coordinator.kill()
			r.startCoordinator()
		}
		r.finish()
	})
	t.Run("stop a worker beyond its lease", func(t *testing.T) {
		r := startTrial(t, c, "stopped")
		r.waitFor(0.3)
		r.workers[0].signal(t, syscall.SIGSTOP)
		time.Sleep(2 * leaseOfFault())
		r.workers[0].signal(t, syscall.SIGCONT)
		r.finish()
	})
	t.Run("kill a server", func(t *testing.T) {
		r := startTrial(t, c, "server")
		r.waitFor(0.3)
		n := c.leader(t, l)
		n.kill()
		r.waitFor(0.6)
		n.start()
		r.finish()
	})
	t.Run("kill two servers", func(t *testing.T) {
		needsLong(t)
		r := startTrial(t, c, "servers")
		r.waitFor(0.3)
		first := c.leader(t, l)
		var other *node
		for _, n := range c.list {
			if n != first {
				other = n
			}
		}
		first.kill()
		other.kill()
		before := r.done()
		time.Sleep(2 * time.Second)
		t.Logf("without a majority of servers: %d results in 2 s", r.done()-before)
		other.start()
		first.start()
		r.finish()
	})
	t.Run("kill all servers", func(t *testing.T) {
		needsLong(t)
		r := startTrial(t, c, "all")
		r.waitFor(0.4)
		for _, n := range c.list {
			n.kill()
		}
		for _, n := range c.list {
			n.start()
		}
		r.finish()
	})
	t.Run("lose the data of a server", func(t *testing.T) {
		needsLong(t)
		r := startTrial(t, c, "disk")
		r.waitFor(0.3)
		n := c.leader(t, l)
		n.kill()
		if err := os.RemoveAll(n.data); err != nil {
			t.Fatal(err)
		}
		n.start()
		r.finish()
	})
}
