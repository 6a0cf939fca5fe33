package engine

import (
	"errors"
	"io"

	"tengen/baduk"
)

// ErrNothing is the error of [Engine.SaveSearch] where nothing was searched.
var ErrNothing = errors.New("nothing was searched yet")

// SaveSearch writes all that is known of the position that was searched last, to be gone on
// with another day, see [Engine.LoadSearch].
func (e *Engine) SaveSearch(w io.Writer) error {
	e.StopPondering()
	if e.search == nil {
		return ErrNothing
	}
	return e.search.Save(w)
}

// LoadSearch takes up what was saved of this position, by the same evaluator with the same
// parameters but for threads, seed and memory, in place of what is known. Errors, which
// say what does not fit, leave nothing known.
func (e *Engine) LoadSearch(g *baduk.Game, r io.Reader) error {
	e.StopPondering()
	if err := e.prepare(g); err != nil {
		return err
	}
	e.search.SetGame(g)
	return e.search.Load(r)
}
