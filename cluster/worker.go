package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Headers of a result: the version of the worker's program, and the worker's name, which is also in the subject.
const (
	programHeader = "Tengen-Program"
	workerHeader  = "Tengen-Worker"
)

// Handler does a task. The context ends when the worker has to end at once. report changes the
// description of the progress in the status. An error that wraps [ErrPermanent] makes the task a dead letter. After
// another error, the task is given to another worker.
type Handler func(ctx context.Context, t Task, report func(string)) ([]byte, error)

// WorkOptions say what [Cluster.Work] does.
type WorkOptions struct {
	// Handlers has a function for each kind of work that this worker takes. Tasks of more urgent queues are taken first.
	Handlers map[Queue]Handler
	// Slots is the number of tasks at the same time. Most limits it further for some kinds of work.
	Slots int
	Most  map[Queue]int
	// Drain is the time for finishing tasks after ctx has ended. Unfinished tasks are then given back.
	Drain time.Duration
	// Describe adds facts to the status of the worker. May be nil.
	Describe func(*Worker)
	// Finished is called after each task, with the error of its handler. May be nil.
	Finished func(t Task, took time.Duration, err error)
}

// worker is a worker in progress.
type worker struct {
	*Cluster
	o         WorkOptions
	log       *slog.Logger
	consumers []queueConsumer // the most urgent first
	free      chan struct{}   // has an element for each free slot
	changed   chan struct{}   // has an element when the result of open has changed

	mu    sync.Mutex
	held  map[*holding]bool
	rests map[Queue]rest
	state Worker
	// first and last are the revisions of the first and the last report, in the bucket of the workers. Only the goroutine
	// of the reports uses them.
	first, last uint64
}

// rest is the time after a failure in which the worker takes no tasks of a queue, so that another worker gets the task.
type rest struct {
	length time.Duration
	until  time.Time
}

type queueConsumer struct {
	queue Queue
	jetstream.Consumer
}

// holding is a task that the worker holds.
type holding struct {
	msg      jetstream.Msg
	task     Task
	attempt  int
	since    time.Time
	progress string
	ctx      context.Context // of the handler
	cancel   context.CancelCauseFunc
}

// Work takes tasks and sends their results until ctx ends. Then it finishes the tasks that it holds, for at most the
// time of Drain.
func (l *Cluster) Work(ctx context.Context, o WorkOptions) error {
	if len(o.Handlers) == 0 || o.Slots < 1 {
		return errors.New("a worker needs at least one kind of work and one slot")
	}
	w := &worker{Cluster: l, o: o, log: l.config.Log, free: make(chan struct{}, o.Slots), changed: make(chan struct{}, 1), held: map[*holding]bool{}, rests: map[Queue]rest{}}
	w.state = Worker{Name: l.config.Name, Program: l.config.Program, Since: time.Now(), Slots: o.Slots, Most: o.Most}
	for range o.Slots {
		w.free <- struct{}{}
	}
	for _, q := range Queues() {
		if o.Handlers[q] == nil {
			continue
		}
		w.state.Queues = append(w.state.Queues, q)
		c, err := l.consumer(ctx, q)
		if err != nil {
			return fmt.Errorf("the queue %s: %w", q, err)
		}
		w.consumers = append(w.consumers, queueConsumer{q, c})
	}
	// Reports go on while tasks are finished after the end of ctx.
	working, end := context.WithCancel(context.WithoutCancel(ctx))
	taking, stop := context.WithCancelCause(ctx)
	var reports sync.WaitGroup
	reports.Go(func() {
		if err := w.report(working); err != nil {
			stop(err)
		}
	})
	var tasks sync.WaitGroup
	defer context.AfterFunc(l.over, func() { stop(context.Cause(l.over)) })()
	defer stop(nil)
	w.loop(taking, &tasks)
	w.drain(&tasks)
	end()
	reports.Wait()
	if l.over.Err() != nil {
		return context.Cause(l.over)
	}
	w.leave()
	if ctx.Err() == nil {
		return context.Cause(taking)
	}
	return nil
}

