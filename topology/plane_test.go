package topology

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/internal/refgo"
)

// lattices lists all infinite boards, each with a literal definition to compare with.
func lattices() map[*plane]*refgo.Lattice {
	return map[*plane]*refgo.Lattice{
		wholePlane(): refgo.Square(), halfPlane(): refgo.HalfSquare(), quarterPlane(): refgo.QuarterSquare(),
		hexPlane(): refgo.Honeycomb(), triangularPlane(): refgo.Triangles(),
	}
}

func planeGames() int {
	if os.Getenv("TENGEN_LONG") != "" {
		return 40
	}
	return 1
}

// TestAgainstThePlane plays random games on the window and on the plane as the MANGO document defines
// it, with sums of 512 bits. Legal moves, stones and scores must be the same. This must hold after
// the window has grown, and with stones as far apart as possible.
func TestAgainstThePlane(t *testing.T) {
	random := splitMix64(1)
	number := func(n int) int { return int(random.next() % uint64(n)) }
	var captured, refused, far int
	for l, literal := range lattices() {
		for n := range 2 * planeGames() {
			var setup baduk.Setup
			initial := refgo.Plane{}
			centres := [][2]int{{}}
			graph := mustParse(t, l.spec(4)).Graph
			if n%2 == 0 { // the middle is nearly full, and few moves save anything
				for _, p := range newWindow(l, 3).points {
					switch at := [2]int{p.x, p.y}; number(5) {
					case 0, 1:
						initial[at], setup.Black = refgo.Black, append(setup.Black, point(t, graph, p.x, p.y))
					case 2, 3:
						initial[at], setup.White = refgo.White, append(setup.White, point(t, graph, p.x, p.y))
					}
				}
			} else {
				centres = append(centres, [2]int{7 + number(9), number(30)}, [2]int{MaxCoordinate - 3, 3 + number(9)}, [2]int{100_000 - number(200_000), 100_000})
			}
			game, err := baduk.NewGameFrom(graph, mangoRules, setup)
			if err != nil {
				t.Fatal(err)
			}
			plane := refgo.NewInfiniteMango(literal, initial)
			for turn := range 50 {
				at := centres[max(0, number(2*len(centres))-len(centres))]
				reach := 2 // distance from a centre within which the players play
				if at != centres[0] {
					reach = 3
				}
				at[0], at[1] = at[0]+number(2*reach+1)-reach, at[1]+number(2*reach+1)-reach
				if !literal.Has(at) {
					continue
				}
				name := fmt.Sprintf("%d,%d", at[0], at[1])
				if game, err = Reach(game, name); err != nil {
					t.Fatal(err)
				}
				p, err := game.Graph().ParseVertex(name)
				if err != nil {
					t.Fatal(err)
				}
				move := baduk.Move{Color: game.ToPlay(), Point: p}
				legal := game.Legal(move) == baduk.Legal
				if want := plane.Legal(at); legal != want {
					t.Fatalf("%s, game %d, turn %d: %v on %v: got %v, want %v", l.name, n, turn, move.Color, at, game.Legal(move), want)
				}
				if !legal {
					if plane.Last()[at] == refgo.Empty {
						refused++
					}
					continue
				}
				if err := game.Play(move); err != nil {
					t.Fatal(err)
				}
				before := len(plane.Last())
				plane.Play(at)
				if len(plane.Last()) <= before {
					captured++
				}
				if norm(at[0], at[1]) > MaxRadius {
					far++
				}
				if got, want := stones(game), plane.Last(); !maps.Equal(got, want) {
					t.Fatalf("%s, game %d, turn %d: %v, want %v", l.name, n, turn, got, want)
				}
				if turn%10 == 0 {
					if game, _, err = Grow(game); err != nil {
						t.Fatal(err)
					}
				}
			}
			score := game.Score(nil)
			for _, c := range []baduk.Color{baduk.Black, baduk.White} {
				want := literal.Score(plane.Last(), map[baduk.Color]refgo.Color{baduk.Black: refgo.Black, baduk.White: refgo.White}[c])
				if math.Abs(score.Weight[c]-want) > 1e-12 {
					t.Errorf("%s, game %d: %v: got the score %v, want %v", l.name, n, c, score.Weight[c], want)
				}
			}
		}
	}
	if captured == 0 || refused == 0 || far == 0 {
		t.Errorf("got %d captures, %d refused moves and %d stones far away, want some of each", captured, refused, far)
	}
	t.Logf("%d captures, %d refused moves, %d stones far away", captured, refused, far)
}

// stones returns the board in the form of refgo.
func stones(game *baduk.Game) refgo.Plane {
	plane := refgo.Plane{}
	for p, c := range game.StonesAfter(game.Len()) {
		var x, y int
		if _, err := fmt.Sscanf(game.Graph().Vertex(baduk.Point(p)), "%d,%d", &x, &y); err != nil {
			continue // beyond
		}
		switch c {
		case baduk.Black:
			plane[[2]int{x, y}] = refgo.Black
		case baduk.White:
			plane[[2]int{x, y}] = refgo.White
		}
	}
	return plane
}

