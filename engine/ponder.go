package engine

import (
	"context"
	"time"

	"tengen/baduk"
	"tengen/mcts"
)

// pondering is a search that goes on between two calls.
type pondering struct {
	cancel   context.CancelFunc
	done     chan struct{}
	panicked any // what the search panicked with, if it did
}

// ponderTime bounds how long is thought on the opponent's time: an opponent who
// left the room should not cost a night's electricity.
const ponderTime = 10 * time.Minute

// Ponder thinks about the position of g, the opponent to move, until the next
// call of the engine's, until ctx ends, or until the memory is used. It returns at
// once; the next Genmove uses what was found where the game went on that way, except for a move of a rank. An
// evaluator that errs ends it without a word: the next call will say so.
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
		search.SetGame(now) // may take a while; no caller waits for it
		_, _ = search.Run(ctx, stop, false)
	}()
	e.ponder = p
	return nil
}

// StopPondering ends what Ponder began and waits for it. A panic there becomes one
// here, where it can be recovered.
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

// Close ends what goes on. The engine can be used again.
func (e *Engine) Close() error {
	e.StopPondering()
	return nil
}
