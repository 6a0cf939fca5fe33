package selfplay

import (
	"context"
	"sync"
	"testing"
	"time"

	"tengen/eval"
)

// gate is an evaluator that tells when a call begins, and waits until the call may end.
type gate struct {
	eval.Evaluator
	begun chan int // sizes of the batches
	end   chan struct{}
}

func newGate() *gate { return &gate{eval.Uniform(), make(chan int), make(chan struct{})} }

// Evaluate implements [eval.Evaluator].
func (g *gate) Evaluate(_ context.Context, in []eval.Query, _ []eval.Evaluation) error {
	g.begun <- len(in)
	<-g.end
	return nil
}

// waits returns the size of the next batch of an evaluator, or fails the test if none begins.
func (g *gate) waits(t *testing.T) int {
	t.Helper()
	select {
	case n := <-g.begun:
		return n
	case <-time.After(10 * time.Second):
		t.Fatal("no batch begins")
		return 0
	}
}

// asks makes games that ask once and end. It returns when all of them wait, which needs another game that does not.
func asks(b *batcher, q *queue, games int, over *sync.WaitGroup) {
	for range games {
		b.enter()
		over.Go(func() {
			_ = q.Evaluate(context.Background(), make([]eval.Query, 1), make([]eval.Evaluation, 1))
			b.leave()
		})
	}
	for waiting := 0; waiting < games; time.Sleep(time.Millisecond) {
		b.mu.Lock()
		waiting = len(q.waiting)
		b.mu.Unlock()
	}
}

// silent is an evaluator that answers nothing.
type silent struct{ eval.Evaluator }

// Evaluate implements [eval.Evaluator].
func (silent) Evaluate(context.Context, []eval.Query, []eval.Evaluation) error { return nil }

// TestQueuesTogether: when all games wait, several nets are evaluated at the same time, and a single net by all
// workers.
func TestQueuesTogether(t *testing.T) {
	b := &batcher{workers: 2, size: 8}
	one, other := newGate(), newGate()
	first, second := b.add(one), b.add(other)
	var over sync.WaitGroup
	b.enter() // a game that asks later
	asks(b, first, 3, &over)
	asks(b, second, 4, &over)
	go b.leave()
	if n := one.waits(t); n != 3 {
		t.Errorf("the batch of the first net has %d positions, want 3", n)
	}
	if n := other.waits(t); n != 4 {
		t.Errorf("the batch of the second net has %d positions, want 4", n)
	}
	close(other.end)
	close(one.end)
	over.Wait()

	one = newGate()
	b = &batcher{workers: 2, size: 8}
	first = b.add(one)
	b.enter()
	asks(b, first, 6, &over)
	go b.leave()
	if a, c := one.waits(t), one.waits(t); a != 3 || c != 3 {
		t.Errorf("two workers answer %d and %d of 6 calls, want 3 and 3", a, c)
	}
	close(one.end)
	over.Wait()
}

// TestRareNet: a game of a net that no other game uses goes on while the other games fill all batches.
func TestRareNet(t *testing.T) {
	b := &batcher{workers: 1, size: 8}
	busy, rare := b.add(silent{eval.Uniform()}), b.add(silent{eval.Uniform()})
	ctx, stop := context.WithCancel(t.Context())
	var over sync.WaitGroup
	ask := func(q *queue) { _ = q.Evaluate(ctx, make([]eval.Query, 1), make([]eval.Evaluation, 1)) }
	for range 20 { // games of the first net, which fill all batches
		b.enter()
		over.Go(func() {
			defer b.leave()
			for ctx.Err() == nil {
				ask(busy)
			}
		})
	}
	b.enter()
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer b.leave()
		for range 20 {
			ask(rare)
		}
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Error("20 calls of the rare net are not answered")
	}
	stop()
	over.Wait()
	<-done
}
