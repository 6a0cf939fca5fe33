package lessons

import (
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/tactics"
)

// TestCourseReads compares what the course says about life, death and ladders with the reader.
func TestCourseReads(t *testing.T) {
	all := map[string]problem{}
	for name, p := range steps(t) {
		all[name] = p
	}
	for _, test := range []struct {
		step, moves, stone string
		captured           bool // by the opponent of the stone, who plays first
	}{
		{"eyes/0", "", "A2", true}, {"eyes/1", "", "A2", false},
		{"eyes/2", "", "A2", true}, {"eyes/2", "B1", "A2", false}, {"eyes/2", "A1 B1", "A2", true}, {"eyes/2", "C1 B1", "A2", true},
		{"eyes/3", "B1", "A2", true}, {"eyes/3", "A1 B1", "A2", false}, {"eyes/3", "C1 B1", "A2", false},
		{"life/0", "", "A2", false}, {"life/0", "B1 C1", "A2", false}, {"life/0", "C1 B1", "A2", false},
		{"life/1", "A1", "A3", false}, {"life/1", "A2 A1", "A3", true}, {"life/1", "B1 A1", "A3", true},
		{"life/2", "", "A3", true}, {"life/2", "A1 B2", "A3", true}, {"life/2", "B2 A1", "A3", true}, {"life/2", "B1 A2", "A3", true}, {"life/2", "A2 B1", "A3", true},
		{"life/3", "E1 C1", "A2", true},
	} {
		p := all["course/"+test.step]
		n, err := p.follow(strings.Fields(test.moves))
		if err != nil {
			t.Fatalf("%s: %v", test.step, err)
		}
		stone, err := p.Tree.Graph.ParseVertex(test.stone)
		if err != nil {
			t.Fatal(err)
		}
		board := &p.Tree.At(n).Game.Position().Board
		if _, captured := tactics.Capture(board, stone, baduk.NoPoint, false, 50*tactics.StatusBudget); captured != test.captured {
			t.Errorf("%s after %q: the stone at %s is captured: %v, want %v", test.step, test.moves, test.stone, captured, test.captured)
		}
	}
	for step, test := range map[string]struct {
		moves, stone string
		captured     bool
	}{
		"ladder/0": {"", "D5", true}, "ladder/1": {"", "D5", true}, "ladder/2": {"", "D5", false}, "net/0": {"", "D4", false}, "capture/0": {"", "C3", true},
	} {
		p := all["course/"+step]
		stone, err := p.Tree.Graph.ParseVertex(test.stone)
		if err != nil {
			t.Fatal(err)
		}
		r := tactics.NewReader(p.Tree.Graph)
		captured, line, decided := r.Captured(&p.Tree.At(p.Start).Game.Position().Board, stone, baduk.Black, baduk.NoPoint)
		if captured != test.captured || !decided {
			t.Errorf("%s: the ladder captures: %v, want %v", step, captured, test.captured)
		}
		if captured && !p.Right(p.Child(p.Start, line[0].Point)) {
			t.Errorf("%s: the ladder begins at %s, which the course calls wrong", step, p.Tree.Graph.Vertex(line[0].Point))
		}
	}
}
