package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/gtpserver"
	"tengen/kifu"
)

// reviewGame is a short game with a comment.
const reviewGame = "(;GM[1]FF[4]SZ[7]KM[8.5]RU[Chinese]PB[A]PW[B];B[dd];W[cc]C[mine];B[cd];W[dc];B[ec];W[eb];B[fb];W[bd];B[be];W[bc];B[da];W[db];B[fa];W[ca])"

func writeFiles(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// contents are the files of a folder except for the journal.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "review.journal" {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		all[filepath.ToSlash(name)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestReviewFolder reviews the readable records of a mixed folder, and names the other files.
func TestReviewFolder(t *testing.T) {
	in := writeFiles(t, map[string]string{"good.sgf": reviewGame, "sub/two.sgf": reviewGame + "(;GM[1]SZ[5];B[cc])", "empty.sgf": "", "noise.sgf": "\x00\x01\x02\xff",
		"text.sgf": "no game", "nomoves.sgf": "(;GM[1]SZ[9])", "illegal.sgf": "(;GM[1]SZ[5];B[cc];W[bb];B[cc];W[aa])"})
	out := filepath.Join(t.TempDir(), "new", "out")
	got := tengen(t, "", nil, "review", in, "--out", out, "--model", "none", "--visits", "20", "--formats", "sgf,html,json")
	if got.status != exitFailure || strings.Count(got.stdout, "\n") != 4 || strings.Contains(got.stderr, "panic") {
		t.Fatalf("tengen review of a folder: got %+v, want status 1, 4 lines on stdout and no panic", got)
	}
	for _, want := range []string{"empty.sgf: ", "noise.sgf: ", "text.sgf: ", "nomoves.sgf: the game has no moves", "illegal.sgf: game 1, move 3, C3"} {
		if !strings.Contains(got.stderr, want) {
			t.Errorf("%q is missing in %s", want, got.stderr)
		}
	}
	files := contents(t, out)
	for _, name := range []string{"good.sgf", "good.html", "good.json", "sub/two-001.html", "sub/two-002.sgf", "illegal.html", "index.html"} {
		if files[name] == "" {
			t.Errorf("%s is missing", name)
		}
	}
	if len(files) != 13 || !strings.Contains(files["good.sgf"], "C[mine\n\n") && !strings.Contains(files["good.sgf"], "C[mine]") || !strings.Contains(files["index.html"], "./sub/two-001.html") ||
		!strings.Contains(files["good.html"], "rollouts, no net") {
		t.Errorf("got %d files, want those above and no others", len(files))
	}
}

// A repeated command does nothing, and another level chooses other moves without a search. Files that a review
// did not write are not replaced.
func TestReviewAgain(t *testing.T) {
	in := writeFiles(t, map[string]string{"game.sgf": reviewGame, "out/game.html": "other content"})
	game, out := filepath.Join(in, "game.sgf"), filepath.Join(in, "out")
	command := []string{"review", game, "--out", out, "--model", "none", "--visits", "20", "--formats", "html,json,sgf"}
	if got := tengen(t, "", nil, command...); got.status != exitFailure || !strings.Contains(got.stderr, "--force") || contents(t, out)["game.html"] != "other content" {
		t.Errorf("tengen review over another file: got %+v, want status 1, a hint at --force and the file unchanged", got)
	}
	if got := tengen(t, "", nil, append(command, "--force")...); got.status != 0 || contents(t, out)["game.html"] == "other content" {
		t.Errorf("tengen review --force: got %+v, want status 0 and the file replaced", got)
	}
	journal := func() string { data, _ := os.ReadFile(filepath.Join(out, "review.journal")); return string(data) }
	before, files := journal(), contents(t, out)
	if got := tengen(t, "", nil, append(command, "--progress")...); got.status != 0 || journal() != before || strings.Join(sortedPairs(files), "") != strings.Join(sortedPairs(contents(t, out)), "") {
		t.Errorf("again: %+v", got)
	}
	got := tengen(t, "", nil, append(command, "--level", "9d", "--json")...)
	var told struct {
		File  string
		Moves int
		Files []string
	}
	if err := json.Unmarshal([]byte(got.stdout), &told); err != nil || journal() != before || told.Moves != 14 || len(told.Files) != 3 {
		t.Errorf("tengen review --level 9d --json: got %+v (JSON error: %v), want 14 moves, 3 files and an unchanged journal", got, err)
	}
	if got := tengen(t, "", nil, "review", game, "--out", in, "--model", "none", "--visits", "20", "--formats", "sgf"); got.status != exitFailure || contents(t, in)["game.sgf"] != reviewGame {
		t.Errorf("the record itself: %+v", got)
	}
}

// A review skips its own reports in the reviewed folder.
func TestReviewWithin(t *testing.T) {
	in := writeFiles(t, map[string]string{"game.sgf": reviewGame})
	for range 2 {
		got := tengen(t, "", nil, "review", in, "--out", filepath.Join(in, "reviews"), "--model", "none", "--visits", "20", "--formats", "sgf")
		if got.status != 0 || strings.Count(got.stdout, "\n") != 1 || len(contents(t, in)) != 2 {
			t.Errorf("tengen review into the reviewed folder: got %+v, want status 0, one line on stdout and two files in the folder", got)
		}
	}
}

func sortedPairs(files map[string]string) []string {
	var all []string
	for _, name := range []string{"game.html", "game.json", "game.sgf"} {
		all = append(all, name, files[name])
	}
	return all
}

func TestReviewMistakes(t *testing.T) {
	in := writeFiles(t, map[string]string{"game.sgf": reviewGame})
	game := filepath.Join(in, "game.sgf")
	for _, args := range [][]string{{"--formats", "doc"}, {"--formats", ""}, {"--level", "40k"}, {"--visits", "0"}, {"--model", "nothing"}, {"--out", ""}} {
		if got := tengen(t, "", nil, append([]string{"review", game}, args...)...); got.status != exitUsage {
			t.Errorf("tengen review %v: got %+v, want status 2", args, got)
		}
	}
	if got := tengen(t, "", nil, "review", filepath.Join(in, "missing.sgf"), "--out", in); got.status != exitFailure {
		t.Errorf("tengen review of a missing file: got %+v, want status 1", got)
	}
}

// The net judges boards that it can read, and rollouts judge the others. Stdin works as well.
func TestReviewNet(t *testing.T) {
	out := t.TempDir()
	m, _, buffers := newMain(t, "", nil)
	board, err := gtpserver.OpenBoard("torus 5x5")
	if err != nil {
		t.Fatal(err)
	}
	game := baduk.NewGame(board.Graph, baduk.Chinese())
	if err := game.Play(baduk.Move{Color: baduk.Black, Point: 7}); err != nil {
		t.Fatal(err)
	}
	var torus strings.Builder
	if err := kifu.FromGame(game, kifu.Info{}).Write(&torus); err != nil {
		t.Fatal(err)
	}
	m.Stdin = strings.NewReader(reviewGame + torus.String())
	status := m.Run(t.Context(), []string{"review", "-", "--model", writeRandomNet(t, 8), "--visits", "3", "--out", out, "--formats", "json", "--threads", "3"})
	files := contents(t, out)
	if status != 0 || !strings.Contains(files["stdin-001.json"], `"model": "`) || !strings.Contains(files["stdin-002.json"], "rollouts") || !strings.Contains(buffers[1].String(), "without the net") {
		t.Errorf("status %d, %s, files %d", status, buffers[1], len(files))
	}
}

// A continued review has the same result as an unbroken one, after an interrupt and after its process was killed.
func TestReviewGoesOn(t *testing.T) {
	if child := os.Getenv("TENGEN_REVIEW_CHILD"); child != "" {
		m, _, _ := newMain(t, "", nil)
		os.Exit(m.Run(context.Background(), strings.Split(child, "\n")))
	}
	in := writeFiles(t, map[string]string{"game.sgf": reviewGame, "other.sgf": strings.Replace(reviewGame, "dd", "ed", 1)})
	run := func(out string) []string {
		return []string{"review", in, "--out", out, "--model", "none", "--visits", "1500", "--formats", "json,sgf", "--threads", "1"}
	}
	whole := t.TempDir()
	if got := tengen(t, "", nil, run(whole)...); got.status != 0 {
		t.Fatalf("tengen review: got %+v, want status 0", got)
	}
	lines := func(out string) int {
		data, _ := os.ReadFile(filepath.Join(out, "review.journal"))
		return strings.Count(string(data), "\n")
	}
	waitFor := func(out string, n int) {
		for begun := time.Now(); time.Since(begun) < 2*time.Minute; time.Sleep(5 * time.Millisecond) {
			if lines(out) >= n {
				return
			}
		}
		t.Fatal("nothing is searched")
	}
	out := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	_, stderr, status := start(ctx, t, run(out)...)
	waitFor(out, 3)
	cancel()
	if got := <-status; got != exitInterrupted || !strings.Contains(stderr.String(), "run the same command again to continue") {
		t.Errorf("interrupted: status %d, %s", got, stderr)
	}
	kept := lines(out)
	child := exec.Command(os.Args[0], "-test.run", "^TestReviewGoesOn$")
	child.Env = append(os.Environ(), "TENGEN_REVIEW_CHILD="+strings.Join(run(out), "\n"), "TMPDIR="+t.TempDir()) // a killed process does not clean up
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(out, kept+4)
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // it was killed
	if kept = lines(out); kept >= lines(whole) {
		t.Skip("it had ended before it was killed")
	}
	if got := tengen(t, "", nil, run(out)...); got.status != 0 {
		t.Fatalf("tengen review after it was killed: got %+v, want status 0", got)
	}
	if got, want := lines(out), lines(whole); got != want {
		t.Errorf("%d lines in the journal, and %d without a break: something was searched twice", got, want)
	}
	got, want := contents(t, out), contents(t, whole)
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s differs from that of an unbroken review", name)
		}
	}
}

// A board larger than nets are made for causes one warning with a net, and none with rollouts.
func TestReviewBeyondNets(t *testing.T) {
	in := writeFiles(t, map[string]string{"a.sgf": "(;GM[1]FF[4]SZ[20]KM[6.5]RU[Chinese];B[dd];W[pp])", "b.sgf": "(;GM[1]FF[4]SZ[20]KM[6.5]RU[Chinese];B[pp])"})
	for model, want := range map[string]int{"": 1, "none": 0} {
		out := t.TempDir()
		command := []string{"review", in, "--out", out, "--visits", "1", "--formats", "json"}
		if model != "" {
			command = append(command, "--model", model)
		}
		got := tengen(t, "", nil, command...)
		if got.status != 0 || strings.Count(got.stderr, "nets are made for boards up to 19x19") != want {
			t.Errorf("tengen review with the model %q: got %+v, want status 0 and %d warning(s) that nets are made for boards up to 19x19", model, got, want)
		}
		if has := strings.Contains(contents(t, out)["b.json"], "Nets are made for boards up to 19x19"); has != (want == 1) {
			t.Errorf("model %q: the note is in the report: %v", model, has)
		}
	}
}