// TestPlaneTotals compares the sum of the weights of a board with the sum of the weights of the
// literal board.
func TestPlaneTotals(t *testing.T) {
	for l, literal := range lattices() {
		sum := new(big.Float).SetPrec(exactBits)
		for _, w := range mustParse(t, l.name).Graph.Life().Weights {
			sum.Add(sum, big.NewFloat(w))
		}
		got, _ := sum.Float64()
		if want, _ := literal.TotalF().Float64(); math.Abs(got-want) > 1e-15 {
			t.Errorf("%s: the weights sum up to %.17g, want %.17g", l.name, got, want)
		}
	}
}

// TestWindowHasNoHoles checks that all points outside a window are connected, wherever the window has
// grown.
func TestWindowHasNoHoles(t *testing.T) {
	random := splitMix64(7)
	number := func(n int) int { return int(random.next() % uint64(n)) }
	filled := 0
	for l := range lattices() {
		for range 20 {
			w := newWindow(l, 2)
			size := 20 + number(30)
			without := newWindow(l, 2) // the window as it would be with holes
			for range 12 + number(12) {
				place := xy{number(2*size) - size, number(2*size) - size}
				if !l.has(place) {
					continue
				}
				if err := w.grow(place); err != nil {
					t.Fatal(err)
				}
				for x := -reach; x <= reach; x++ {
					for y := -reach; y <= reach; y++ {
						without.add(xy{place.x + x, place.y + y})
					}
				}
			}
			for _, p := range without.points {
				if _, ok := w.number[p]; !ok {
					t.Fatalf("%s: the window lacks %v", l.name, p)
				}
			}
			filled += len(w.points) - len(without.points)
			// A flood fill from outside must reach every point that is not in the window.
			far := size + reach + 3
			start := xy{far, far}
			seen := map[xy]bool{start: true}
			for open := []xy{start}; len(open) > 0; open = open[1:] {
				l.neighbours(open[0], func(q xy) {
					if _, inside := w.number[q]; !inside && !seen[q] && norm(q.x, q.y) <= far {
						seen[q] = true
						open = append(open, q)
					}
				})
			}
			for x := -far; x <= far; x++ {
				for y := -far; y <= far; y++ {
					p := xy{x, y}
					if _, inside := w.number[p]; l.has(p) && !inside && !seen[p] {
						t.Fatalf("%s: %v is in a hole of the window", l.name, p)
					}
				}
			}
			for _, p := range w.points {
				if !without.has(p) {
					t.Fatalf("%s: %v is not a point", l.name, p)
				}
			}
		}
	}
	if filled == 0 {
		t.Error("the windows never had holes to fill, want some")
	}
}

// TestFarAway checks that a stone far from all others enlarges the window only a little, and that
// the distance has a limit.
func TestFarAway(t *testing.T) {
	b := mustParse(t, "mango-infinite")
	game := baduk.NewGame(b.Graph, mangoRules)
	playAt(t, game, [2]int{0, 0}, [2]int{1, 0}, [2]int{0, 1}, [2]int{1, 1})
	for name, want := range map[string]string{
		"100000,-100000":   "",
		"-1000000,1000000": "",
		"1000001,0":        "the window of MANGO, example 2 does not grow: 1000001,0 is too far from the middle: coordinates are -1000000 to 1000000",
		"0,99999999999999999999999": "the window of MANGO, example 2 does not grow: 0,99999999999999999999999 is too far from the middle: " +
			"coordinates are -1000000 to 1000000",
	} {
		further, err := Reach(game, name)
		if err != nil || want != "" {
			if err == nil || err.Error() != want {
				t.Errorf("%s: got %v, want %s", name, err, want)
			}
			continue
		}
		p, err := further.Graph().ParseVertex(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := further.Play(baduk.Move{Color: further.ToPlay(), Point: p}); err != nil {
			t.Error(err)
		}
		if n := further.Graph().Len(); n != 19*19+11*11+1 {
			t.Errorf("%s: a window of %d points", name, n)
		}
		sameGame(t, game, func() *baduk.Game { further.Undo(); return further }())
	}
	for _, name := range []string{"A1", "pass", "", "1,2,3", "x,y", "1,", "0,0"} {
		if same, err := Reach(game, name); same != game || err != nil {
			t.Errorf("%q: got another game, %v, want the same game", name, err)
		}
	}
	half := baduk.NewGame(mustParse(t, "half-plane").Graph, mangoRules)
	if _, err := Reach(half, "0,-1"); err == nil || !strings.Contains(err.Error(), "0,-1 is not on the half-plane: its points have y >= 0") {
		t.Error(err)
	}
}

// TestManyPlaces checks that the window stops growing at the largest number of points, with an error
// that says why.
func TestManyPlaces(t *testing.T) {
	w := newWindow(wholePlane(), StartRadius)
	places := 0
	var err error
	for ; err == nil; places++ {
		err = w.grow(xy{1000 * places, 500_000})
	}
	if places < 1500 || !strings.Contains(err.Error(), "in too many places far from each other") {
		t.Errorf("after %d places: got %v, want at least 1500 places and then the error of too many", places, err)
	}
}
