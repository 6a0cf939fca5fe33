package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Worker is what a worker does. It reports this every few seconds.
type Worker struct {
	Name    string         `json:"name"`
	Program string         `json:"program"` // version of its program
	Kernel  string         `json:"kernel,omitempty"`
	Threads int            `json:"threads,omitempty"`
	Queues  []Queue        `json:"queues"`
	Slots   int            `json:"slots"`
	Most    map[Queue]int  `json:"most,omitempty"` // further limits, by kind of work
	Since   time.Time      `json:"since"`
	Seen    time.Time      `json:"seen"` // time of the report
	Done    int            `json:"done"` // tasks since the worker began
	Failed  int            `json:"failed"`
	Rate    float64        `json:"rate"` // tasks an hour, over the time since the worker began
	Tasks   []WorkerAtTask `json:"tasks"`
	// LastError is the last error of a task.
	LastError string `json:"lastError,omitempty"`
}

// WorkerAtTask is a task that a worker holds.
type WorkerAtTask struct {
	Queue    Queue   `json:"queue"`
	Job      string  `json:"job"`
	ID       string  `json:"id"`
	Seconds  float64 `json:"seconds"`
	Progress string  `json:"progress,omitempty"`
}

// slotsFor returns the number of tasks of a queue that the worker does at the same time, if it does no others.
func (w *Worker) slotsFor(q Queue) int {
	if !slices.Contains(w.Queues, q) {
		return 0
	}
	if most := w.Most[q]; most > 0 {
		return min(w.Slots, most)
	}
	return w.Slots
}

// tell writes the worker's status into the bucket of the workers.
func (w *worker) tell(ctx context.Context) {
	w.mu.Lock()
	s := w.state
	s.Tasks = []WorkerAtTask{}
	s.Seen, s.Rate = time.Now(), float64(s.Done)/max(time.Since(s.Since).Hours(), 1e-6)
	for h := range w.held {
		s.Tasks = append(s.Tasks, WorkerAtTask{h.task.Queue, h.task.Job, h.task.ID, time.Since(h.since).Seconds(), h.progress})
	}
	w.mu.Unlock()
	if w.o.Describe != nil {
		w.o.Describe(&s)
	}
	data, err := json.Marshal(s)
	if err == nil {
		limited, cancel := context.WithTimeout(ctx, callTime)
		defer cancel()
		var revision uint64
		if revision, err = w.people.Put(limited, w.config.Name, data); err == nil {
			if w.first == 0 || revision <= w.last { // in a new bucket, revisions begin again
				w.first = revision
			}
			w.last = revision
		}
	}
	if err != nil && ctx.Err() == nil {
		w.log.Debug("the status was not written", "error", err)
	}
}

// rejectedPrefix begins the keys of workers whose results are not taken. The names of workers have no dots.
const rejectedPrefix = "rejected."

// reject tells a worker that its results are not taken.
func (l *Cluster) reject(ctx context.Context, worker string, reason error) error {
	return l.call(ctx, func(ctx context.Context) error {
		_, err := l.people.PutString(ctx, rejectedPrefix+worker, reason.Error())
		if errors.Is(err, jetstream.ErrNoStreamResponse) {
			if _, _, err := l.buckets(ctx); err != nil { // creates the bucket if it is lost
				return err
			}
		}
		return err
	})
}

// rejected returns an error if a coordinator does not take the results of this worker.
func (w *worker) rejected(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	entry, err := w.people.Get(limited, rejectedPrefix+w.config.Name)
	// Times are not compared, because the clocks of the servers may differ from this one.
	if err != nil || w.first == 0 || entry.Revision() < w.first {
		return nil // not rejected, or an earlier worker with this name was
	}
	return fmt.Errorf("the results of this worker are not taken any more: %s", entry.Value())
}

// leave removes the worker from the status.
func (w *worker) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), callTime)
	defer cancel()
	if err := w.people.Delete(ctx, w.config.Name); err != nil {
		w.log.Debug("the status was not removed", "error", err)
	}
}

// Status describes a cluster.
type Status struct {
	Workers []Worker      `json:"workers"`
	Queues  []QueueStatus `json:"queues"`
	Results uint64        `json:"results"` // results that no coordinator has taken
	Dead    []DeadLetter  `json:"dead"`
	Bytes   uint64        `json:"bytes"` // size of the queues in memory, and of the results on the disk
	// Servers is the number of NATS servers that store the messages; Missing have not answered lately.
	Servers int `json:"servers"`
	Missing int `json:"missing"`
}

