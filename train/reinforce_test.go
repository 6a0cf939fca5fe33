package train

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"tengen/baduk"
	"tengen/nn"
	"tengen/replay"
	"tengen/rollout"
)

func testReinforcement(t *testing.T, path string, threads int) *Reinforcement {
	t.Helper()
	o := ReinforcementOptions(1000, threads, 0.01)
	r, err := NewReinforcement(path, nn.New("test", nn.Architecture{Blocks: 1, Channels: 16}, 3), nn.FastestLevel().Exact(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// chances returns the probabilities of the moves that the net gives in the position at the end of the game.
func chances(t *testing.T, r *Reinforcement, g *replay.Game) []float64 {
	t.Helper()
	rows := NewRows(r.Model(), Mix{})
	rows.candidates = map[*baduk.Graph]*rollout.Uniform{}
	one := *g
	one.Samples = []replay.Sample{{Turn: len(g.Moves), Weight: 1}}
	var in nn.Input
	var target Target
	var tape nn.Tape
	out := make([]nn.Result, 1)
	if err := rows.Fill(&replay.Row{Game: &one}, &in, &target); err != nil {
		t.Fatal(err)
	}
	if err := r.trainer.learner.Forward(&tape, []nn.Input{in}, out); err != nil {
		t.Fatal(err)
	}
	list, sum := make([]float64, len(target.Among)), 0.0
	for i, logit := range append(slices.Clone(out[0].Policy[0]), out[0].Pass[0]) {
		if target.Among[i] {
			list[i] = math.Exp(float64(logit))
			sum += list[i]
		}
	}
	for i := range list {
		list[i] /= sum
	}
	return list
}

// course is a possible course of the game of TestGradientOfExpectedReward.
type course struct {
	game   *replay.Game
	chance float64
	reward float64
}

// courses enumerates the first three turns on 3x2. The net plays Black, and White plays a fixed policy.
func courses(t *testing.T, r *Reinforcement) (all []course) {
	t.Helper()
	graph := baduk.MustRectangle(3, 2)
	var play func(g *replay.Game, chance float64)
	play = func(g *replay.Game, chance float64) {
		turn := len(g.Moves)
		if turn == 3 {
			first, second, third := float64(g.Moves[0].Point), float64(g.Moves[1].Point), float64(g.Moves[2].Point)
			all = append(all, course{g, chance, 3*first*first - 12*third + first*second*third})
			return
		}
		c, list := baduk.Black, chances(t, r, g)
		if turn == 1 {
			c = baduk.White
			sum := 0.0
			for i := range list {
				if list[i] > 0 {
					list[i] = float64(1 + i)
				}
				sum += list[i]
			}
			for i := range list {
				list[i] /= sum
			}
		}
		for i, p := range list {
			if p == 0 {
				continue
			}
			next := *g
			m := baduk.Move{Color: c, Point: baduk.Point(i)}
			if i == graph.Len() {
				m.Point = baduk.Pass
			}
			next.Moves = append(slices.Clone(g.Moves), m)
			play(&next, chance*p)
		}
	}
	play(&replay.Game{Graph: graph, Rules: baduk.TrompTaylor()}, 1)
	return all
}

// TestGradientOfExpectedReward: the mean of REINFORCE's gradient over all courses of a game is the derivative of the
// expected reward. The derivatives are computed from differences.
func TestGradientOfExpectedReward(t *testing.T) {
	r := testReinforcement(t, filepath.Join(t.TempDir(), "checkpoint"), 1)
	expected := func() (sum float64) {
		for _, c := range courses(t, r) {
			sum += c.chance * c.reward
		}
		return sum
	}
	var rows []replay.Row
	total := 0.0
	for _, c := range courses(t, r) {
		weight := float32(c.chance * c.reward)
		total += c.chance
		c.game.Samples = []replay.Sample{{Turn: 0, Weight: weight}, {Turn: 2, Weight: weight}}
		rows = append(rows, replay.Row{Game: c.game, Index: 0}, replay.Row{Game: c.game, Index: 1})
	}
	if len(rows) < 100 || math.Abs(total-1) > 1e-6 {
		t.Fatalf("%d rows with the probability %v, want all courses", len(rows), total)
	}
	if _, err := r.trainer.share(rows, true); err != nil {
		t.Fatal(err)
	}
	gradients := r.trainer.gradients()
	compared, large := 0, 0
	for k, p := range r.trainer.learner.Parameters() {
		for i := 0; i < len(p.Values); i += 1 + len(p.Values)/6 {
			const step = 1.0 / 256 // a larger step passes kinks of the net
			old := p.Values[i]
			p.Values[i] = old + step
			r.trainer.learner.Update()
			up := expected()
			p.Values[i] = old - step
			r.trainer.learner.Update()
			down := expected()
			p.Values[i] = old
			r.trainer.learner.Update()
			want, got := (up-down)/(2*step), -float64(gradients[k][i]) // the loss is the negative reward
			if compared++; math.Abs(want) > 0.05 {
				large++
			}
			if math.Abs(got-want) > 0.03+0.03*math.Abs(want) {
				t.Errorf("%s, weight %d: the gradient is %g, and the differences give %g", p.Name, i, got, want)
			}
		}
	}
	if large < 10 {
		t.Errorf("only %d of %d derivatives are large enough to compare", large, compared)
	}
}

// reinforced makes steps with games of one move, in which the first point wins and all others lose.
func reinforced(t *testing.T, r *Reinforcement, steps int) {
	t.Helper()
	graph := baduk.MustRectangle(3, 3)
	for range steps {
		var games []*replay.Game
		for p := range graph.Len() {
			g := &replay.Game{Graph: graph, Rules: baduk.TrompTaylor(), Moves: []baduk.Move{{Color: baduk.Black, Point: baduk.Point(p)}}}
			g.Samples = []replay.Sample{{Weight: -1}}
			if p == 4 {
				g.Samples[0].Weight = 1
			}
			games = append(games, g)
		}
		if _, err := r.Step(games); err != nil {
			t.Fatal(err)
		}
	}
}

// TestReinforcementLearns: the move that wins becomes likely, and a checkpoint changes nothing.
func TestReinforcementLearns(t *testing.T) {
	dir := t.TempDir()
	one := testReinforcement(t, filepath.Join(dir, "one"), 2)
	empty := &replay.Game{Graph: baduk.MustRectangle(3, 3), Rules: baduk.TrompTaylor()}
	before := chances(t, one, empty)[4]
	reinforced(t, one, 30)
	if after := chances(t, one, empty)[4]; after < 0.9 || before > 0.5 {
		t.Errorf("the probability of the move that wins was %v and is %v, want at least 0.9", before, after)
	}
	two := testReinforcement(t, filepath.Join(dir, "two"), 2)
	reinforced(t, two, 13)
	if err := two.Save(); err != nil {
		t.Fatal(err)
	}
	reinforced(t, two, 5) // lost, because the checkpoint is older
	two = testReinforcement(t, filepath.Join(dir, "two"), 2)
	if two.Steps() != 13 {
		t.Fatalf("%d steps in the checkpoint, want 13", two.Steps())
	}
	reinforced(t, two, 17)
	for k, p := range one.trainer.learner.Parameters() {
		if !slices.Equal(p.Values, two.trainer.learner.Parameters()[k].Values) {
			t.Fatalf("%s differs after an interruption", p.Name)
		}
	}
	o := ReinforcementOptions(1000, 2, 0.02)
	if _, err := NewReinforcement(filepath.Join(dir, "two"), nil, nn.FastestLevel(), o); err == nil {
		t.Error("a checkpoint with another rate was accepted")
	}
}
