package engine

import (
	"math"

	"tengen/baduk"
)

// Rung contains the parameters with which the engine imitates a player of some strength.
type Rung struct {
	// Temperature flattens the weights of moves. If it is 1, moves are drawn in proportion to their weights. If
	// it is larger, unusual moves are drawn more often. If it is 0, the best move is always played.
	Temperature float64
	// Tolerance is a loss in points. A move that loses this much, compared with the best move, is played 1/e times
	// as often as its weight says. If it is 0, the loss of a move does not matter up to Loss.
	Tolerance float64
	// Visits is the number of visits of the search. The weight of a move comes from its visits and from the
	// policy.
	Visits int
	// Loss is the largest number of points that a move may lose, compared with the best move. The rungs of [Scale]
	// have it for 19x19, and it is reduced in proportion to the side on smaller boards.
	Loss float64
	// Elo is the strength of the rung on each of [ScaleSizes]. GNU Go 3.8 at level 10 has the strength 0.
	Elo [3]float64
}

// ScaleSizes are the sides of the boards on which the rungs were measured. Strengths on other boards are
// interpolated.
func ScaleSizes() [3]float64 { return [3]float64{9, 13, 19} }

// Scale returns the list of rungs for nets or for rollouts, the weakest first. For a rank, the engine
// interpolates between the two rungs with the nearest strengths. For a rank that is weaker or stronger than all
// rungs, it uses the first or the last rung.
//
// For nets the distances were measured with tengen-b6c64-2 between 20 kyu and 5 dan (docs/strength.md). Weaker
// and stronger rungs keep the distances of earlier nets. With those nets, some rungs were guessed from their
// neighbours: the first two rungs on 13x13 and 19x19, the rungs with more than 450 visits on 13x13, and those
// with more than 200 visits on 19x19. The first rung on 9x9 has a lower strength than its games showed. This
// strength is still within the confidence interval of the games. The strength of GNU Go on this scale was
// measured to within 100 Elo on 9x9 and 13x13, and to within 150 on 19x19. The rungs for rollouts are guesses.
func Scale(net bool) []Rung {
	if !net {
		return []Rung{
			{2.0, 0, 100, 25, [3]float64{-1200, -1200, -1200}},
			{1.0, 0, 400, 12, [3]float64{-200, -200, -200}},
			{0.5, 0, 4000, 4, [3]float64{700, 700, 700}},
			{0.2, 0, 40000, 2, [3]float64{1600, 1600, 1600}},
		}
	}
	return []Rung{
		{17.9, 0, 8, 348, [3]float64{-1878, -2277, -3285}},
		{6.4, 0, 8, 99, [3]float64{-1413, -1914, -3008}},
		{5.2, 0, 8, 78, [3]float64{-1280, -1740, -2725}},
		{4, 0, 8, 57, [3]float64{-1130, -1505, -2430}},
		{3.4, 0, 8, 46, [3]float64{-1004, -1307, -2037}},
		{3, 0, 8, 39, [3]float64{-866, -1131, -1661}},
		{2.75, 0, 8, 34, [3]float64{-732, -965, -1376}},
		{2.55, 0, 8, 30, [3]float64{-629, -824, -1210}},
		{2.4, 0, 8, 25, [3]float64{-534, -727, -1075}},
		{2.25, 0, 8, 22.5, [3]float64{-471, -637, -921}},
		{2.1, 0, 8, 20, [3]float64{-408, -538, -783}},
		{1.9, 0, 8, 16, [3]float64{-247, -340, -586}},
		{1.6, 0, 8, 13, [3]float64{-97, -75, -251}},
		{1.48, 0, 8, 11.8, [3]float64{-29, 41, -119}},
		{1.36, 0, 8, 10.2, [3]float64{34, 129, 43}},
		{1.12, 0, 8, 7.2, [3]float64{130, 279, 337}},
		{0.88, 0, 8, 5.3, [3]float64{193, 407, 501}},
		{0.64, 0, 8, 3.7, [3]float64{262, 495, 630}},
		{0.4, 0, 8, 2.4, [3]float64{324, 590, 775}},
		{0.34, 0, 12, 2, [3]float64{352, 673, 846}},
		{0.3, 0, 18, 1.7, [3]float64{406, 784, 920}},
		{0.26, 0, 27, 1.4, [3]float64{503, 894, 1008}},
		{0.22, 0, 40, 1.2, [3]float64{564, 999, 1110}},
		{0.14, 0, 90, 0.8, [3]float64{691, 1204, 1388}},
		{0.06, 0, 200, 0.4, [3]float64{796, 1380, 1640}},
		{0.02, 0, 450, 0.2, [3]float64{887, 1548, 1891}},
		{0, 0, 2000, 0, [3]float64{1051, 1835, 2333}},
		{0, 0, 12000, 0, [3]float64{1254, 2185, 2858}},
	}
}

// rung returns the parameters for a rank on the board of g.
func (e *Engine) rung(g *baduk.Game, r Rank) Rung {
	if e.imitates(g) {
		return peopleRung(r)
	}
	_, points := g.Graph().Unit()
	side := math.Sqrt(points)
	return rungOf(Scale(!e.evaluator.Info().Stochastic), r.Elo(side), side)
}

// rungOf returns the parameters for this strength on a board of this side. In the result, Loss is in points of
// this board, and only Elo[0] is set.
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
	return before.on(side)
}

// on returns the rung with Loss in points of a board of this side.
func (a Rung) on(side float64) Rung {
	a.Loss *= min(side, 19) / 19
	return a
}

// elo returns the rung's strength on a board of this side.
func (a Rung) elo(side float64) float64 { return bySide(a.Elo, side) }

// bySide interpolates a value for a board of this side from the values on [ScaleSizes].
func bySide(values [3]float64, side float64) float64 {
	sizes, i := ScaleSizes(), 1
	if side > sizes[1] {
		i = 2
	}
	part := (side - sizes[i-1]) / (sizes[i] - sizes[i-1])
	return values[i-1] + (values[i]-values[i-1])*min(max(part, 0), 1)
}

// towards interpolates between two rungs: part 0 gives the rung a, and part 1 the rung b. It interpolates the
// logarithm of the visits.
func (a Rung) towards(b Rung, part float64) Rung {
	mix := func(x, y float64) float64 { return x + (y-x)*part }
	for i := range a.Elo {
		a.Elo[i] = mix(a.Elo[i], b.Elo[i])
	}
	a.Temperature, a.Tolerance, a.Loss = mix(a.Temperature, b.Temperature), mix(a.Tolerance, b.Tolerance), mix(a.Loss, b.Loss)
	a.Visits = int(math.Round(math.Exp(mix(math.Log(float64(a.Visits)), math.Log(float64(b.Visits))))))
	return a
}
