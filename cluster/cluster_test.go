package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// open opens an embedded server with a short lease.
func open(t *testing.T, change ...func(*Config)) *Cluster {
	t.Helper()
	c := Config{Dir: t.TempDir(), Name: "coordinator", Program: "test", Lease: 2 * time.Second}
	for _, f := range change {
		f(&c)
	}
	l, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

// startWorker runs a worker until the test ends or the returned function is called.
func startWorker(t *testing.T, l *Cluster, name string, o WorkOptions) (stop func()) {
	t.Helper()
	w, err := l.Join(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := w.Work(ctx, o); err != nil && !strings.Contains(err.Error(), "not taken any more") {
			t.Error(err)
		}
		w.Close()
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		<-done
	})
	t.Cleanup(stop)
	return stop
}

// book is the record of a coordinator in a test.
type book struct {
	total, next int
	have        map[string]string // result by task
	twice       int
}

func newBook(total int) *book { return &book{total: total, have: map[string]string{}} }

func (b *book) job(name string) Job {
	return Job{Queue: SelfPlay, Name: name, Ahead: 50, Next: b.nextTask, Take: b.take}
}

func (b *book) nextTask() (Task, bool) {
	for b.next < b.total {
		id := fmt.Sprint("t", b.next)
		b.next++
		if _, ok := b.have[id]; !ok {
			return Task{ID: id, Data: []byte(id)}, true
		}
	}
	return Task{}, false
}

func (b *book) take(r Result) error {
	if _, ok := b.have[r.ID]; ok {
		b.twice++
		return nil
	}
	b.have[r.ID] = string(r.Data)
	return nil
}

// check fails unless the book has the right result of each task.
func (b *book) check(t *testing.T) {
	t.Helper()
	if len(b.have) != b.total {
		t.Errorf("got %d results, want %d", len(b.have), b.total)
	}
	for id, data := range b.have {
		if data != "done "+id {
			t.Errorf("the result of %s is %q, want %q", id, data, "done "+id)
		}
	}
}

func answer(_ context.Context, t Task, _ func(string)) ([]byte, error) {
	return []byte("done " + string(t.Data)), nil
}

func TestJob(t *testing.T) {
	l := open(t)
	for i := range 3 {
		startWorker(t, l, fmt.Sprint("worker", i), WorkOptions{Slots: 2, Handlers: map[Queue]Handler{SelfPlay: answer}})
	}
	b := newBook(300)
	if err := l.Run(t.Context(), b.job("job")); err != nil {
		t.Fatal(err)
	}
	b.check(t)
	s, err := l.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Workers) != 3 || s.Results != 0 {
		t.Errorf("got %d workers and %d results that were not taken, want 3 and 0", len(s.Workers), s.Results)
	}
}

