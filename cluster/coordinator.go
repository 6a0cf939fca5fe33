package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Job is a set of tasks with a coordinator. The name of a job is used once: what is left of an earlier job with the
// same name belongs to it.
type Job struct {
	Queue Queue
	Name  string
	// Ahead is the largest number of tasks that are sent and not finished. 0 means twice as many as the workers of the
	// queue do at the same time, and at least eight.
	Ahead int
	// Next returns a task that has no result yet and was not returned before, or ok false if no more tasks are needed.
	// It is called again after every result.
	Next func() (task Task, ok bool)
	// Enough reports that no more results are needed. Tasks that no worker has taken yet are then withdrawn, and the
	// others are finished, unless their workers are gone. May be nil.
	Enough func() bool
	// Store puts the data that the tasks need into the cluster. It is called first, every few minutes, after the servers
	// have lost their data, and before a dead letter is sent again. May be nil.
	Store func(context.Context) error
	// Fresh means that no task of an earlier call with this name is used: what is left of it is removed first.
	Fresh bool
	// Take records a result. When it returns, the result must be on the disk. Two results of one task can arrive, if two
	// workers finished it: the second one must be ignored. If the error wraps [ErrRejected], the result counts as wrong:
	// the task is sent again, and later results of this worker are not taken, in later jobs either. If it wraps
	// [ErrUnsuited], the task is sent again, and the worker is told to end. Other errors end the job.
	Take func(Result) error
	// Retries is the number of times that a task is sent again after it became a dead letter.
	Retries int
	// Dead is called for a task that is a dead letter after all retries. If it returns an error, or is nil, the job ends.
	Dead func(DeadLetter) error
}

// ErrRejected is wrapped by the error of Job.Take for a result that is wrong.
var ErrRejected = errors.New("the result is wrong")

// ErrUnsuited is wrapped by the error of Job.Take for a result that may be right, but whose worker is not one for this
// job, for example because its program has another version. Another worker with the same name may be.
var ErrUnsuited = errors.New("the worker is not suited")

// DeadLetter is a task that no worker could do.
type DeadLetter struct {
	Queue    Queue     `json:"queue"`
	Job      string    `json:"job"`
	ID       string    `json:"id"`
	Reason   string    `json:"reason"`
	Worker   string    `json:"worker"` // the last worker that took the task
	Attempts int       `json:"attempts"`
	Time     time.Time `json:"time"`
	Data     []byte    `json:"data"`
}

// Error says which task is dead, and why.
func (d DeadLetter) Error() string {
	return fmt.Sprintf("the task %s of %s is given up after %d attempts (last worker: %s): %s", d.ID, d.Job, d.Attempts, d.Worker, d.Reason)
}

// run is a job in progress. One goroutine uses it.
type run struct {
	*Cluster
	job       *Job
	sent      map[string]*sentTask
	ahead     int
	finished  bool // Next has no more tasks, or there is enough
	enough    bool // no more results are needed
	alone     bool // no worker takes the tasks
	waiting   *Task
	told      map[string]time.Time // by worker: when it was told to end
	taken     uint64               // sequence of the last result that was taken
	purged    uint64
	purgeTime time.Time
	swept     uint64    // taken at the last sweep
	stored    time.Time // when the data of the job was last stored
}

// sentTask is a task without a result.
type sentTask struct {
	task     Task
	sequence uint64 // place in the queue
	attempt  int    // number of times that it was sent
	retries  int    // number of times that it was sent again after a dead letter
	missing  int    // number of sweeps in a row that found neither the task nor a result
	unread   int    // number of sweeps in a row that found a result that has not arrived, while no other result arrived
	// held is when a worker last reported that it holds the task, if there is enough.
	held time.Time
}

// The times of a coordinator.
const (
	purgeEvery = 5 * time.Second
	fullWait   = time.Second // before a full queue is tried again
	// storeEvery is the time after which the data of a job is stored again. Data that is still there is only marked as
	// used, so that it is not removed for the data of other jobs.
	storeEvery = 10 * time.Minute
)

// leastAhead is the smallest number of tasks that are sent and not finished, if [Job].Ahead is 0.
const leastAhead = 8

