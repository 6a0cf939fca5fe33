package eval

import (
	"context"
	"errors"
	"sync"
)

// Batch returns an evaluator that joins calls from several goroutines. It is useful under two conditions: e
// evaluates several positions faster together than one after the other, and more goroutines than processors
// call it. workers is the largest number of calls of e at the same time. Further calls wait in a queue. A
// worker that becomes free answers the first call of the queue together with the next calls. size is the
// largest number of positions that a worker answers at once. A call never waits for other calls in order to be
// answered together with them.
//
// The positions of one call stay together. If a call is answered together with others, it continues even when
// its ctx ends.
func Batch(e Evaluator, workers, size int) Evaluator {
	return &batch{inner: e, size: size, workers: max(workers, 1)}
}

type batch struct {
	inner         Evaluator
	size, workers int

	mu    sync.Mutex
	busy  int    // number of busy workers
	queue []*ask // empty while a worker is free
}

// ask is a waiting call.
type ask struct {
	ctx context.Context
	in  []Query
	out []Evaluation
	err error
	// The channel turn delivers one value. It is nil if another goroutine has answered this call. Otherwise it
	// is the list of calls that this goroutine must answer, beginning with its own.
	turn chan []*ask
}

// errPanicked is the error of calls that were answered together with a call in which the evaluator panicked.
// The panic continues in the goroutine that called the evaluator.
var errPanicked = errors.New("the evaluator panicked while it answered this query together with others")

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

// wait makes the calling goroutine a worker and returns false, or puts its call into the queue and returns
// true.
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

// next ends the work of the calling goroutine. The goroutine of the first call in the queue becomes a worker
// in its place.
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

// answer answers the calls of a group. The first of them is the calling goroutine's own.
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
		if a.err = err; err != nil { // one of the calls caused the error, so each call is made again separately
			a.err = b.inner.Evaluate(a.ctx, a.in, a.out)
			continue
		}
		out = out[copy(a.out, out):]
	}
}
