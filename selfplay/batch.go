package selfplay

import (
	"context"
	"errors"
	"sync"

	"tengen/eval"
)

// batcher evaluates positions of several games together. Unlike [eval.Batch] it knows how many games there are, so it
// can wait for a full batch as long as another game may still ask. When no game can ask, it evaluates what is there.
type batcher struct {
	workers, size int // number of batches at the same time, largest number of positions in one

	mu      sync.Mutex
	outside int // number of games that begin, or are under way and neither wait for an answer nor get one
	busy    int // number of batches that are being evaluated
	begun   int // number of batches so far
	queues  []*queue
}

// patience limits how long a call waits for a full batch. When this many batches have begun since the call, its queue
// is evaluated although it is not full. Otherwise a net that few games use would be evaluated only when all other games
// have ended.
const patience = 8

// queue is an evaluator whose calls wait for each other. Each net has one for each board.
type queue struct {
	eval.Evaluator
	batcher *batcher
	waiting []*call
}

// call is a call of a queue's Evaluate with one query.
type call struct {
	in    eval.Query
	out   *eval.Evaluation
	begun int // number of batches before the call
	err   error
	done  chan struct{}
}

// errPanicked is the error of calls whose batch ended with a panic, which continues in the goroutine of another game.
var errPanicked = errors.New("the evaluator panicked while it answered this query together with others")

// add makes the queue of an evaluator.
func (b *batcher) add(e eval.Evaluator) *queue {
	b.mu.Lock()
	defer b.mu.Unlock()
	q := &queue{Evaluator: e, batcher: b}
	b.queues = append(b.queues, q)
	return q
}

// enter is called before a game begins, and leave when it has ended and no other game follows it.
func (b *batcher) enter() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.outside++
}

func (b *batcher) leave() {
	b.mu.Lock()
	b.outside--
	b.mu.Unlock()
	b.work()
}

// Evaluate implements [eval.Evaluator]. All goroutines that call it are games that have entered. Only ctx of the whole
// run can end a call, and then all games end.
func (q *queue) Evaluate(_ context.Context, in []eval.Query, out []eval.Evaluation) error {
	for i := range in {
		c := &call{in: in[i], out: &out[i], done: make(chan struct{})}
		q.batcher.mu.Lock()
		q.batcher.outside--
		c.begun = q.batcher.begun
		q.waiting = append(q.waiting, c)
		q.batcher.mu.Unlock()
		q.batcher.work()
		<-c.done
		if c.err != nil {
			return c.err
		}
	}
	return nil
}

// work evaluates batches until none is ready. Batches that are ready at the same time are evaluated at the same time.
func (b *batcher) work() {
	for {
		q, calls, more := b.take()
		if len(calls) == 0 {
			return
		}
		if more {
			go b.work()
		}
		q.answer(calls)
	}
}

// take returns a batch that is ready, or no calls. Of several batches it returns the one with the oldest call. It also
// reports whether another batch is ready.
func (b *batcher) take() (q *queue, calls []*call, more bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	q = b.ready()
	if q == nil {
		return nil, nil, false
	}
	n := len(q.waiting)
	if b.outside == 0 { // all workers that no other queue needs share this one
		workers := b.workers - b.busy
		for _, other := range b.queues {
			if other != q && len(other.waiting) > 0 {
				workers--
			}
		}
		n = (n + max(workers, 1) - 1) / max(workers, 1)
	}
	n = min(n, b.size)
	calls, q.waiting = q.waiting[:n:n], q.waiting[n:]
	b.busy++
	b.begun++
	return q, calls, b.ready() != nil
}

// ready returns the queue with the oldest call, of those that can be evaluated, or nil. A queue can be evaluated if it
// fills a batch, if its first call has waited for long, or if no game is outside.
func (b *batcher) ready() (q *queue) {
	if b.busy == b.workers {
		return nil
	}
	for _, one := range b.queues {
		if n := len(one.waiting); n == 0 || n < b.size && b.outside > 0 && b.begun-one.waiting[0].begun < patience {
			continue
		}
		if q == nil || one.waiting[0].begun < q.waiting[0].begun {
			q = one
		}
	}
	return q
}

// answer evaluates a batch.
func (q *queue) answer(calls []*call) {
	err := errPanicked
	defer func() {
		q.batcher.mu.Lock()
		q.batcher.busy--
		q.batcher.outside += len(calls)
		q.batcher.mu.Unlock()
		for _, c := range calls {
			c.err = err
			close(c.done)
		}
	}()
	in, out := make([]eval.Query, len(calls)), make([]eval.Evaluation, len(calls))
	for i, c := range calls {
		in[i], out[i] = c.in, *c.out
	}
	err = q.Evaluator.Evaluate(context.Background(), in, out)
	for i, c := range calls {
		*c.out = out[i]
	}
}
