package reviews

import (
	"context"
	"fmt"
	"time"

	"tengen/baduk"
	"tengen/mcts"
	"tengen/review"
	"tengen/server/wire"
)

// yielding is a searcher that waits while an engine is thinking about a move of a game. When an engine begins to think,
// running searches are cancelled and are repeated later. The limit for searches at the same time is that of a single
// review, and all reviews share it.
type yielding struct {
	searcher review.Searcher
	live     *liveReview
}

// Search searches a position while no engine is thinking.
func (y yielding) Search(ctx context.Context, g *baduk.Game, visits int) (mcts.Result, error) {
	l := y.live
	cores := l.all.cores
	select {
	case cores <- struct{}{}:
		defer func() { <-cores }()
	case <-ctx.Done():
		return mcts.Result{}, ctx.Err()
	}
	for {
		if err := l.quiet(ctx); err != nil {
			return mcts.Result{}, err
		}
		began := time.Now()
		within, cancel := context.WithCancel(ctx)
		watched := make(chan struct{})
		go func() {
			defer close(watched)
			if l.thinking(within) {
				cancel()
			}
		}()
		l.count(&l.going, 1)
		r, err := y.safely(within, g, visits)
		cut := within.Err() != nil
		cancel()
		<-watched
		l.count(&l.going, -1)
		switch {
		case ctx.Err() != nil:
			return r, ctx.Err()
		case cut:
			continue
		case err == nil:
			l.mu.Lock()
			l.searched++
			l.spent += time.Since(began)
			l.mu.Unlock()
		}
		return r, err
	}
}

// safely searches a position. A panic in the search becomes an error of this review, so that games continue.
func (y yielding) safely(ctx context.Context, g *baduk.Game, visits int) (r mcts.Result, err error) {
	panicked, stack, err := wire.Safely(func() (err error) {
		r, err = y.searcher.Search(ctx, g, visits)
		return err
	})
	if panicked != nil {
		y.live.all.service.Log.Error("a review panicked", "record", y.live.id.record, "panic", panicked, "stack", stack)
		err = fmt.Errorf("the search panicked: %v", panicked)
	}
	return r, err
}

// count adds to a number on which [liveReview.doing] depends. If this changes what the review is doing, count tells the
// watchers.
func (l *liveReview) count(number *int, by int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	before := l.doing()
	*number += by
	if l.doing() != before {
		l.watchers.Changed()
	}
}

// engineThinks reports whether an engine is thinking about a move of a game.
func (l *liveReview) engineThinks() bool { return l.all.opt.Thinking() }

// thinking waits until an engine is thinking. It returns false if ctx ends first.
func (l *liveReview) thinking(ctx context.Context) bool { return l.until(ctx, l.engineThinks) == nil }

// quiet waits until no engine is thinking.
func (l *liveReview) quiet(ctx context.Context) error {
	if !l.engineThinks() {
		return nil
	}
	l.count(&l.waiting, 1)
	defer l.count(&l.waiting, -1)
	return l.until(ctx, func() bool { return !l.engineThinks() })
}

func (l *liveReview) until(ctx context.Context, is func() bool) error {
	tick := time.NewTicker(yieldEvery)
	defer tick.Stop()
	for !is() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
