package engine

import (
	"io"

	"tengen/baduk"
	"tengen/mcts"
)

// ErrNothing is the error of [Engine.SaveSearch] where nothing is known.
var ErrNothing = mcts.ErrNothing

// SaveSearch writes all that is known of a position, to be gone on with another day, see
// [Engine.LoadSearch].
func (e *Engine) SaveSearch(g *baduk.Game, w io.Writer) error {
	e.StopPondering()
	if e.search == nil || e.graph != g.Graph() || e.rules != g.Rules() {
		return ErrNothing
	}
	e.search.SetGame(g)
	return e.search.Save(w)
}

// LoadSearch takes up what was saved of this position, by the same evaluator with the same
// parameters except for threads, seed and memory, in place of what is known. Errors, which
// say what does not fit, leave nothing known.
func (e *Engine) LoadSearch(g *baduk.Game, r io.Reader) error {
	e.StopPondering()
	if err := e.prepare(g); err != nil {
		return err
	}
	e.search.SetGame(g)
	e.rank = 0
	return e.search.Load(r)
}
