package rollout

import (
	"tengen/baduk"
)

// NewLinearEvaluator makes an evaluator whose rollouts and priors come from a trained policy. It returns an error for a
// board on which the policy cannot play; [NewEvaluator] works on any board.
func NewLinearEvaluator(g *baduk.Graph, l *Linear) (*Evaluator, error) {
	if err := checkLinear(g); err != nil {
		return nil, err
	}
	e := &Evaluator{graph: g, shape: newShape(g)}
	e.free.New = func() any {
		return &worker{counter: newCounter(g), linear: newLinearPlay(l, e.shape)}
	}
	return e, nil
}

// linearPass is the prior of a pass.
const linearPass = 1e-3

// prior fills policy with the probabilities of the legal moves of g, which is at the player's position.
func (t *linearPlay) prior(g *baduk.Game, policy []float32) {
	clear(policy)
	t.responses()
	c := t.pos.ToPlay
	for p, w := range t.weights[c] {
		policy[p] = float32(w)
	}
	for _, m := range t.changed {
		policy[m.point] = float32(m.weight)
	}
	sum := float32(0)
	for p, w := range policy[:len(policy)-1] {
		if g.Legal(baduk.Move{Color: c, Point: baduk.Point(p)}) != baduk.Legal {
			policy[p] = 0
			continue
		}
		if w == 0 {
			policy[p] = 1 // the rollouts leave out this move, but the search may try it
		}
		sum += policy[p]
	}
	if sum == 0 {
		policy[len(policy)-1] = 1
		return
	}
	for p := range policy {
		policy[p] *= (1 - linearPass) / sum
	}
	policy[len(policy)-1] = linearPass
}

// LinearGames plays games from the empty board by a trained policy, so that its speed can be measured. It is not safe
// for concurrent use.
type LinearGames struct {
	play  *linearPlay
	empty *baduk.Position
}

// NewLinearGames makes a player for a board. It returns an error for a board on which the policy cannot play.
func NewLinearGames(g *baduk.Graph, l *Linear) (*LinearGames, error) {
	if err := checkLinear(g); err != nil {
		return nil, err
	}
	return &LinearGames{newLinearPlay(l, newShape(g)), baduk.NewPosition(g)}, nil
}

// Play plays a game of at most maxMoves moves and returns the number of its moves, including passes.
func (l *LinearGames) Play(rng *Rand, maxMoves int) (moves int) {
	l.play.from(l.empty, baduk.NoPoint)
	return l.play.playOut(rng, maxMoves, nil)
}
