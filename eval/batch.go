package eval

import (
	"context"
	"errors"
	"sync"
)

// Batch joins calls that goroutines make at the same time. At most workers evaluations run in e at the same
// time. A call that comes while all workers are busy waits in a queue. The next free worker answers it
// together with the calls behind it, up to size positions at once. A call never waits for others to join it.
// Batch is for evaluators that judge several positions faster together than one after the other, called by
// more goroutines than there are processors.
//
// The positions of one call stay together. A call that is answered together with others is not ended early by
// its ctx.
func Batch(e Evaluator, workers, size int) Evaluator {
	return &batch{inner: e, size: size, workers: max(workers, 1)}
}

type batch struct {
	inner         Evaluator
	size, workers int

	mu    sync.Mutex
	busy  int    // busy workers
	queue []*ask // empty while a worker is free
}

// ask is a waiting call.
type ask struct {
	ctx context.Context
	in  []Query
	out []Evaluation
	err error
	// turn receives once: the calls to answer, this one first; or none if this call was answered by another.
	turn chan []*ask
}

// errPanicked is the error of the calls that were answered together with one that panicked. The goroutine
// that made the evaluation gets the panic.
var errPanicked = errors.New("the evaluator panicked over a question that was asked together with this one")

func (b *batch) Info() Info { return b.inner.Info() }

func (b *batch) Evaluate(ctx context.Context, in []Query, out []Evaluation) error {
	a := &ask{ctx: ctx, in: in, out: out}
	group := []*ask{a}
	if b.wait(a) {
		group = <-a.turn
	}
	if len(group) > 0 {
		b.answer(group)
	}
	return a.err
}

// wait makes the caller a worker, or puts its call into the queue and returns true.
func (b *batch) wait(a *ask) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.busy < b.workers {
		b.busy++
		return false
	}
	a.turn = make(chan []*ask, 1)
	b.queue = append(b.queue, a)
	return true
}

// next passes the caller's place as a worker to the first call in the queue.
func (b *batch) next() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.queue) == 0 {
		b.busy--
		return
	}
	n, positions := 1, len(b.queue[0].in)
	for n < len(b.queue) && positions+len(b.queue[n].in) <= b.size {
		positions += len(b.queue[n].in)
		n++
	}
	group := b.queue[:n:n]
	b.queue = b.queue[n:]
	group[0].turn <- group
}

// answer answers the caller, which is the first of the group, and the others.
func (b *batch) answer(group []*ask) {
	defer b.next()
	for _, a := range group[1:] {
		a.err = errPanicked
		defer func() { a.turn <- nil }()
	}
	if len(group) == 1 {
		group[0].err = b.inner.Evaluate(group[0].ctx, group[0].in, group[0].out)
		return
	}
	var in []Query
	var out []Evaluation
	for _, a := range group {
		in, out = append(in, a.in...), append(out, a.out...)
	}
	err := b.inner.Evaluate(context.WithoutCancel(group[0].ctx), in, out)
	for _, a := range group {
		if a.err = err; err != nil { // one of the calls caused the error: each is asked for again alone
			a.err = b.inner.Evaluate(a.ctx, a.in, a.out)
			continue
		}
		out = out[copy(a.out, out):]
	}
}