// Run sends the tasks of a job and hands over their results, until Next has no more tasks and all tasks have results.
// It then removes what is left of the job from the queue. Dead letters of an earlier call with the same name are
// removed first, so its tasks can be tried again.
func (l *Cluster) Run(ctx context.Context, job Job) error {
	if !nameForm.MatchString(job.Name) || job.Ahead < 0 || job.Next == nil || job.Take == nil {
		return errors.New("a job needs a name of letters, digits, - and _, and functions for tasks and results")
	}
	r := &run{Cluster: l, job: &job, sent: map[string]*sentTask{}, told: map[string]time.Time{}, purgeTime: time.Now(), ahead: cmp.Or(job.Ahead, leastAhead)}
	if err := r.restore(ctx); err != nil {
		return err
	}
	if err := l.Forget(ctx, job.Name); err != nil {
		return err
	}
	if job.Fresh {
		if err := r.clear(ctx); err != nil {
			return err
		}
	}
	err := r.run(ctx)
	if err != nil && job.Fresh { // no later call will use what is left
		leaving, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTime)
		defer cancel()
		if err := r.clear(leaving); err != nil {
			l.config.Log.Debug("the rest of a job was not removed", "job", job.Name, "error", err)
		}
		return err
	}
	if err != nil {
		return err
	}
	return r.clear(ctx)
}

func (r *run) run(ctx context.Context) error {
	results, stop, err := r.results(ctx)
	if err != nil {
		return err
	}
	defer func() { stop() }()
	if err := r.lookAhead(ctx); err != nil {
		return err
	}
	sweep := time.NewTicker(r.config.Lease / 6)
	defer sweep.Stop()
	for {
		full, err := r.send(ctx)
		if err == nil {
			if r.finished && len(r.sent) == 0 && r.waiting == nil {
				return nil
			}
			err = r.next(ctx, results, sweep.C, full)
		}
		if lost(err) || errors.Is(err, errUnread) {
			// The servers have lost a stream, or an older copy of it was restored. Places in the old stream mean nothing.
			r.config.Log.Warn("the results are read from the start", "because", err)
			stop()
			r.taken, r.purged = 0, 0
			if err = r.restore(ctx); err == nil {
				results, stop, err = r.results(ctx)
			}
		}
		if err != nil {
			return err
		}
	}
}

// next waits for a result or for the next sweep, and handles it. If the queue is full, it does not wait long.
func (r *run) next(ctx context.Context, results <-chan jetstream.Msg, sweep <-chan time.Time, full bool) error {
	var again <-chan time.Time
	if full {
		again = time.After(fullWait)
	}
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-r.over.Done():
		return context.Cause(r.over)
	case m := <-results:
		return r.take(ctx, m)
	case <-again:
		return nil
	case <-sweep:
		return r.sweep(ctx)
	}
}

// restore creates the buckets and streams that do not exist, and stores the data that the tasks need.
func (r *run) restore(ctx context.Context) error {
	if err := r.streams(ctx); err != nil {
		return err
	}
	return r.store(ctx)
}

// store creates the buckets that do not exist, and stores the data that the tasks need.
func (r *run) store(ctx context.Context) error {
	r.stored = time.Now()
	if _, _, err := r.buckets(ctx); err != nil || r.job.Store == nil {
		return err
	}
	return r.job.Store(ctx)
}

// storeAgain stores the data of the job again. An error does not end the job, because the workers may have the data.
func (r *run) storeAgain(ctx context.Context) {
	if err := r.store(ctx); err != nil && ctx.Err() == nil {
		r.config.Log.Warn("the data of the job could not be stored again", "job", r.job.Name, "error", err)
	}
}

// errUnread says that results have not arrived although they are in the stream.
var errUnread = errors.New("results do not arrive although the servers have them")

// results delivers all results of the job, first those that are there already.
func (r *run) results(ctx context.Context) (<-chan jetstream.Msg, func(), error) {
	var consumer jetstream.Consumer
	err := r.call(ctx, func(ctx context.Context) (err error) {
		consumer, err = r.js.OrderedConsumer(ctx, resultStream, jetstream.OrderedConsumerConfig{FilterSubjects: []string{resultSubject(r.job.Name, "*", "*")}})
		return err
	})
	if err != nil {
		return nil, func() {}, err
	}
	out := make(chan jetstream.Msg)
	over, cancel := context.WithCancel(ctx)
	going, err := consumer.Consume(func(m jetstream.Msg) {
		select {
		case out <- m:
		case <-over.Done():
		}
	}, jetstream.ConsumeErrHandler(func(_ jetstream.ConsumeContext, err error) {
		r.config.Log.Debug("results are read again", "error", err)
	}))
	if err != nil {
		cancel()
		return nil, func() {}, err
	}
	return out, func() {
		cancel()
		going.Stop()
	}, nil
}

