package main

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestTrainKataGo checks that KataGo, the program that TENGEN_KATAGO names, loads a net that tengen
// trained, judges a position as tengen does, and plays with the net.
func TestTrainKataGo(t *testing.T) {
	program := os.Getenv("TENGEN_KATAGO")
	if program == "" {
		t.Skip("TENGEN_KATAGO names no KataGo to load what was trained")
	}
	dir := t.TempDir()
	net, config := filepath.Join(dir, "net.bin.gz"), filepath.Join(dir, "gtp.cfg")
	got := tengen(t, "", nil, "train", "--data", dataFolder(t), "--out", net, "--arch", "b2c32", "--batch", "8", "--steps", "10", "--threads", "1")
	if got.status != 0 {
		t.Fatalf("tengen train: got %+v, want status 0", got)
	}
	text := "logDir = " + dir + "\nlogAllGTPCommunication = false\nlogSearchInfo = false\nlogToStderr = false\n" +
		"numSearchThreads = 1\nmaxVisits = 10\nrules = tromp-taylor\nallowResignation = false\nresignThreshold = -0.9\nponderingEnabled = false\n"
	if err := os.WriteFile(config, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	const script = "boardsize 9\nclear_board\nkomi 7\nplay b D4\nplay w F6\nkata-raw-nn 3\ngenmove b\nquit\n"
	peer := exec.CommandContext(t.Context(), program, "gtp", "-model", net, "-config", config)
	peer.Stdin = strings.NewReader(script)
	var complaint strings.Builder
	peer.Stderr = &complaint
	theirs, err := peer.Output()
	if err != nil {
		t.Fatalf("KataGo with the trained net: got %v, stderr %s; want status 0", err, complaint.String())
	}
	m, _, out := newMain(t, "", nil)
	m.Stdin = strings.NewReader("kata-set-rules tromp-taylor\n" + script)
	if status := m.Run(t.Context(), []string{"gtp", "--model", net, "--visits", "10", "--threads", "1", "--kernel", "generic"}); status != 0 {
		t.Fatalf("tengen gtp with the trained net: got status %d, stderr %s; want status 0", status, out[1])
	}
	a, moveA := rawNumbers(t, string(theirs))
	b, moveB := rawNumbers(t, out[0].String())
	if len(a) != len(b) || len(a) < 2*81 || moveA == "" || moveB == "" {
		t.Fatalf("%d and %d numbers, moves %q and %q", len(a), len(b), moveA, moveB)
	}
	for i := range a {
		if math.Abs(a[i]-b[i]) > 1e-3*(1+math.Abs(a[i])) {
			t.Errorf("number %d: KataGo says %v, tengen %v", i, a[i], b[i])
		}
	}
}

// rawNumbers returns the numbers of the answer to kata-raw-nn in a conversation, and the move in the
// next answer.
func rawNumbers(t *testing.T, conversation string) (numbers []float64, move string) {
	t.Helper()
	_, raw, found := strings.Cut(conversation, "symmetry 3")
	raw, after, _ := strings.Cut(raw, "\n\n")
	if !found {
		t.Fatalf("no answer to kata-raw-nn: %s", conversation)
	}
	for word := range strings.FieldsSeq(raw) {
		if v, err := strconv.ParseFloat(word, 64); err == nil && !math.IsNaN(v) {
			numbers = append(numbers, v)
		}
	}
	move, _, _ = strings.Cut(strings.TrimPrefix(after, "= "), "\n")
	return numbers, move
}
