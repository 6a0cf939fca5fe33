//go:build unix

package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// BenchmarkTask measures the way of a task through the queue, from sending it until its result is taken, one task at a
// time and many at the same time. The handler does nothing.
func BenchmarkTask(b *testing.B) {
	atATime := func(b *testing.B, l, w *Cluster, slots int) {
		ctx, stop := context.WithCancel(b.Context())
		ended := make(chan error, 1)
		go func() { ended <- w.Work(ctx, WorkOptions{Slots: slots, Handlers: map[Queue]Handler{SelfPlay: answer}}) }()
		for _, total := range []int{20, b.N} { // the first tasks wait for the worker
			one := newBook(total)
			job := one.job(fmt.Sprintf("job%d-%d", total, time.Now().UnixNano()))
			job.Ahead = 2*slots - 1
			b.ResetTimer()
			if err := l.Run(b.Context(), job); err != nil {
				b.Fatal(err)
			}
		}
		b.StopTimer()
		stop()
		if err := <-ended; err != nil {
			b.Error(err)
		}
	}
	run := func(b *testing.B, l, w *Cluster) {
		for _, slots := range []int{1, 32} {
			b.Run(fmt.Sprint(slots), func(b *testing.B) { atATime(b, l, w, slots) })
		}
	}
	b.Run("embedded", func(b *testing.B) {
		l, err := Open(b.Context(), Config{Dir: b.TempDir(), Name: "coordinator"})
		if err != nil {
			b.Fatal(err)
		}
		defer l.Close()
		w, err := l.Join(b.Context(), "worker")
		if err != nil {
			b.Fatal(err)
		}
		defer w.Close()
		run(b, l, w)
	})
	b.Run("three servers", func(b *testing.B) {
		c := startNodes(b, 3, nodeOptions{})
		run(b, c.connect(b, "coordinator"), c.connect(b, "worker"))
	})
}

// used returns the processor time and the memory of a process, from /proc.
func used(t *testing.T, pid int) (cpu time.Duration, bytes int) {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Skip("needs /proc: ", err)
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(after)
	for _, i := range []int{11, 12} {
		ticks, err := strconv.Atoi(fields[i])
		if err != nil {
			t.Fatal(err)
		}
		cpu += time.Duration(ticks) * 10 * time.Millisecond
	}
	pages, err := strconv.Atoi(fields[21])
	if err != nil {
		t.Fatal(err)
	}
	return cpu, pages * os.Getpagesize()
}

// TestIdleWorker measures a worker without work.
func TestIdleWorker(t *testing.T) {
	needsLong(t)
	c := startNodes(t, 3, nodeOptions{})
	l := c.connect(t, "observer")
	if err := l.streams(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := &trial{t: t, c: c, dir: t.TempDir(), job: "idle"}
	r.startWorker()
	time.Sleep(5 * time.Second)
	pid := r.workers[0].Process.Pid
	before, _ := used(t, pid)
	time.Sleep(60 * time.Second)
	after, memory := used(t, pid)
	share := 100 * (after - before).Seconds() / 60
	t.Logf("an idle worker: %.2f %% of a core, %.1f MB", share, float64(memory)/1e6)
	if share > 1 || memory > 60e6 {
		t.Error("want at most 1 % of a core and 60 MB")
	}
}

// traffic is what the servers have counted.
type traffic struct {
	Messages int64 `json:"in_msgs"`
	Sent     int64 `json:"out_msgs"`
	Bytes    int64 `json:"out_bytes"`
}

// measure returns the traffic of all servers, and their processor time and largest memory.
func (c *nodes) measure(t *testing.T) (sum traffic, cpu time.Duration, memory int) {
	t.Helper()
	for _, n := range c.list {
		answer, err := http.Get("http://" + n.monitor + "/varz")
		if err != nil {
			t.Fatal(err)
		}
		var one traffic
		err = json.NewDecoder(answer.Body).Decode(&one)
		answer.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		sum.Messages, sum.Sent, sum.Bytes = sum.Messages+one.Messages, sum.Sent+one.Sent, sum.Bytes+one.Bytes
		time, bytes := used(t, n.Process.Pid)
		cpu, memory = cpu+time, max(memory, bytes)
	}
	return sum, cpu, memory
}

// TestManyWorkers connects 1,000 workers, which wait instead of computing. TENGEN_WORKERS is another number of them.
func TestManyWorkers(t *testing.T) {
	needsLong(t)
	count := 1000
	if text := os.Getenv("TENGEN_WORKERS"); text != "" {
		var err error
		if count, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	c := startNodes(t, 3, nodeOptions{})
	change := func(c *Config) { c.Lease, c.Store = leaseTime, 256<<20 }
	l := c.connect(t, "coordinator", change)
	if err := l.streams(t.Context()); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	sleep := time.Duration(0)
	result := make([]byte, 20_000)
	handler := func(ctx context.Context, task Task, _ func(string)) ([]byte, error) {
		mu.Lock()
		wait := sleep
		mu.Unlock()
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
		return append([]byte("done "+string(task.Data)+" "), result...), nil
	}
	handlers := map[Queue]Handler{}
	for _, q := range Queues() {
		handlers[q] = handler
	}
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	began := time.Now()
	for i := range count {
		w := c.connect(t, fmt.Sprint("w", i), change)
		all.Go(func() {
			if err := w.Work(ctx, WorkOptions{Slots: 1, Handlers: handlers}); err != nil {
				t.Error(err)
			}
		})
	}
	t.Logf("%d workers connected in %.1f s", count, time.Since(began).Seconds())
	t.Cleanup(func() {
		stop()
		all.Wait()
	})
	phase := func(what string, do func() int) {
		before, cpuBefore, _ := c.measure(t)
		began := time.Now()
		tasks := do()
		took := time.Since(began).Seconds()
		after, cpu, memory := c.measure(t)
		t.Logf("%s: %.1f s, %.1f tasks/s; servers: %.0f messages/s in, %.0f out, %.2f MB/s out, %.0f %% of a core in all, %.0f MB in the largest", what, took,
			float64(tasks)/took, float64(after.Messages-before.Messages)/took, float64(after.Sent-before.Sent)/took, float64(after.Bytes-before.Bytes)/took/1e6,
			100*(cpu-cpuBefore).Seconds()/took, float64(memory)/1e6)
	}
	time.Sleep(10 * time.Second)
	phase("idle", func() int {
		time.Sleep(40 * time.Second)
		return 0
	})
	job := func(name string, tasks int, wait time.Duration) func() int {
		return func() int {
			mu.Lock()
			sleep = wait
			mu.Unlock()
			b := newBook(tasks)
			one := b.job(name)
			one.Ahead = 2 * count
			record, err := openRecord(filepath.Join(t.TempDir(), "record"))
			if err != nil {
				t.Fatal(err)
			}
			defer record.file.Close()
			one.Take = func(r Result) error {
				text, _, _ := strings.Cut(string(r.Data), "\x00")
				r.Data = []byte(strings.TrimSpace(text))
				if _, ok := b.have[r.ID]; !ok {
					if err := record.add(r); err != nil {
						return err
					}
				}
				return b.take(r)
			}
			if err := l.Run(t.Context(), one); err != nil {
				t.Fatal(err)
			}
			b.check(t)
			t.Logf("%s: second results ignored: %d", name, b.twice)
			return tasks
		}
	}
	phase("tasks of 20 s", job("long", 3*count, 20*time.Second))
	phase("tasks of no time", job("short", 2*count, 0))
	began = time.Now()
	s, err := l.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("a status of %d workers takes %.1f s", len(s.Workers), time.Since(began).Seconds())
}