// loop takes a task whenever a slot is free, until ctx ends.
func (w *worker) loop(ctx context.Context, tasks *sync.WaitGroup) {
	var spare []*holding // held until a slot is free
	defer func() {
		for _, h := range spare {
			w.handBack(h)
			w.release(h)
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.free:
		}
		for len(spare) == 0 {
			var err error
			if spare, err = w.next(ctx); err == nil {
				continue
			}
			if ctx.Err() != nil {
				return
			}
			w.log.Debug("no task could be fetched", "error", err)
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Second):
			}
		}
		h := spare[0]
		spare = spare[1:]
		tasks.Go(func() {
			w.do(h)
			w.free <- struct{}{}
		})
	}
}

// The times of a request for a task from an empty queue. The servers say every idleBeat that they still have the
// request, so a request that was lost with its server is noticed after twice this time.
const (
	idleWait = 60 * time.Second
	idleBeat = 10 * time.Second
)

// next waits for a task. If several queues have tasks, it takes one of the most urgent queue. Very rarely it returns
// several tasks.
func (w *worker) next(ctx context.Context) ([]*holding, error) {
	for {
		open := w.open()
		for _, c := range open {
			if len(open) == 1 {
				break // wait returns at once if there is a task
			}
			m, err := one(c.FetchNoWait(1))
			if m != nil {
				return []*holding{w.hold(c.queue, m)}, nil
			}
			if err = errors.Join(err, ctx.Err()); err != nil {
				return nil, err
			}
		}
		if list, err := w.wait(ctx, open); len(list) > 0 || err != nil {
			return list, err
		}
	}
}

// open returns the queues from which the worker may take another task.
func (w *worker) open() (list []queueConsumer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.consumers {
		most := w.o.Most[c.queue]
		if (most == 0 || w.holds(c.queue) < most) && !time.Now().Before(w.rests[c.queue].until) {
			list = append(list, c)
		}
	}
	return list
}

// holds returns the number of tasks of a queue that the worker holds. The caller holds the lock.
func (w *worker) holds(q Queue) (n int) {
	for h := range w.held {
		if h.task.Queue == q {
			n++
		}
	}
	return n
}

// wait asks queues at the same time until one has a task, or until the queues that are open have changed. If a second
// task comes in the same moment, both are returned: a task that is given back would have to be sent again.
func (w *worker) wait(ctx context.Context, open []queueConsumer) (list []*holding, err error) {
	waiting, cancel := context.WithTimeout(ctx, idleWait)
	var mu sync.Mutex
	var all, watching sync.WaitGroup
	defer watching.Wait()
	watching.Go(func() {
		select {
		case <-w.changed:
			cancel()
		case <-waiting.Done():
		}
	})
	defer cancel()
	if len(open) == 0 {
		<-waiting.Done()
	}
	for _, c := range open {
		all.Go(func() {
			m, failed := one(c.Fetch(1, jetstream.FetchContext(waiting), jetstream.FetchHeartbeat(idleBeat)))
			mu.Lock()
			defer mu.Unlock()
			switch {
			case m != nil:
				list = append(list, w.hold(c.queue, m))
				cancel()
			case failed != nil && waiting.Err() == nil:
				err = failed
				cancel()
			}
		})
	}
	all.Wait()
	if len(list) > 0 {
		return list, nil
	}
	return nil, errors.Join(err, ctx.Err())
}

// one returns the message of a request for one message, or nil if no message came.
func one(b jetstream.MessageBatch, err error) (jetstream.Msg, error) {
	if err != nil {
		return nil, err
	}
	m := <-b.Messages()
	if err := b.Error(); m == nil && err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, nats.ErrTimeout) {
		return nil, err
	}
	return m, nil
}

