package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRollout trains a rollout policy, tests it, and plays with it.
func TestRollout(t *testing.T) {
	home := t.TempDir()
	file, dir, policy := filepath.Join(home, "games.tsv"), filepath.Join(home, "rows"), filepath.Join(home, "policy")
	if err := os.WriteFile(file, []byte(dataLines(t, 12, 9)), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := tengen(t, "", nil, "data", "import", file, "--out", dir); got.status != 0 {
		t.Fatalf("tengen data import: got %+v", got)
	}
	train := []string{"rollout", "train", "--data", dir, "--out", policy, "--hold-out", "3", "--least", "2"}
	if got := tengen(t, "", nil, train...); got.status != 0 {
		t.Fatalf("tengen rollout train: got %+v", got)
	}
	first, err := os.ReadFile(policy)
	if err != nil {
		t.Fatal(err)
	}
	if got := tengen(t, "", nil, train...); got.status != exitUsage || !strings.Contains(got.stderr, "--force replaces it") {
		t.Errorf("an existing file: got %+v, want status 2 and --force", got)
	}
	for _, args := range [][]string{append(train, "--force"), {"rollout", "test", policy, "--data", dir}} {
		if got := tengen(t, "", nil, append(args, "--hold-out-from", "nowhere")...); got.status != exitUsage || !strings.Contains(got.stderr, `no game is from "nowhere"`) {
			t.Errorf("tengen %v with an unknown source: got %+v, want status 2 and the source", args, got)
		}
	}
	if got := tengen(t, "", nil, append(train, "--force")...); got.status != 0 {
		t.Errorf("with --force: got %+v", got)
	}
	if again, err := os.ReadFile(policy); err != nil || string(again) != string(first) {
		t.Errorf("the same command gave another policy (%v)", err)
	}
	got := tengen(t, "", nil, "rollout", "test", policy, "--data", dir, "--hold-out", "0", "--seconds", "0.01", "--json")
	var r rolloutTest
	if err := json.Unmarshal([]byte(got.stdout), &r); err != nil || got.status != 0 || r.Moves < 12*20 || !(r.Loss > 0 && r.Loss < math.Log(81)) || !(r.Top1 > 0.01) || !(r.Speed["19"] > 0) {
		t.Errorf("tengen rollout test --json: got %+v and %+v (JSON error: %v), want the moves of the games, a loss below log 81 and a speed", got, r, err)
	}
	got = tengen(t, "", nil, "rollout", "test", policy, "--seconds", "0.01")
	if got.status != 0 || !strings.Contains(got.stdout, "19x19") || strings.Contains(got.stdout, "first choice") {
		t.Errorf("tengen rollout test without games: got %+v, want only speeds", got)
	}
	for _, flags := range [][]string{{"--model", "none", "--rollout", policy}, {"--mix", "0.5"}, {"--mix", "0.5", "--rollout", policy}} {
		m, _, out := newMain(t, "", nil)
		m.Stdin = strings.NewReader("genmove b\nquit\n")
		status := m.Run(t.Context(), append([]string{"gtp", "--size", "7", "--visits", "20", "--threads", "1"}, flags...))
		if answer := out[0].String(); status != 0 || !strings.HasPrefix(answer, "= ") || strings.HasPrefix(answer, "= \n") {
			t.Errorf("tengen gtp %v: got status %d and %q, want a move", flags, status, answer)
		}
	}
	if got := tengen(t, "", nil, "match", "mix=0.5,visits=4,rollout="+policy, "random", "--size", "3", "--games", "2", "--threads", "1"); got.status != 0 {
		t.Errorf("tengen match: got %+v, want status 0", got)
	}
}

// TestRolloutRefused checks wrong flags and files.
func TestRolloutRefused(t *testing.T) {
	home := t.TempDir()
	other := filepath.Join(home, "other")
	if err := os.WriteFile(other, []byte("not a policy"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ args, want string }{
		{"rollout train --data " + home + " --out x", "not a folder of training rows"},
		{"rollout train --data " + home + " --out x --rate 0", "rate must be above 0"},
		{"rollout train --data " + home + " --out x --epochs 0", "at least 1"},
		{"rollout train --data " + home + " --out x --epochs 1001", "from 1 to 1000"},
		{"rollout train --data " + home + " --out " + other, "already exists"},
		{"rollout test " + other, "does not begin with TGlinear"},
		{"gtp --rollout " + other + " --model none", "does not begin with TGlinear"},
		{"gtp --mix 0.5 --model none", "no net is given"},
		{"gtp --mix 2", "from 0 to 1"},
	} {
		if got := tengen(t, "", nil, strings.Fields(test.args)...); got.status != exitUsage || !strings.Contains(got.stderr, test.want) {
			t.Errorf("tengen %s: got %+v, want status 2 and %q", test.args, got, test.want)
		}
	}
}
