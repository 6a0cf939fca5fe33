package main

import (
	"path/filepath"
	"strings"
	"testing"

	"tengen/nn"
)

// TestTrainHuman trains a net that is told the ranks, from random weights and from a net without ranks, tests it by
// rank, and continues from it.
func TestTrainHuman(t *testing.T) {
	rows, dir := dataFolder(t), t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	train := func(out string, flags ...string) *nn.Model {
		t.Helper()
		args := append([]string{"train", "--data", rows, "--out", out, "--batch", "8", "--steps", "2", "--hold-out", "4", "--threads", "1"}, flags...)
		if got := tengen(t, "", nil, args...); got.status != 0 {
			t.Fatalf("tengen %v: got %+v, want status 0", args, got)
		}
		m, err := nn.ReadFile(out, nn.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	if m := train(path("plain.bin.gz"), "--arch", "b1c16"); m.MetaInputs() != 0 {
		t.Error("without --human, the net has inputs for ranks")
	}
	for _, c := range []struct{ out, flags string }{
		{"new.bin.gz", "--human --arch b1c16"}, {"adapted.bin.gz", "--human --from " + path("plain.bin.gz")}, {"again.bin.gz", "--from " + path("new.bin.gz")},
	} {
		if m := train(path(c.out), strings.Fields(c.flags)...); m.MetaInputs() == 0 || m.Version != 15 {
			t.Errorf("%s: the net has version %d and %d inputs for ranks", c.flags, m.Version, m.MetaInputs())
		}
	}
	for _, net := range []string{path("new.bin.gz"), path("plain.bin.gz"), "built-in"} {
		got := tengen(t, "", nil, "model", "test", net, "--data", rows, "--hold-out", "0", "--by-rank")
		if got.status != 0 || strings.Count(got.stdout, " 4d-1d ") != 2 || !strings.Contains(got.stdout, "positions     125") {
			t.Errorf("tengen model test --by-rank of %s: got %+v, want status 0, and 125 positions in two groups of 4d-1d", net, got)
		}
	}
	for want, args := range map[string][]string{
		"does not imitate": {path("plain.bin.gz"), "--as", "rank_5k"}, "is not a profile": {path("new.bin.gz"), "--as", "rank_99k"},
	} {
		if got := tengen(t, "", nil, append([]string{"model", "test", "--data", rows}, args...)...); got.status != 2 || !strings.Contains(got.stderr, want) {
			t.Errorf("tengen model test %v: got %+v, want status 2 and %q", args, got, want)
		}
	}
	if got := tengen(t, "", nil, "model", "test", path("new.bin.gz"), "--data", rows, "--hold-out", "0", "--as", "rank_5k"); got.status != 0 {
		t.Errorf("tengen model test --as: got %+v, want status 0", got)
	}
	if got := tengen(t, "", nil, "train", "--data", rows, "--human", "--arch", "g1c16", "--out", path("g.bin.gz")); got.status != 2 || !strings.Contains(got.stderr, "for rectangles") {
		t.Errorf("tengen train --human of a net for graphs: got %+v, want status 2", got)
	}
}
