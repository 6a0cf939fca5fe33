package baduk_test

import (
	"fmt"
	"log"

	"tengen/baduk"
)

// Any graph is a board. These five points form a circle, which has no edge; on
// it two stones capture two that are neighbours.
func ExampleNewGraph() {
	circle, err := baduk.NewGraph([][]baduk.Point{{4, 1}, {0, 2}, {1, 3}, {2, 4}, {3, 0}})
	if err != nil {
		log.Fatal(err)
	}
	g := baduk.NewGame(circle, baduk.TrompTaylor())
	for _, p := range []baduk.Point{0, 2, 1, 4} {
		if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: p}); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(circle, g.Position().Numbers(nil))
	s := g.Score(nil)
	fmt.Println("neighbours of", circle.Vertex(0), "are", circle.Neighbours(0), "-", s.Result())

	_, err = baduk.NewGraph([][]baduk.Point{{1}, {}})
	fmt.Println(err)
	// Output:
	// graph of 5 points [0 0 -1 0 -1]
	// neighbours of p0 are [4 1] - W+12.5
	// point #0 has the neighbour #1, but not the other way round
}

// A rectangle may have any sides. The error says why a board is impossible.
func ExampleRectangle() {
	for _, side := range [][2]int{{19, 19}, {7, 1}, {0, 5}} {
		g, err := baduk.Rectangle(side[0], side[1])
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(g, g.Len(), "points")
	}
	// Output:
	// 19x19 361 points
	// 7x1 7 points
	// a board cannot be 0x5: sides are at least 1, points at most 32767
}

// A rectangle has drawing coordinates, and the permutations of its points that
// are symmetries. Abstract graphs have no geometry.
func ExampleGraph_Geometry() {
	g := baduk.MustRectangle(9, 9)
	geometry, ok := g.Geometry()
	if !ok {
		log.Fatal("no geometry")
	}
	var stars, images []string
	for _, p := range geometry.Stars {
		stars = append(stars, g.Vertex(p))
	}
	c4 := vertex(g, "C4")
	for _, symmetry := range geometry.Symmetries {
		images = append(images, g.Vertex(symmetry[c4]))
	}
	fmt.Println(stars)
	fmt.Println("C4 is at", geometry.X[c4], geometry.Y[c4])
	fmt.Println(images)
	// Output:
	// [C7 G7 E5 C3 G3]
	// C4 is at 2 5
	// [C4 G4 C6 G6 F7 F3 D7 D3]
}