// hold begins to hold a task.
func (w *worker) hold(q Queue, m jetstream.Msg) *holding {
	h := &holding{msg: m, since: time.Now(), task: Task{Queue: q, Job: token(m.Subject(), 3), ID: token(m.Subject(), 4), Data: m.Data()}, attempt: 1}
	h.ctx, h.cancel = context.WithCancelCause(context.Background())
	if about, err := m.Metadata(); err == nil {
		h.attempt = int(about.NumDelivered)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.held[h] = true
	return h
}

// retry lets another worker have a task after a failure.
func (w *worker) retry(h *holding) {
	if err := h.msg.NakWithDelay(w.config.Lease / 30); err != nil {
		w.log.Debug("a task was not given back", "task", h.task.ID, "error", err)
	}
}

// handBack gives a task back because the worker is ending. The servers count how often they deliver a message, and this
// delivery is not an attempt. So the task is removed from the queue, and its coordinator sends it again.
func (w *worker) handBack(h *holding) {
	if err := h.msg.Term(); err != nil {
		w.log.Debug("a task was not given back", "task", h.task.ID, "error", err)
	}
}

// release ends the holding of a task.
func (w *worker) release(h *holding) {
	h.cancel(nil)
	w.mu.Lock()
	defer w.mu.Unlock()
	if most := w.o.Most[h.task.Queue]; most > 0 && w.holds(h.task.Queue) == most {
		w.signal()
	}
	delete(w.held, h)
}

// signal says that the result of open has changed.
func (w *worker) signal() {
	select {
	case w.changed <- struct{}{}:
	default:
	}
}

// pause stops taking tasks of a queue for a while, a rest, after a failure. Each rest is twice as long as the one
// before, up to the lease. The caller holds the lock.
func (w *worker) pause(q Queue) {
	r := w.rests[q]
	if time.Now().Before(r.until) {
		return // the failure of another slot has already begun a rest
	}
	r.length = min(max(2*r.length, w.config.Lease/15), w.config.Lease)
	r.until = time.Now().Add(r.length)
	w.rests[q] = r
	w.signal()
	time.AfterFunc(r.length, w.signal)
}

// do does a task that is held.
func (w *worker) do(h *holding) {
	ctx := h.ctx
	if h.attempt > MaxAttempts {
		err := fmt.Errorf("%d workers took it, and none of them finished it", h.attempt-1)
		w.bury(ctx, h, h.attempt-1, err.Error())
		w.finish(h, err)
		return
	}
	data, err := w.handle(ctx, h)
	if err == nil && len(data) > MaxResult {
		err = fmt.Errorf("%w: the result has %d bytes, and the limit is %d", ErrPermanent, len(data), MaxResult)
	}
	switch {
	case err == nil:
		err = w.submit(ctx, h, data)
	case context.Cause(ctx) != nil:
		w.handBack(h) // the worker is ending
	case errors.Is(err, ErrPermanent), h.attempt >= MaxAttempts:
		w.bury(ctx, h, h.attempt, err.Error())
	default:
		w.log.Warn("a task failed, and another worker gets it", "job", h.task.Job, "task", h.task.ID, "attempt", h.attempt, "error", err)
		w.retry(h)
	}
	w.finish(h, err)
}

// handle calls the handler. A panic is an error of the task.
func (w *worker) handle(ctx context.Context, h *holding) (data []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the worker panicked: %v", p)
		}
	}()
	return w.o.Handlers[h.task.Queue](ctx, h.task, func(text string) {
		w.mu.Lock()
		defer w.mu.Unlock()
		h.progress = text
	})
}

