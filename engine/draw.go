package engine

import (
	"math"
	"math/rand/v2"

	"tengen/baduk"
	"tengen/mcts"
)

// Draw describes how a move is drawn at random from the result of a search. It is used instead of taking the
// best move.
type Draw struct {
	// Temperature is 0 to take the best move, and 1 to draw moves in proportion to their visits.
	Temperature float64
	// OnlyBelow is a share of the visits, 0..1. The temperature changes only the probabilities of moves with a
	// smaller share.
	OnlyBelow float64
	// Subtract is a number of visits that is first subtracted from every move.
	Subtract float64
	// HumanPolicy changes the play-selection values of the moves before the draw, see [mcts.HumanPolicy.Rerank].
	HumanPolicy mcts.HumanPolicy
}

// Decide replaces the move of a decision by a move that is drawn from r. A move without a playout can be drawn
// only if the human policy plays the move and the function forbidden returns false for it. In three cases Decide
// returns the decision unchanged: the player resigns; the player passes; the decision is not the best move of r,
// because a second search has chosen another move.
func (w Draw) Decide(g *baduk.Game, d Decision, r *mcts.Result, forbidden func(baduk.Point) bool, rng *rand.Rand) Decision {
	if d.Resign || d.Move.IsPass() || len(r.Moves) == 0 || r.Moves[0].Move != d.Move {
		return d
	}
	if c := d.Move.Color; g.ToPlay() != c {
		g = g.Clone()
		g.SetToPlay(c)
	}
	useful := among(sensible(g))
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
	mostSubtracted   = 1.0 / 64 // largest effect of Subtract, as a share of the best move's value
	leastOnlyBelow   = 1e-50    // smallest value of OnlyBelow, used instead of 0
	leastTemperature = 1e-4     // with temperatures up to this one, the best move is taken
)

// chances returns for each move the probability that it is drawn, computed from the play-selection values.
// The probabilities sum to 1, except for rounding, or are all 0.
func (w Draw) chances(moves []mcts.MoveInfo) []float64 {
	values := make([]float64, len(moves))
	most, sum := 0.0, 0.0
	for i, m := range moves {
		if m.Move.IsPass() {
			continue // the player has decided not to pass
		}
		values[i] = m.PlaySelection
		most = max(most, values[i])
	}
	for i := range values {
		values[i] = max(0, values[i]-min(w.Subtract, most*mostSubtracted))
		sum += values[i]
	}
	total, top, best := 0.0, 0.0, 0 // the first of several best moves, as in KataGo
	for i, v := range values {
		if v > top {
			top, best = v, i
		}
	}
	threshold := min(top, max(w.OnlyBelow, leastOnlyBelow)*sum) // values above the threshold keep their share
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
