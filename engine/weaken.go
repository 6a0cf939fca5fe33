package engine

import (
	"context"
	"math"

	"tengen/baduk"
	"tengen/mcts"
	"tengen/rollout"
)

// A weaker player draws its move at random among the moves with the best priors. Better moves are drawn more
// often. The player does not play a move if a small search shows that the move loses more than a player of this
// rank would lose. It passes and resigns like a strong player.

const (
	// leastShare is a share of the best move's weight. Moves with less weight are not drawn. These are the
	// weights after the temperature was applied.
	leastShare = 0.01
	// mostDraws is the largest number of moves that are drawn and examined. If all of them lose too much, the
	// best move is played.
	mostDraws = 8
	// lookShare is the number of visits of the search for one visit of the search that examines a drawn move.
	lookShare = 8
	// leastRescued is the size of the smallest chain whose atari a weak player does not overlook, in stones.
	leastRescued = 2
)

// weaken returns the move that a player with these parameters makes. The parameter named best is the best move
// of the search.
func (e *Engine) weaken(ctx context.Context, g *baduk.Game, r mcts.Result, best *mcts.MoveInfo, rung Rung, t timing) *mcts.MoveInfo {
	if first, _ := e.candidates(g, r); rung.Temperature <= 0 || first == nil || first.Move != best.Move {
		return best // full strength, or the end of the game requires this move
	}
	weights, err := e.weights(ctx, g, r, rung, t)
	if err != nil {
		return best
	}
	rng := rollout.Rand(e.params.Search.Seed ^ g.SearchKey() + uint64(g.Len()))
	look := rung.look()
	if e.evaluator.Info().Stochastic {
		look = e.params.Enough
	}
	reference := math.NaN()
	var examined baduk.PointSet
	// This is rejection sampling: the probability of a move is its weight multiplied by rung.accepts(loss). The weight
	// of an examined move already contains the second factor.
	for range mostDraws {
		p := draw(weights, &rng)
		if p == baduk.NoPoint || p == best.Move.Point {
			return best
		}
		m := baduk.Move{Color: g.ToPlay(), Point: p}
		if examined.Has(p) {
			return infoOf(g, r, m)
		}
		if math.IsNaN(reference) {
			reference = e.leadAfter(ctx, g, best.Move, look, t)
		}
		accepted := rung.accepts(reference - e.leadAfter(ctx, g, m, look, t))
		if uniform(&rng) < accepted {
			return infoOf(g, r, m)
		}
		weights[p] *= accepted
		examined.Add(p)
	}
	return best
}

// look is the visits of the search that examines a drawn move. A net sees most bad moves in one evaluation.
func (a Rung) look() int { return max(1, a.Visits/lookShare) }

// accepts returns the probability, 0 to 1, with which a player plays a drawn move that loses this many points. If no
// time was left to examine the move, loss is NaN, and the player plays the move.
func (a Rung) accepts(loss float64) float64 {
	switch {
	case loss > a.Loss:
		return 0
	case loss > 0 && a.Tolerance > 0:
		return math.Exp(-loss / a.Tolerance)
	}
	return 1
}

// uniform returns a random number from 0 to 1.
func uniform(rng *rollout.Rand) float64 { return float64(rng.Uint64()>>11) / (1 << 53) }

// infoOf returns what the search knows about a move.
func infoOf(g *baduk.Game, r mcts.Result, m baduk.Move) *mcts.MoveInfo {
	for i := range r.Moves {
		if r.Moves[i].Move == m {
			return &r.Moves[i]
		}
	}
	return untried(g, m.Point)
}

