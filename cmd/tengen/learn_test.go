package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// learnTiny is the beginning of a command that learns on 3x3 in a few seconds.
var learnTiny = []string{"learn", "--board", "3x3", "--arch", "b1c16", "--window", "200", "--visits", "8", "--fast-visits", "4", "--batch", "16",
	"--gate-pairs", "4", "--gate-visits", "4", "--threads", "2"}

// TestLearnCommand learns for two generations, goes on for a third, and plays with the net.
func TestLearnCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	dir := "3x3" // as the board: it must not be taken for a board file when the run continues
	command := append(learnTiny, "--out", dir, "--generations")
	got := tengen(t, "", nil, append(command, "2")...)
	if got.status != 0 || !strings.Contains(got.stdout, "generation 2 at ") || !strings.Contains(got.stdout, "best.bin.gz has the net of generation") {
		t.Fatalf("got %+v, want two generations", got)
	}
	got = tengen(t, "", nil, "learn", "--out", dir, "--generations", "3")
	if got.status != 0 || strings.Contains(got.stdout, "generation 2 at ") || !strings.Contains(got.stdout, "generation 3 at ") {
		t.Errorf("the folder alone: got %+v, want only the third generation", got)
	}
	if got = tengen(t, "", nil, append(command, "3")...); got.status != 0 || !strings.Contains(got.stdout, "after 3 generations") {
		t.Errorf("the same command again: got %+v, want no new generation", got)
	}
	if got = tengen(t, "", nil, append(command, "4", "--komi", "9.5")...); got.status != 2 || !strings.Contains(got.stderr, "began with other settings (komi was 7.5, not 9.5)") {
		t.Errorf("another komi: got %+v, want status 2", got)
	}
	if got = tengen(t, "", nil, "learn", "--out", dir, "--generations", "4", "--board", "5x5"); got.status != 2 || !strings.Contains(got.stderr, "is on 3x3: leave out --board") {
		t.Errorf("another board: got %+v, want status 2", got)
	}
	if got = tengen(t, "", nil, "learn", "--out", dir, "--generations", "4", "--from", "built-in"); got.status != 2 || !strings.Contains(got.stderr, "began with random weights: leave out --from") {
		t.Errorf("another net: got %+v, want status 2", got)
	}
	best := filepath.Join(dir, "best.bin.gz")
	if got = tengen(t, "", nil, "match", "model="+best+",visits=4", "random", "--size", "3", "--games", "2"); got.status != 0 || !strings.Contains(got.stdout, "game 2") {
		t.Errorf("a match of the net: got %+v, want two games", got)
	}
	rows := filepath.Join(dir, "rows", "0001")
	if got = tengen(t, "", nil, "data", "info", rows); got.status != 0 || !strings.Contains(got.stdout, "self-play") {
		t.Errorf("tengen data info of the games: got %+v", got)
	}
}

