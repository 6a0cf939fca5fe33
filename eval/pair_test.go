package eval

import (
	"errors"
	"strings"
	"testing"

	"tengen/baduk"
)

// TestPair: the policy is that of the first evaluator, and all other parts are those of the second.
func TestPair(t *testing.T) {
	policy := fixed{Evaluation{Win: 0.2, Lead: -3}, Info{Name: "policy", Scores: true, Stochastic: true, First: true}, nil}
	values := fixed{Evaluation{Win: 0.9, NoResult: 0.1, Lead: 2, ScoreMean: 4, ScoreStdev: 3, WinError: 1}, Info{Name: "values", Scores: true, Errors: true}, nil}
	e := Pair(policy, values)
	if want := (Info{Name: "policy with the values of values", Scores: true, Errors: true}); e.Info() != want {
		t.Errorf("info: got %+v, want %+v", e.Info(), want)
	}
	g := baduk.NewGame(baduk.MustRectangle(3, 3), baduk.Chinese())
	in := []Query{{Game: g, Ownership: true}, {Game: g, Policy: true, Ownership: true}}
	out := make([]Evaluation, 2)
	if err := e.Evaluate(t.Context(), in, out); err != nil {
		t.Fatal(err)
	}
	for i := range out {
		if o := &out[i]; o.Win != 0.9 || o.Lead != 2 || o.NoResult != 0.1 || o.ScoreMean != 4 || o.ScoreStdev != 3 || o.WinError != 1 || o.Ownership[0] != 0.9 {
			t.Errorf("evaluation %d: %+v, want the values of the second evaluator", i, o)
		}
	}
	if out[1].Policy[0] != 0.2 || out[0].Policy[0] != 0 {
		t.Errorf("policies %v and %v, want that of the first evaluator where it is asked for", out[1].Policy[0], out[0].Policy[0])
	}
	broken := errors.New("broken")
	if err := Pair(policy, fixed{err: broken}).Evaluate(t.Context(), in, out); !errors.Is(err, broken) {
		t.Errorf("broken values: got %v", err)
	}
	if err := Pair(fixed{err: broken}, values).Evaluate(t.Context(), in, out); !errors.Is(err, broken) || !strings.Contains(err.Error(), "policy") {
		t.Errorf("a broken policy: got %v", err)
	}
}
