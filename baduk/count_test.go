package baduk_test

import (
	"math/bits"
	"os"
	"testing"

	"tengen/baduk"
	"tengen/internal/boardtest"
)

// positions calls visit on every legal position of the graph. It places stones point by
// point and goes back if a stone is captured. This finds exactly the legal positions: if
// every chain has a liberty, the stones can be placed in any order without a capture.
func positions(g *baduk.Graph, visit func(b *baduk.Board)) {
	b := baduk.NewBoard(g)
	var lay func(p baduk.Point)
	lay = func(p baduk.Point) {
		if int(p) == g.Len() {
			visit(b)
			return
		}
		lay(p + 1)
		for _, c := range []baduk.Color{baduk.Black, baduk.White} {
			u, _ := b.Place(baduk.Move{Color: c, Point: p})
			if u.Captured+u.Suicide == 0 {
				lay(p + 1)
			}
			b.Take(u)
		}
	}
	lay(0)
}

func countPositions(g *baduk.Graph) (n int) {
	positions(g, func(*baduk.Board) { n++ })
	return n
}

// TestLegalPositions counts the positions of small rectangles, cylinders and tori. The
// numbers for squares and rectangles are those of Tromp and Farnebäck; the others were
// computed by brute force with another program.
func TestLegalPositions(t *testing.T) {
	long := os.Getenv("TENGEN_LONG") == "1"
	for _, test := range []struct {
		shape         string
		width, height int
		want          int
	}{
		{"rectangle", 1, 1, 1}, {"rectangle", 2, 1, 5}, {"rectangle", 3, 1, 15}, {"rectangle", 4, 1, 41},
		{"rectangle", 1, 5, 113}, {"rectangle", 6, 1, 313}, {"rectangle", 7, 1, 867}, {"rectangle", 8, 1, 2401},
		{"rectangle", 9, 1, 6649}, {"rectangle", 1, 10, 18413}, {"rectangle", 11, 1, 50991}, {"rectangle", 12, 1, 141209},
		{"rectangle", 2, 2, 57}, {"rectangle", 2, 3, 489}, {"rectangle", 3, 2, 489}, {"rectangle", 4, 2, 4125},
		{"rectangle", 2, 5, 35117}, {"rectangle", 6, 2, 299681}, {"rectangle", 3, 3, 12675}, {"rectangle", 4, 3, 321689},
		{"rectangle", 3, 4, 321689},
		{"rectangle", 7, 2, 2557605},
		{"torus", 3, 1, 19}, {"torus", 4, 1, 57}, {"torus", 1, 5, 161}, {"torus", 6, 1, 449}, {"torus", 7, 1, 1247}, {"torus", 8, 1, 3457},
		{"torus", 2, 2, 57}, {"torus", 3, 2, 593}, {"torus", 4, 2, 5273}, {"torus", 3, 3, 17767}, {"torus", 4, 3, 474585},
		{"cylinder", 3, 2, 593}, {"cylinder", 2, 3, 489}, {"cylinder", 4, 2, 5273}, {"cylinder", 3, 3, 15579},
		{"cylinder", 4, 3, 415865}, {"cylinder", 3, 4, 407501},
		{"rectangle", 5, 3, 8180343}, {"rectangle", 4, 4, 24318165}, {"cylinder", 4, 4, 32573621}, {"torus", 4, 4, 37764009},
	} {
		if test.want > 10_000_000 && !long {
			t.Logf("%dx%d %s has %d positions: not counted; set TENGEN_LONG=1 to count them", test.width, test.height, test.shape, test.want)
			continue
		}
		graph := baduk.Rectangle
		switch test.shape {
		case "torus":
			graph = boardtest.Torus
		case "cylinder":
			graph = boardtest.Cylinder
		}
		g, err := graph(test.width, test.height)
		if err != nil {
			t.Fatal(err)
		}
		if n := countPositions(g); n != test.want {
			t.Errorf("%dx%d %s: %d legal positions, want %d", test.width, test.height, test.shape, n, test.want)
		}
	}
}

// TestPositionGraph counts the plays of either colour in all positions. It counts
// separately the plays that lead to another position, and the suicides of one stone,
// which lead to the same position.
func TestPositionGraph(t *testing.T) {
	for _, test := range []struct{ width, height, arcs, loops int }{
		{1, 1, 0, 2}, {2, 1, 12, 0}, {3, 1, 42, 4}, {4, 1, 144, 16}, {2, 2, 192, 8},
		{3, 2, 2312, 116}, {4, 2, 25608, 1176}, {3, 3, 86200, 3726}, {4, 3, 2873612, 110356},
	} {
		arcs, loops := 0, 0
		g := baduk.MustRectangle(test.width, test.height)
		var empties []baduk.Point
		positions(g, func(b *baduk.Board) {
			empties = append(empties[:0], b.Empties()...)
			before := b.Hash()
			for _, p := range empties {
				for _, c := range []baduk.Color{baduk.Black, baduk.White} {
					u, _ := b.Place(baduk.Move{Color: c, Point: p})
					if b.Hash() == before {
						loops++
					} else {
						arcs++
					}
					b.Take(u)
				}
			}
		})
		if arcs != test.arcs || loops != test.loops {
			t.Errorf("%v: %d plays and %d that change nothing, want %d and %d", g, arcs, loops, test.arcs, test.loops)
		}
	}
}

