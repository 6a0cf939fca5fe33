package engine

import (
	"math"
	"math/rand/v2"

	"tengen/baduk"
	"tengen/mcts"
)

// Draw says how a move is drawn at random from the result of a search, instead of the best move.
type Draw struct {
	// Temperature 0 takes the best move, 1 draws moves in proportion to their visits.
	Temperature float64
	// OnlyBelow is the probability, 0..1, above which a move keeps the probability of its visits.
	OnlyBelow float64
	// Subtract is a number of visits that is first taken from every move.
	Subtract float64
	// HumanPolicy changes the play-selection values before the draw, see [mcts.HumanPolicy.Rerank].
	HumanPolicy mcts.HumanPolicy
}

// Decide replaces the move of a decision by one that is drawn from r. Among the candidates are moves
// without a playout if the human policy plays them and they are not forbidden. The decision stays if
// the player resigns or passes, and if a second search chose another move than the best of r.
func (w Draw) Decide(g *baduk.Game, d Decision, r *mcts.Result, forbidden func(baduk.Point) bool, rng *rand.Rand) Decision {
	if d.Resign || d.Move.IsPass() || len(r.Moves) == 0 || r.Moves[0].Move != d.Move {
		return d
	}
	if c := d.Move.Color; g.ToPlay() != c {
		g = g.Clone()
		g.SetToPlay(c)
	}
	useful := sensibleAt(g)
	moves := w.HumanPolicy.Rerank(r, func(p baduk.Point) bool { return useful(p) && !forbidden(p) })
	x := rng.Float64()
	for i, chance := range w.chances(moves) {
		if x -= chance; x < 0 {
			d.Move, d.PV = moves[i].Move, moves[i].PV
			break
		}
	}
	return d
}

// Numbers that KataGo has in the code of the same draw (searchresults.cpp, searchhelpers.cpp).
const (
	mostSubtracted   = 1.0 / 64 // share of the best move's value that Subtract never exceeds
	leastOnlyBelow   = 1e-50    // what OnlyBelow 0 counts as
	leastTemperature = 1e-4     // temperatures up to this one take the best move
)

// chances is the probability of each move to be drawn. They sum to 1, except for rounding, or to 0. The
// weight of a move is its play-selection value.
func (w Draw) chances(moves []mcts.MoveInfo) []float64 {
	values := make([]float64, len(moves))
	most, sum := 0.0, 0.0
	for i, m := range moves {
		if m.Move.IsPass() {
			continue // the player decided against it
		}
		values[i] = m.PlaySelection
		most = max(most, values[i])
	}
	for i := range values {
		values[i] = max(0, values[i]-min(w.Subtract, most*mostSubtracted))
		sum += values[i]
	}
	total, top, best := 0.0, 0.0, 0 // of several best moves the first, as in KataGo
	for i, v := range values {
		if v > top {
			top, best = v, i
		}
	}
	threshold := min(top, max(w.OnlyBelow, leastOnlyBelow)*sum) // values above it keep their share
	for i, v := range values {
		switch {
		case v <= 0:
			values[i] = 0
		case v > threshold:
			values[i] = v / top
		case w.Temperature <= leastTemperature && threshold == top && i == best:
			values[i] = 1
		case w.Temperature <= leastTemperature:
			values[i] = 0
		default:
			values[i] = math.Pow(v/threshold, 1/w.Temperature) * threshold / top
		}
		total += values[i]
	}
	if total > 0 {
		for i := range values {
			values[i] /= total
		}
	}
	return values
}
