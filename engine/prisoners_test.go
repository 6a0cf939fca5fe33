package engine

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/internal/embedded"
	"tengen/neteval"
	"tengen/nn"
)

// exactly returns the value of a game for Black under perfect play, in points. It returns false if it would
// have to visit more positions than the budget allows.
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

// TestSearchKnowsPrisoners compares searches with perfect play under rules that count both area and
// prisoners. It compares the expected lead in late positions of small boards. The komi makes these games
// close. A search that ignored future captures would have a mean error per playout of 1.0 points with
// rollouts and 21 points with the net.
func TestSearchKnowsPrisoners(t *testing.T) {
	rules, err := baduk.ParseRules("logical-001+komi=0")
	if err != nil {
		t.Fatal(err)
	}
	m, err := nn.Read(strings.NewReader(embedded.Net()), nn.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	net, err := nn.NewNet(m, nn.FastestLevel().Exact())
	if err != nil {
		t.Fatal(err)
	}
	nets := func(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
		return neteval.New(net, g, neteval.Options{})
	}
	tests := []struct {
		name     string
		factory  eval.Factory
		playouts int
		most     float64 // mean error, in points
		sum      float64
	}{
		{"rollouts", rollouts, 1, 0.7, 0},
		{"rollouts", rollouts, 50, 0.5, 0},
		{"net", nets, 1, 1, 0},
		{"net", nets, 50, 1, 0},
	}
	rng := rand.New(rand.NewPCG(1, 2))
	positions := 60
	if testing.Short() {
		positions = 15
	}
	captures := 0 // number of positions in which future captures change the value
	for range positions {
		g, value := latePosition(t, rules, rng)
		if s := g.Score(nil); s.Lead() != value {
			captures++
		}
		half := 0.5
		if g.ToPlay() == baduk.White {
			half = -0.5
		}
		rules := rules
		rules.Komi = baduk.Komi(2 * (value - half))
		moves := g.Moves()
		g = baduk.NewGame(g.Graph(), rules)
		for _, m := range moves {
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		for i := range tests {
			e, err := New(RolloutParams(), tests[i].factory)
			if err != nil {
				t.Fatal(err)
			}
			r, err := e.Analyze(t.Context(), g, Analysis{Playouts: tests[i].playouts})
			if err != nil {
				t.Fatal(err)
			}
			tests[i].sum += math.Abs(r.Lead - half)
		}
	}
	for _, test := range tests {
		mean := test.sum / float64(positions)
		t.Logf("%s, %d playouts: mean error %.2f points", test.name, test.playouts, mean)
		if mean > test.most {
			t.Errorf("%s, %d playouts: mean error %.2f points, more than %v", test.name, test.playouts, mean, test.most)
		}
	}
	if captures < positions/4 {
		t.Errorf("stones are still to be captured in %d positions only", captures)
	}
}

// latePosition is a random position of 3x3 to 4x4 points for which perfect play can be found, with its value
// for Black.
func latePosition(t *testing.T, rules baduk.Rules, rng *rand.Rand) (*baduk.Game, float64) {
	for {
		g := baduk.NewGame(baduk.MustRectangle(3+rng.IntN(2), 3+rng.IntN(2)), rules)
		for range g.Graph().Len()/2 + rng.IntN(g.Graph().Len()) {
			if g.Over() {
				break
			}
			a := g.Actions(nil)
			if err := g.Play(a[rng.IntN(len(a))]); err != nil {
				t.Fatal(err)
			}
		}
		budget := 20_000
		if value, ok := exactly(g, math.Inf(-1), math.Inf(1), &budget); ok && !g.Over() {
			return g, value
		}
	}
}
