package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Reports of another game with the same name are not replaced.
func TestReviewOfAnotherGame(t *testing.T) {
	in := writeFiles(t, map[string]string{"a/game.sgf": reviewGame, "b/game.sgf": strings.Replace(reviewGame, "dd", "ed", 1), "c/game.sgf": strings.Replace(reviewGame, "mine", "yours", 1)})
	out := filepath.Join(in, "out")
	command := func(of string) []string {
		return []string{"review", filepath.Join(in, of, "game.sgf"), "--out", out, "--model", "none", "--visits", "20", "--formats", "html,json"}
	}
	if got := tengen(t, "", nil, command("a")...); got.status != 0 {
		t.Fatalf("tengen review of a/game.sgf: got %+v, want status 0", got)
	}
	before := contents(t, out)
	got := tengen(t, "", nil, command("b")...)
	for _, want := range []string{filepath.Join(out, "game.html"), "another game", "--out", "--force"} {
		if !strings.Contains(got.stderr, want) {
			t.Errorf("%q is missing in %s", want, got.stderr)
		}
	}
	if after := contents(t, out); got.status != exitFailure || after["game.html"] != before["game.html"] || after["game.json"] != before["game.json"] {
		t.Errorf("the reports of the first game are replaced: %+v", got)
	}
	if got := tengen(t, "", nil, command("c")...); got.status != 0 {
		t.Errorf("the same game in another file: %+v", got)
	}
	if got := tengen(t, "", nil, append(command("b"), "--force")...); got.status != 0 || contents(t, out)["game.html"] == before["game.html"] {
		t.Errorf("with --force: %+v", got)
	}
	if got := tengen(t, "", nil, command("b")...); got.status != 0 {
		t.Errorf("what was forced is another's: %+v", got)
	}
}

// A review with a damaged journal keeps the intact entries, continues, and replaces its own reports, but not other
// files.
func TestReviewDamagedJournal(t *testing.T) {
	in := writeFiles(t, map[string]string{"game.sgf": reviewGame})
	out := filepath.Join(in, "out")
	path := filepath.Join(out, "review.journal")
	command := []string{"review", filepath.Join(in, "game.sgf"), "--out", out, "--model", "none", "--visits", "20"}
	if got := tengen(t, "", nil, command...); got.status != 0 {
		t.Fatalf("tengen review: got %+v, want status 0", got)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	files := contents(t, out)
	lines := strings.SplitAfter(string(whole), "\n")
	for what, test := range map[string]struct {
		text string
		said string
	}{
		"cut in a line":       {string(whole[:len(lines[0])*3/2]), "is damaged: 1 position could be read"},
		"cut between lines":   {lines[0] + lines[1], ""},
		"noise at the end":    {string(whole) + "\x00\xffnoise\nmore", "is damaged: 15 positions could be read"},
		"noise in the middle": {lines[0] + "noise\n" + strings.Join(lines[1:], ""), "is damaged: 15 positions could be read"},
	} {
		if err := os.WriteFile(path, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		got := tengen(t, "", nil, command...)
		if got.status != 0 || strings.Contains(got.stderr, "damaged") != (test.said != "") || !strings.Contains(got.stderr, test.said) || strings.Count(got.stderr, "\n") > 1 {
			t.Errorf("tengen review, the journal with %q: got %+v, want status 0, %q in at most one line on stderr, and (that it is damaged): %v", what, got, test.said, test.said != "")
		}
		if after := contents(t, out); fmt.Sprint(after) != fmt.Sprint(files) {
			t.Errorf("%s: the reports are others", what)
		}
		if got := tengen(t, "", nil, command...); got.status != 0 || strings.Contains(got.stderr, "damaged") {
			t.Errorf("%s, once more: %+v", what, got)
		}
	}
	if err := os.WriteFile(path, []byte(lines[0]+"noise"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(out, "game.html"), []byte("other content"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := tengen(t, "", nil, command...); got.status != exitFailure || contents(t, out)["game.html"] != "other content" {
		t.Errorf("what others wrote is replaced: %+v", got)
	}
}

// Pictures of moves that no longer matter are removed, but no other files.
func TestReviewPictures(t *testing.T) {
	in := writeFiles(t, map[string]string{"game.sgf": reviewGame, "out/game-move-99-played.png": "other content", "out/game-move-1-note.png": "other content"})
	out := filepath.Join(in, "out")
	command := func(level string) []string {
		return []string{"review", filepath.Join(in, "game.sgf"), "--out", out, "--model", "none", "--visits", "20", "--formats", "html,png", "--level", level}
	}
	pictures := func() (names string) {
		for name := range contents(t, out) {
			if regexp.MustCompile(`-move-\d+-played`).MatchString(name) {
				names += name + " "
			}
		}
		return names
	}
	most := 0
	for _, level := range []string{"9d", "20k"} {
		got := tengen(t, "", nil, command(level)...)
		moments := strings.Count(contents(t, out)["game.html"], `class="moment"`)
		if now := strings.Count(pictures(), "played"); got.status != 0 || now != moments+1 {
			t.Errorf("%s: %d moments, and the pictures are %s: %+v", level, moments, pictures(), got)
		}
		most = max(most, moments)
	}
	if files := contents(t, out); most == 0 || files["game-move-99-played.png"] != "other content" || files["game-move-1-note.png"] != "other content" {
		t.Error("a file that no review wrote is gone, or there are no moments")
	}
}