// send sends tasks until enough are ahead. It reports whether the queue is full.
func (r *run) send(ctx context.Context) (full bool, err error) {
	if r.enough {
		return false, nil
	}
	if r.job.Enough != nil && r.job.Enough() {
		r.enough, r.finished, r.waiting = true, true, nil
		return false, r.withdraw(ctx)
	}
	for len(r.sent) < r.ahead {
		task := r.waiting
		if task == nil {
			next, ok := r.job.Next()
			if r.finished = !ok; !ok {
				return false, nil
			}
			task = &next
			task.Queue, task.Job = r.job.Queue, r.job.Name
		}
		r.waiting = task // until it is sent
		sequence, err := r.publish(ctx, task, 1)
		if errors.Is(err, errFull) {
			return true, nil
		}
		if err != nil {
			return false, err
		}
		r.waiting = nil
		r.sent[task.ID] = &sentTask{task: *task, sequence: sequence, attempt: 1}
	}
	return false, nil
}

// lookAhead sets the number of tasks ahead from the workers that are there.
func (r *run) lookAhead(ctx context.Context) error {
	if r.job.Ahead > 0 {
		return nil
	}
	slots, err := r.Slots(ctx, r.job.Queue)
	r.ahead = max(leastAhead, 2*slots)
	if alone := err == nil && slots == 0; alone != r.alone {
		if r.alone = alone; alone {
			r.config.Log.Warn("no worker takes this kind of work; the job goes on when one comes", "work", r.job.Queue)
		}
	}
	return err
}

// Slots returns the number of tasks of a queue that all workers together do at the same time.
func (l *Cluster) Slots(ctx context.Context, q Queue) (slots int, err error) {
	all, err := l.workers(ctx)
	for _, w := range all {
		slots += w.slotsFor(q)
	}
	return slots, err
}

// withdraw removes tasks that no worker has taken yet.
func (r *run) withdraw(ctx context.Context) error {
	return r.onStream(ctx, workStream(r.job.Queue), func(ctx context.Context, s jetstream.Stream) error {
		c, err := s.Consumer(ctx, consumerName)
		if errors.Is(err, jetstream.ErrConsumerNotFound) { // no worker has come yet
			return nil
		}
		if err != nil {
			return err
		}
		// The last tasks come first, because workers take tasks from the other end meanwhile.
		last := slices.SortedFunc(maps.Values(r.sent), func(a, b *sentTask) int { return cmp.Compare(b.sequence, a.sequence) })
		for _, one := range last {
			if one.sequence <= c.CachedInfo().Delivered.Stream {
				break
			}
			err := s.DeleteMsg(ctx, one.sequence)
			if err != nil && !errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
				return err
			}
			if err == nil { // otherwise a worker has taken it
				delete(r.sent, one.task.ID)
			}
		}
		return nil
	})
}

// abandon forgets tasks whose workers are gone: no worker has reported for a lease that it holds the task.
func (r *run) abandon(ctx context.Context) error {
	all, err := r.workers(ctx)
	if err != nil {
		return err
	}
	held := map[string]bool{}
	for _, w := range all {
		for _, t := range w.Tasks {
			if t.Queue == r.job.Queue && t.Job == r.job.Name {
				held[t.ID] = true
			}
		}
	}
	for id, s := range r.sent {
		switch {
		case held[id] || s.held.IsZero(): // a worker may have taken it since its last report
			s.held = time.Now()
		case time.Since(s.held) > r.config.Lease:
			delete(r.sent, id)
		}
	}
	return nil
}

// errFull says that a queue, or the object store, has reached its largest size.
var errFull = errors.New("it is full")

// isFull reports whether the servers have refused a message because its stream has reached its largest size.
func isFull(err error) bool {
	return err != nil && strings.Contains(err.Error(), "maximum bytes exceeded")
}

// publish sends a task, and returns its place in the queue. The servers drop a second copy of an attempt.
func (r *run) publish(ctx context.Context, t *Task, attempt int) (sequence uint64, err error) {
	if err := t.check(); err != nil {
		return 0, err
	}
	m := nats.NewMsg(workSubject(t.Queue, t.Job, t.ID))
	m.Data = t.Data
	m.Header.Set(nats.MsgIdHdr, fmt.Sprintf("%s.%s.%d", t.Job, t.ID, attempt))
	err = r.call(ctx, func(ctx context.Context) error {
		ack, err := r.js.PublishMsg(ctx, m)
		switch {
		case isFull(err):
			return errFull
		case errors.Is(err, jetstream.ErrNoStreamResponse), errors.Is(err, nats.ErrNoResponders):
			if _, err := r.consumer(ctx, t.Queue); err != nil { // creates the stream if it is lost
				return err
			}
		}
		if err == nil {
			sequence = ack.Sequence
		}
		return err
	})
	return sequence, err
}

