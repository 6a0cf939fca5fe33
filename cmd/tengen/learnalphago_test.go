package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestLearnAlphaGo imports a handful of records on 5x5, learns from them by recipe alphago in two sittings, and plays
// with its files.
func TestLearnAlphaGo(t *testing.T) {
	dir := t.TempDir()
	records, rows, run := filepath.Join(dir, "records"), filepath.Join(dir, "rows"), filepath.Join(dir, "run")
	for _, command := range [][]string{
		{"match", "name=a,random", "name=b,random", "--size", "5", "--games", "8", "--seed", "1", "--out", records},
		{"data", "import", records, "--out", rows, "--per-game", "20", "--min-moves", "5"},
	} {
		if got := tengen(t, "", nil, command...); got.status != 0 {
			t.Fatalf("tengen %v: %+v", command, got)
		}
	}
	command := []string{"learn", "--recipe", "alphago", "--data", rows, "--board", "5x5", "--komi", "3", "--arch", "b1c16", "--batch", "16", "--gate-pairs", "4",
		"--mini-batches", "3", "--mini-batch", "4", "--pool-every", "2", "--value-rows", "20", "--threads", "1", "--out", run}
	got := tengen(t, "", nil, append(command, "--generations", "2")...)
	if got.status != 0 || !strings.Contains(got.stdout, "SL policy, learned from ") || !strings.Contains(got.stdout, "RL policy, 2 mini-batches with 8 games") || strings.Contains(got.stdout, "value net") {
		t.Fatalf("two generations: %+v", got)
	}
	if got = tengen(t, "", nil, append(command, "--pool-every", "3")...); got.status != 2 || !strings.Contains(got.stderr, "poolEvery was 2, not 3") {
		t.Errorf("other settings: %+v", got)
	}
	got = tengen(t, "", nil, "learn", "--out", run)
	if got.status != 0 || !strings.Contains(got.stdout, "RL policy, 1 mini-batches with 4 games") || !strings.Contains(got.stdout, "value net, learned from 20 rows of 20 games, mean squared error") {
		t.Fatalf("the folder alone: %+v", got)
	}
	if got = tengen(t, "", nil, command...); got.status != 0 || strings.Contains(got.stdout, "policy") || !strings.Contains(got.stdout, "after 4 generations") {
		t.Errorf("the command again: %+v", got)
	}
	sl, value, rollout := filepath.Join(run, "sl.bin.gz"), filepath.Join(run, "value.bin.gz"), filepath.Join(run, "rollout")
	for _, player := range []string{"model=" + filepath.Join(run, "best.bin.gz"), "model=" + sl + ",value=" + value, "model=" + sl + ",value=" + value + ",rollout=" + rollout + ",mix=0.5",
		"model=" + sl + ",rollout=" + rollout + ",mix=1", "model=none,value=" + value, "model=none,rollout=" + rollout + ",value=" + value, "model=none,rollout=" + rollout} {
		if got := tengen(t, "", nil, "match", player+",visits=4", "random", "--size", "5", "--games", "2", "--threads", "1"); got.status != 0 || !strings.Contains(got.stdout, "game 2") {
			t.Errorf("%s: %+v", player, got)
		}
	}
	m, _, out := newMain(t, "", nil)
	m.Stdin = strings.NewReader("genmove b\nquit\n")
	if status := m.Run(t.Context(), []string{"gtp", "--size", "5", "--visits", "4", "--model", sl, "--value", value}); status != 0 || !strings.HasPrefix(out[0].String(), "= ") {
		t.Errorf("tengen gtp --value: status %d and %q, want a move", status, out[0])
	}
	for _, c := range []struct{ args, wants string }{
		{"--recipe alphago", "--data"},
		{"--recipe alphago --data " + rows + " --board 7x7", "no game on 7x7"},
		{"--recipe alphago --data " + records, "records"},
		{"--recipe alphago --data " + rows + " --board 5x5 --hours 0", "expected hours above 0"},
		{"--recipe alphago --data " + rows + " --board 5x5 --visits 10", "--visits has no effect with --recipe alphago"},
		{"--recipe alphago --data " + rows + " --board 5x5 --mini-batch 1", "games in a mini-batch is 1"},
		{"--recipe alphago --data " + rows + " --board 5x5 --rules japanese", "its own territory"},
		{"--recipe alphago --data " + rows + " --board 5x5 --rl-rate 0", "the learning rate of REINFORCE is 0"},
		{"--data " + rows, "--data is for --recipe alphago"},
		{"--pool-every 3", "--pool-every is for --recipe alphago"},
		{"--recipe alphazero", "recipe"},
	} {
		out := filepath.Join(t.TempDir(), "run")
		got := tengen(t, "", nil, append([]string{"learn", "--generations", "1", "--arch", "b1c16", "--gate-pairs", "1", "--threads", "1", "--out", out}, strings.Split(c.args, " ")...)...)
		if got.status == 0 || !strings.Contains(got.stderr, c.wants) || strings.Count(got.stderr, "\n") > 2 {
			t.Errorf("tengen learn %s: %+v, want %q", c.args, got, c.wants)
		}
	}
}