// TestReachablePositions walks from the empty board by plays of either colour,
// suicide included. It must reach every legal position and no other.
func TestReachablePositions(t *testing.T) {
	for _, test := range []struct{ width, height, want int }{
		{1, 1, 1}, {2, 1, 5}, {3, 1, 15}, {4, 1, 41}, {2, 2, 57}, {3, 2, 489}, {4, 2, 4125}, {3, 3, 12675},
	} {
		if boards, _ := walkPositions(baduk.MustRectangle(test.width, test.height)); boards != test.want {
			t.Errorf("%dx%d: %d positions reached, want %d", test.width, test.height, boards, test.want)
		}
	}
}

// walkPositions numbers the positions that plays reach from the empty board,
// which is number 0. For each position it lists the positions that its plays
// lead to.
func walkPositions(g *baduk.Graph) (n int, next [][]int) {
	b := baduk.NewBoard(g)
	number := map[string]int{}
	var walk func() int
	walk = func() int {
		packed := string(b.AppendPacked(nil))
		if i, known := number[packed]; known {
			return i
		}
		i := len(number)
		number[packed] = i
		next = append(next, nil)
		for p := range g.Len() {
			for _, c := range []baduk.Color{baduk.Black, baduk.White} {
				u, v := b.Place(baduk.Move{Color: c, Point: baduk.Point(p)})
				if v != baduk.Legal {
					continue
				}
				if j := walk(); j != i {
					next[i] = append(next[i], j)
				}
				b.Take(u)
			}
		}
		return i
	}
	walk()
	return len(number), next
}

// TestNumberOfGames plays all games under positional superko with literal
// suicide. Either player may move, and neither passes.
func TestNumberOfGames(t *testing.T) {
	for _, test := range []struct{ width, games, longest int }{{1, 1, 0}, {2, 9, 2}, {3, 907, 14}} {
		for _, suicide := range []baduk.SuicideRule{baduk.SuicideMulti, baduk.SuicideLiteral} {
			g := baduk.NewGame(baduk.MustRectangle(test.width, 1), baduk.Rules{Ko: baduk.KoPositional, Suicide: suicide})
			games, longest := 0, 0
			var walk func()
			walk = func() {
				games++
				longest = max(longest, g.Len())
				for p := range test.width {
					for _, c := range []baduk.Color{baduk.Black, baduk.White} {
						if g.Play(baduk.Move{Color: c, Point: baduk.Point(p)}) == nil {
							walk()
							g.Undo()
						}
					}
				}
			}
			walk()
			if games != test.games || longest != test.longest {
				t.Errorf("1x%d, suicide %v: %d games of up to %d plays, want %d, %d", test.width, suicide, games, longest, test.games, test.longest)
			}
		}
	}
}

// TestNumberOfGamesOnFourPoints counts the games on 1x4 as the simple paths through the
// positions that the board itself walked. The number of games stays the same if the
// colours or the sides are exchanged. Exactly a quarter of the games with a first play
// therefore begin with Black in the left half.
func TestNumberOfGamesOnFourPoints(t *testing.T) {
	g := baduk.MustRectangle(4, 1)
	n, next := walkPositions(g)
	if n != 41 {
		t.Fatalf("%d positions, want 41", n)
	}
	out := make([]uint64, n)
	for i, list := range next {
		for _, j := range list {
			out[i] |= 1 << j
		}
	}
	// count returns the number of paths that start at a position, including the empty
	// path.
	games, longest := 0, 0
	var count func(at int, left uint64, length int)
	count = func(at int, left uint64, length int) {
		games++
		longest = max(longest, length)
		for r := out[at] & left; r != 0; r &= r - 1 {
			j := bits.TrailingZeros64(r)
			count(j, left&^(1<<j), length+1)
		}
	}
	all := uint64(1)<<n - 2 // all positions except the empty board
	if os.Getenv("TENGEN_LONG") == "1" {
		count(0, all, 0)
	} else {
		t.Log("counting a quarter of the games; set TENGEN_LONG=1 to count all")
		// The empty board's arcs are in the order of points, Black first.
		for _, first := range []int{next[0][0], next[0][2]} {
			count(first, all&^(1<<first), 1)
		}
		games = 1 + 4*games
	}
	if games != 2098407841 || longest != 40 {
		t.Errorf("1x4: %d games of up to %d plays, want 2098407841, 40", games, longest)
	}
}
