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
		t.Errorf("%+v, %v", got, err)
	}
	if !strings.Contains(got.stderr, "line=2") {
		t.Errorf("stderr is %q, want the number of the unreadable line, line=2", got.stderr)
	}
	got = tengen(t, "", nil, "bench", "problems", file)
	if got.status != exitSuccess || strings.HasPrefix(got.stdout, "rollouts") || !strings.Contains(got.stdout, "of 2") || !strings.Contains(got.stdout, "capture") || !strings.Contains(got.stdout, "rank 15") {
		t.Errorf("%+v", got)
	}
	if got := tengen(t, "", nil, "bench", "problems", file, "--model", "none"); !strings.HasPrefix(got.stdout, "rollouts, 1 visit(s)") {
		t.Errorf("%+v", got)
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
		t.Errorf("%+v", got)
	}
}

// TestBenchRanks measures a played ladder, and refuses other matches with the reason.
func TestBenchRanks(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	if got := tengen(t, "", nil, "match", "rank=20k..18k", "elo=-1500,random", "--pairings", "neighbours", "--size", "5", "--games", "10", "--random-moves", "2", "--seed", "2", "--out", dir); got.status != 0 {
		t.Fatalf("%+v", got)
	}
	got := tengen(t, "", nil, "bench", "ranks", dir)
	for _, want := range []string{"\n20k ", " of 10, ", "should be", "\ntemperature ", "\n0.88 "} {
		if got.status != exitSuccess || !strings.Contains("\n"+got.stdout, want) {
			t.Errorf("%s: %+v", want, got)
		}
	}
	var line struct {
		Bench, Net string
		ladder.Ranking
	}
	got = tengen(t, "", nil, "bench", "ranks", dir, dir, "--json")
	if err := json.Unmarshal([]byte(got.stdout), &line); err != nil || line.Bench != "ranks" || len(line.Net) != 16 || len(line.Boards) != 1 || len(line.Boards[0].Ranks) != 3 || line.Boards[0].Ranks[1].Played != 20 {
		t.Errorf("%+v, %v", got, err)
	}
	if got := tengen(t, "", nil, "match", "random", "name=b,random", "--size", "4", "--games", "2", "--seed", "2", "--out", other); got.status != 0 {
		t.Fatalf("%+v", got)
	}
	for args, want := range map[string]string{other: "no player of the match has a rank", t.TempDir(): "no match in", dir + " " + other: "no player of the match has"} {
		if got := tengen(t, "", nil, append([]string{"bench", "ranks"}, strings.Fields(args)...)...); got.status == exitSuccess || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: %+v, want %q", args, got, want)
		}
	}
}
