package eval

import (
	"context"
	"sync"
)

// Batch joins what goroutines ask at the same time: e is asked up to size positions at
// once, and at most workers such questions run at the same time. Whoever asks while all
// workers are busy waits, and is answered together with others; nobody waits for
// company. It is for evaluators that judge several positions faster than one after the
// other, asked by more goroutines than there are processors.
//
// A question that has begun is not cut short by the end of its ctx, since others may
// wait for the same answer.
func Batch(e Evaluator, workers, size int) Evaluator {
	return &batch{inner: e, size: max(size, 1), workers: make(chan struct{}, max(workers, 1))}
}

type batch struct {
	inner   Evaluator
	size    int
	workers chan struct{} // holds one for each worker that is busy

	mu      sync.Mutex
	waiting []*ask
}

// ask is one position that somebody waits for.
type ask struct {
	ctx  context.Context
	in   Query
	out  *Evaluation
	done chan error // takes one
}

func (b *batch) Info() Info { return b.inner.Info() }

func (b *batch) Evaluate(ctx context.Context, in []Query, out []Evaluation) error {
	asks := make([]*ask, len(in))
	for i := range in {
		asks[i] = &ask{ctx: ctx, in: in[i], out: &out[i], done: make(chan error, 1)}
	}
	b.mu.Lock()
	b.waiting = append(b.waiting, asks...)
	b.mu.Unlock()
	var failed error
	for _, a := range asks {
		// All are waited for, after an error too: out is the caller's.
		if err := b.wait(a); failed == nil {
			failed = err
		}
	}
	return failed
}

// wait returns when a is answered, by another goroutine or this one, which may answer
// others before.
func (b *batch) wait(a *ask) error {
	for {
		select {
		case err := <-a.done:
			return err
		case b.workers <- struct{}{}:
			b.work()
			<-b.workers
		}
	}
}

// work answers those who have waited longest.
func (b *batch) work() {
	b.mu.Lock()
	n := min(b.size, len(b.waiting))
	asks := append([]*ask(nil), b.waiting[:n]...)
	b.waiting = append(b.waiting[:0], b.waiting[n:]...)
	b.mu.Unlock()
	var in []Query
	var out []Evaluation
	var live []*ask
	for _, a := range asks {
		if err := a.ctx.Err(); err != nil {
			a.done <- err
			continue
		}
		live, in, out = append(live, a), append(in, a.in), append(out, *a.out)
	}
	if len(live) == 0 {
		return
	}
	err := b.inner.Evaluate(context.WithoutCancel(live[0].ctx), in, out)
	for i, a := range live {
		own := err
		if err != nil && len(live) > 1 { // one is to blame, and it is not known which
			own = b.inner.Evaluate(context.WithoutCancel(a.ctx), in[i:i+1], out[i:i+1])
		}
		*a.out = out[i]
		a.done <- own
	}
}
