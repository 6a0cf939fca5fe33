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

// TestAgainstThePlane plays random games both on the window and on the plane itself, as the MANGO
// document defines it, with sums of 512 bits. Legal moves, stones and scores must be the
// same, even after the window has grown, and with stones as far apart as possible.
func TestAgainstThePlane(t *testing.T) {
	random := splitMix64(1)
	number := func(n int) int { return int(random.next() % uint64(n)) }
	var counts planeCounts
	for l, literal := range lattices() {
		for n := range 2 * planeGames() {
			g := &planeGame{T: t, name: fmt.Sprintf("%s, game %d", l.name, n), literal: literal, number: number, counts: &counts}
			g.begin(l, n%2 == 0)
			for turn := range 50 {
				g.turn(turn)
			}
			g.compareScores()
		}
	}
	if counts.captured == 0 || counts.refused == 0 || counts.far == 0 {
		t.Errorf("got %+v, want some of each", counts)
	}
	t.Logf("%+v", counts)
}

// planeCounts counts the captures, the refused moves and the stones far away.
type planeCounts struct{ captured, refused, far int }

// planeGame is a random game that is played on the window and on the plane.
type planeGame struct {
	*testing.T
	name    string
	literal *refgo.Lattice
	number  func(n int) int // a random number below n
	counts  *planeCounts

	centres [][2]int // the moves are near these points
	game    *baduk.Game
	plane   *refgo.InfiniteMango
}

// begin begins the game. If full, the middle is nearly full, and few moves save anything. Otherwise the game is also
// played far away.
func (g *planeGame) begin(l *plane, full bool) {
	var setup baduk.Setup
	initial := refgo.Plane{}
	g.centres = [][2]int{{}}
	graph := mustParse(g.T, l.spec(4)).Graph
	if full {
		for _, p := range newWindow(l, 3).points {
			switch at := [2]int{p.x, p.y}; g.number(5) {
			case 0, 1:
				initial[at], setup.Black = refgo.Black, append(setup.Black, point(g.T, graph, p.x, p.y))
			case 2, 3:
				initial[at], setup.White = refgo.White, append(setup.White, point(g.T, graph, p.x, p.y))
			}
		}
	} else {
		g.centres = append(g.centres, [2]int{7 + g.number(9), g.number(30)}, [2]int{MaxCoordinate - 3, 3 + g.number(9)}, [2]int{100_000 - g.number(200_000), 100_000})
	}
	var err error
	if g.game, err = baduk.NewGameFrom(graph, mangoRules, setup); err != nil {
		g.Fatal(err)
	}
	g.plane = refgo.NewInfiniteMango(g.literal, initial)
}

// place returns a random point near a centre. Half of the points are near the first centre.
func (g *planeGame) place() [2]int {
	at := g.centres[max(0, g.number(2*len(g.centres))-len(g.centres))]
	reach := 2
	if at != g.centres[0] {
		reach = 3
	}
	return [2]int{at[0] + g.number(2*reach+1) - reach, at[1] + g.number(2*reach+1) - reach}
}

// turn plays a random move, if it is legal, and compares the stones.
func (g *planeGame) turn(turn int) {
	at := g.place()
	if !g.literal.Has(at) {
		return
	}
	name := fmt.Sprintf("%d,%d", at[0], at[1])
	var err error
	if g.game, err = Reach(g.game, name); err != nil {
		g.Fatal(err)
	}
	p, err := g.game.Graph().ParseVertex(name)
	if err != nil {
		g.Fatal(err)
	}
	move := baduk.Move{Color: g.game.ToPlay(), Point: p}
	legal := g.game.Legal(move) == baduk.Legal
	if want := g.plane.Legal(at); legal != want {
		g.Fatalf("%s, turn %d: %v on %v: got %v, want %v", g.name, turn, move.Color, at, g.game.Legal(move), want)
	}
	if !legal {
		if g.plane.Last()[at] == refgo.Empty {
			g.counts.refused++
		}
		return
	}
	if err := g.game.Play(move); err != nil {
		g.Fatal(err)
	}
	before := len(g.plane.Last())
	g.plane.Play(at)
	if len(g.plane.Last()) <= before {
		g.counts.captured++
	}
	if norm(at[0], at[1]) > MaxRadius {
		g.counts.far++
	}
	if got, want := stones(g.game), g.plane.Last(); !maps.Equal(got, want) {
		g.Fatalf("%s, turn %d: %v, want %v", g.name, turn, got, want)
	}
	if turn%10 == 0 {
		if g.game, _, err = Grow(g.game); err != nil {
			g.Fatal(err)
		}
	}
}

// compareScores compares the scores of the last position.
func (g *planeGame) compareScores() {
	score := g.game.Score(nil)
	for _, c := range []baduk.Color{baduk.Black, baduk.White} {
		want := g.literal.Score(g.plane.Last(), map[baduk.Color]refgo.Color{baduk.Black: refgo.Black, baduk.White: refgo.White}[c])
		if math.Abs(score.Weight[c]-want) > 1e-12 {
			g.Errorf("%s: %v: got the score %v, want %v", g.name, c, score.Weight[c], want)
		}
	}
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

// TestPlaneTotals compares the sum of the weights of a board with that of the literal board.
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
			without := newWindow(l, 2) // what it would be with its holes
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
		"-9223372036854775808,0": "the window of MANGO, example 2 does not grow: -9223372036854775808,0 is too far from the middle: " +
			"coordinates are -1000000 to 1000000",
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
