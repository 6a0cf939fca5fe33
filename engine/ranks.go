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
//
// For nets the distances were measured with KataGo's b6c96 of run g170 (docs/strength.md),
// but for the last rung, and on 19x19 those below the third and above the twelfth, which are
// guessed from 13x13. Where GNU Go stands was measured on 9x9 (+-80 Elo) and 13x13 (+-200) and
// guessed on 19x19. The ladder for rollouts is a guess.
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
		{17.9, 1, 348, [3]float64{-1859, -2953, -4150}},
		{6.4, 1, 99, [3]float64{-1591, -2691, -3770}},
		{5.2, 1, 78, [3]float64{-1519, -2542, -3553}},
		{4.0, 1, 57, [3]float64{-1261, -2280, -3170}},
		{3.1, 1, 41, [3]float64{-968, -1764, -2745}},
		{2.6, 1, 31, [3]float64{-753, -1410, -2266}},
		{2.4, 1, 25, [3]float64{-619, -1184, -1841}},
		{2.1, 1, 20, [3]float64{-394, -880, -1362}},
		{1.9, 1, 16, [3]float64{-252, -495, -685}},
		{1.5, 1, 12, [3]float64{-102, -233, -303}},
		{1.1, 1, 6.9, [3]float64{41, 152, 250}},
		{0.65, 1, 3.8, [3]float64{286, 434, 675}},
		{0.27, 4, 1.7, [3]float64{397, 627, 955}},
		{0.22, 30, 1.2, [3]float64{718, 1089, 1625}},
		{0.06, 237, 0.3, [3]float64{1127, 1678, 2480}},
		{0, 2000, 0, [3]float64{1510, 2220, 3200}},
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
