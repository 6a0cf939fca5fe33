package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLearning runs the whole training on a small scale: it imports 300 games on 9x9, trains for
// about two minutes, and plays a match of the trained net against the initial one.
func TestLearning(t *testing.T) {
	if os.Getenv("TENGEN_LONG") == "" {
		t.Skip("this takes minutes: TENGEN_LONG=1 runs it")
	}
	dir := t.TempDir()
	rows, start, net := filepath.Join(dir, "rows"), filepath.Join(dir, "start.bin.gz"), filepath.Join(dir, "net.bin.gz")
	run := func(args ...string) string {
		t.Helper()
		got := tengen(t, "", nil, args...)
		if got.status != 0 {
			t.Fatalf("tengen %v: got %+v, want status 0", args, got)
		}
		t.Logf("tengen %s\n%.1000s", strings.Join(args, " "), got.stdout)
		return got.stdout
	}
	run("data", "import", filepath.Join("testdata", "games-9x9.tsv"), "--out", rows, "--per-game", "40", "--min-moves", "20", "--seed", "1")
	train := []string{"train", "--data", rows, "--arch", "b4c32", "--batch", "64", "--seed", "1", "--threads", "2", "--test-every", "1000"}
	run(append(train, "--out", start, "--steps", "1", "--rate", "1e-9")...)
	run(append(train, "--out", net, "--steps", "3000")...)
	text := run("match", "name=learnt,visits=30,model="+net, "name=start,visits=30,model="+start, "--games", "40", "--size", "9",
		"--rules", "japanese", "--threads", "1", "--random-moves", "2", "--parallel", "2", "--seed", "1", "--json")
	won := 0
	for line := range strings.Lines(text) {
		var game struct{ Winner string }
		if err := json.Unmarshal([]byte(line), &game); err != nil {
			t.Fatal(err)
		}
		if game.Winner == "learnt" {
			won++
		}
	}
	if t.Logf("what learnt won %d of 40", won); won < 36 {
		t.Errorf("the trained net won only %d of 40 games, want more", won)
	}
}
