package main

import (
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// The built program is killed at any moment, again and again, and goes on with the same command:
// the journal has each position as soon as it is judged, so that what is lost is what the threads
// were at; what was judged stays judged, nothing is judged twice, and the review comes out as one
// that was never interrupted.
func TestReviewKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program and runs it many times: left out of short runs")
	}
	const threads = 2
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
	home := t.TempDir()
	review := func(out string) *exec.Cmd {
		c := exec.Command(program, "review", game, "--out", out, "--visits", "60", "--threads", "2", "--formats", "json,sgf,html")
		c.Env = append(os.Environ(), "XDG_CONFIG_HOME="+home)
		return c
	}
	finish := func(out string) {
		t.Helper()
		if text, err := review(out).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	// lines are the judgements that are whole in a journal, by their keys.
	lines := func(out string) (keys map[string]int) {
		data, err := os.ReadFile(filepath.Join(out, "review.journal"))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		keys = map[string]int{}
		for line := range strings.Lines(string(data)) {
			if strings.HasSuffix(line, "\n") && strings.HasPrefix(line, `{"key":`) {
				keys[strings.SplitN(line, `"`, 5)[3]]++
			}
		}
		return keys
	}
	whole, killed := t.TempDir(), t.TempDir()
	finish(whole)
	all := len(lines(whole))
	if all != 25 {
		t.Fatalf("%d positions are judged", all)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	before := lines(killed)
	kills := 0
	for kills < 8 && len(before) < all-threads {
		c := review(killed)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		// Until two more are judged, and some time.
		for deadline := time.Now().Add(3 * time.Minute); len(lines(killed)) < len(before)+2; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				_ = c.Process.Kill()
				_ = c.Wait()
				t.Fatal("nothing is judged")
			}
		}
		seen := lines(killed)
		time.Sleep(time.Duration(rng.IntN(20)) * time.Millisecond)
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait() // it was killed
		kills++
		before = lines(killed)
		for key := range seen {
			if before[key] != 1 {
				t.Errorf("a position that had been judged is in the journal %d times after kill %d", before[key], kills)
			}
		}
	}
	if kills < 3 {
		t.Logf("it was killed only %d times: it was quicker than who watched it", kills)
	}
	// As one that was killed while it wrote a report.
	if err := os.WriteFile(filepath.Join(killed, ".tengen-1-0"), []byte("<html"), 0o666); err != nil {
		t.Fatal(err)
	}
	finish(killed)
	for key, n := range lines(killed) {
		if n != 1 {
			t.Errorf("the position %s was judged %d times", key, n)
		}
	}
	got, want := contents(t, killed), contents(t, whole)
	if len(lines(killed)) != all || len(got) != len(want) {
		t.Errorf("%d positions and %v, and %d and %v without a break", len(lines(killed)), slices.Sorted(maps.Keys(got)), all, slices.Sorted(maps.Keys(want)))
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s is another after %d kills", name, kills)
		}
	}
}
