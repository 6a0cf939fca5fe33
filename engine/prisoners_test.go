package engine

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/internal/embedded"
	"tengen/mcts"
	"tengen/neteval"
	"tengen/nn"
)

// exactly is the value of a game for Black under perfect play, in points. It reports false
// if that takes more than the budget of positions.
func exactly(g *baduk.Game, alpha, beta float64, budget *int) (float64, bool) {
	if g.Over() {
		return g.Reward(baduk.RewardDifference), true
	}
	if *budget--; *budget < 0 {
		return 0, false
	}
	black := g.ToPlay() == baduk.Black
	for _, m := range g.Actions(nil) {
		if g.Play(m) != nil {
			continue
		}
		v, ok := exactly(g, alpha, beta, budget)
		g.Undo()
		switch {
		case !ok:
			return 0, false
		case black:
			alpha = max(alpha, v)
		default:
			beta = min(beta, v)
		}
		if alpha >= beta {
			break
		}
	}
	if black {
		return alpha, true
	}
	return beta, true
}

// TestSearchKnowsPrisoners compares the search with perfect play in late positions of small
// boards, under rules that count prisoners beside the area.
func TestSearchKnowsPrisoners(t *testing.T) {
	rules, err := baduk.ParseRules("logical-001+komi=0")
	if err != nil {
		t.Fatal(err)
	}
	m, err := nn.Read(strings.NewReader(embedded.Net()), nn.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	net, err := nn.NewNet(m, nn.BestLevel())
	if err != nil {
		t.Fatal(err)
	}
	factories := []eval.Factory{rollouts, func(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
		return neteval.New(net, g, neteval.Options{})
	}}
	rng := rand.New(rand.NewPCG(1, 2))
	var sum, n [2]float64
	caught := 0
	for cases := 0; cases < 60; {
		g := baduk.NewGame(baduk.MustRectangle(3+rng.IntN(2), 3+rng.IntN(2)), rules)
		for range g.Graph().Len()/2 + rng.IntN(g.Graph().Len()) {
			a := g.Actions(nil)
			if err := g.Play(a[rng.IntN(len(a))]); err != nil || g.Over() {
				break
			}
		}
		if g.Over() {
			continue
		}
		budget := 20_000
		value, ok := exactly(g, math.Inf(-1), math.Inf(1), &budget)
		if !ok {
			continue
		}
		area := g.Score(nil)
		if value != area.Lead() {
			caught++
		}
		cases++
		for k, f := range factories {
			e, err := New(DefaultParams(), f)
			if err != nil {
				t.Fatal(err)
			}
			r, err := e.Analyze(t.Context(), g, Analysis{Playouts: 200, Ask: mcts.Ask{}})
			if err != nil {
				t.Fatal(err)
			}
			sum[k] += math.Abs(r.Lead - value)
			n[k]++
		}
	}
	t.Logf("%d of 60 differ from the count: rollouts %.2f, net %.2f", caught, sum[0]/n[0], sum[1]/n[1])
}
