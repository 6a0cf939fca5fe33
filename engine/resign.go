package engine

import (
	"fmt"
	"math"

	"tengen/baduk"
	"tengen/mcts"
)

// ResignParams say when a game is given up: after several moves in a row at which
// it was hopeless, by the chance to win and by points, and not early.
type ResignParams struct {
	// Below is the probability of winning under which a position is hopeless.
	Below float64 `json:"below"`
	// Behind is how many points a player has to be behind too, on 19x19; on other
	// boards it is as much of the side of the board.
	Behind float64 `json:"behind"`
	// After is how many hopeless moves in a row it takes; 0 never resigns.
	After int `json:"after"`
	// From is the part of the board's points that have to be played on before.
	From float64 `json:"from"`
	// Odds is added to From where the player has given odds: a handicap, or a komi
	// against what is usual. Who gives odds begins behind and is there to catch up.
	Odds float64 `json:"odds"`
}

// DefaultResignParams are those of a polite player who does not give up early.
func DefaultResignParams() ResignParams {
	return ResignParams{Below: 0.04, Behind: 6, After: 3, From: 0.2, Odds: 0.3}
}

// Validate reports the first parameter that makes no sense.
func (p ResignParams) Validate() error {
	switch {
	case !(p.Below >= 0 && p.Below <= 0.5):
		return fmt.Errorf("resign.below is %v, not 0 to 0.5", p.Below)
	case !(p.Behind >= 0):
		return fmt.Errorf("resign.behind is %v, not 0 or more", p.Behind)
	case p.After < 0:
		return fmt.Errorf("resign.after is %d, not 0 or more", p.After)
	case !(p.From >= 0 && p.From <= 10 && p.Odds >= 0 && p.Odds <= 10):
		return fmt.Errorf("resign.from and resign.odds are %v and %v, not 0 to 10", p.From, p.Odds)
	}
	return nil
}

// resignation is what a player remembers of a game.
type resignation struct {
	hopeless [3]int // by colour: hopeless moves in a row
	counted  [3]int // by colour: turns of the game when the last one was counted, and one
	length   int    // of the game at the last move
}

// resigns counts hopeless moves and says when it is enough. A search that was
// cut off after a few playouts knows too little to count.
func (e *Engine) resigns(g *baduk.Game, r mcts.Result) bool {
	p, s, c := e.params.Resign, &e.resign, g.ToPlay()
	if g.Len() < s.length {
		*s = resignation{} // another game, or undone
	}
	s.length = g.Len()
	if r.Playouts < e.params.Enough {
		return false
	}
	if !p.hopeless(g, winFor(c, r.Win), r.Lead*float64(c.Number())) {
		s.hopeless[c] = 0
		return false
	}
	if s.counted[c] <= g.Len() { // asked again about a move, a player does not lose hope again
		s.hopeless[c]++
		s.counted[c] = g.Len() + 1
	}
	return p.After > 0 && s.hopeless[c] >= p.After && p.late(g) && !couldHold(g, r.Ownership)
}

// hopeless judges the chance of the player to move and the lead, which is negative
// where the player is behind. A player who is behind by a quarter of the board is
// lost even to an evaluator that is never sure, such as the hundred rollouts of a
// weak rank.
func (p ResignParams) hopeless(g *baduk.Game, win, lead float64) bool {
	unit, points := g.Graph().Unit()
	if win < p.Below {
		return lead <= -unit*p.Behind*math.Sqrt(points)/19
	}
	return win < 0.25 && lead <= -unit*points/4
}

// late reports whether enough was played for giving up.
func (p ResignParams) late(g *baduk.Game) bool {
	from := p.From
	if gaveOdds(g) {
		from += p.Odds
	}
	_, points := g.Graph().Unit()
	b := g.Position()
	played := max(g.Len(), b.Stones(baduk.Black)+b.Stones(baduk.White)) - g.Handicap()
	return float64(played) >= from*points
}

// gaveOdds reports whether the player to move began behind on purpose: with
// handicap stones against, or a komi far from the usual one.
func gaveOdds(g *baduk.Game) bool {
	komi := g.Rules().Komi.Points()
	if g.ToPlay() == baduk.White {
		return g.Handicap() >= 2 || komi < 0
	}
	return g.Handicap() < 2 && komi > 20
}

// couldHold reports whether the player to move would win or draw if the game was counted
// now: by the rules alone if the opponent has just passed, and without the dead stones if
// little is open.
func couldHold(g *baduk.Game, ownership []float32) bool {
	holds := func(dead baduk.PointSet) bool {
		s := g.Score(dead)
		return s.Winner() != g.ToPlay().Opponent()
	}
	return g.Len() > 0 && g.Turn(g.Len()-1).IsPass() && holds(nil) ||
		mostlyDecided(g, ownership) && holds(agreedDead(g, ownership))
}
