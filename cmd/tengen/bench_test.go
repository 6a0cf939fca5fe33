package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/internal/ladder"
	"tengen/internal/problems"
)

// TestBenchProblems answers problems, and checks that an unreadable line is reported.
func TestBenchProblems(t *testing.T) {
	file := filepath.Join(t.TempDir(), "problems.tsv")
	text := "a\t2\t15\tB\t5\tdacb\tca\tba0eaba1<<\nnonsense\na\t0\t15\tB\t5\tdacb\tca\tba0eaba1<<\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	got := tengen(t, "", nil, "bench", "problems", file, "--types", "2-3", "--visits", "1000", "--json")
	var line struct {
		Bench, Model string
		Seed         uint64
		problems.Examination
	}
	if err := json.Unmarshal([]byte(got.stdout), &line); err != nil || got.status != exitSuccess || line.Bench != "problems" || line.All.Of != 1 || line.Visits != 1000 || line.All.High > 1 {
		t.Errorf("tengen bench problems --json: got %+v (JSON error: %v), want status 0 and a line for problems, 1 problem in all, 1000 visits and an upper end of at most 1", got, err)
	}
	if !strings.Contains(got.stderr, "line=2") {
		t.Errorf("stderr is %q, want the number of the unreadable line, line=2", got.stderr)
	}
	got = tengen(t, "", nil, "bench", "problems", file)
	if got.status != exitSuccess || strings.HasPrefix(got.stdout, "rollouts") || !strings.Contains(got.stdout, "of 2") || !strings.Contains(got.stdout, "capture") || !strings.Contains(got.stdout, "rank 15") {
		t.Errorf(`tengen bench problems: got %+v, want status 0, no heading of rollouts, and "of 2", "capture" and "rank 15" on stdout`, got)
	}
	if got := tengen(t, "", nil, "bench", "problems", file, "--model", "none"); !strings.HasPrefix(got.stdout, "rollouts, 1 visit(s)") {
		t.Errorf(`tengen bench problems --model none: got %+v, want stdout to begin with "rollouts, 1 visit(s)"`, got)
	}
	m, _, out := newMain(t, "", nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if status := m.Run(ctx, []string{"bench", "problems", file}); status != exitInterrupted || !strings.Contains(out[1].String(), "interrupted: 0 of 2 problems were answered") || out[0].Len() > 0 {
		t.Errorf("interrupted: status %d, %s%s", status, out[0], out[1])
	}
	for args, want := range map[string]string{"--types 5": "no problem of these types", "--types x": "types such as", "--types 3-1": "types such as", "--visits 0": "at least 1"} {
		got := tengen(t, "", nil, append([]string{"bench", "problems", file}, strings.Fields(args)...)...)
		if got.status == exitSuccess || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, want %q", args, got, want)
		}
	}
}

// TestBenchSearchFlags checks the figure without a net.
func TestBenchSearchFlags(t *testing.T) {
	got := tengen(t, "", nil, "bench", "search", "--size", "5", "--seconds", "0.05", "--json")
	if got.status != exitSuccess || !strings.Contains(got.stdout, `"unit":"playouts/s"`) {
		t.Errorf("tengen bench search --json: got %+v, want status 0 and the unit playouts/s", got)
	}
}

// TestBenchRanks measures a played ladder, and refuses other matches with the reason.
func TestBenchRanks(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	if got := tengen(t, "", nil, "match", "rank=20k..18k", "elo=-800,visits=1", "--pairings", "neighbours", "--size", "5", "--games", "10", "--random-moves", "2", "--seed", "2", "--threads", "1", "--out", dir); got.status != 0 {
		t.Fatalf("tengen match between ranks: got %+v, want status 0", got)
	}
	got := tengen(t, "", nil, "bench", "ranks", dir)
	for _, want := range []string{"\n20k ", " of 10, ", "should be"} {
		if got.status != exitSuccess || !strings.Contains("\n"+got.stdout, want) {
			t.Errorf("tengen bench ranks: got %+v, want status 0 and %q on stdout", got, want)
		}
	}
	var line struct {
		Bench, Net string
		ladder.Ranking
	}
	got = tengen(t, "", nil, "bench", "ranks", dir, dir, "--json")
	if err := json.Unmarshal([]byte(got.stdout), &line); err != nil || line.Bench != "ranks" || len(line.Net) != 16 || len(line.Boards) != 1 || len(line.Boards[0].Ranks) != 3 || line.Boards[0].Ranks[1].Played != 20 {
		t.Errorf("tengen bench ranks --json: got %+v (JSON error: %v), want a line for ranks with a net of 16 characters and one board with 3 ranks, of which the second played 20 games", got, err)
	}
	if got := tengen(t, "", nil, "match", "random", "name=b,random", "--size", "4", "--games", "2", "--seed", "2", "--out", other); got.status != 0 {
		t.Fatalf("tengen match between players without rank: got %+v, want status 0", got)
	}
	for args, want := range map[string]string{other: "no player of the match in " + other + " has a rank", t.TempDir(): "is not the folder of a match", dir + " " + other: "no player of the match in " + other} {
		if got := tengen(t, "", nil, append([]string{"bench", "ranks"}, strings.Fields(args)...)...); got.status == exitSuccess || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, want %q", args, got, want)
		}
	}
}
