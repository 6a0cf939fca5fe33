package eval

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
)

// fixed gives the same numbers for every position.
type fixed struct {
	Evaluation
	info Info
	err  error
}

func (f fixed) Info() Info { return f.info }

func (f fixed) Evaluate(_ context.Context, in []Query, out []Evaluation) error {
	for i := range in {
		out[i].Resize(in[i].Game.Graph())
		policy, ownership, first := out[i].Policy, out[i].Ownership, out[i].First
		out[i] = f.Evaluation
		out[i].Policy, out[i].Ownership, out[i].First = policy, ownership, first
		for p := range out[i].Ownership {
			out[i].Ownership[p] = f.Win
		}
		if in[i].Policy {
			for p := range out[i].Policy {
				out[i].Policy[p] = f.Win
			}
		}
	}
	return f.err
}

// TestMix checks each number of a mixture.
func TestMix(t *testing.T) {
	net := fixed{Evaluation{Win: 0.6, NoResult: 0.1, Lead: 2, ScoreMean: 4, ScoreStdev: 3, WinError: 1}, Info{Name: "net", Scores: true, Errors: true}, nil}
	roll := fixed{Evaluation{Win: 1, Lead: 10, ScoreMean: 99}, Info{Name: "rollouts", Stochastic: true, First: true}, nil}
	e, err := Mix(net, roll, 0.25)
	if err != nil {
		t.Fatal(err)
	}
	if want := (Info{Name: "net mixed with 0.25 rollouts", Scores: true}); e.Info() != want {
		t.Errorf("info: got %+v, want %+v", e.Info(), want)
	}
	g := baduk.NewGame(baduk.MustRectangle(3, 3), baduk.Chinese())
	out := make([]Evaluation, 2)
	in := []Query{{Game: g, Policy: true, Ownership: true}, {Game: g, Policy: true}}
	if err := e.Evaluate(t.Context(), in, out); err != nil {
		t.Fatal(err)
	}
	// The squares of the score are 4²+3² and 10², so their mean is 0.75·25 + 0.25·100, and the mean score is 5.5.
	stdev := math.Sqrt(0.75*25 + 0.25*100 - 5.5*5.5)
	for i := range out {
		o := &out[i]
		for _, x := range [][2]float64{{float64(o.Win), 0.7}, {float64(o.NoResult), 0.075}, {float64(o.Lead), 4}, {float64(o.ScoreMean), 5.5},
			{float64(o.ScoreStdev), stdev}, {float64(o.Policy[0]), 0.6}, {float64(o.WinError), 0}} {
			if math.Abs(x[0]-x[1]) > 1e-5 {
				t.Errorf("evaluation %d: got %v, want %v in %+v", i, x[0], x[1], o)
			}
		}
	}
	if o := out[0].Ownership[8]; math.Abs(float64(o)-0.7) > 1e-5 {
		t.Errorf("ownership: got %v, want 0.7", o)
	}
}

// TestMixEnds checks the shares 0 and 1, and impossible ones.
func TestMixEnds(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(3, 3), baduk.Chinese())
	ask := func(e Evaluator) Evaluation {
		out, err := One(t.Context(), e, Query{Game: g, Seed: 3, Policy: true, Ownership: true})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	a, b := Hashed(1), Hashed(2)
	none, err := Mix(a, b, 0)
	if err != nil || none != a {
		t.Errorf("share 0: got %v, %v, want the first evaluator", none, err)
	}
	all, err := Mix(a, b, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := ask(all), ask(b); got.Win != want.Win || got.Lead != want.Lead || !slices.Equal(got.Policy, ask(a).Policy) {
		t.Errorf("share 1: got %+v, want the values of %+v and the policy of the first evaluator", got, want)
	}
	for _, lambda := range []float64{-0.1, 1.1, math.NaN(), math.Inf(1)} {
		if _, err := Mix(a, b, lambda); err == nil || !strings.Contains(err.Error(), "not from 0 to 1") {
			t.Errorf("share %v: got %v, want an error", lambda, err)
		}
	}
	broken := errors.New("broken")
	for _, pair := range [][2]Evaluator{{fixed{err: broken}, b}, {a, fixed{err: broken}}} {
		e, err := Mix(pair[0], pair[1], 0.5)
		if err != nil {
			t.Fatal(err)
		}
		out := make([]Evaluation, 1)
		out[0].Resize(g.Graph())
		if err := e.Evaluate(t.Context(), []Query{{Game: g}}, out); !errors.Is(err, broken) {
			t.Errorf("got %v, want the error of an evaluator", err)
		}
	}
}
