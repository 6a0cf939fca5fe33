package eval

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
)

// bent is an evaluator whose answers are changed by bend.
type bent struct {
	Evaluator
	bend func(e *Evaluation)
}

func (b bent) Evaluate(ctx context.Context, in []Query, out []Evaluation) error {
	err := b.Evaluator.Evaluate(ctx, in, out)
	for i := range out {
		b.bend(&out[i])
	}
	return err
}

// TestCheckFindsWhatDiffers changes every part of an evaluation: first by a little, which is allowed, then by
// more.
func TestCheckFindsWhatDiffers(t *testing.T) {
	tolerance := Tolerance{Policy: 0.01, Win: 0.02, Points: 0.5, Ownership: 0.1}
	g := game(t, "A1", "B2")
	for _, test := range []struct {
		part    string
		allowed float32
		of      func(e *Evaluation) *float32
	}{
		{"win", 0.02, func(e *Evaluation) *float32 { return &e.Win }},
		{"no result", 0.02, func(e *Evaluation) *float32 { return &e.NoResult }},
		{"lead", 0.5, func(e *Evaluation) *float32 { return &e.Lead }},
		{"spread", 0.5, func(e *Evaluation) *float32 { return &e.ScoreStdev }},
		{"policy of C3", 0.01, func(e *Evaluation) *float32 { return &e.Policy[12] }},
		{"policy of pass", 0.01, func(e *Evaluation) *float32 { return &e.Policy[25] }},
		{"owner of E1", 0.1, func(e *Evaluation) *float32 { return &e.Ownership[24] }},
	} {
		for _, by := range []float32{0, 0.9 * test.allowed, -0.9 * test.allowed, 1.5 * test.allowed, -1.5 * test.allowed, float32(math.NaN()), float32(math.Inf(1))} {
			e := Check(bent{Hashed(1), func(e *Evaluation) { *test.of(e) += by }}, Hashed(1), tolerance)
			out := make([]Evaluation, 1)
			err := e.Evaluate(t.Context(), []Query{{Game: g, Policy: true, Ownership: true}}, out)
			var d *differenceError
			if by >= -test.allowed && by <= test.allowed {
				if err != nil {
					t.Errorf("%s may differ by %v: %v", test.part, by, err)
				}
				continue
			}
			if !errors.As(err, &d) || d.Part != test.part || !strings.Contains(err.Error(), test.part) || d.Turns != 2 || d.Key != g.SearchKey() {
				t.Errorf("%s differs by %v: %v", test.part, by, err)
			}
		}
	}
}

// TestCheckNamesTheWorst compares positions that differ in several parts: the error names the part that differs most
// among those that were asked for, and the answers are the evaluator's own.
func TestCheckNamesTheWorst(t *testing.T) {
	bend := func(e *Evaluation) {
		e.Win += 0.1
		e.Lead += 3
		e.Policy[0] += 0.5
	}
	e := Check(bent{Hashed(1), bend}, Hashed(1), Tolerance{Win: 0.01, Points: 2, Policy: 0.01})
	in := []Query{{Game: game(t), Policy: true}, {Game: game(t, "A1")}}
	out := make([]Evaluation, 2)
	for i, part := range []string{"policy of A5", "win"} {
		err := e.Evaluate(t.Context(), in[i:i+1], out[i:i+1])
		if d, differs := errors.AsType[*differenceError](err); !differs || d.Part != part {
			t.Errorf("position %d: %v, want a difference of the %s", i, err, part)
		}
	}
	want := evaluate(t, Hashed(1), in[1].Game)
	bend(&want)
	if out[1].Win != want.Win || out[1].Lead != want.Lead {
		t.Error("the answers differ from the answers of the evaluator without checks")
	}
	if e.Info() != Hashed(1).Info() {
		t.Error("Info of the checked evaluator differs from Info of the evaluator in it")
	}
	exact := Check(Hashed(1), Hashed(1), Tolerance{})
	if err := exact.Evaluate(t.Context(), in, out); err != nil {
		t.Errorf("equal answers differ: %v", err)
	}
	if err := Check(Hashed(1), Hashed(2), Tolerance{}).Evaluate(t.Context(), in, out); err == nil {
		t.Error("other answers do not differ")
	}
}
