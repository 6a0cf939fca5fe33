package eval

import (
	"context"
	"errors"
	"runtime"
	"sync"
)

// Batch returns an evaluator that joins calls from several goroutines. It is useful under two conditions: e
// evaluates several positions faster together than one after the other, and more goroutines than processors
// call it. workers is the largest number of calls of e at the same time. Further calls wait in a queue. A
// worker that becomes free answers the first call of the queue together with the next calls. size is the
// largest number of positions that a worker answers at once. Before it calls e, a worker lets the goroutines
// run that are ready to run, because they may ask too. It does not wait for goroutines that are not ready.
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
	// The channel turn delivers one value. It is true if the goroutine of this call has become a worker, and
	// false if another goroutine has answered the call.
	turn chan bool
}

// errPanicked is the error of calls that were answered together with a call in which the evaluator panicked.
// The panic continues in the goroutine that called the evaluator.
var errPanicked = errors.New("the evaluator panicked while it answered this query together with others")

// Info describes e. Its callers need not ask for several positions at once, because b joins their calls.
func (b *batch) Info() Info {
	i := b.inner.Info()
	i.Batch = 0
	return i
}

func (b *batch) Evaluate(ctx context.Context, in []Query, out []Evaluation) error {
	a := &ask{ctx: ctx, in: in, out: out}
	if b.wait(a) && !<-a.turn {
		return a.err
	}
	runtime.Gosched()
	b.answer(b.take(a))
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
	a.turn = make(chan bool, 1)
	b.queue = append(b.queue, a)
	return true
}

// take removes calls from the queue. It returns the calls that a worker must answer, beginning with its own.
func (b *batch) take(own *ask) []*ask {
	b.mu.Lock()
	defer b.mu.Unlock()
	n, positions := 0, len(own.in)
	for n < len(b.queue) && positions+len(b.queue[n].in) <= b.size {
		positions += len(b.queue[n].in)
		n++
	}
	group := append([]*ask{own}, b.queue[:n]...)
	b.queue = b.queue[n:]
	return group
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
	first := b.queue[0]
	b.queue = b.queue[1:]
	first.turn <- true
}

// answer answers the calls of a group. The first of them is the calling goroutine's own.
func (b *batch) answer(group []*ask) {
	defer b.next()
	for _, a := range group[1:] {
		a.err = errPanicked
		defer func() { a.turn <- false }()
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
