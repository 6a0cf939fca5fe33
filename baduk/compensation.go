package baduk

import "math"

// Compensation is the number of points to add to Black's area minus White's
// area to get Black's lead under the rules. The number is the same for all
// positions that the players reach from here by alternating turns. It consists
// of komi and bonus, initial scores, the button, and pass stones. Under rules
// that count area and prisoners it includes the prisoners. Under territory
// rules it includes the difference between the numbers of stones that the
// players have placed. It does not include taxes or points that a player may
// gain later.
func (g *Game) Compensation() float64 {
	c := g.setup.Scores[Black] - g.setup.Scores[White] - g.rules.Komi.Points() - float64(g.Bonus())
	if g.rules.Button {
		switch g.button {
		case Black:
			c += 0.5
		case White:
			c -= 0.5
		}
	}
	if g.rules.PassStones {
		c += float64(g.passStones(White) - g.passStones(Black))
	}
	switch g.rules.Scoring {
	case ScoringTerritory:
		c -= float64(g.charged[Black] - g.charged[White])
	case ScoringAreaPrisoners:
		c += float64(g.pos.Prisoners[White] - g.pos.Prisoners[Black])
	}
	return c
}

// Unit returns the weight of a typical point: 1 on ordinary boards. On boards
// with weights it is the mean of the absolute weights, each weighted by itself.
// The result named effective is the approximate number of points of this weight
// on the board.
func (g *Graph) Unit() (unit, effective float64) {
	if g.life == nil {
		return 1, float64(g.Len())
	}
	sum, squares := 0.0, 0.0
	for _, w := range g.life.Weights {
		sum += math.Abs(w)
		squares += w * w
	}
	if squares == 0 {
		return 1, float64(g.Len())
	}
	return squares / sum, sum * sum / squares
}