// TestLearnWeights learns on a rectangle whose points have weights: the net has to read the graph of the board.
func TestLearnWeights(t *testing.T) {
	dir := t.TempDir()
	board := filepath.Join(dir, "gold.json")
	if err := os.WriteFile(board, []byte(`{"shape": "3x3", "weight": {"B2": 3}, "threshold": "z >= 2"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	run := filepath.Join(dir, "run")
	got := tengen(t, "", nil, "learn", "--board", board, "--window", "200", "--visits", "8", "--fast-visits", "4", "--batch", "16", "--gate-pairs", "2",
		"--gate-visits", "4", "--out", run, "--generations", "1")
	if got.status != 0 || !strings.Contains(got.stdout, "generation 1 at ") {
		t.Fatalf("got %+v, want a generation", got)
	}
	best := filepath.Join(run, "best.bin.gz")
	if got = tengen(t, "", nil, "match", "model="+best+",visits=4", "random", "--board", board, "--games", "2"); got.status != 0 || !strings.Contains(got.stdout, "game 2") {
		t.Errorf("a match of the net: got %+v, want two games", got)
	}
}

// TestSelfplayCommand plays games into a folder, and continues until there are enough.
func TestSelfplayCommand(t *testing.T) {
	rows := filepath.Join(t.TempDir(), "rows")
	command := []string{"selfplay", "--out", rows, "--board", "5x5", "--visits", "8", "--fast-visits", "4", "--threads", "2", "--games"}
	if got := tengen(t, "", nil, append(command, "3")...); got.status != 0 || !strings.Contains(got.stdout, "has 3 games") {
		t.Fatalf("got %+v, want 3 games", got)
	}
	if got := tengen(t, "", nil, append(command, "5")...); got.status != 0 || !strings.Contains(got.stdout, "has 5 games") {
		t.Errorf("got %+v, want 5 games", got)
	}
	if got := tengen(t, "", nil, append(command, "5", "--komi", "3")...); got.status != 1 || !strings.Contains(got.stderr, "other settings") {
		t.Errorf("another komi: got %+v, want status 1", got)
	}
}

// TestLearnMistakes: what cannot be learned is refused before anything is written.
func TestLearnMistakes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   string
		status int
		wants  string
	}{
		{"--hours 0", 2, `--hours: expected hours above 0 such as 2 or 0.1, not "0"`},
		{"--hours -1", 2, "hours above 0"},
		{"--hours NaN", 2, "hours above 0"},
		{"--hours 30m", 2, "hours above 0"},
		{"--board 7x7 --rules aga-pass-stones", 2, "agree on the dead stones"},
		{"--board nowhere", 2, "nowhere"},
		{"--arch b6", 2, "not an architecture"},
		{"--reuse -2", 2, "reuse is -2, not from"},
		{"--full-share 2", 2, "fullShare is 2, not from"},
		{"--from " + file, 2, "file"},
		{"--from built-in --arch b1c16", 2, "leave out --arch"},
		{"--board 3x3 --out " + file, 1, "not a directory"},
		{"--recipe fast", 2, "recipe"},
		{"--board torus --arch b1c16", 2, "torus"},
	} {
		args := append([]string{"learn", "--generations", "1"}, strings.Split(c.args, " ")...)
		if !strings.Contains(c.args, "--out") {
			args = append(args, "--out", filepath.Join(t.TempDir(), "run"))
		}
		got := tengen(t, "", nil, args...)
		if got.status != c.status || !strings.Contains(got.stderr, c.wants) {
			t.Errorf("tengen learn %s: status %d, stderr %q, want status %d and %q", c.args, got.status, got.stderr, c.status, c.wants)
		}
	}
}

// TestLearns learns on 5x5 from random weights for six minutes (--hours 0.1), once in one process and once with three
// worker processes. Each result plays against the first net, and both play against each other.
func TestLearns(t *testing.T) {
	if os.Getenv("TENGEN_LONG") == "" {
		t.Skip("learning twice for six minutes: set TENGEN_LONG=1")
	}
	url := clusterServer(t)
	for _, name := range []string{"one", "two", "three"} {
		workerProcess(t, url, name)
	}
	alone, workers := filepath.Join(t.TempDir(), "alone"), filepath.Join(t.TempDir(), "workers")
	for dir, more := range map[string][]string{alone: nil, workers: {"--nats", url}} {
		command := []string{"learn", "--board", "5x5", "--hours", "0.1", "--out", dir, "--window", "4000"}
		got := tengen(t, "", nil, append(command, more...)...)
		if got.status != 0 {
			t.Fatalf("got %+v", got)
		}
		t.Logf("learned %s:\n%s", filepath.Base(dir), got.stdout)
	}
	best := func(dir string) string { return filepath.Join(dir, "best.bin.gz") }
	first := filepath.Join(alone, "nets", "0000.bin.gz")
	for _, pair := range [][2]string{{best(alone), first}, {best(workers), first}, {best(workers), best(alone)}} {
		got := tengen(t, "", nil, "match", "name=learned,visits=32,model="+pair[0], "name=other,visits=32,model="+pair[1], "--games", "40", "--size", "5", "--komi", "9",
			"--rules", "tromp-taylor", "--random-moves", "2", "--seed", "1", "--json")
		won, lost := 0, 0
		for line := range strings.Lines(got.stdout) {
			var game struct{ Winner string }
			if err := json.Unmarshal([]byte(line), &game); err != nil {
				t.Fatal(err)
			}
			switch game.Winner {
			case "learned":
				won++
			case "other":
				lost++
			}
		}
		t.Logf("%s: %d won, %d lost of 40 against %s", pair[0], won, lost, pair[1])
		if got.status != 0 || pair[1] == first && won < 36 {
			t.Errorf("the net won %d of 40 games against the first net, want at least 36", won)
		}
	}
}