// take hands a result to the caller of Run.
func (r *run) take(ctx context.Context, m jetstream.Msg) error {
	about, err := m.Metadata()
	if err != nil {
		return err
	}
	one := Result{Job: r.job.Name, ID: token(m.Subject(), 3), Worker: token(m.Subject(), 4), Program: m.Headers().Get(programHeader),
		Data: m.Data(), Sequence: about.Sequence.Stream}
	if m.Headers().Get(workerHeader) != one.Worker || m.Headers().Get(jetstream.StreamHeader) != "" {
		// A worker may choose the subject of an answer of the servers, so it can make them send other messages to the
		// subject of another worker's result. Only that worker can set the header.
		r.config.Log.Error("a message is not the result of a worker, and is removed", "subject", m.Subject())
		return r.remove(ctx, one.Sequence)
	}
	if err = r.rejection(one.Worker); err == nil {
		err = r.job.Take(one)
	}
	switch {
	case err == nil:
		delete(r.sent, one.ID)
	case errors.Is(err, ErrRejected), errors.Is(err, ErrUnsuited):
		if err := r.refuse(ctx, one, err); err != nil {
			return err
		}
	default:
		return err
	}
	r.taken = max(r.taken, one.Sequence)
	if time.Since(r.purgeTime) > purgeEvery {
		return r.purge(ctx)
	}
	return nil
}

// rejection says why the results of a worker are not taken any more, or returns nil.
func (l *Cluster) rejection(worker string) error {
	l.wrongMu.Lock()
	defer l.wrongMu.Unlock()
	return l.wrong[worker]
}

// refuse tells a worker to end, and sends the task of its result again. A worker may be started again under the same
// name, so it is told again.
func (r *run) refuse(ctx context.Context, one Result, because error) error {
	what := "the result of a worker is not taken"
	if errors.Is(because, ErrRejected) {
		r.wrongMu.Lock()
		r.wrong[one.Worker] = because
		r.wrongMu.Unlock()
		what = "the results of a worker are not taken any more"
	}
	if time.Since(r.told[one.Worker]) > r.reportInterval() {
		r.told[one.Worker] = time.Now()
		r.config.Log.Error(what, "worker", one.Worker, "task", one.ID, "because", because)
		if err := r.reject(ctx, one.Worker, because); err != nil {
			return err
		}
	}
	return r.again(ctx, one.ID)
}

// again sends a task again, unless there is enough.
func (r *run) again(ctx context.Context, id string) (err error) {
	s := r.sent[id]
	if s == nil {
		return nil
	}
	if r.enough {
		delete(r.sent, id)
		return nil
	}
	s.attempt, s.missing = s.attempt+1, 0
	r.config.Log.Info("a task is sent again", "job", r.job.Name, "task", id, "attempt", s.attempt)
	if s.sequence, err = r.publish(ctx, &s.task, s.attempt); errors.Is(err, errFull) {
		return nil // the next sweep misses it
	}
	return err
}

// remove removes a message that is not a result.
func (r *run) remove(ctx context.Context, sequence uint64) error {
	err := r.onStream(ctx, resultStream, func(ctx context.Context, s jetstream.Stream) error { return s.DeleteMsg(ctx, sequence) })
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil
	}
	return err
}

// purge removes results that were taken.
func (r *run) purge(ctx context.Context) error {
	r.purgeTime = time.Now()
	if r.taken == r.purged {
		return nil
	}
	err := r.onStream(ctx, resultStream, func(ctx context.Context, s jetstream.Stream) error {
		return s.Purge(ctx, jetstream.WithPurgeSubject(resultSubject(r.job.Name, "*", "*")), jetstream.WithPurgeSequence(r.taken+1))
	})
	r.purged = r.taken
	return err
}

// purgeSubject removes the messages of a stream whose subject matches.
func (l *Cluster) purgeSubject(ctx context.Context, stream, subject string) error {
	return l.onStream(ctx, stream, func(ctx context.Context, s jetstream.Stream) error {
		return s.Purge(ctx, jetstream.WithPurgeSubject(subject))
	})
}

// onStream calls a function with a stream.
func (l *Cluster) onStream(ctx context.Context, name string, do func(context.Context, jetstream.Stream) error) error {
	return l.call(ctx, func(ctx context.Context) error {
		s, err := l.js.Stream(ctx, name)
		if err != nil {
			return err
		}
		return do(ctx, s)
	})
}

