package replay

import (
	"context"
	"iter"
	"sync"
)

// inOrder calls the function work for each item on the given number of goroutines. It yields the results in the order
// of the items. A few finished results may wait for an earlier result that takes longer. When ctx ends or the caller
// stops the iteration, inOrder starts no more calls and waits for the running ones.
func inOrder[A, B any](ctx context.Context, workers int, in iter.Seq[A], work func(context.Context, A) B) iter.Seq[B] {
	return func(yield func(B) bool) {
		ctx, cancel := context.WithCancel(ctx)
		var all sync.WaitGroup
		defer all.Wait()
		defer cancel()
		type job struct {
			a    A
			done chan B
		}
		jobs, order := make(chan job), make(chan job, 4*workers)
		all.Go(func() {
			defer close(order)
			defer close(jobs)
			for a := range in {
				j := job{a, make(chan B, 1)}
				select {
				case order <- j:
				case <-ctx.Done():
					return
				}
				select {
				case jobs <- j:
				case <-ctx.Done():
					return
				}
			}
		})
		for range workers {
			all.Go(func() {
				for j := range jobs {
					j.done <- work(ctx, j.a)
				}
			})
		}
		for j := range order {
			select {
			case b := <-j.done:
				if ctx.Err() != nil || !yield(b) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}
