package baduk

import "math"

// Compensation is what has to be added to Black's area minus White's, in a
// position that players reach from here by taking turns, to get the lead that
// the rules will count: komi and bonus, initial scores, the button, pass stones,
// prisoners where they count besides the area, and where territory counts the
// difference in stones that were spent so far. Taxes, and who will take what is
// still to be had, are not in it.
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

// Unit is the weight of a typical point that matters: 1 on ordinary boards, the
// mean of the weights, weighted by themselves, on others. Effective is about how
// many points of that weight the board has.
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