// subjects lists the subjects of a stream that match a filter and have messages.
func (l *Cluster) subjects(ctx context.Context, stream, filter string) (list map[string]uint64, err error) {
	err = l.onStream(ctx, stream, func(ctx context.Context, s jetstream.Stream) error {
		info, err := s.Info(ctx, jetstream.WithSubjectFilter(filter))
		if err == nil {
			list = info.State.Subjects
		}
		return err
	})
	return list, err
}

// sweep looks for tasks that are neither in the queue nor have a result, and sends them again. Two sweeps in a row have
// to miss a task, because it can be on its way. A task is missing if a worker gave it back, or if servers lost it.
func (r *run) sweep(ctx context.Context) error {
	if r.enough {
		return errors.Join(r.purge(ctx), r.abandon(ctx))
	}
	if err := errors.Join(r.purge(ctx), r.lookAhead(ctx)); err != nil {
		return err
	}
	if time.Since(r.stored) > storeEvery {
		r.storeAgain(ctx)
	}
	if len(r.sent) == 0 {
		return nil
	}
	quiet := r.taken == r.swept
	r.swept = r.taken
	known, done := map[string]bool{}, map[string]bool{}
	for _, place := range []struct{ stream, filter string }{
		{workStream(r.job.Queue), workSubject(r.job.Queue, r.job.Name, "*")}, {resultStream, resultSubject(r.job.Name, "*", "*")},
	} {
		list, err := r.subjects(ctx, place.stream, place.filter)
		if err != nil {
			return err
		}
		for subject := range list {
			i := 4
			if place.stream == resultStream {
				if i = 3; r.rejection(token(subject, 4)) != nil {
					continue
				}
				done[token(subject, i)] = true
			}
			known[token(subject, i)] = true
		}
	}
	dead, err := r.deadLetters(ctx, deadSubject(string(r.job.Queue), r.job.Name, "*", "*"))
	if err != nil {
		return err
	}
	for _, d := range dead {
		if err := r.bury(ctx, d); err != nil {
			return err
		}
	}
	for id, s := range r.sent {
		if !done[id] || !quiet {
			s.unread = 0
		} else if s.unread++; s.unread > 3 {
			return errUnread
		}
		if known[id] {
			s.missing = 0
			continue
		}
		if s.missing++; s.missing < 2 {
			continue
		}
		if err := r.again(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// bury sends the task of a dead letter again, or gives it up after all retries.
func (r *run) bury(ctx context.Context, d DeadLetter) error {
	s := r.sent[d.ID]
	switch {
	case s == nil || r.rejection(d.Worker) != nil:
		return nil
	case s.retries < r.job.Retries:
		s.retries++
		r.config.Log.Warn("a task that was given up is sent again", "retry", s.retries, "of", r.job.Retries, "because", d)
		err := r.purgeSubject(ctx, deadStream, deadSubject(string(d.Queue), d.Job, d.ID, "*"))
		if err != nil {
			return err
		}
		r.storeAgain(ctx) // its data may be missing
		return r.again(ctx, d.ID)
	case r.job.Dead == nil:
		return fmt.Errorf("%w; if this worker is the cause, end it, and run the same command again", d)
	}
	delete(r.sent, d.ID)
	return r.job.Dead(d)
}

// deadLetters reads the dead letters whose subjects match a filter.
func (l *Cluster) deadLetters(ctx context.Context, filter string) (list []DeadLetter, err error) {
	subjects, err := l.subjects(ctx, deadStream, filter)
	if err != nil {
		return nil, err
	}
	for subject := range subjects {
		var d DeadLetter
		err := l.onStream(ctx, deadStream, func(ctx context.Context, s jetstream.Stream) error {
			m, err := s.GetLastMsgForSubject(ctx, subject)
			if err != nil {
				return err
			}
			if err := json.Unmarshal(m.Data, &d); err != nil {
				d.Reason = fmt.Sprintf("the dead letter cannot be read: %v", err)
			}
			// A worker can write anything into a letter. The servers check the subject.
			d.Queue, d.Job, d.ID, d.Worker = Queue(token(subject, 2)), token(subject, 3), token(subject, 4), token(subject, 5)
			return nil
		})
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, d)
	}
	return list, nil
}

// clear removes a finished job from the queue.
func (r *run) clear(ctx context.Context) error {
	for _, place := range []struct{ stream, filter string }{
		{workStream(r.job.Queue), workSubject(r.job.Queue, r.job.Name, "*")}, {resultStream, resultSubject(r.job.Name, "*", "*")},
	} {
		err := r.purgeSubject(ctx, place.stream, place.filter)
		if err != nil && !lost(err) {
			return err
		}
	}
	return nil
}
