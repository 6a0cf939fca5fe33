package kifustats

import (
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/kifu"
)

// TestOpeningOf checks that an opening has the same name in every symmetry of the board, and
// that different openings have different names.
func TestOpeningOf(t *testing.T) {
	g, err := baduk.Rectangle(19, 19)
	if err != nil {
		t.Fatal(err)
	}
	geo, _ := g.Geometry()
	names := map[string]bool{}
	for _, opening := range []string{"R16 D16 Q3 D4", "R16 D17 Q3 D4", "K10 D4 Q16 Q4", "Q16 D4 Q4 D16"} {
		var name string
		for i, symmetry := range geo.Symmetries {
			tree, err := kifu.NewTree(g, baduk.Chinese())
			if err != nil {
				t.Fatal(err)
			}
			node, color := tree.Root(), baduk.Black
			for vertex := range strings.FieldsSeq(opening + " K3 K17") {
				p, err := g.ParseVertex(vertex)
				if err == nil {
					node, err = tree.Play(node, baduk.Move{Color: color, Point: symmetry[p]})
				}
				if err != nil {
					t.Fatal(err)
				}
				color = color.Opponent()
			}
			got := openingOf(tree, OpeningMoves)
			if i == 0 {
				name = got
			}
			if got != name || got == "" {
				t.Errorf("%s under symmetry %d is %q, want %q", opening, i, got, name)
			}
		}
		if opening == "R16 D16 Q3 D4" && name != opening {
			t.Errorf("the opening %s is called %q, want the same, with its first move near the upper right corner", opening, name)
		}
		names[name] = true
	}
	if len(names) != 4 {
		t.Errorf("four openings have the names %v, want four names", names)
	}
}

func TestOutcomeOf(t *testing.T) {
	for result, want := range map[string][2]string{
		"B+3.5": {"Black", "points"}, "W+R": {"White", "resignation"}, "b+resign": {"Black", "resignation"}, "W+T": {"White", "time"},
		"B+F": {"Black", "forfeit"}, "B+": {"Black", "not said"}, "0": {"nobody", "points"}, "Jigo": {"nobody", "points"}, "Void": {"nobody", "void"},
		"": {"not said", "not said"}, "?": {"not understood", "not understood"}, "+": {"not understood", "not understood"}, "white+12": {"White", "points"},
		"B+lots": {"Black", "not said"}, "NR": {"nobody", "void"}, "tie": {"nobody", "points"}, "B+3.5 points": {"Black", "points"},
	} {
		if winner, ending := outcomeOf(result); [2]string{winner, ending} != want {
			t.Errorf("%q is won by %s by %s, want %v", result, winner, ending, want)
		}
	}
}

func TestStatisticsCountsFiles(t *testing.T) {
	file, err := kifu.LoadBytes([]byte("(;SZ[9];B[ee])(;SZ[9];B[ee];W[cc])"), kifu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := NewStatistics()
	for _, name := range []string{"a.sgf", "b.sgf"} {
		for _, g := range InFile(name, file) {
			s.Add(g)
		}
	}
	s.Add(Game{File: "c.sgf", First: true, Error: "not a record"})
	if s.Files != 3 || s.Games != 4 || s.Unreadable != 1 || s.Moves != 6 {
		t.Errorf("got %d files, %d games, %d unreadable and %d moves, want 3, 4, 1 and 6", s.Files, s.Games, s.Unreadable, s.Moves)
	}
}
