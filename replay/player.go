package replay

import (
	"fmt"

	"tengen/baduk"
)

// A Player computes [Game.At] for many rows. It takes half the time of [Game.At], because it reuses its memory. It must
// not be used by several goroutines at the same time. The zero value is ready to use.
type Player struct{ at *baduk.Game }

// At returns the game as it was before the given turn; see [Game.At]. The result is valid until the next call of At.
func (p *Player) At(g *Game, turn int) (*baduk.Game, error) {
	if turn < 0 || turn > len(g.Moves) {
		return nil, fmt.Errorf("the game has %d turns, so turn %d does not exist", len(g.Moves), turn)
	}
	start, err := baduk.NewGameFrom(g.Graph, g.Rules, g.Setup)
	if err != nil {
		return nil, fmt.Errorf("the game cannot be played: %w", err)
	}
	if p.at == nil || p.at.Graph() != g.Graph {
		p.at = start
	} else {
		p.at.CopyFrom(start)
	}
	for _, m := range g.Moves[:turn] {
		if p.at.Over() {
			p.at.Resume(baduk.Empty)
		}
		if err := p.at.Play(m); err != nil {
			return nil, fmt.Errorf("the game cannot be played: %w", err)
		}
	}
	g.setTurn(p.at)
	return p.at, nil
}
