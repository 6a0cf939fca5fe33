package lab

import (
	"io/fs"
	"strings"
	"testing"

	"tengen/baduk"
)

// TestTroubles plays every outcome of every position. The result must be the one that the file states.
func TestTroubles(t *testing.T) {
	for _, trouble := range Troubles() {
		for _, o := range trouble.Outcomes {
			_, ruling, refused, err := trouble.play(o)
			if err != nil || ruling.Err != nil {
				t.Errorf("%s under %s: got the errors %v, %v, want none", trouble.Name, o.Rules, err, ruling.Err)
				continue
			}
			if ruling.Result != o.Result {
				t.Errorf("%s under %s: got %s (step %d refused), want %s", trouble.Name, o.Rules, ruling.Result, refused, o.Result)
			}
			if !strings.HasSuffix(o.Text, ".") && !strings.HasSuffix(o.Text, ",") {
				t.Errorf("%s under %s: %q is not a sentence", trouble.Name, o.Rules, o.Text)
			}
		}
	}
}

// TestTroublesAreComplete checks that every file is listed. Every trouble must have a title, a text,
// steps with sentences, and several outcomes. All steps must be legal under simple ko.
func TestTroublesAreComplete(t *testing.T) {
	list, err := fs.Glob(files, "troubles/*.txt")
	if err != nil || len(list) != len(names) {
		t.Errorf("%d files and %d names, %v; want as many files as names", len(list), len(names), err)
	}
	for _, trouble := range Troubles() {
		if trouble.Title == "" || !strings.HasSuffix(trouble.Text, ".") && !strings.HasSuffix(trouble.Text, "?") ||
			trouble.ToPlay == baduk.Empty || len(trouble.Steps) == 0 || len(trouble.Outcomes) < 3 {
			t.Errorf("%s is not complete", trouble.Name)
		}
		for _, s := range trouble.Steps {
			if !strings.HasSuffix(s.Text, ".") {
				t.Errorf("%s: %q is not a sentence", trouble.Name, s.Text)
			}
		}
		if _, _, refused, err := trouble.play(Outcome{Rules: "lrs-004"}); refused != 0 || err != nil {
			t.Errorf("%s: step %d is refused, %v", trouble.Name, refused, err)
		}
		color := trouble.ToPlay
		for i, s := range trouble.Steps {
			if s.Color != color {
				t.Errorf("%s: step %d is %v's, want %v's", trouble.Name, i+1, s.Color, color)
			}
			color = color.Opponent()
		}
	}
}

// TestTroubleErrors reads files with a mistake in each kind of line.
func TestTroubleErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"dance", `x.txt:1: "dance" cannot begin a line`},
		{"title T\nplay Y", `x.txt:2: "Y" is not a colour`},
		{"step X A1", `x.txt:1: a step is a colour, a point and a sentence`},
		{"step Y A1 So.", `x.txt:1: "Y" is not a colour`},
		{"under chinese B+1", `x.txt:1: an outcome is`},
		{"under chinese: B+1", `x.txt:1: an outcome is`},
		{"under chinese at once: B+1 | So.", `x.txt:1: "at" is not "dead" or "then"`},
		{"under chinese then X: B+1 | So.", `x.txt:1: moves are pairs`},
	} {
		if _, err := readTrouble("x", test.text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v, want %s", test.text, err, test.want)
		}
	}
	for _, rows := range [][]string{nil, {"..", "."}, {".#"}} {
		trouble := Trouble{Rows: rows, ToPlay: baduk.Black}
		if _, err := trouble.Game(baduk.Rules{}); err == nil {
			t.Errorf("%q is accepted as a board, want an error", rows)
		}
	}
	trouble := Trouble{Rows: []string{"..", ".."}, ToPlay: baduk.Black}
	for _, o := range []Outcome{{Rules: "cat"}, {Rules: "chinese", Dead: []string{"Z9"}}, {Rules: "chinese", Then: []Step{{baduk.Black, "Z9", ""}}}} {
		if _, _, _, err := trouble.play(o); err == nil {
			t.Errorf("%v is played, want an error", o)
		}
	}
}
