package gtpserver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/topology"
)

func TestOpenBoard(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "my torus.json")
	if err := os.WriteFile(file, []byte(`{"shape":"torus 5x4","name":"ours"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{file: "ours", "torus 5x4": "torus 5x4", ` {"shape":"ring 5"}`: "ring 5", "9": "9x9"} {
		if b, err := OpenBoard(text); err != nil || b.Graph.String() != want {
			t.Errorf("%s: got %v, %v, want %s", text, b, err, want)
		}
	}
	for text, want := range map[string]string{dir: "is not a regular file", "x.JSON": "does not exist", "{": "the board", "tours": "did you mean torus"} {
		if _, err := OpenBoard(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got the error %v, want one with %q", text, err, want)
		}
	}
	e := newEngine(t, Config{})
	expect(t, e, "tengen-board "+file, "= ours, 20 points", "boardsize 30 30", "? unacceptable size", "tengen-board 30x30", "= 30x30, 900 points",
		"play b AC29", "=", "printsgf", "=...")
}

// TestLetters writes and reads every point of boards with the letter I.
func TestLetters(t *testing.T) {
	for _, spec := range []string{"1x1", "9x9", "19x19", "26x2", "30x3", "torus 10x10", "ring 12"} {
		board, err := topology.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		e := newEngine(t, Config{Board: board, Letters: lettersWithI})
		for i := range board.Graph.Len() {
			p := baduk.Point(i)
			name := e.vertex(p)
			for _, text := range []string{name, strings.ToLower(name)} {
				if q, err := e.point(text); err != nil || q != p {
					t.Errorf("%s: point %d is written as %s, and read as %d, %v", spec, p, text, q, err)
				}
			}
		}
		if name := e.vertex(baduk.Pass); name != "pass" {
			t.Errorf("a pass is written as %s, want pass", name)
		}
		if p, err := e.point("PASS"); err != nil || p != baduk.Pass {
			t.Errorf("PASS is read as %d, %v, want %d", p, err, baduk.Pass)
		}
	}
	if e := newEngine(t, Config{Letters: lettersWithI}); e.vertex(8) != "I19" {
		t.Errorf("point 8 of 19x19 is %s, want I19", e.vertex(8))
	}
}

// TestSpreadHandicap places handicap stones on boards of all shapes. They must stand on different points and have
// liberties, and White must be able to move.
func TestSpreadHandicap(t *testing.T) {
	for _, k := range topology.Kinds() {
		board, err := topology.Parse(k.Example)
		if err != nil {
			t.Fatal(err)
		}
		e := newEngine(t, Config{Board: board})
		got := strings.TrimSpace(strings.TrimPrefix(ask(t, e, "place_free_handicap 4"), "="))
		if len(strings.Fields(got)) != 4 || e.game.Position().Stones(baduk.Black) != 4 || e.game.Setup().Handicap != 4 || e.game.ToPlay() != baduk.White {
			t.Errorf("%s: got the handicap %s, want four black stones and White to move", k.Example, got)
		}
		if got := ask(t, e, "genmove w"); !strings.HasPrefix(got, "= ") {
			t.Errorf("%s: genmove w answers %s, want a move", k.Example, got)
		}
	}
}
