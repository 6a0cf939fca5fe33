package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/nn"
)

// TestGraphNet trains a net for a torus from games of a match on it. The net plays on the torus, also in a match, and
// other boards refuse it with a reason.
func TestGraphNet(t *testing.T) {
	home := t.TempDir()
	games, rows, net := filepath.Join(home, "games"), filepath.Join(home, "rows"), filepath.Join(home, "net.bin.gz")
	board := []string{"--board", "torus 4x4"}
	match := func(one, two string, args ...string) result {
		return tengen(t, "", nil, append(append([]string{"match", one, two, "--komi", "0"}, board...), args...)...)
	}
	if got := match("model=none,visits=5", "model=none,visits=5", "--games", "10", "--out", games); got.status != 0 {
		t.Fatalf("tengen match on a torus: got %+v, want status 0", got)
	}
	if got := tengen(t, "", nil, "data", "import", games, "--out", rows, "--min-moves", "5"); got.status != 0 {
		t.Fatalf("tengen data import of games on a torus: got %+v, want status 0", got)
	}
	command := append([]string{"train", "--data", rows, "--out", net, "--arch", "g1c16", "--batch", "4", "--hold-out", "0", "--steps", "3"}, board...)
	if got := tengen(t, "", nil, command...); got.status != 0 {
		t.Fatalf("tengen train for a torus: got %+v, want status 0", got)
	}
	m, err := nn.ReadFile(net, nn.Limits{})
	if err != nil || m.Graph == nil || m.Graph.Board != "torus 4x4" {
		t.Fatalf("the net is %+v (error: %v), want one for torus 4x4", m, err)
	}
	if got := tengen(t, "", nil, "model", "info", net); got.status != 0 || !strings.Contains(got.stdout, "only torus 4x4") || !strings.Contains(got.stdout, "g1c16") {
		t.Errorf("tengen model info: got %+v, want the architecture and the board", got)
	}
	if got := tengen(t, "", nil, "model", "check", net, "--positions", "1"); got.status != 0 {
		t.Errorf("tengen model check: got %+v, want status 0", got)
	}
	if got := match("model="+net+",visits=4", "model=none,visits=4", "--games", "2"); got.status != 0 || strings.Contains(got.stderr, "by rollouts") {
		t.Errorf("a match of the net: got %+v, want status 0 and no rollouts", got)
	}
	session, _, out := newMain(t, "", nil)
	session.Stdin = strings.NewReader("genmove b\nboardsize 5\ngenmove b\nquit\n")
	status := session.Run(t.Context(), append([]string{"gtp", "--model", net, "--visits", "5"}, board...))
	before, after, _ := strings.Cut(out[1].String(), "by rollouts")
	if status != 0 || !strings.Contains(before, "msg=move") || !strings.Contains(after, "is for the board torus 4x4, and the board is 5x5") {
		t.Errorf("tengen gtp: status %d and the log %s, want a move by the net, and the reason why it does not play on 5x5", status, out[1])
	}
	reason := "is for the board torus 4x4"
	opening := filepath.Join(home, "opening.sgf")
	if err := os.WriteFile(opening, []byte("(;GM[1]SZ[5];B[cc])"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][]string{
		{"match", "model=" + net, "random", "--size", "5", "--games", "2"},
		{"match", "model=" + net, "random", "--openings", opening, "--games", "2"},
		{"match", "model=none,value=" + net, "random", "--size", "5", "--games", "2"},
		{"match", "model=built-in", "random", "--board", "torus 4x4", "--games", "2"},
		{"selfplay", "--model", net, "--board", "5x5", "--games", "1", "--out", filepath.Join(home, "played")},
		{"learn", "--from", net, "--board", "5x5", "--generations", "1", "--out", filepath.Join(home, "run")},
	} {
		want := reason
		if c[1] == "model=built-in" {
			want = "model=none plays by rollouts"
		}
		if got := tengen(t, "", nil, c...); got.status != 2 || !strings.Contains(got.stderr, want) {
			t.Errorf("tengen %s: got %+v, want status 2 and %q", strings.Join(c, " "), got, want)
		}
	}
	if got := tengen(t, "", nil, "bench", "net", net, "--size", "9"); got.status == 0 || !strings.Contains(got.stderr, "is for the board torus 4x4") {
		t.Errorf("tengen bench net on 9x9: got %+v, want an error with the board of the net", got)
	}
}
