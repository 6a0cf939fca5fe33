package solve

import (
	"testing"

	"tengen/baduk"
)

// TestLine plays the lines of the list of all positions and of the search. No turn changes the value, and at the end
// the value is certain or the game is over.
func TestLine(t *testing.T) {
	for _, name := range []string{"3x3", "4x1", "4x2", "5x2", "moebius 4x2", "moebius 5x2", "torus 4x3", "triangular 3x3", "cylinder 3x4"} {
		f := fixPoint(t, name)
		line, err := f.Line(t.Context())
		if err != nil {
			t.Fatal(name, err)
		}
		checkLine(t, f, name, line)
		s := searchOn(t, name)
		value, err := s.Value(t.Context(), baduk.NoPoint, nil)
		if err != nil || value != f.Value() {
			t.Fatalf("%s: %v, %v", name, value, err)
		}
		if line, err = s.Line(t.Context(), value, baduk.NoPoint); err != nil {
			t.Fatal(name, err)
		}
		checkLine(t, f, name, line)
	}
}

func checkLine(t *testing.T, f *FixPoint, name string, line []baduk.Point) {
	t.Helper()
	value := f.Value()
	if (line == nil) != (value.Low != value.High) {
		t.Errorf("%s, worth %v: the line is %v", name, value, line)
		return
	}
	if line == nil {
		return
	}
	g := baduk.NewGame(f.board.Graph, baduk.Rules{Ko: baduk.KoBasic})
	for i, p := range line {
		if now, _ := f.At(g); now != value {
			t.Fatalf("%s: %v after %v, want %v", name, now, line[:i], value)
		}
		if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: p}); err != nil {
			t.Fatalf("%s: %v: %v", name, line, err)
		}
	}
	if now := f.End(g); g.Over() && now != value {
		t.Errorf("%s: %v ends with %v, want %v", name, line, now, value)
	}
	t.Log(name, value, line)
}
