package topology

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"tengen/baduk"
)

// mangoRules are the rules of the MANGO document: a configuration must not be repeated, and suicide
// is as in the document.
var mangoRules = baduk.Rules{Ko: baduk.KoPositional, Suicide: baduk.SuicideLiteral}

func TestSpiral(t *testing.T) {
	window := newWindow(wholePlane(), MaxRadius)
	for i, want := range []xy{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {2, -1}, {2, 0}} {
		if p := window.points[i]; p != want {
			t.Errorf("point %d is at %v, want %v", i, p, want)
		}
	}
	for i, p := range window.points {
		if q := spiral(p); q != i || window.number[p] != i {
			t.Fatalf("point %d is at %v, where point %d is", i, p, q)
		}
		if r := norm(p.x, p.y); i < ringStart(r) || i >= ringStart(r+1) {
			t.Fatalf("point %d at %v is not in ring %d", i, p, r)
		}
	}
}

// TestInfiniteWeights checks the second example of the MANGO document: the weights by the square of
// the distance from the origin, and their sums.
func TestInfiniteWeights(t *testing.T) {
	const total = 3.14224265993565
	for _, radius := range []int{2, 9, 13, 90} {
		g, err := Infinite(radius)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for p := range g.Len() {
			sum += g.Weight(baduk.Point(p))
		}
		if math.Abs(sum-total) > 1e-14 {
			t.Errorf("radius %d: all weights sum up to %.15g, want %.15g", radius, sum, total)
		}
		if g.Beyond() != baduk.Point(g.Len()-1) || g.Vertex(g.Beyond()) != "beyond" || g.Len() != (2*radius+1)*(2*radius+1)+1 {
			t.Errorf("radius %d: %d points, the last %s", radius, g.Len(), g.Vertex(g.Beyond()))
		}
	}
	g := mustParse(t, "infinite").Graph
	outside5, outside8 := 0.0, 0.0
	for p := range g.Len() {
		w := g.Weight(baduk.Point(p))
		square := math.MaxInt
		if baduk.Point(p) != g.Beyond() {
			at := newWindow(wholePlane(), StartRadius).points[p]
			square = at.x*at.x + at.y*at.y
		}
		want, known := map[int]float64{0: 1, 1: .36788, 2: .13534, 4: .018316, 5: .0067379, 8: .00033546, 9: .00012341, 10: .0000454}[square]
		if known && math.Abs(w-want) > 1e-4*want {
			t.Errorf("%s: got the weight %g, want %g", g.Vertex(baduk.Point(p)), w, want)
		}
		if square > 5 {
			outside5 += w
		}
		if square > 8 {
			outside8 += w
		}
	}
	if math.Abs(outside5-.0022176) > 1e-7 || math.Abs(outside8-.00087578) > 1e-8 {
		t.Errorf("outside of 5 and 8 the weights sum up to %g and %g", outside5, outside8)
	}
	if g.Life().Text != "F = exp(-x^2 - y^2), T = z > 1/1000" || !g.Regional() {
		t.Errorf("life is %q", g.Life().Text)
	}
}

func TestWindowsFitTogether(t *testing.T) {
	small, large := mustParse(t, "infinite 4").Graph, mustParse(t, "infinite 7").Graph
	for p := range baduk.Point(small.Len() - 1) {
		if small.Vertex(p) != large.Vertex(p) || small.Weight(p) != large.Weight(p) {
			t.Errorf("point %d is %s and %s", p, small.Vertex(p), large.Vertex(p))
		}
		for _, q := range large.Neighbours(p) {
			if int(q) >= small.Len()-1 {
				q = small.Beyond()
			}
			if !slices.Contains(small.Neighbours(p), q) {
				t.Errorf("%s has neighbours %v and %v", small.Vertex(p), small.Neighbours(p), large.Neighbours(p))
			}
		}
	}
}