// submit sends a result, and then removes the task from the queue.
func (w *worker) submit(ctx context.Context, h *holding, data []byte) error {
	m := nats.NewMsg(resultSubject(h.task.Job, h.task.ID, w.config.Name))
	m.Data = data
	m.Header.Set(programHeader, w.config.Program)
	m.Header.Set(workerHeader, w.config.Name)
	err := w.call(ctx, func(ctx context.Context) error {
		_, err := w.js.PublishMsg(ctx, m)
		switch {
		case err != nil && strings.Contains(err.Error(), "maximum messages per subject exceeded"):
			return nil // an earlier copy of this result is there
		case isFull(err):
			return context.DeadlineExceeded // the coordinator has to take results first
		}
		return err
	})
	if err != nil {
		return err
	}
	// A queue that the servers have lost confirms nothing. If the queue has the task still, another worker gets it, and
	// its result is not taken.
	limited, cancel := context.WithTimeout(ctx, w.config.Lease)
	defer cancel()
	if err := w.call(limited, h.msg.DoubleAck); err != nil {
		w.log.Warn("the end of a task was not confirmed", "task", h.task.ID, "error", err)
	}
	return nil
}

// bury makes a task a dead letter.
func (w *worker) bury(ctx context.Context, h *holding, attempts int, reason string) {
	w.log.Error("a task is given up", "job", h.task.Job, "task", h.task.ID, "attempts", attempts, "because", reason)
	data, err := json.Marshal(DeadLetter{Queue: h.task.Queue, Job: h.task.Job, ID: h.task.ID, Reason: reason[:min(len(reason), maxReason)],
		Worker: w.config.Name, Attempts: attempts, Time: time.Now().UTC(), Data: h.task.Data})
	if err == nil {
		err = w.call(ctx, func(ctx context.Context) error {
			_, err := w.js.Publish(ctx, deadSubject(string(h.task.Queue), h.task.Job, h.task.ID, w.config.Name), data)
			return err
		})
	}
	if err == nil {
		err = h.msg.Term()
	}
	if err != nil {
		w.log.Warn("a dead letter was not sent; the next worker sends it", "task", h.task.ID, "error", err)
	}
}

// finish ends the holding of a task that was done, or failed.
func (w *worker) finish(h *holding, err error) {
	w.release(h)
	w.mu.Lock()
	if err == nil {
		w.state.Done++
		delete(w.rests, h.task.Queue)
	} else {
		if h.attempt <= MaxAttempts { // otherwise the task is at fault
			w.pause(h.task.Queue)
		}
		w.state.Failed++
		w.state.LastError = err.Error()[:min(len(err.Error()), 500)]
	}
	w.mu.Unlock()
	if w.o.Finished != nil {
		w.o.Finished(h.task, time.Since(h.since), err)
	}
}

// report tells the servers regularly that tasks are worked on, and what the worker does, until ctx ends. It fails when
// the results of this worker are not taken.
func (w *worker) report(ctx context.Context) error {
	tick := time.NewTicker(w.reportInterval())
	defer tick.Stop()
	for last := time.Now(); ; {
		w.tell(ctx)
		if err := w.rejected(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		// After a pause of the whole process, or of the machine, other workers may have the tasks. The results are still
		// useful if they come first, so only the reports are late.
		if late := time.Since(last); late > w.config.Lease {
			w.log.Warn("this process stood still, and other workers may have its tasks", "seconds", late.Round(time.Second).Seconds())
		}
		last = time.Now()
		w.mu.Lock()
		for h := range w.held {
			if err := h.msg.InProgress(); err != nil {
				w.log.Debug("a report was not sent", "task", h.task.ID, "error", err)
			}
		}
		w.mu.Unlock()
	}
}

// drain waits for the tasks, and then gives back those that are not finished.
func (w *worker) drain(tasks *sync.WaitGroup) {
	done := make(chan struct{})
	go func() {
		tasks.Wait()
		close(done)
	}()
	select {
	case <-done:
		return
	case <-w.over.Done(): // no result can be sent
	case <-time.After(w.o.Drain):
	}
	w.mu.Lock()
	for h := range w.held {
		h.cancel(errEnding)
	}
	w.mu.Unlock()
	<-done
}

// errEnding is the cause of the end of a task's context when the worker ends.
var errEnding = errors.New("the worker is ending")
