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

// programHeader is the header of a result with the version of the worker's program.
const programHeader = "Tengen-Program"

// Handler does a task. The context ends when the worker has lost the task, or has to end at once. report changes the
// description of the progress in the status. An error that wraps [ErrPermanent] makes the task a dead letter. After
// another error, the task is given to another worker.
type Handler func(ctx context.Context, t Task, report func(string)) ([]byte, error)

// WorkOptions say what [Cluster.Work] does.
type WorkOptions struct {
	// Handlers has a function for each kind of work that this worker takes. Tasks of more urgent queues are taken first.
	Handlers map[Queue]Handler
	// Slots is the number of tasks at the same time.
	Slots int
	// Drain is the time for finishing tasks after ctx has ended. What is not finished then is given back.
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

	mu    sync.Mutex
	held  map[*holding]bool
	state Worker
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
	cancel   context.CancelCauseFunc
}

// Work takes tasks and sends their results until ctx ends. Then it finishes the tasks that it holds, for at most the
// time of Drain.
func (l *Cluster) Work(ctx context.Context, o WorkOptions) error {
	if len(o.Handlers) == 0 || o.Slots < 1 {
		return errors.New("a worker needs at least one kind of work and one slot")
	}
	w := &worker{Cluster: l, o: o, log: l.config.Log, free: make(chan struct{}, o.Slots), held: map[*holding]bool{}}
	w.state = Worker{Name: l.config.Name, Program: l.config.Program, Since: time.Now(), Slots: o.Slots}
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
	w.loop(taking, &tasks)
	w.drain(&tasks)
	end()
	reports.Wait()
	w.leave()
	if ctx.Err() == nil {
		return context.Cause(taking)
	}
	return nil
}

// consumer returns the consumer that all workers of a queue share.
func (l *Cluster) consumer(ctx context.Context, q Queue) (c jetstream.Consumer, err error) {
	err = l.call(ctx, func(ctx context.Context) error {
		c, err = l.js.Consumer(ctx, workStream(q), consumerName)
		if errors.Is(err, jetstream.ErrConsumerNotFound) {
			c, err = l.js.CreateConsumer(ctx, workStream(q), jetstream.ConsumerConfig{Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy,
				AckWait: l.config.Lease, MaxDeliver: -1, MaxAckPending: 100_000, MaxWaiting: 20_000})
		}
		return err
	})
	return c, err
}

// loop takes a task whenever a slot is free, until ctx ends.
func (w *worker) loop(ctx context.Context, tasks *sync.WaitGroup) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.free:
		}
		q, m, err := w.next(ctx)
		if err != nil {
			w.free <- struct{}{}
			if ctx.Err() != nil {
				return
			}
			w.log.Debug("no task could be fetched", "error", err)
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
			continue
		}
		h := w.hold(q, m)
		tasks.Go(func() {
			w.do(h)
			w.free <- struct{}{}
		})
	}
}

// idleWait is the time of a request for a task when there is none.
const idleWait = 30 * time.Second

// next waits for a task. If several queues have tasks, it takes one of the most urgent queue.
func (w *worker) next(ctx context.Context) (Queue, jetstream.Msg, error) {
	for {
		for _, c := range w.consumers {
			m, err := one(c.FetchNoWait(1))
			if m != nil || err != nil {
				return c.queue, m, err
			}
			if ctx.Err() != nil {
				return "", nil, ctx.Err()
			}
		}
		if q, m, err := w.wait(ctx); m != nil || err != nil {
			return q, m, err
		}
	}
}

// wait asks all queues at the same time, and returns the first task that comes. It gives back others.
func (w *worker) wait(ctx context.Context) (queue Queue, m jetstream.Msg, err error) {
	waiting, cancel := context.WithTimeout(ctx, idleWait)
	defer cancel()
	var mu sync.Mutex
	var all sync.WaitGroup
	for _, c := range w.consumers {
		all.Go(func() {
			got, failed := one(c.Fetch(1, jetstream.FetchContext(waiting)))
			mu.Lock()
			defer mu.Unlock()
			switch {
			case got != nil && m == nil:
				queue, m = c.queue, got
				cancel()
			case got != nil:
				if err := got.Nak(); err != nil {
					w.log.Debug("a task was not given back", "error", err)
				}
			case failed != nil && waiting.Err() == nil:
				err = failed
				cancel()
			}
		})
	}
	all.Wait()
	if m != nil {
		return queue, m, nil
	}
	return "", nil, errors.Join(err, ctx.Err())
}

// one returns the message of a request for one message, or nil if there was none.
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
	if about, err := m.Metadata(); err == nil {
		h.attempt = int(about.NumDelivered)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.held[h] = true
	return h
}

// do does a task that is held.
func (w *worker) do(h *holding) {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	w.mu.Lock()
	h.cancel = cancel
	w.mu.Unlock()
	if h.attempt > MaxAttempts {
		w.bury(ctx, h, h.attempt-1, fmt.Sprintf("%d workers took it, and none of them finished it", h.attempt-1))
		w.finish(h, nil)
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
		// The worker is ending, or has lost the task. Another one gets it.
		if nak := h.msg.Nak(); nak != nil {
			w.log.Debug("a task was not given back", "error", nak)
		}
	case errors.Is(err, ErrPermanent), h.attempt >= MaxAttempts:
		w.bury(ctx, h, h.attempt, err.Error())
	default:
		w.log.Warn("a task failed, and another worker gets it", "job", h.task.Job, "task", h.task.ID, "attempt", h.attempt, "error", err)
		if nak := h.msg.NakWithDelay(w.config.Lease / 30); nak != nil {
			w.log.Debug("a task was not given back", "error", nak)
		}
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
	err := w.call(ctx, func(ctx context.Context) error {
		_, err := w.js.PublishMsg(ctx, m)
		switch {
		case err != nil && strings.Contains(err.Error(), "maximum messages per subject exceeded"):
			return nil // an earlier copy of this result is there
		case err != nil && strings.Contains(err.Error(), "maximum bytes exceeded"):
			return context.DeadlineExceeded // the coordinator has to take results first
		}
		return err
	})
	if err != nil {
		return err
	}
	return w.call(ctx, h.msg.DoubleAck)
}

// bury makes a task a dead letter.
func (w *worker) bury(ctx context.Context, h *holding, attempts int, reason string) {
	w.log.Error("a task is given up", "job", h.task.Job, "task", h.task.ID, "attempts", attempts, "because", reason)
	data, err := json.Marshal(DeadLetter{Queue: h.task.Queue, Job: h.task.Job, ID: h.task.ID, Reason: reason[:min(len(reason), maxReason)],
		Worker: w.config.Name, Attempts: attempts, Time: time.Now().UTC(), Data: h.task.Data})
	if err == nil {
		err = w.call(ctx, func(ctx context.Context) error {
			_, err := w.js.Publish(ctx, deadSubject(string(h.task.Queue), h.task.Job, h.task.ID), data)
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

// finish ends the holding of a task.
func (w *worker) finish(h *holding, err error) {
	w.mu.Lock()
	delete(w.held, h)
	if err == nil {
		w.state.Done++
	} else {
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
	every := min(reportEvery, w.config.Lease/3)
	tick := time.NewTicker(every)
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
	case <-time.After(w.o.Drain):
	}
	w.mu.Lock()
	for h := range w.held {
		if h.cancel != nil {
			h.cancel(errEnding)
		}
	}
	w.mu.Unlock()
	<-done
}

// errEnding is the cause of the end of a task's context when the worker ends.
var errEnding = errors.New("the worker is ending")