func TestSumsThatEnd(t *testing.T) {
	for _, test := range []struct{ weight, want string }{
		{"1", "test: weight: the weights do not sum up: infinitely many points weigh 1"},
		{"1/(1+x^2+y^2)", "test: weight: tengen cannot bound the weights far from the middle well enough: all together they are between 221.232400135 and 242.489079994; give their sum over all points as \"total\""},
		{"1/(x^2+y^2)", "test: weight: at 0,0: division by zero"},
		{"exp(x^2)", "test: weight: at 9,-8: the weight is 1.5060973145850306e+35, beyond 1e+30"},
		{"x > 3", "test: weight: at 0,0: the result is true or false, not a number: write (...) ? 1 : 0"},
		{"exp(-abs(x)-abs(y))", ""},
		{"max(abs(x),abs(y)) <= 2 ? 1 : 0", ""},
		{"max(abs(x),abs(y)) == 80 ? -1 : 0", ""},
		{"0", ""},
		{"x*exp(-x^2-y^2)", ""},
	} {
		_, err := Read("test", fmt.Appendf(nil, `{"shape":"infinite","weight":%q}`, test.weight))
		if err == nil && test.want != "" || err != nil && err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", test.weight, err, test.want)
		}
	}
}

// ring20 lists the points of the square ring at distance 3 from the origin (in the maximum norm),
// without its corners.
func ring20() (ring [][2]int) {
	for k := -2; k <= 2; k++ {
		ring = append(ring, [2]int{3, k}, [2]int{-3, k}, [2]int{k, 3}, [2]int{k, -3})
	}
	return ring
}

func point(t *testing.T, g *baduk.Graph, x, y int) baduk.Point {
	t.Helper()
	p, err := g.ParseVertex(fmt.Sprintf("%d,%d", x, y))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestRingKillsOutside checks a surprising property of the infinite board: once Black has 20 stones
// around the middle, no white stone outside lives, even with empty points around it.
func TestRingKillsOutside(t *testing.T) {
	b := mustParse(t, "infinite 13")
	setup := b.Setup
	for i, at := range ring20() {
		if i > 0 {
			setup.Black = append(setup.Black, point(t, b.Graph, at[0], at[1]))
		}
	}
	outside := point(t, b.Graph, 10, 0)
	setup.White = []baduk.Point{outside}
	game, err := baduk.NewGameFrom(b.Graph, mangoRules, setup)
	if err != nil {
		t.Fatal(err)
	}
	last := ring20()[0]
	if err := game.Play(baduk.Move{Color: baduk.Black, Point: point(t, b.Graph, last[0], last[1])}); err != nil {
		t.Fatal(err)
	}
	if c := game.At(outside); c != baduk.Empty {
		t.Errorf("got %v on 10,0, want no stone, since the ring is closed", c)
	}
	again := baduk.Move{Color: baduk.White, Point: outside}
	if v := game.Legal(again); v != baduk.Superko {
		t.Errorf("a white play outside: got %v, want a repeated position", v)
	}
	inside := baduk.Move{Color: baduk.White, Point: 0}
	if v := game.Legal(inside); v != baduk.Legal {
		t.Errorf("a white play in the middle: got %v, want a legal one", v)
	}
}

// TestAccountBeyond checks that the account does not count the points of a player who has those beyond the window.
func TestAccountBeyond(t *testing.T) {
	game := baduk.NewGame(mustParse(t, "infinite").Graph, mangoRules)
	playAt(t, game, [2]int{0, 0})
	s := game.Score(nil)
	for c, want := range map[baduk.Color]string{baduk.Black: "the weight of infinitely many points", baduk.White: "the weight of 0 points"} {
		if got := s.Account(c)[0].What; got != want {
			t.Errorf("%v: got %q, want %q", c, got, want)
		}
	}
}

// TestFirstStones checks that the first stone lives anywhere, in the middle or far away.
func TestFirstStones(t *testing.T) {
	g := mustParse(t, "infinite").Graph
	for p := range baduk.Point(g.Len()) {
		game := baduk.NewGame(g, mangoRules)
		want := baduk.Legal
		if p == g.Beyond() {
			want = baduk.OffBoard
		}
		if v := game.Legal(baduk.Move{Color: baduk.Black, Point: p}); v != want {
			t.Errorf("the first stone on %s: got %v, want a legal play", g.Vertex(p), v)
		}
	}
}
