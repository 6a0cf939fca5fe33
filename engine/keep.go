package engine

import (
	"io"

	"tengen/baduk"
	"tengen/mcts"
)

// ErrNothing is the error of [Engine.SaveSearch] if nothing is known.
var ErrNothing = mcts.ErrNothing

// SaveSearch writes everything that is known about a position, so that [Engine.LoadSearch] can continue from
// it.
func (e *Engine) SaveSearch(g *baduk.Game, w io.Writer) error {
	e.StopPondering()
	if e.search == nil || e.graph != g.Graph() || e.rules != g.Rules() {
		return ErrNothing
	}
	e.search.SetGame(g)
	return e.search.Save(w)
}

// LoadSearch replaces what is known by a saved search of this position. The evaluator and the parameters must
// be the same, except for threads, seed and memory. After an error, which says what differs, nothing is
// known.
func (e *Engine) LoadSearch(g *baduk.Game, r io.Reader) error {
	e.StopPondering()
	if err := e.prepare(g); err != nil {
		return err
	}
	e.search.SetGame(g)
	e.rank = 0
	return e.search.Load(r)
}
