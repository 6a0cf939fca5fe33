package eval

import (
	"context"
	"errors"
	"sync"
)

// Batch joins what goroutines ask at the same time: at most workers questions run in e at
// the same time. Whoever asks while all workers are busy waits in a queue, and is answered
// together with those behind, up to size positions at once; nobody waits for company. It
// is for evaluators that judge several positions faster than one after the other, asked by
// more goroutines than there are processors.
//
// What was asked in one call stays together. A question that is answered together with
// others is not cut short by the end of its ctx.
func Batch(e Evaluator, workers, size int) Evaluator {
	return &batch{inner: e, size: size, workers: max(workers, 1)}
}

type batch struct {
	inner         Evaluator
	size, workers int

	mu    sync.Mutex
	busy  int    // workers
	queue []*ask // none while a worker is free
}

// ask is a call that waits.
type ask struct {
	ctx  context.Context
	in   []Query
	out  []Evaluation
	err  error
	turn chan []*ask // takes one: those to answer, oneself the first of them, or nobody when one was answered
}

// errPanicked is the answer to those who were asked about together with the cause of a
// panic, which goes to whoever met it.
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

// wait makes the caller a worker, or puts it into the queue.
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

// next makes the first of the queue a worker in place of the caller.
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

// answer answers the caller, who is the first, and others.
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
		if a.err = err; err != nil { // somebody is to blame, and it is not known who
			a.err = b.inner.Evaluate(a.ctx, a.in, a.out)
			continue
		}
		out = out[copy(a.out, out):]
	}
}
