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
	// Visits of the search that the draw is made from, along with the policy.
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

// The ranks are those of 19x19, where GNU Go 3.8 at level 10 is a 5 kyu on KGS (Silver et al. 2016, who
// give Pachi 2 dan). On 9x9 all programs are better beside people, and there is less room between random
// moves and a long search: GNU Go stands higher there, and ranks are closer.

// gnuGo is the rank at which GNU Go stands on each of [ScaleSizes].
func gnuGo() [3]float64 { return [3]float64{18, 16, 16} }

// rankElo is how far apart ranks are on each of [ScaleSizes]: the stronger one wins 65 to 72 games of 100.
func rankElo() [3]float64 { return [3]float64{110, 139, 160} }

// Elo is how strong a rank is on a board of that side, and 0 is GNU Go 3.8 at level 10.
func (r Rank) Elo(side float64) float64 {
	return (float64(r) - bySide(gnuGo(), side)) * bySide(rankElo(), side)
}

// Scale is the ladder for nets or for rollouts, the weakest rung first. A rank
// lies between the two rungs whose strength is next to its own; beyond the ends
// there is nothing weaker or stronger.
//
// For nets the distances were measured with tengen-b6c64-1 between 20 kyu and 5 dan (docs/strength.md). What is weaker or
// stronger is as far from these as it was with the net before, when the first two on 13x13 and 19x19, and those of more than
// 450 and 200 visits there, were guessed from their neighbours, and the strongest had 8,000 visits; the first on 9x9 is what it
// was, which its games allow. Where GNU Go stands was measured to within 100 Elo on 9x9 and 13x13, and 130 on 19x19. The
// ladder for rollouts is a guess.
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
		{17.9, 8, 348, [3]float64{-1878, -2540, -3850}},
		{6.4, 8, 99, [3]float64{-1379, -2177, -3573}},
		{5.2, 8, 78, [3]float64{-1228, -1987, -3290}},
		{4, 8, 57, [3]float64{-1064, -1705, -2995}},
		{3.4, 8, 46, [3]float64{-935, -1475, -2602}},
		{3, 8, 39, [3]float64{-797, -1284, -2201}},
		{2.75, 8, 34, [3]float64{-666, -1105, -1874}},
		{2.55, 8, 30, [3]float64{-569, -952, -1689}},
		{2.4, 8, 25, [3]float64{-482, -848, -1539}},
		{2.25, 8, 22.5, [3]float64{-425, -751, -1360}},
		{2.1, 8, 20, [3]float64{-369, -644, -1193}},
		{1.9, 8, 16, [3]float64{-224, -432, -944}},
		{1.6, 8, 13, [3]float64{-91, -149, -524}},
		{1.48, 8, 11.8, [3]float64{-30, -34, -368}},
		{1.36, 8, 10.2, [3]float64{28, 48, -178}},
		{1.12, 8, 7.2, [3]float64{116, 185, 162}},
		{0.88, 8, 5.3, [3]float64{176, 301, 337}},
		{0.64, 8, 3.7, [3]float64{241, 382, 473}},
		{0.4, 8, 2.4, [3]float64{301, 468, 634}},
		{0.34, 12, 2, [3]float64{327, 543, 711}},
		{0.3, 18, 1.7, [3]float64{379, 645, 791}},
		{0.26, 27, 1.4, [3]float64{473, 746, 887}},
		{0.22, 40, 1.2, [3]float64{531, 842, 1003}},
		{0.14, 90, 0.8, [3]float64{654, 1035, 1336}},
		{0.06, 200, 0.4, [3]float64{756, 1206, 1607}},
		{0.02, 450, 0.2, [3]float64{846, 1373, 1858}},
		{0, 2000, 0, [3]float64{1010, 1660, 2300}},
		{0, 12000, 0, [3]float64{1213, 2010, 2825}},
	}
}

// rung is how the rank plays on the board of g.
func (e *Engine) rung(g *baduk.Game, r Rank) Rung {
	_, points := g.Graph().Unit()
	side := math.Sqrt(points)
	return rungOf(Scale(!e.evaluator.Info().Stochastic), r.Elo(side), side)
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
func (a Rung) elo(side float64) float64 { return bySide(a.Elo, side) }

// bySide is the value for a board of that side, of which those on [ScaleSizes] are known.
func bySide(values [3]float64, side float64) float64 {
	sizes, i := ScaleSizes(), 1
	if side > sizes[1] {
		i = 2
	}
	part := (side - sizes[i-1]) / (sizes[i] - sizes[i-1])
	return values[i-1] + (values[i]-values[i-1])*min(max(part, 0), 1)
}

// towards is the part of the way from a to b, visits by their logarithm.
func (a Rung) towards(b Rung, part float64) Rung {
	mix := func(x, y float64) float64 { return x + (y-x)*part }
	visits := math.Exp(mix(math.Log(float64(a.Visits)), math.Log(float64(b.Visits))))
	return Rung{mix(a.Temperature, b.Temperature), int(math.Round(visits)), mix(a.Loss, b.Loss), [3]float64{mix(a.Elo[0], b.Elo[0])}}
}