// Points have names as in GTP; "pass" is a name too.
func ExampleGraph_ParseVertex() {
	g := baduk.MustRectangle(19, 19)
	for _, text := range []string{"D4", "q16", "pass", "I7", "T20", "?"} {
		p, err := g.ParseVertex(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(p, g.Vertex(p))
	}
	// Output:
	// 288 D4
	// 72 Q16
	// -1 pass
	// "I7" is not a point of a 19x19 board: there is no column I
	// "T20" is not a point of a 19x19 board: rows are 1 to 19
	// "?" is not a point of a 19x19 board: write a column letter and a row number
}

// Fixed handicap stones have an order.
func ExampleGraph_HandicapPoints() {
	g := baduk.MustRectangle(9, 9)
	points, err := g.HandicapPoints(5)
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range points {
		fmt.Println(g.Vertex(p))
	}
	_, err = baduk.MustRectangle(5, 5).HandicapPoints(2)
	fmt.Println(err)
	// Output:
	// C3
	// G7
	// C7
	// G3
	// E5
	// a 5x5 board is too small for fixed handicap stones
}

// A board knows only stones and chains, and takes back the stones that were
// placed.
func ExampleBoard_Place() {
	b := baduk.NewBoard(baduk.MustRectangle(3, 3))
	corner, side, below := vertex(b.Graph(), "A3"), vertex(b.Graph(), "B3"), vertex(b.Graph(), "A2")
	b.Place(baduk.Move{Color: baduk.White, Point: corner})
	b.Place(baduk.Move{Color: baduk.Black, Point: side})
	fmt.Println("liberties of A3:", b.Liberties(corner))

	undo, verdict := b.Place(baduk.Move{Color: baduk.Black, Point: below})
	fmt.Println(verdict, "- captured:", undo.Captured, "- on A3:", b.At(corner))
	b.Take(undo)
	fmt.Println("taken back - on A3:", b.At(corner))

	_, verdict = b.Place(baduk.Move{Color: baduk.Black, Point: corner})
	fmt.Println(verdict)
	fmt.Println("invariants:", b.CheckInvariants())
	// Output:
	// liberties of A3: 1
	// legal - captured: 1 - on A3: empty
	// taken back - on A3: white
	// occupied
	// invariants: <nil>
}

// A chain is a circle of stones; its head stands for it.
func ExampleBoard_Liberties() {
	b := baduk.NewBoard(baduk.MustRectangle(5, 5))
	for _, name := range []string{"C3", "C4", "D4"} {
		b.Place(baduk.Move{Color: baduk.Black, Point: vertex(b.Graph(), name)})
	}
	c3 := vertex(b.Graph(), "C3")
	fmt.Println("stones:", b.ChainSize(c3), "liberties:", b.Liberties(c3))
	// D3 touches the chain on two sides and counts as one liberty.
	d3 := vertex(b.Graph(), "D3")
	fmt.Println("black around D3:", b.Around(d3, baduk.Black), "empty:", b.Around(d3, baduk.Empty))
	fmt.Println(b.Head(c3) == b.Head(vertex(b.Graph(), "D4")), len(b.AppendLiberties(nil, c3)))
	// Output:
	// stones: 3 liberties: 7
	// black around D3: 2 empty: 2
	// true 7
}

// Effect says what a stone would do before it is placed.
func ExampleBoard_Effect() {
	b := baduk.NewBoard(baduk.MustRectangle(3, 1))
	b.Place(baduk.Move{Color: baduk.Black, Point: 1})
	for _, c := range []baduk.Color{baduk.Black, baduk.White} {
		captured, suicide := b.Effect(baduk.Move{Color: c, Point: 0})
		fmt.Println(c, "on A1 takes", captured, "and loses", suicide)
	}
	// Output:
	// black on A1 takes 0 and loses 0
	// white on A1 takes 0 and loses 1
}

// Two bits a point: a 19x19 board has 91 bytes.
func ExampleBoard_AppendPacked() {
	b := baduk.NewBoard(baduk.MustRectangle(19, 19))
	fmt.Println(len(b.AppendPacked(nil)), "bytes")

	b = baduk.NewBoard(baduk.MustRectangle(3, 2))
	b.Place(baduk.Move{Color: baduk.Black, Point: 0})
	b.Place(baduk.Move{Color: baduk.White, Point: 5})
	packed := b.AppendPacked(nil)
	fmt.Printf("%08b\n", packed)
	colors, err := baduk.Unpack(packed, 6)
	fmt.Println(colors, err)
	_, err = baduk.Unpack(packed, 361)
	fmt.Println(err)
	// Output:
	// 91 bytes
	// [00000001 00001000]
	// [black empty empty empty empty white] <nil>
	// a packed board of 361 points has 91 bytes, not 2
}

// A game can start from a position that was read from elsewhere.
func ExampleSetupOf() {
	colors := []baduk.Color{baduk.Black, baduk.Empty, baduk.White}
	g, err := baduk.NewGameFrom(baduk.MustRectangle(3, 1), baduk.TrompTaylor(), baduk.SetupOf(colors, baduk.White))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.Position().Numbers(nil), g.ToPlay())
	// Output:
	// [1 0 -1] white
}

// Positions are for rollouts: they play without checking the rules, and copying
// one into another allocates nothing.
func ExamplePosition_Play() {
	g := baduk.NewGame(baduk.MustRectangle(3, 3), baduk.Chinese())
	position := baduk.NewPosition(g.Graph())
	position.CopyFrom(g.Position())
	for position.Passes < 2 && position.Stones(baduk.Empty) > 1 {
		m := baduk.Move{Color: position.ToPlay, Point: position.Empties()[0]}
		if position.IsSuicide(m) || m.Point == position.KoBan {
			m.Point = baduk.Pass
		}
		position.Play(m)
	}
	fmt.Println(position.Stones(baduk.Empty), "empty point;", g.Len(), "turns in the game itself")
	// Output:
	// 1 empty point; 0 turns in the game itself
}

// Komi is exact in half points.
func ExampleParseKomi() {
	for _, text := range []string{"7.5", "-0.5", "6", "6.75"} {
		komi, err := baduk.ParseKomi(text)
		fmt.Println(komi, err)
	}
	// Output:
	// 7.5 <nil>
	// -0.5 <nil>
	// 6 <nil>
	// 0 a komi of 6.75 is not a multiple of half a point
}

// A set of points grows on demand; the zero value is empty.
func ExamplePointSet() {
	var dead baduk.PointSet
	dead.Add(70)
	fmt.Println(dead.Has(70), dead.Has(71))
	dead.Remove(70)
	fmt.Println(dead.Has(70))
	// Output:
	// true false
	// false
}
