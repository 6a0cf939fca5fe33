package engine

import (
	"math"

	"tengen/baduk"
)

// Rung is how a player of some strength is imitated.
type Rung struct {
	// Temperature flattens what the policy thinks of moves: 1 draws them as often
	// as it would, more plays odd moves more often, 0 always the best.
	Temperature float64
	// Visits of the search that the draw is made from; with few, the policy alone.
	Visits int
	// Loss is how many points a move may cost against the best one on 19x19; on a
	// smaller board less, in proportion to its side.
	Loss float64
	// Elo is how strong that is on each of [ScaleSizes], and 0 is GNU Go 3.8 at
	// level 10.
	Elo [3]float64
}

// ScaleSizes are the sides of the boards on which the rungs were measured. Between
// them their strength is interpolated.
func ScaleSizes() [3]float64 { return [3]float64{9, 13, 19} }

const (
	// gnuGo is the rank of GNU Go 3.8 at level 10 on KGS (Silver et al. 2016, which
	// gives Pachi 2 dan), and rankElo how far apart ranks are: 66 % of the games.
	gnuGo   = Dan1 - 5
	rankElo = 115
)

// Elo is how strong a rank is, and 0 is GNU Go 3.8 at level 10, a 5 kyu. Ranks
// are 115 apart: the stronger one wins two games of three.
func (r Rank) Elo() float64 { return float64(r-gnuGo) * rankElo }

// Scale is the ladder for nets or for rollouts, the weakest rung first. A rank
// lies between the two rungs whose strength is next to its own; beyond the ends
// there is nothing weaker or stronger.
func Scale(net bool) []Rung {
	if !net {
		return []Rung{
			{2.0, 100, 25, [3]float64{-1200, -1200, -1200}},
			{1.0, 400, 12, [3]float64{-200, -200, -200}},
			{0.5, 4000, 4, [3]float64{700, 700, 700}},
			{0.2, 40000, 2, [3]float64{1600, 1600, 1600}},
		}
	}
	return []Rung{
		{20, 1, 400, [3]float64{-1750, -1750, -1750}},
		{10, 1, 150, [3]float64{-1630, -1630, -1630}},
		{6.5, 1, 100, [3]float64{-1509, -1509, -1509}},
		{4.5, 1, 65, [3]float64{-1127, -1127, -1127}},
		{3.3, 1, 45, [3]float64{-887, -887, -887}},
		{2.6, 1, 30, [3]float64{-561, -561, -561}},
		{2.1, 1, 20, [3]float64{-103, -103, -103}},
		{1.7, 1, 14, [3]float64{249, 249, 249}},
		{1.4, 1, 10, [3]float64{424, 424, 424}},
		{1.1, 1, 7, [3]float64{572, 572, 572}},
		{0.85, 1, 5, [3]float64{667, 667, 667}},
		{0.6, 1, 3.5, [3]float64{842, 842, 842}},
		{0.3, 1, 2, [3]float64{889, 889, 889}},
		{0.2, 64, 1, [3]float64{1347, 1347, 1347}},
		{0, 400, 0, [3]float64{1554, 1554, 1554}},
	}
}

// rung is how the rank plays on the board of g.
func (e *Engine) rung(g *baduk.Game, r Rank) Rung {
	_, points := g.Graph().Unit()
	return rungOf(Scale(!e.evaluator.Info().Stochastic), r.Elo(), math.Sqrt(points))
}

// rungOf is how a player of that strength plays on a board of that side. Its loss is
// in points of that board, and of its strengths only the first is set.
func rungOf(scale []Rung, elo, side float64) Rung {
	before := scale[0]
	before.Elo[0] = before.elo(side)
	for _, next := range scale[1:] {
		if before.Elo[0] >= elo {
			break
		}
		next.Elo[0] = next.elo(side)
		if next.Elo[0] >= elo {
			if next.Elo[0] > before.Elo[0] {
				next = before.towards(next, (elo-before.Elo[0])/(next.Elo[0]-before.Elo[0]))
			}
			before = next
			break
		}
		before = next
	}
	before.Loss *= min(side, 19) / 19
	return before
}

// elo is the strength on a board of that side.
func (a Rung) elo(side float64) float64 {
	sizes := ScaleSizes()
	for i := 1; i < len(sizes); i++ {
		if side <= sizes[i] || i == len(sizes)-1 {
			part := (side - sizes[i-1]) / (sizes[i] - sizes[i-1])
			return a.Elo[i-1] + (a.Elo[i]-a.Elo[i-1])*min(max(part, 0), 1)
		}
	}
	return 0
}

// towards is the part of the way from a to b, visits by their logarithm.
func (a Rung) towards(b Rung, part float64) Rung {
	mix := func(x, y float64) float64 { return x + (y-x)*part }
	visits := math.Exp(mix(math.Log(float64(a.Visits)), math.Log(float64(b.Visits))))
	return Rung{mix(a.Temperature, b.Temperature), int(math.Round(visits)), mix(a.Loss, b.Loss), [3]float64{mix(a.Elo[0], b.Elo[0])}}
}
