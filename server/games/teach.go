package games

import (
	"net/http"

	"tengen/baduk"
	"tengen/engine"
	"tengen/server/boards"
	"tengen/server/wire"
)

// Pupil is a game that a person plays against the engine, for a teacher.
type Pupil struct {
	Game  *baduk.Game // a copy
	Human baduk.Color
	Rank  engine.Rank // the engine's rank; 0 is its full strength
	Teach bool        // the person wants to be told about mistakes
}

// Pupil returns a copy of a game that a person plays against the engine. It refuses other games, and games that are
// over.
func (g *Games) Pupil(id string) (p *Pupil, err error) {
	err = g.with(id, func(l *liveGame) error {
		human := boards.ColorOf(l.game.setup.Human)
		if human == baduk.Empty || l.game.phase != phasePlay {
			return wire.Fail(http.StatusConflict, "", "hints are for a game against the engine that is not over")
		}
		p = &Pupil{l.game.core.Clone(), human, l.game.setup.Rank, l.game.setup.Teach}
		return nil
	})
	return p, err
}

// Hinted stores that the person took a hint before the move with the given number.
func (g *Games) Hinted(id string, number int) error {
	l, release, err := g.store.Acquire(id)
	if err != nil {
		return err
	}
	defer release()
	return l.do("", number, func(gm *game) (event, error) { return event{Event: "hint", Color: gm.core.ToPlay().String()}, nil })
}
