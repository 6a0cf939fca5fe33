package engine

import (
	"context"

	"tengen/baduk"
	"tengen/rollout"
)

// Random is a player that chooses uniformly among the legal moves that do not fill one of its own simple eyes.
// It passes if it has no other legal moves. It is the weakest opponent against which other players are
// measured. One goroutine at a time may use it.
type Random struct{ rng rollout.Rand }

// NewRandom makes a random player. Players with the same seed play the same moves.
func NewRandom(seed uint64) *Random { return &Random{rollout.Rand(seed)} }

// Genmove draws a move for c. It ignores the limit.
func (r *Random) Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, _ Limit) (Decision, error) {
	u := rollout.NewUniform(g.Graph())
	return Decision{Move: baduk.Move{Color: c, Point: u.Choose(g, c, &r.rng)}, Win: 0.5}, ctx.Err()
}

// Dead returns no stones: a random player does not concede any.
func (r *Random) Dead(context.Context, *baduk.Game) (baduk.PointSet, error) {
	return baduk.PointSet{}, nil
}
