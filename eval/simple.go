package eval

import (
	"context"

	"tengen/baduk"
)

// Uniform returns an evaluator without knowledge: every legal move has the same prior, and the game is even.
func Uniform() Evaluator { return uniform{} }

type uniform struct{}

func (uniform) Info() Info { return Info{Name: "uniform"} }

func (uniform) Evaluate(ctx context.Context, in []Query, out []Evaluation) error {
	for i := range in {
		out[i].Resize(in[i].Game.Graph())
		legalPolicy(in[i].Game, out[i].Policy, func(baduk.Point) float32 { return 1 })
		clear(out[i].Ownership)
		out[i].Win, out[i].Lead, out[i].NoResult, out[i].ScoreStdev = 0.5, 0, 0, 0
	}
	return ctx.Err()
}

// Hashed returns an evaluator that computes its evaluations from a hash of the position. It has no knowledge of
// the game. Its answers depend only on the seed and on [baduk.Game.SearchKey], and are the same on every
// machine. Tests use it to compare whole searches bit for bit.
func Hashed(seed uint64) Evaluator { return hashed{seed} }

type hashed struct{ seed uint64 }

func (h hashed) Info() Info { return Info{Name: "hashed"} }

func (h hashed) Evaluate(ctx context.Context, in []Query, out []Evaluation) error {
	for i := range in {
		g := in[i].Game
		out[i].Resize(g.Graph())
		key := g.SearchKey() ^ h.seed
		// draw returns random number n of the position, 0..1
		draw := func(n int) float32 {
			x := key + uint64(n+1)*0x9e3779b97f4a7c15
			x = (x ^ x>>32) * 0xd6e8feb86659fd93
			x = (x ^ x>>32) * 0xd6e8feb86659fd93
			return float32((x^x>>32)>>40) / (1 << 24)
		}
		legalPolicy(g, out[i].Policy, func(p baduk.Point) float32 { return 0.01 + draw(int(p)+1) })
		n := g.Graph().Len()
		for p := range out[i].Ownership {
			out[i].Ownership[p] = 2*draw(n+2+p) - 1
		}
		out[i].Win = draw(2 * (n + 2))
		out[i].Lead = float32(n) * (2*out[i].Win - 1)
		out[i].NoResult, out[i].ScoreStdev = 0, 0
	}
	return ctx.Err()
}

// legalPolicy sets the policy to the weights of the legal moves of the player to move, including the pass,
// and scales the weights so that they sum to 1.
func legalPolicy(g *baduk.Game, policy []float32, weight func(baduk.Point) float32) {
	clear(policy)
	sum := float32(0)
	for _, m := range g.Actions(nil) {
		i := PolicyIndex(m.Point, len(policy)-1)
		policy[i] = weight(m.Point)
		sum += policy[i]
	}
	for i := range policy {
		if sum > 0 {
			policy[i] /= sum
		}
	}
}