// weights returns the weight of each point for a draw, flattened by the temperature. It is the policy of people of the
// rank. If the engine does not imitate people on this board, it is the number of visits plus the prior multiplied by
// Params.Enough. In this case, if the opponent's last move was an atari and the policy considers answers to it, only
// these answers have a weight.
func (e *Engine) weights(ctx context.Context, g *baduk.Game, r mcts.Result, rung Rung, t timing) ([]float64, error) {
	policy, answers, err := []float32(nil), baduk.PointSet(nil), error(nil)
	weights := make([]float64, g.Graph().Len())
	if e.imitates(g) {
		policy, err = e.askPeople(ctx, g, t)
	} else {
		policy, err = e.prior(ctx, g, t)
		answers = answersToAtari(g)
		for _, m := range r.Moves {
			if m.Move.Point != baduk.Pass {
				weights[m.Move.Point] = float64(m.Visits) / float64(e.params.Enough)
			}
		}
	}
	if err != nil {
		return nil, err
	}
	for p := range weights {
		weights[p] += float64(policy[p])
	}
	useful := among(e.useful(g))
	over := r.Playouts >= e.params.Enough && mostlyDecided(g, r.Ownership)
	most := 0.0
	for p := range weights {
		if point := baduk.Point(p); !useful(point) || over && waste(g, r.Ownership, point) {
			weights[p] = 0
		}
		most = max(most, weights[p])
	}
	seen := 0.0
	for p := range weights {
		if answers.Has(baduk.Point(p)) {
			seen += float64(policy[p])
		}
	}
	for p := range weights {
		weights[p] = math.Pow(weights[p]/most, 1/rung.Temperature)
		if weights[p] < leastShare || seen >= 0.2 && !answers.Has(baduk.Point(p)) {
			weights[p] = 0
		}
	}
	return weights, nil
}

// draw draws a point by weight, or returns NoPoint if all weights are 0.
func draw(weights []float64, rng *rollout.Rand) baduk.Point {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	if !(sum > 0) {
		return baduk.NoPoint
	}
	at := uniform(rng) * sum
	last := baduk.NoPoint
	for p, w := range weights {
		if w <= 0 {
			continue
		}
		last = baduk.Point(p)
		if at -= w; at < 0 {
			break
		}
	}
	return last
}

// leadAfter returns the lead of the player to move after the move m, in points. It searches the position after
// m. It returns NaN if that is not possible.
func (e *Engine) leadAfter(ctx context.Context, g *baduk.Game, m baduk.Move, playouts int, t timing) float64 {
	after := g.Clone()
	if after.Play(m) != nil || after.Over() {
		return math.NaN()
	}
	r, err := e.probe(ctx, after, playouts, t)
	if err != nil {
		return math.NaN()
	}
	return r.Lead * float64(m.Color.Number())
}

// lonelyOnEdge reports whether p lies on the first line of a rectangular board, and no stone is within two
// steps. Human players do not play on such points. On a board with weights, points on the first line may be
// valuable, so none is reported.
func lonelyOnEdge(g *baduk.Game, p baduk.Point) bool {
	graph := g.Graph()
	grid, _ := graph.Rectangle()
	if grid.Width < 5 || grid.Height < 5 || grid.Line(p) > 1 || graph.Life() != nil {
		return false
	}
	return rollout.Lonely(&g.Position().Board, p)
}

// answersToAtari returns the moves that save a chain of several stones if the opponent's last move put it in
// atari. The moves extend at the last liberty or capture a neighbouring chain. The set is empty if no such
// chain is in atari.
func answersToAtari(g *baduk.Game) baduk.PointSet {
	list := baduk.PointSet{}
	if g.Len() == 0 || passedLast(g) {
		return list
	}
	b, c := &g.Position().Board, g.ToPlay()
	last := g.Turn(g.Len() - 1)
	if last.Color == c {
		return list
	}
	for _, q := range g.Graph().Neighbours(last.Point) {
		if b.At(q) != c || b.Liberties(q) != 1 || b.ChainSize(q) < leastRescued {
			continue
		}
		if m := (baduk.Move{Color: c, Point: b.Liberty(q)}); takable(g, m) {
			list.Add(m.Point)
		}
		for _, s := range b.AppendChain(nil, q) {
			for _, o := range g.Graph().Neighbours(s) {
				if b.At(o) == c.Opponent() && b.Liberties(o) == 1 {
					list.Add(b.Liberty(o))
				}
			}
		}
	}
	return list
}
