package composer

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/tsumego"
)

func options(dir string) Options {
	return Options{Dir: dir, Games: 4, Seed: 3, Most: 20, Policy: func(r engine.Rank) eval.Factory {
		return func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return eval.Hashed(uint64(r)), nil }
	}, Judge: func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return eval.Hashed(1), nil }}
}

// TestRun makes problems in one run and in an interrupted run with a torn journal. The collections are equal.
func TestRun(t *testing.T) {
	whole, parts := t.TempDir(), t.TempDir()
	counts, err := Run(t.Context(), options(whole))
	if err != nil || counts.Games != 4 || counts.Kinds[tsumego.Save]+counts.Kinds[tsumego.Capture] == 0 {
		t.Fatalf("%+v, %v", counts, err)
	}
	o := options(parts)
	ctx, cancel := context.WithCancel(t.Context())
	o.Progress = func(games int) {
		if games == 2 {
			cancel()
		}
	}
	if counts, err := Run(ctx, o); !errors.Is(err, context.Canceled) || counts.Games != 2 {
		t.Fatalf("the interrupted run: %+v, %v", counts, err)
	}
	journal := filepath.Join(parts, journalFile)
	f, err := os.OpenFile(journal, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteString(`{"game":2,"se`)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), options(parts)); err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(whole, "*"))
	if err != nil || len(names) < 2 {
		t.Fatalf("the run has the files %v, %v", names, err)
	}
	for _, name := range names {
		a, err := os.ReadFile(name)
		b, err2 := os.ReadFile(filepath.Join(parts, filepath.Base(name)))
		if err := errors.Join(err, err2); err != nil || string(a) != string(b) {
			t.Errorf("%s differs, %v", filepath.Base(name), err)
		}
	}
	o = options(parts)
	o.Seed++
	if _, err := Run(t.Context(), o); err == nil {
		t.Error("a run with another seed continues")
	}
}

// TestLevels checks the monotone fit and the level, which is interpolated between the ranks.
func TestLevels(t *testing.T) {
	if got, want := monotone([]float64{0.2, 0.4, 0.2, 0.9, 0.8, 0.7}), []float64{0.2, 0.3, 0.3, 0.8, 0.8, 0.8}; !near(got, want) {
		t.Errorf("the fit is %v, want %v", got, want)
	}
	ranks := []engine.Rank{engine.Kyu30, engine.Kyu20, engine.Dan1}
	for _, test := range []struct {
		chances []float64
		want    engine.Rank
	}{
		{[]float64{0.5, 0.6, 0.7}, engine.Kyu30},
		{[]float64{0.1, 0.5, 0.7}, engine.Kyu20},
		{[]float64{0.1, 0.4, 0.6}, engine.Kyu20 + 10},
		{[]float64{0.25, 0.75, 0.75}, engine.Kyu30 + 5},
		{[]float64{0.1, 0.2, 0.3}, 0},
	} {
		if got := levelOf(ranks, test.chances); got != test.want {
			t.Errorf("%v: level %v, want %v", test.chances, got, test.want)
		}
	}
}

func near(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) < 1e-9 })
}
