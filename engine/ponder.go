package engine

import (
	"context"
	"time"

	"tengen/baduk"
	"tengen/mcts"
)

// pondering is a search that runs between two calls of the engine's methods.
type pondering struct {
	cancel   context.CancelFunc
	done     chan struct{}
	panicked any // value with which the search panicked, or nil
}

// ponderTime is the longest time of pondering. It keeps the engine from searching all night after the opponent
// has left.
const ponderTime = 10 * time.Minute

// Ponder starts a search of the position of g, in which the opponent is to move, and returns at once. The
// search ends at the next call of the engine, when ctx ends, or when the memory is used up. The next Genmove
// uses its results if they include the opponent's move, and if the limit has no rank. If the evaluator
// returns an error, pondering ends silently; the next call will return the error.
func (e *Engine) Ponder(ctx context.Context, g *baduk.Game) error {
	e.StopPondering()
	if g.Over() {
		return nil
	}
	if err := e.prepare(g); err != nil {
		return err
	}
	e.rank = 0
	ctx, cancel := context.WithTimeout(ctx, ponderTime)
	p := &pondering{cancel: cancel, done: make(chan struct{})}
	search, now, stop := e.search, g.Clone(), func(mcts.Progress) bool { return false }
	go func() {
		defer close(p.done)
		defer func() { p.panicked = recover() }()
		search.SetConservativePass(false)
		search.SetGame(now) // can take some time, but no caller waits for it
		_, _ = search.Run(ctx, stop, false)
	}()
	e.ponder = p
	return nil
}

// StopPondering ends pondering and waits for the end of the search. If the search panicked, StopPondering
// panics with the same value, so that the caller can recover.
func (e *Engine) StopPondering() {
	p := e.ponder
	if p == nil {
		return
	}
	p.cancel()
	<-p.done
	if e.ponder = nil; p.panicked != nil {
		e.search = nil // its state is unknown
		panic(p.panicked)
	}
}

// Close ends pondering. The engine can be used again.
func (e *Engine) Close() error {
	e.StopPondering()
	return nil
}
