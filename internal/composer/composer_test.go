package composer

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/tsumego"
)

func options(dir string) Options {
	return Options{Dir: dir, Games: 4, Seed: 3, Most: 20, Policy: func(r engine.Rank) eval.Factory {
		return func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return eval.Hashed(uint64(r)), nil }
	}}
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
