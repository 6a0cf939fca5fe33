package learn

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/nn"
	"tengen/replay"
	"tengen/selfplay"
)

// TestLesson: each move of the policy in training has a reward, from the perspective of its player, and each position
// has the same move as the game.
func TestLesson(t *testing.T) {
	moves := []baduk.Move{{Color: baduk.Black, Point: 3}, {Color: baduk.White, Point: 4}, {Color: baduk.Black, Point: baduk.Pass}, {Color: baduk.White, Point: 5}, {Color: baduk.Black, Point: 6}}
	counted := func(winner baduk.Color) replay.Result { return replay.Result{By: replay.EndCounted, Winner: winner} }
	for _, c := range []struct {
		number int
		result replay.Result
		turns  []int
		reward float32
	}{
		{0, counted(baduk.Black), []int{0, 4}, 1}, {0, counted(baduk.White), []int{0, 4}, -1},
		{1, counted(baduk.Black), []int{1, 3}, -1}, {1, counted(baduk.White), []int{1, 3}, 1},
		{0, counted(baduk.Empty), []int{0, 4}, 0}, {1, replay.Result{By: replay.EndVoid}, nil, 0},
	} {
		game := &replay.Game{Graph: baduk.MustRectangle(3, 3), Moves: moves, Result: c.result}
		var turns []int
		for _, s := range lesson(&selfplay.Game{Game: game}, c.number).Samples {
			turns = append(turns, s.Turn)
			if s.Weight != c.reward {
				t.Errorf("game %d, %v: the reward of turn %d is %v, want %v", c.number, c.result, s.Turn, s.Weight, c.reward)
			}
		}
		if !slices.Equal(turns, c.turns) || game.Samples != nil {
			t.Errorf("game %d, %v: lessons at turns %v, want %v", c.number, c.result, turns, c.turns)
		}
	}
}

// TestBaseline: the values of the baseline are subtracted from the perspective of the player of each move, and a run
// with a baseline learns other RL policies. A baseline that was replaced is refused.
func TestBaseline(t *testing.T) {
	t.Parallel()
	data, file := records(t, 3, 40), filepath.Join(t.TempDir(), "value.bin.gz")
	plain, o := tinyAlphaGo(t, t.TempDir(), data, "3x3"), tinyAlphaGo(t, t.TempDir(), data, "3x3")
	if err := Run(t.Context(), plain); err != nil {
		t.Fatal(err)
	}
	net, err := os.ReadFile(filepath.Join(plain.Dir, valueFile))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, net, 0o644); err != nil {
		t.Fatal(err)
	}
	m, err := nn.ReadFile(file, nn.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	o.Settings.AlphaGo.Baseline, o.Settings.AlphaGo.BaselineSHA256 = file, m.SHA256
	o.Generations = 2
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	one, errOne := Read(plain.Dir)
	two, errTwo := Read(o.Dir)
	if err := errors.Join(errOne, errTwo); err != nil {
		t.Fatal(err)
	}
	if one.Generations[1].SHA256 != two.Generations[1].SHA256 || one.Generations[2].SHA256 == two.Generations[2].SHA256 {
		t.Error("a baseline has to change the RL policies, and only them")
	}

	boards, err := square(o.Settings)
	if err != nil {
		t.Fatal(err)
	}
	even := func(win float32) *baseline {
		return &baseline{boards: boards, evaluators: []eval.Evaluator{constant(win)}}
	}
	for _, c := range []struct {
		own  baduk.Color
		win  float32 // of Black, according to the baseline
		want float32
	}{{baduk.Black, 0.5, 1}, {baduk.Black, 0.75, 0.5}, {baduk.White, 0.75, 1.5}, {baduk.White, 0, 0}} {
		g := &replay.Game{Graph: boards[0].Graph, Rules: boards[0].Rules, Moves: []baduk.Move{{Color: baduk.Black, Point: 4}, {Color: baduk.White, Point: 3}}}
		g.Samples = []replay.Sample{{Turn: int(c.own - baduk.Black), Weight: 1}}
		if err := even(c.win).subtract(t.Context(), g); err != nil || g.Samples[0].Weight != c.want {
			t.Errorf("%v with the value %v: the reward is %v, %v, want %v", c.own, c.win, g.Samples[0].Weight, err, c.want)
		}
	}

	if err := os.WriteFile(file, append(net, 0), 0o644); err != nil {
		t.Fatal(err)
	}
	o.Generations = 3
	if err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "value.bin.gz") {
		t.Errorf("another baseline: %v", err)
	}
}

// constant is an evaluator that gives Black the same chance everywhere.
type constant float32

func (constant) Info() eval.Info { return eval.Info{Name: "constant"} }

func (c constant) Evaluate(_ context.Context, _ []eval.Query, out []eval.Evaluation) error {
	for i := range out {
		out[i].Win = float32(c)
	}
	return nil
}
