package engine

import (
	"fmt"
	"math"

	"tengen/baduk"
	"tengen/mcts"
)

// ResignParams describe when a player resigns. The player does not resign early in the game, and only after
// several hopeless moves in a row. The probability of winning and the lead in points decide whether a move is
// hopeless.
type ResignParams struct {
	// A position may be hopeless if the player's probability of winning is less than Below.
	Below float64 `json:"below"`
	// Such a position is hopeless if the player is behind by at least Behind points on 19x19. On other boards
	// this number is scaled in proportion to the side.
	Behind float64 `json:"behind"`
	// After is the number of hopeless moves in a row after which the player resigns; 0 means never.
	After int `json:"after"`
	// From is the number of moves after which the player may resign, as a share of the board's points.
	From float64 `json:"from"`
	// Odds is added to From if the player has given odds: a handicap, or a komi far from the usual one. A player
	// who has given odds begins behind and expects to catch up.
	Odds float64 `json:"odds"`
}

// DefaultResignParams returns the parameters of a polite player who does not resign early.
func DefaultResignParams() ResignParams {
	return ResignParams{Below: 0.04, Behind: 6, After: 3, From: 0.2, Odds: 0.3}
}

// Validate reports the first parameter that is out of range.
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

// resignation counts the hopeless moves of a game.
type resignation struct {
	hopeless [3]int // for each colour: number of hopeless moves in a row
	counted  [3]int // for each colour: number of turns when the last hopeless move was counted, plus 1
	length   int    // number of turns at the last move
}

// resigns counts hopeless moves and reports whether to resign. A search of only a few playouts is too
// uncertain and is ignored.
func (e *Engine) resigns(g *baduk.Game, r mcts.Result, rank Rank) bool {
	p, s, c := e.params.Resign.at(rank), &e.resign, g.ToPlay()
	if g.Len() < s.length {
		*s = resignation{} // this is another game, or moves were taken back
	}
	s.length = g.Len()
	if r.Playouts < e.params.Enough {
		return false
	}
	if !p.hopeless(g, WinFor(c, r.Win), r.Lead*float64(c.Number())) {
		s.hopeless[c] = 0
		return false
	}
	if s.counted[c] <= g.Len() { // counts a move once, even if the caller asks for it twice
		s.hopeless[c]++
		s.counted[c] = g.Len() + 1
	}
	return p.After > 0 && s.hopeless[c] >= p.After && p.late(g) && !couldHold(g, r.Ownership)
}

// hopeless reports whether a position is hopeless for a player with this probability of winning and this lead.
// The lead of a player who is behind is negative. A player who is behind by a quarter of the board has lost,
// even if the probability is not small: the hundred rollouts of a weak rank are never certain.
func (p ResignParams) hopeless(g *baduk.Game, win, lead float64) bool {
	unit, points := g.Graph().Unit()
	behind := unit * p.Behind * math.Sqrt(points) / 19
	if win < p.Below {
		return lead <= -behind
	}
	return win < 0.25 && lead <= -max(behind, unit*points/4)
}

// at returns the parameters of a player of a rank. Such a player never resigns earlier than by p. Weak players overlook
// that they have lost, and know that their opponent makes mistakes too: so the search's judgement alone is not their
// reason to resign. The numbers are those of people's games (docs/strength.md). A rank of 0 is full strength, for which
// p is unchanged.
func (p ResignParams) at(rank Rank) ResignParams {
	if rank == 0 || p.After == 0 {
		return p
	}
	part := float64(rank-Kyu30) / float64(Dan9-Kyu30)
	between := func(weak, strong float64) float64 { return weak * math.Pow(strong/weak, part) }
	p.Behind = max(p.Behind, between(70, 12))
	p.After = max(p.After, int(math.Round(between(12, 3))))
	p.From = max(p.From, between(0.5, 0.35))
	return p
}

// late reports whether enough moves were played for a resignation.
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

// gaveOdds reports whether the player to move began behind on purpose: against handicap stones, or with a
// komi far from the usual one.
func gaveOdds(g *baduk.Game) bool {
	komi := g.Rules().Komi.Points()
	if g.ToPlay() == baduk.White {
		return g.Handicap() >= 2 || komi < 0
	}
	return g.Handicap() < 2 && komi > 20
}

// couldHold reports whether the player to move would win or draw a count of the present position. After a pass
// of the opponent, this may be a count by the rules alone. If the board is mostly decided, it may be a count
// without the dead stones.
func couldHold(g *baduk.Game, ownership []float32) bool {
	holds := func(dead baduk.PointSet) bool {
		s := g.Score(dead)
		return s.Winner() != g.ToPlay().Opponent()
	}
	return g.Len() > 0 && g.Turn(g.Len()-1).IsPass() && holds(nil) ||
		mostlyDecided(g, ownership) && holds(agreedDead(g, ownership))
}