// TestCoordinatorContinues: a coordinator that ends in the middle continues from its record. No result counts twice.
func TestCoordinatorContinues(t *testing.T) {
	l := open(t)
	startWorker(t, l, "worker", WorkOptions{Slots: 4, Handlers: map[Queue]Handler{SelfPlay: answer}})
	b := newBook(400)
	for round := 0; ; round++ {
		ctx, cancel := context.WithCancel(t.Context())
		job, until := b.job("job"), len(b.have)+90
		job.Take = func(r Result) error {
			if len(b.have) >= until {
				cancel()
			}
			return b.take(r)
		}
		b.next = 0 // the record alone says what is missing
		err := l.Run(ctx, job)
		cancel()
		if err == nil {
			if round < 3 {
				t.Errorf("the job ended after %d interruptions, want at least 3", round)
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	b.check(t)
}

// TestWorkerDisappears: a worker that stops reporting loses its tasks, and another one does them.
func TestWorkerDisappears(t *testing.T) {
	l := open(t)
	lost, err := l.Join(t.Context(), "lost")
	if err != nil {
		t.Fatal(err)
	}
	var took atomic.Int32
	go lost.Work(t.Context(), WorkOptions{Slots: 3, Handlers: map[Queue]Handler{SelfPlay: func(ctx context.Context, _ Task, _ func(string)) ([]byte, error) {
		if took.Add(1) == 3 {
			lost.conn.Close() // as when the machine loses its power
		}
		<-ctx.Done()
		return nil, ctx.Err()
	}}})
	b := newBook(20)
	failed := make(chan error, 1)
	go func() { failed <- l.Run(t.Context(), b.job("job")) }()
	for took.Load() < 3 {
		time.Sleep(10 * time.Millisecond)
	}
	startWorker(t, l, "other", WorkOptions{Slots: 1, Handlers: map[Queue]Handler{SelfPlay: answer}})
	if err := <-failed; err != nil {
		t.Fatal(err)
	}
	b.check(t)
}

// TestDeadLetters: a task that makes every worker panic, and one that a worker refuses, are dead letters. The other
// tasks go on.
func TestDeadLetters(t *testing.T) {
	// A lease must not expire, because the task would be delivered again, and each delivery counts as an attempt. A longer
	// lease makes the test slower: after each failure the worker rests for a part of it.
	l := open(t, func(c *Config) { c.Lease = 6 * time.Second })
	var panics atomic.Int32
	var fixed atomic.Bool
	startWorker(t, l, "worker", WorkOptions{Slots: 2, Handlers: map[Queue]Handler{SelfPlay: func(ctx context.Context, task Task, report func(string)) ([]byte, error) {
		switch task.ID {
		case "t3":
			if fixed.Load() {
				break
			}
			panics.Add(1)
			panic("cannot bear it")
		case "t5":
			return nil, fmt.Errorf("%w: no such board", ErrPermanent)
		case "t7":
			return make([]byte, MaxResult+1), nil
		}
		return answer(ctx, task, report)
	}}})
	b := newBook(10)
	dead := map[string]string{}
	job := b.job("job")
	job.Dead = func(d DeadLetter) error {
		dead[d.ID] = d.Reason
		return nil
	}
	if err := l.Run(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	if b.total -= 3; panics.Load() != MaxAttempts {
		t.Errorf("the task was tried %d times, want %d", panics.Load(), MaxAttempts)
	}
	b.check(t)
	for id, want := range map[string]string{"t3": "cannot bear it", "t5": "no such board", "t7": "bytes"} {
		if !strings.Contains(dead[id], want) {
			t.Errorf("the dead letter of %s says %q, want %q", id, dead[id], want)
		}
	}
	s, err := l.Status(t.Context())
	if err != nil || len(s.Dead) != 3 {
		t.Fatalf("the status has %v, %v, want 3 dead letters", s, err)
	}
	if err := l.Forget(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if s, err := l.Status(t.Context()); err != nil || len(s.Dead) != 0 {
		t.Errorf("after Forget: got %v, %v, want no dead letters", s.Dead, err)
	}
	// Without a function for dead letters, the job ends with one.
	again := newBook(4)
	var letter DeadLetter
	if err := l.Run(t.Context(), again.job("other")); !errors.As(err, &letter) || letter.ID != "t3" {
		t.Errorf("got %v, want the dead letter of t3", err)
	}
	if text := letter.Error(); !strings.Contains(text, "worker: worker") || !strings.Contains(text, "cannot bear it") {
		t.Errorf("the dead letter says %q, want the worker and the reason", text)
	}
	// The job is continued after the reason is gone.
	fixed.Store(true)
	again.next = 0
	if err := l.Run(t.Context(), again.job("other")); err != nil {
		t.Fatalf("the job was not continued: %v", err)
	}
	again.check(t)
}

// TestRetries: a task that became a dead letter is sent again, but not without end.
func TestRetries(t *testing.T) {
	l := open(t)
	var tries atomic.Int32
	startWorker(t, l, "worker", WorkOptions{Slots: 2, Handlers: map[Queue]Handler{SelfPlay: func(ctx context.Context, task Task, report func(string)) ([]byte, error) {
		if task.ID == "t1" && tries.Add(1) <= 2 {
			return nil, fmt.Errorf("%w: too little memory", ErrPermanent)
		}
		return answer(ctx, task, report)
	}}})
	b := newBook(3)
	job := b.job("job")
	job.Retries = 2
	if err := l.Run(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	b.check(t)
	if s, err := l.Status(t.Context()); err != nil || len(s.Dead) > 0 {
		t.Errorf("the status has the dead letters %v, %v, want none", s.Dead, err)
	}
	tries.Store(-10)
	job = newBook(3).job("other")
	job.Retries = 2
	var letter DeadLetter
	if err := l.Run(t.Context(), job); !errors.As(err, &letter) || letter.ID != "t1" || tries.Load() != -10+3 {
		t.Errorf("got %v after %d attempts, want the dead letter of t1 after 3", err, tries.Load()+10)
	}
}

// TestBrokenWorker: a worker that fails at once leaves the tasks to another one.
func TestBrokenWorker(t *testing.T) {
	l := open(t)
	var failed atomic.Int32
	startWorker(t, l, "broken", WorkOptions{Slots: 4, Handlers: map[Queue]Handler{SelfPlay: func(context.Context, Task, func(string)) ([]byte, error) {
		failed.Add(1)
		return nil, errors.New("this processor lacks the kernels")
	}}})
	startWorker(t, l, "good", WorkOptions{Slots: 1, Handlers: map[Queue]Handler{SelfPlay: func(ctx context.Context, task Task, report func(string)) ([]byte, error) {
		time.Sleep(30 * time.Millisecond)
		return answer(ctx, task, report)
	}}})
	b := newBook(60)
	if err := l.Run(t.Context(), b.job("job")); err != nil {
		t.Fatal(err)
	}
	b.check(t)
	if failed.Load() == 0 || failed.Load() > 40 {
		t.Errorf("the broken worker took %d tasks, want a few", failed.Load())
	}
}

// TestRejected: after a wrong result, the results of a worker are not taken, and other workers do the work.
func TestRejected(t *testing.T) {
	l := open(t)
	liar, err := l.Join(t.Context(), "liar")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		ended <- liar.Work(t.Context(), WorkOptions{Slots: 2, Handlers: map[Queue]Handler{SelfPlay: func(context.Context, Task, func(string)) ([]byte, error) {
			return []byte("nonsense"), nil
		}}})
	}()
	b := newBook(30)
	var wrong atomic.Int32
	job := b.job("job")
	job.Take = func(r Result) error {
		if !strings.HasPrefix(string(r.Data), "done") {
			if wrong.Add(1) == 1 {
				startWorker(t, l, "honest", WorkOptions{Slots: 2, Handlers: map[Queue]Handler{SelfPlay: answer}})
			}
			return fmt.Errorf("%w: it is nonsense", ErrRejected)
		}
		return b.take(r)
	}
	if err := l.Run(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	b.check(t)
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "it is nonsense") {
		t.Errorf("the liar ended with %v, want the reason", err)
	}
	liar.Close()
	if wrong.Load() != 1 {
		t.Errorf("%d results of the liar were examined, want only the first", wrong.Load())
	}
}

// TestRejectedInNextJob: a worker whose result was wrong is not trusted in the next job of the same run either.
func TestRejectedInNextJob(t *testing.T) {
	l := open(t)
	if err := l.streams(t.Context()); err != nil {
		t.Fatal(err)
	}
	send := func(job, id, worker, data string) { // sends a result without a worker in progress
		t.Helper()
		m := nats.NewMsg(resultSubject(job, id, worker))
		m.Data = []byte(data)
		m.Header.Set(workerHeader, worker)
		if _, err := l.js.PublishMsg(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"one", "two"} {
		b, examined := newBook(1), 0
		job := b.job(name)
		job.Take = func(r Result) error {
			if r.Worker == "liar" {
				if examined++; name == "one" {
					send(name, "t0", "honest", "done t0")
				}
				return fmt.Errorf("%w: it is nonsense", ErrRejected)
			}
			return b.take(r)
		}
		send(name, "t0", "liar", "nonsense")
		if name == "two" {
			send(name, "t0", "honest", "done t0")
		}
		if err := l.Run(t.Context(), job); err != nil {
			t.Fatal(err)
		}
		b.check(t)
		if want := map[string]int{"one": 1, "two": 0}[name]; examined != want {
			t.Errorf("job %s: %d results of the liar were examined, want %d", name, examined, want)
		}
	}
}

// TestRejectedByRevision: a worker knows that it was rejected, whatever its clock says. A rejection of an earlier
// worker with the same name does not count.
func TestRejectedByRevision(t *testing.T) {
	l := open(t)
	reject := func() {
		t.Helper()
		if err := l.reject(t.Context(), l.config.Name, errors.New("it is nonsense")); err != nil {
			t.Fatal(err)
		}
	}
	reject()
	for name, since := range map[string]time.Duration{"ahead": time.Hour, "behind": -time.Hour} {
		t.Run(name, func(t *testing.T) {
			w := &worker{Cluster: l, log: l.config.Log, state: Worker{Since: time.Now().Add(since)}}
			if err := w.rejected(t.Context()); err != nil {
				t.Errorf("before its first report, the worker is rejected: %v", err)
			}
			w.tell(t.Context())
			if err := w.rejected(t.Context()); err != nil {
				t.Errorf("the rejection of an earlier worker counts: %v", err)
			}
			w.tell(t.Context())
			reject()
			w.tell(t.Context())
			if err := w.rejected(t.Context()); err == nil || !strings.Contains(err.Error(), "it is nonsense") {
				t.Errorf("got %v, want the rejection", err)
			}
		})
	}
	// If the servers have lost the bucket, revisions begin again.
	w := &worker{Cluster: l, log: l.config.Log}
	w.tell(t.Context())
	if err := l.js.DeleteStream(t.Context(), "KV_"+workerBucket); err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.buckets(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.tell(t.Context())
	reject()
	if err := w.rejected(t.Context()); err == nil {
		t.Error("a rejection in a new bucket does not count")
	}
}

// TestGivenUp: a task that too many workers have taken is a dead letter, and a failure. The worker does not rest,
// because the task is at fault.
func TestGivenUp(t *testing.T) {
	l := open(t)
	c, err := l.consumer(t.Context(), SelfPlay)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.streams(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := (&run{Cluster: l}).publish(t.Context(), &Task{Queue: SelfPlay, Job: "j", ID: "x"}, 1); err != nil {
		t.Fatal(err)
	}
	m, err := c.Next()
	if err != nil {
		t.Fatal(err)
	}
	w := &worker{Cluster: l, log: l.config.Log, changed: make(chan struct{}, 1), held: map[*holding]bool{}, rests: map[Queue]rest{}}
	var failed error
	w.o.Finished = func(_ Task, _ time.Duration, err error) { failed = err }
	h := w.hold(SelfPlay, m)
	h.attempt = MaxAttempts + 1 // as if five workers had fallen silent
	w.do(h)
	if w.state.Done != 0 || w.state.Failed != 1 || len(w.rests) != 0 {
		t.Errorf("%d tasks are done, %d failed, and the worker rests from %v; want 0, 1 and nothing", w.state.Done, w.state.Failed, w.rests)
	}
	if failed == nil || !strings.Contains(failed.Error(), "5 workers took it") {
		t.Errorf("the task ended with %v, want the reason", failed)
	}
	if s, err := l.Status(t.Context()); err != nil || len(s.Dead) != 1 {
		t.Errorf("got %+v, %v, want a dead letter", s, err)
	}
}

// TestRejectedAgain: a worker whose result was wrong is told to end again if it is started again under the same name.
func TestRejectedAgain(t *testing.T) {
	l := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	b := newBook(1)
	job := b.job("job")
	job.Take = func(r Result) error { return fmt.Errorf("%w: it is nonsense", ErrRejected) }
	running := make(chan error, 1)
	go func() { running <- l.Run(ctx, job) }()
	for range 2 {
		liar, err := l.Join(t.Context(), "liar")
		if err != nil {
			t.Fatal(err)
		}
		limited, stop := context.WithCancel(ctx)
		time.AfterFunc(2*time.Minute, stop)
		err = liar.Work(limited, WorkOptions{Slots: 1, Handlers: map[Queue]Handler{SelfPlay: func(context.Context, Task, func(string)) ([]byte, error) {
			return nil, nil
		}}})
		if err == nil || !strings.Contains(err.Error(), "it is nonsense") {
			t.Errorf("the liar ended with %v, want the reason", err)
		}
		stop()
		liar.Close()
	}
	cancel()
	if err := <-running; !errors.Is(err, context.Canceled) {
		t.Errorf("the job ended with %v, want its interruption", err)
	}
}

// TestWithdraw: when enough is done, tasks that no worker has taken are withdrawn.
func TestWithdraw(t *testing.T) {
	l := open(t)
	var done atomic.Int32
	startWorker(t, l, "worker", WorkOptions{Slots: 2, Handlers: map[Queue]Handler{SelfPlay: func(ctx context.Context, task Task, report func(string)) ([]byte, error) {
		done.Add(1)
		time.Sleep(30 * time.Millisecond)
		return answer(ctx, task, report)
	}}})
	b := newBook(1000)
	job := b.job("job")
	job.Ahead, job.Enough = 100, func() bool { return len(b.have) >= 20 }
	if err := l.Run(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	if n := len(b.have); n < 20 || n > 60 || done.Load() > 70 {
		t.Errorf("got %d results of %d tasks, want 20 and those that the worker had", n, done.Load())
	}
}

// TestEnoughWithoutWorkers: when enough is done, a job ends although a worker has left without finishing its task.
func TestEnoughWithoutWorkers(t *testing.T) {
	for name, leave := range map[string]func(l, worker *Cluster, stop func()){
		"ended": func(_, _ *Cluster, stop func()) { stop() },
		"killed": func(l, worker *Cluster, _ func()) {
			worker.conn.Close()
			if err := l.people.Delete(context.Background(), "worker"); err != nil { // otherwise it expires
				t.Error(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := open(t)
			worker, err := l.Join(t.Context(), "worker")
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			stuck := make(chan struct{})
			var over sync.WaitGroup
			over.Go(func() {
				_ = worker.Work(ctx, WorkOptions{Slots: 1, Handlers: map[Queue]Handler{SelfPlay: func(ctx context.Context, task Task, report func(string)) ([]byte, error) {
					if task.ID == "t3" {
						close(stuck)
						<-ctx.Done()
						return nil, ctx.Err()
					}
					return answer(ctx, task, report)
				}}})
			})
			defer over.Wait()
			defer stop()
			b := newBook(1000)
			job := b.job("job")
			job.Enough = func() bool {
				select {
				case <-stuck:
					return len(b.have) >= 3
				default:
					return false
				}
			}
			over.Go(func() {
				<-stuck
				leave(l, worker, stop)
			})
			limited, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			if err := l.Run(limited, job); err != nil {
				t.Fatal(err)
			}
			if s, err := l.Status(t.Context()); err != nil || s.Queues[len(s.Queues)-1].Waiting+uint64(s.Queues[len(s.Queues)-1].Held) > 0 {
				t.Errorf("the queue has %+v, %v, want nothing", s, err)
			}
		})
	}
}

// TestLostQueue: if the servers lose all tasks, the coordinator sends them again.
func TestLostQueue(t *testing.T) {
	l := open(t)
	b := newBook(25)
	failed := make(chan error, 1)
	go func() { failed <- l.Run(t.Context(), b.job("job")) }()
	for {
		s, err := l.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if s.Queues[len(s.Queues)-1].Waiting == 25 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	stream, err := l.js.Stream(t.Context(), workStream(SelfPlay))
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	startWorker(t, l, "worker", WorkOptions{Slots: 2, Handlers: map[Queue]Handler{SelfPlay: answer}})
	if err := <-failed; err != nil {
		t.Fatal(err)
	}
	b.check(t)
}

// TestOldCopy: an old copy of the servers' folder does no harm.
func TestOldCopy(t *testing.T) {
	dir, old := t.TempDir(), filepath.Join(t.TempDir(), "old")
	b := newBook(200)
	part := func(until int) {
		l, err := Open(t.Context(), Config{Dir: dir, Name: "coordinator", Lease: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		stop := startWorker(t, l, "worker", WorkOptions{Slots: 2, Handlers: map[Queue]Handler{SelfPlay: answer}})
		defer stop()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		job := b.job("job")
		job.Take = func(r Result) error {
			if len(b.have) >= until {
				cancel()
				return nil
			}
			return b.take(r)
		}
		b.next = 0
		if err := l.Run(ctx, job); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	part(50)
	if err := os.CopyFS(old, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	part(120)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(old)); err != nil {
		t.Fatal(err)
	}
	part(1000)
	b.check(t)
}

// TestLostStreams: if the servers lose all streams and buckets, the coordinator creates them again, with the data of
// the tasks. It notices the loss in a sweep, or when it removes the results that were taken.
func TestLostStreams(t *testing.T) {
	all := []string{workStream(SelfPlay), resultStream, deadStream, "KV_" + workerBucket, "OBJ_" + blobBucket}
	for name, c := range map[string]struct {
		lost []string
		wait time.Duration
	}{"sweep": {all, 0}, "purge": {all, purgeEvery}, "reports": {all[3:4], 0}} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && c.wait > 0 {
				t.Skip("waits until results are removed")
			}
			l := open(t)
			data := []byte("a net")
			startWorker(t, l, "worker", WorkOptions{Slots: 2, Handlers: map[Queue]Handler{SelfPlay: func(ctx context.Context, task Task, report func(string)) ([]byte, error) {
				if _, err := l.Get(ctx, HashOf(data)); err != nil {
					return nil, err
				}
				time.Sleep(5 * time.Millisecond) // so that there are sweeps
				return answer(ctx, task, report)
			}}})
			b := newBook(300)
			job := b.job("job")
			job.Ahead = 0 // the number of tasks depends on the workers' reports, which are lost too
			job.Store = func(ctx context.Context) error {
				_, err := l.Put(ctx, data)
				return err
			}
			job.Take = func(r Result) error {
				if len(b.have) == 100 {
					for _, name := range c.lost {
						if err := l.js.DeleteStream(t.Context(), name); err != nil {
							return err
						}
					}
					time.Sleep(c.wait)
				}
				return b.take(r)
			}
			if err := l.Run(t.Context(), job); err != nil {
				t.Fatal(err)
			}
			b.check(t)
			for until := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) { // until the worker has reported
				s, err := l.Status(t.Context())
				if err == nil && len(s.Workers) == 1 {
					break
				}
				if err != nil || time.Now().After(until) {
					t.Fatalf("got the status %+v, %v, want the worker", s, err)
				}
			}
		})
	}
}

// TestUrgentFirst: tasks of an urgent queue are taken before others.
func TestUrgentFirst(t *testing.T) {
	l := open(t)
	if err := l.streams(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, q := range []Queue{SelfPlay, Review, Interactive} {
		if _, err := (&run{Cluster: l}).publish(t.Context(), &Task{Queue: q, Job: "j", ID: "x"}, 1); err != nil {
			t.Fatal(err)
		}
	}
	for waiting, until := 0, time.Now().Add(time.Minute); waiting < 3; time.Sleep(5 * time.Millisecond) { // the server counts tasks a moment later
		s, err := l.Status(t.Context())
		if err != nil || time.Now().After(until) {
			t.Fatalf("got %d waiting tasks, %v, want 3", waiting, err)
		}
		waiting = 0
		for _, q := range s.Queues {
			waiting += int(q.Waiting)
		}
	}
	var mu sync.Mutex
	var order []Queue
	done := make(chan struct{})
	take := func(_ context.Context, task Task, _ func(string)) ([]byte, error) {
		mu.Lock()
		defer mu.Unlock()
		if order = append(order, task.Queue); len(order) == 3 {
			close(done)
		}
		return nil, nil
	}
	startWorker(t, l, "worker", WorkOptions{Slots: 1, Handlers: map[Queue]Handler{SelfPlay: take, Review: take, Interactive: take}})
	<-done
	if fmt.Sprint(order) != "[interactive review selfplay]" {
		t.Errorf("got the order %v, want the most urgent first", order)
	}
}

// TestSlots: the slots of a queue are those that its workers give it.
func TestSlots(t *testing.T) {
	l := open(t)
	handlers := map[Queue]Handler{SelfPlay: answer, Review: answer}
	startWorker(t, l, "w1", WorkOptions{Slots: 8, Most: map[Queue]int{Review: 2}, Handlers: handlers})
	startWorker(t, l, "w2", WorkOptions{Slots: 3, Most: map[Queue]int{Review: 5}, Handlers: handlers})
	for q, want := range map[Queue]int{SelfPlay: 11, Review: 5, Match: 0} {
		got := -1
		for range 200 { // until both workers have reported
			var err error
			if got, err = l.Slots(t.Context(), q); err != nil {
				t.Fatal(err)
			}
			if got == want {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		if got != want {
			t.Errorf("%s has %d slots, want %d", q, got, want)
		}
	}
}

// TestDrain: a worker that ends gives back what it cannot finish. This is not an attempt.
func TestDrain(t *testing.T) {
	l := open(t)
	began := make(chan struct{}, 10)
	slow := func(ctx context.Context, _ Task, _ func(string)) ([]byte, error) {
		began <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	}
	b := newBook(1)
	failed := make(chan error, 1)
	go func() { failed <- l.Run(t.Context(), b.job("job")) }()
	for range MaxAttempts + 1 {
		stop := startWorker(t, l, "slow", WorkOptions{Slots: 1, Drain: 10 * time.Millisecond, Handlers: map[Queue]Handler{SelfPlay: slow}})
		select {
		case <-began:
		case err := <-failed:
			t.Fatalf("the job ended with %v, want that the task is sent again", err)
		}
		stop()
	}
	startWorker(t, l, "other", WorkOptions{Slots: 1, Handlers: map[Queue]Handler{SelfPlay: answer}})
	if err := <-failed; err != nil {
		t.Fatal(err)
	}
	b.check(t)
}

func TestBlobs(t *testing.T) {
	l := open(t)
	data := []byte(strings.Repeat("a net ", 100_000))
	hash, err := l.Put(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := l.Put(t.Context(), data); err != nil || again != hash {
		t.Errorf("storing it twice: got %s, %v, want %s", again, err, hash)
	}
	if got, err := l.Get(t.Context(), hash); err != nil || string(got) != string(data) {
		t.Errorf("got %d bytes, %v, want %d", len(got), err, len(data))
	}
	if _, err := l.Get(t.Context(), HashOf(nil)); err == nil || !strings.Contains(err.Error(), "no data with the hash") {
		t.Errorf("missing data: got %v, want an error", err)
	}
	if _, err := l.blobs.PutBytes(t.Context(), HashOf([]byte("x")), []byte("y")); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Get(t.Context(), HashOf([]byte("x"))); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("damaged data: got %v, want an error", err)
	}
}

// TestFullQueue: a coordinator waits while the queue is full.
func TestFullQueue(t *testing.T) {
	l := open(t, func(c *Config) { c.Store = 64 << 10 })
	b := newBook(40)
	job := b.job("job")
	job.Next = func() (Task, bool) {
		task, ok := b.nextTask()
		if ok {
			task.Data = append([]byte(task.ID), make([]byte, 8<<10)...)
		}
		return task, ok
	}
	failed := make(chan error, 1)
	go func() { failed <- l.Run(t.Context(), job) }()
	time.Sleep(300 * time.Millisecond)
	startWorker(t, l, "worker", WorkOptions{Slots: 2, Handlers: map[Queue]Handler{SelfPlay: func(_ context.Context, task Task, _ func(string)) ([]byte, error) {
		return []byte("done " + strings.TrimRight(string(task.Data), "\x00")), nil
	}}})
	if err := <-failed; err != nil {
		t.Fatal(err)
	}
	b.check(t)
}

func TestBadNames(t *testing.T) {
	l := open(t)
	for _, task := range []Task{{Queue: SelfPlay, Job: "a.b", ID: "x"}, {Queue: SelfPlay, Job: "a", ID: "*"}, {Queue: "nothing", Job: "a", ID: "x"},
		{Queue: SelfPlay, Job: "a", ID: "x", Data: make([]byte, MaxTask+1)}} {
		if _, err := (&run{Cluster: l}).publish(t.Context(), &task, 1); err == nil {
			t.Errorf("the task %q of %q with %d bytes was sent, want an error", task.ID, task.Job, len(task.Data))
		}
	}
	var q Queue
	if err := q.UnmarshalText([]byte("nothing")); err == nil {
		t.Error("a kind of work that does not exist was accepted")
	}
}

// TestWrongAddress: the errors say what to do.
func TestWrongAddress(t *testing.T) {
	for url, want := range map[string]string{"nats://127.0.0.1:1": "no NATS server answers", "nonsense://x": "nonsense"} {
		if _, err := Open(t.Context(), Config{URL: url}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", url, err, want)
		}
	}
}

// TestNoRoom: a server with too little room for the queues is named as the cause.
func TestNoRoom(t *testing.T) {
	dir := t.TempDir()
	s, err := start(&server.Options{DontListen: true, JetStream: true, StoreDir: dir, JetStreamMaxStore: 100 << 20, NoSigs: true, NoLog: true}, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Shutdown()
	_, err = Open(t.Context(), Config{server: s, Name: "coordinator"})
	if err == nil || !strings.Contains(err.Error(), "no room for the streams") || !strings.Contains(err.Error(), "max_file_store") {
		t.Errorf("got %v, want what to do", err)
	}
}

// TestNoMemory: a server without memory for the queues says so when a run begins.
func TestNoMemory(t *testing.T) {
	dir := t.TempDir()
	s, err := start(&server.Options{DontListen: true, JetStream: true, StoreDir: dir, JetStreamMaxStore: 8 << 30, JetStreamMaxMemory: 100 << 20, NoSigs: true, NoLog: true}, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Shutdown()
	l, err := Open(t.Context(), Config{server: s, Name: "coordinator"})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := l.streams(t.Context()); err == nil || !strings.Contains(err.Error(), "max_memory_store") {
		t.Errorf("got %v, want what to do", err)
	}
}

// TestTemporary: errors of servers that are starting or choosing a leader are temporary, from both interfaces of the
// client.
func TestTemporary(t *testing.T) {
	for err, want := range map[error]bool{
		&nats.APIError{Code: 503, ErrorCode: 10008}:      true,
		&jetstream.APIError{Code: 503, ErrorCode: 10008}: true,
		&nats.APIError{Code: 404}:                        false,
		&jetstream.APIError{Code: 400, ErrorCode: 10005}: false,
		nats.ErrTimeout:                  true,
		nats.ErrReconnectBufExceeded:     true,
		jetstream.ErrAsyncPublishTimeout: true,
		jetstream.ErrTooManyStalledMsgs:  true,
		errFull:                          false,
	} {
		if got := temporary(err); got != want {
			t.Errorf("%v: temporary is %v, want %v", err, got, want)
		}
	}
}

// TestPasswords: messages do not show passwords.
func TestPasswords(t *testing.T) {
	_, err := Open(t.Context(), Config{URL: "nats://me:secret@127.0.0.1:1,nats://127.0.0.1:2"})
	if err == nil || strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), "127.0.0.1:1,nats://127.0.0.1:2") {
		t.Errorf("got %v, want the addresses without the password", err)
	}
}
