package selfplay

import (
	"context"
	"sync"
)

// playAll plays the games of a run, several at the same time. It ends when the run has no further games, when ctx ends,
// or when play or deliver fails. Several goroutines may call deliver at the same time.
func playAll[T any](ctx context.Context, r *run, play func(context.Context, int) (T, error), deliver func(int, T) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var all sync.WaitGroup
	for range min(r.options.Parallel, r.options.Games) {
		r.batcher.enter() // before the first game begins: otherwise it would not wait for the others
		all.Go(func() {
			defer r.batcher.leave()
			for ctx.Err() == nil {
				number, ok := r.next()
				if !ok {
					return
				}
				result, err := play(ctx, number)
				if err == nil {
					err = deliver(number, result)
				}
				if err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}

// InOrder hands results on in the order of their numbers, one at a time.
type InOrder[T any] struct {
	hand func(T) error

	mu     sync.Mutex
	next   int       // number of the next result
	early  map[int]T // results that arrived before the result with the number next
	failed error     // the error of hand; after it, no further result is passed on
}

// NewInOrder makes an InOrder whose first result has the given number.
func NewInOrder[T any](first int, hand func(T) error) *InOrder[T] {
	return &InOrder[T]{hand: hand, next: first, early: map[int]T{}}
}

// Put takes a result, and hands on all results whose turn has come. After an error it hands on nothing more, and
// returns this error.
func (o *InOrder[T]) Put(number int, result T) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.early[number] = result
	for o.failed == nil {
		result, ok := o.early[o.next]
		if !ok {
			break
		}
		delete(o.early, o.next)
		o.next++
		o.failed = o.hand(result)
	}
	return o.failed
}
