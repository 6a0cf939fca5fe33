package main

import (
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestReviewKilled kills the program at random moments and continues with the same command. The journal
// has each position as soon as it is judged, so only the searches in progress are lost. Nothing is judged
// twice, and the result is that of an unbroken review.
func TestReviewKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program and runs it many times: left out of short runs")
	}
	r := newKilledReview(t)
	whole, killed := t.TempDir(), t.TempDir()
	r.finish(t, whole)
	all := len(r.lines(t, whole))
	if all != 25 {
		t.Fatalf("%d positions are judged, want 25", all)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	kills := 0
	for before := r.lines(t, killed); kills < 8 && len(before) < all-killedThreads; kills++ {
		seen := r.runAndKill(t, killed, len(before)+2, time.Duration(rng.IntN(20))*time.Millisecond)
		before = r.lines(t, killed)
		for key := range seen {
			if before[key] != 1 {
				t.Errorf("after kill %d a judged position is in the journal %d times, want once", kills+1, before[key])
			}
		}
	}
	if kills < 3 {
		t.Logf("the review was killed only %d times, because it was too fast", kills)
	}
	// A review that was killed while it wrote a report leaves such a file.
	if err := os.WriteFile(filepath.Join(killed, ".tengen-1234.part"), []byte("<html"), 0o666); err != nil {
		t.Fatal(err)
	}
	r.finish(t, killed)
	for key, n := range r.lines(t, killed) {
		if n != 1 {
			t.Errorf("the position %s was judged %d times, want once", key, n)
		}
	}
	got, want := contents(t, killed), contents(t, whole)
	if positions := len(r.lines(t, killed)); positions != all || len(got) != len(want) {
		t.Errorf("after the kills there are %d positions and the files %v, want %d and %v", positions, slices.Sorted(maps.Keys(got)), all, slices.Sorted(maps.Keys(want)))
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("after %d kills, %s differs from that of an unbroken review", kills, name)
		}
	}
}

// killedThreads is the number of threads of a [killedReview].
const killedThreads = 2

// killedReview runs reviews of a game in processes that can be killed.
type killedReview struct {
	program, game, home string
}

// newKilledReview builds the program and writes a game.
func newKilledReview(t *testing.T) killedReview {
	t.Helper()
	program := filepath.Join(t.TempDir(), "tengen")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", program, "tengen/cmd/tengen").CombinedOutput(); err != nil {
		t.Fatalf("the program does not build: %v\n%s", err, out)
	}
	var record strings.Builder
	record.WriteString("(;GM[1]FF[4]SZ[9]KM[7]RU[Chinese]")
	for i, p := range strings.Fields("ee cc gg cg gc ec ge eg ce fd df cd cf dc ff dg fg gd hd dd eh fc he bg") {
		record.WriteString(";" + "BW"[i%2:i%2+1] + "[" + p + "]")
	}
	game := filepath.Join(writeFiles(t, map[string]string{"game.sgf": record.String() + ")"}), "game.sgf")
	return killedReview{program, game, t.TempDir()}
}

// command is a review into a folder.
func (r killedReview) command(out string) *exec.Cmd {
	c := exec.Command(r.program, "review", r.game, "--out", out, "--visits", "60", "--threads", strconv.Itoa(killedThreads), "--formats", "json,sgf,html")
	c.Env = append(os.Environ(), "XDG_CONFIG_HOME="+r.home)
	return c
}

// finish runs a review to its end.
func (r killedReview) finish(t *testing.T, out string) {
	t.Helper()
	if text, err := r.command(out).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
}

// lines counts the complete judgements in a journal by their keys.
func (r killedReview) lines(t *testing.T, out string) map[string]int {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(out, "review.journal"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	keys := map[string]int{}
	for line := range strings.Lines(string(data)) {
		if strings.HasSuffix(line, "\n") && strings.HasPrefix(line, `{"key":`) {
			keys[strings.SplitN(line, `"`, 5)[3]]++
		}
	}
	return keys
}

// runAndKill runs a review until its journal has the given number of judgements, waits, and kills the review.
// It returns the judgements before the wait.
func (r killedReview) runAndKill(t *testing.T, out string, judgements int, wait time.Duration) map[string]int {
	t.Helper()
	c := r.command(out)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(3 * time.Minute); len(r.lines(t, out)) < judgements; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			_ = c.Process.Kill()
			_ = c.Wait()
			t.Fatalf("the journal has %d judgements after three minutes, want %d", len(r.lines(t, out)), judgements)
		}
	}
	seen := r.lines(t, out)
	time.Sleep(wait)
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait() // reports the kill
	return seen
}
