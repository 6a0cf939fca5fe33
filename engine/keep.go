package engine

import (
	"io"

	"tengen/baduk"
	"tengen/mcts"
)

// SaveSearch writes everything that the search knows about a position. [Engine.LoadSearch] reads it, and the
// search can continue from it. The error is [mcts.ErrNothing] if the search knows nothing about the position.
func (e *Engine) SaveSearch(g *baduk.Game, w io.Writer) error {
	e.StopPondering()
	if e.search == nil || e.graph != g.Graph() || e.rules != g.Rules() {
		return mcts.ErrNothing
	}
	e.search.SetGame(g)
	return e.search.Save(w)
}

// LoadSearch replaces the results of the search by a saved search of this position. The evaluator and the
// parameters must be the same, except for threads, seed and memory. If LoadSearch returns an error, the search
// has no results. The error says what differs.
func (e *Engine) LoadSearch(g *baduk.Game, r io.Reader) error {
	e.StopPondering()
	if err := e.prepare(g); err != nil {
		return err
	}
	e.search.SetConservativePass(e.params.Search.ConservativePass)
	e.search.SetGame(g)
	e.rank = 0
	return e.search.Load(r)
}