// QueueStatus describes a queue.
type QueueStatus struct {
	Queue   Queue  `json:"queue"`
	Waiting uint64 `json:"waiting"` // tasks that no worker has
	Held    int    `json:"held"`    // tasks that workers have
	// Seconds is the estimated time until the queue is empty, from the rates of its workers; 0 if unknown.
	Seconds float64 `json:"seconds"`
}

// Status asks the servers.
func (l *Cluster) Status(ctx context.Context) (*Status, error) {
	s := &Status{Dead: []DeadLetter{}} // lists are not null in JSON
	var err error
	if s.Workers, err = l.workers(ctx); err != nil {
		return nil, err
	}
	for _, q := range Queues() {
		one := QueueStatus{Queue: q}
		info, err := l.info(ctx, workStream(q))
		if errors.Is(err, jetstream.ErrStreamNotFound) { // the queue has not been used
			s.Queues = append(s.Queues, one)
			continue
		}
		if err != nil {
			return nil, err
		}
		s.Bytes += info.State.Bytes
		err = l.call(ctx, func(ctx context.Context) error {
			c, err := l.js.Consumer(ctx, workStream(q), consumerName)
			if errors.Is(err, jetstream.ErrConsumerNotFound) { // no worker has come yet
				one.Waiting = info.State.Msgs
				return nil
			}
			if err == nil {
				one.Waiting, one.Held = c.CachedInfo().NumPending, c.CachedInfo().NumAckPending
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		one.Seconds = left(s.Workers, q, int(one.Waiting)+one.Held)
		s.Queues = append(s.Queues, one)
	}
	info, err := l.info(ctx, resultStream)
	if errors.Is(err, jetstream.ErrStreamNotFound) { // no coordinator has come
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	s.Results, s.Bytes, s.Servers = info.State.Msgs, s.Bytes+info.State.Bytes, 1
	if info.Cluster != nil {
		s.Servers += len(info.Cluster.Replicas)
		for _, r := range info.Cluster.Replicas {
			if r.Offline || !r.Current {
				s.Missing++
			}
		}
	}
	dead, err := l.deadLetters(ctx, deadSubject("*", "*", "*", "*"))
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		err = nil
	}
	s.Dead = append(s.Dead, dead...)
	slices.SortFunc(s.Dead, func(a, b DeadLetter) int { return a.Time.Compare(b.Time) })
	return s, err
}

// left estimates the seconds for a number of tasks.
func left(all []Worker, q Queue, tasks int) float64 {
	rate := 0.0
	for _, w := range all {
		if slices.Contains(w.Queues, q) {
			rate += w.Rate
		}
	}
	if rate == 0 || tasks == 0 {
		return 0
	}
	return float64(tasks) / rate * 3600
}

// info describes a stream.
func (l *Cluster) info(ctx context.Context, stream string) (info *jetstream.StreamInfo, err error) {
	err = l.onStream(ctx, stream, func(ctx context.Context, s jetstream.Stream) (err error) {
		info, err = s.Info(ctx)
		return err
	})
	return info, err
}

// workers reads what all workers do.
func (l *Cluster) workers(ctx context.Context) (list []Worker, err error) {
	err = l.call(ctx, func(ctx context.Context) error {
		list = []Worker{}
		keys, err := l.people.ListKeys(ctx)
		if err != nil {
			return err
		}
		for key := range keys.Keys() {
			if strings.HasPrefix(key, rejectedPrefix) {
				continue
			}
			entry, err := l.people.Get(ctx, key)
			if errors.Is(err, jetstream.ErrKeyNotFound) {
				continue
			}
			if err != nil {
				return err
			}
			var w Worker
			if json.Unmarshal(entry.Value(), &w) == nil {
				w.Name = key // a worker can write anything, but only into its own entry
				list = append(list, w)
			}
		}
		return ctx.Err() // otherwise the list would be incomplete
	})
	slices.SortFunc(list, func(a, b Worker) int { return strings.Compare(a.Name, b.Name) })
	return list, err
}

// Forget removes the dead letters of a job, or of all jobs if job is "".
func (l *Cluster) Forget(ctx context.Context, job string) error {
	if job == "" {
		job = "*"
	}
	err := l.purgeSubject(ctx, deadStream, deadSubject("*", job, "*", "*"))
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	}
	return err
}
