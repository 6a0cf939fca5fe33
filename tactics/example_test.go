package tactics_test

import (
	"fmt"

	"tengen/baduk"
	"tengen/tactics"
)

// lay puts stones on a new rectangular board.
func lay(width, height int, black, white []string) *baduk.Board {
	g := baduk.MustRectangle(width, height)
	b := baduk.NewBoard(g)
	for c, vertices := range map[baduk.Color][]string{baduk.Black: black, baduk.White: white} {
		for _, v := range vertices {
			p, _ := g.ParseVertex(v)
			b.Place(baduk.Move{Color: c, Point: p})
		}
	}
	return b
}

// A white stone on the second line, and Black to move.
func ExampleReader_Captured() {
	b := lay(5, 5, []string{"C5", "D5", "B4"}, []string{"C4"})
	g := b.Graph()
	c4, _ := g.ParseVertex("C4")

	r := tactics.NewReader(g)
	captured, line, decided := r.Captured(b, c4, baduk.Black, baduk.NoPoint)
	fmt.Println(captured, decided)
	for _, m := range line {
		fmt.Print(g.Vertex(m.Point), " ")
	}
	// Output:
	// true true
	// C3 D4 E4 D3 D2 E3 E2
}

// Which of the two ataris is the right one?
func ExampleReader_Working() {
	b := lay(9, 9, []string{"C9", "D9", "B8"}, []string{"C8"})
	g := b.Graph()
	c8, _ := g.ParseVertex("C8")

	moves, _ := tactics.NewReader(g).Working(b, c8, baduk.NoPoint)
	for _, p := range moves {
		fmt.Println(g.Vertex(p))
	}
	// Output: C7
}

// All chains of a board that are caught in ladders.
func ExampleReader_Ladders() {
	b := lay(9, 9, []string{"C9", "D9", "B8"}, []string{"C8", "J1"})
	g := b.Graph()
	for _, l := range tactics.NewReader(g).Ladders(nil, b, baduk.NoPoint) {
		fmt.Print(g.Vertex(l.Chain), ":")
		for _, p := range l.Moves[:l.Working] {
			fmt.Print(" ", g.Vertex(p))
		}
		fmt.Println()
	}
	// Output:
	// C8: C7
	// J1: J2 H1
}

// A black and a white chain share two liberties. The side that plays on one of
// these liberties is captured. Around them everything is pass-alive.
func ExampleStatuses() {
	b := baduk.NewBoard(baduk.MustRectangle(9, 4))
	for p, mark := range ".OOX.OXX." + "OOOX.OXXX" + ".OOXOOXX." + "OOOOXXXXX" {
		switch mark {
		case 'X':
			b.Place(baduk.Move{Color: baduk.Black, Point: baduk.Point(p)})
		case 'O':
			b.Place(baduk.Move{Color: baduk.White, Point: baduk.Point(p)})
		}
	}
	status := tactics.Statuses(b, false, tactics.StatusBudget)
	fmt.Println(status[1], status[3], status[5], status[6])
	// Output: pass-alive seki seki pass-alive
}
