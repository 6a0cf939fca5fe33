package refgo

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// squareOf lists the points at a Chebyshev distance of at most n from the
// origin.
func squareOf(n int) [][2]int {
	var points [][2]int
	for x := -n; x <= n; x++ {
		for y := -n; y <= n; y++ {
			points = append(points, [2]int{x, y})
		}
	}
	return points
}

func chebyshev(p [2]int) int {
	return max(p[0], -p[0], p[1], -p[1])
}

func radius2(p [2]int) int { return p[0]*p[0] + p[1]*p[1] }

// sumF64 is sumF for a list of points.
func sumF64(points ...[2]int) float64 {
	set := map[[2]int]bool{}
	for _, p := range points {
		set[p] = true
	}
	f, _ := Square().sumF(set).Float64()
	return f
}

func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

func TestInfiniteMangoWeights(t *testing.T) {
	for r2, want := range map[int]float64{
		0: 1, 1: .36788, 2: .13534, 4: .018316, 5: .0067379, 8: .00033546, 9: .00012341, 10: .0000454,
	} {
		found := false
		for _, p := range squareOf(3) {
			if radius2(p) == r2 {
				found = true
				if got := sumF64(p); !near(got, want, want*5e-5) || !near(got, math.Exp(-float64(r2)), 1e-15) {
					t.Errorf("F(%v) is %v, want %v", p, got, want)
				}
			}
		}
		if !found {
			t.Errorf("no point at the square distance %d", r2)
		}
	}
	total, _ := Square().TotalF().Float64()
	if !near(total, 3.14224265993565, 5e-15) {
		t.Errorf("the total weight is %.16v, want 3.14224265993565", total)
	}
	if got := sumF64(squareOf(12)...); !near(got, total, 1e-15) {
		t.Errorf("the square of 25x25 weighs %.16v, want nearly %.16v", got, total)
	}
	for bound, want := range map[int]float64{5: .0022176, 8: .00087578} {
		within := slices.DeleteFunc(squareOf(3), func(p [2]int) bool { return radius2(p) > bound })
		if got := total - sumF64(within...); !near(got, want, 1e-7) {
			t.Errorf("beyond the square distance %d lies %v, want %v", bound, got, want)
		}
	}
}

// TestInfiniteMangoSumsAreExact checks that sums near a thousandth do not
// depend on the order of additions.
func TestInfiniteMangoSumsAreExact(t *testing.T) {
	wide := Square().sumF(map[[2]int]bool{{0, 0}: true, {15, 0}: true})
	one := Square().sumF(map[[2]int]bool{{0, 0}: true})
	if wide.Cmp(one) <= 0 {
		t.Error("exp(-225) is lost in the sum with 1")
	}
	difference, _ := wide.Sub(wide, one).Float64()
	if want := math.Exp(-225); !near(difference, want, want*1e-13) {
		t.Errorf("exp(-225) comes back as %v, want %v", difference, want)
	}
}

// island is a plane on which the L of the black stones is exactly the points of
// e. The other points of the 7x7 square are black, and a white ring closes it.
func island(e ...[2]int) Plane {
	b := Plane{}
	for _, p := range squareOf(4) {
		switch {
		case chebyshev(p) == 4:
			b[p] = White
		case !slices.Contains(e, p):
			b[p] = Black
		}
	}
	return b
}

func TestInfiniteMangoSmallEyes(t *testing.T) {
	stone := [2]int{3, 3}
	sufficient := 0
	for _, p := range squareOf(3) {
		if p == stone {
			continue
		}
		want := radius2(p) <= 5
		if want {
			sufficient++
		}
		if got := Square().Alive(island(p), stone); got != want {
			t.Errorf("the one empty point %v keeps alive: %v, want %v", p, got, want)
		}
	}
	if sufficient != 21 {
		t.Errorf("%d single points suffice, want 21", sufficient)
	}
	corners := [][2]int{{2, 2}, {-2, 2}, {2, -2}, {-2, -2}}
	for n := range 5 {
		if got, want := Square().Alive(island(corners[:n]...), stone), n >= 3; got != want {
			t.Errorf("%d of the points (±2,±2) keep alive: %v, want %v", n, got, want)
		}
	}
	if got := sumF64(corners[:3]...); !near(got, .0010064, 1e-7) {
		t.Errorf("three of them weigh %v, want .0010064", got)
	}
}

func TestInfiniteMangoFarField(t *testing.T) {
	stone := [2]int{2, 1}
	b := Plane{}
	for _, p := range squareOf(2) {
		b[p] = Black
	}
	if Square().Alive(b, stone) {
		t.Error("the stone is alive although the empty points in its reach, all outside the 5x5 square, weigh less than a thousandth")
	}
	delete(b, [2]int{2, 2})
	if !Square().Alive(b, stone) {
		t.Error("with one of (±2,±2) it does not suffice")
	}
	l, unbounded := Square().L(b, stone)
	if z, _ := Square().weight(Square().box(b), l, unbounded).Float64(); !unbounded || !near(z, .0012112, 1e-7) {
		t.Errorf("z is %v, unbounded %v, want .0012112", z, unbounded)
	}
}

// blackRing lists the points at Chebyshev distance 3 without the corners. They
// enclose the middle.
func blackRing() [][2]int {
	return slices.DeleteFunc(squareOf(3), func(p [2]int) bool {
		return chebyshev(p) < 3 || radius2(p) == 18
	})
}

func TestInfiniteMangoRing(t *testing.T) {
	ring := blackRing()
	if len(ring) != 20 {
		t.Fatalf("the ring has %d stones, want 20", len(ring))
	}
	game := NewInfiniteMango(Square(), nil)
	outside := [][2]int{{10, 0}, {4, 0}, {3, 3}, {-9, 7}}
	for i, p := range ring {
		switch {
		case i == 0: // Black begins
		case i > len(outside):
			game.Pass()
		case !game.Play(outside[i-1]):
			t.Fatalf("White cannot play at %v", outside[i-1])
		}
		for _, q := range outside[:min(i, len(outside))] {
			if !game.Alive(game.Last(), q) {
				t.Fatalf("the white stone at %v is dead before the ring is closed", q)
			}
		}
		if !game.Play(p) {
			t.Fatalf("Black cannot play at %v", p)
		}
	}
	closed := game.Last()
	for _, q := range outside {
		if closed[q] != Empty {
			t.Errorf("the white stone at %v is %d when the ring is closed, want captured", q, closed[q])
		}
	}
	for _, p := range [][2]int{{10, 0}, {4, 0}, {3, 3}, {0, -4}, {50, 1}} {
		if after := Square().Move(closed, p, White); len(after) != len(ring) || game.Legal(p) {
			t.Errorf("White can play outside at %v", p)
		}
	}
	for _, p := range [][2]int{{0, 0}, {2, 2}, {-1, 2}} {
		if after := Square().Move(closed, p, White); after[p] != White || !game.Legal(p) {
			t.Errorf("White cannot play inside at %v", p)
		}
	}
	total, _ := Square().TotalF().Float64()
	if !near(Square().Score(closed, Black), total, 1e-14) || Square().Score(closed, White) != 0 {
		t.Errorf("score %v : %v, want %v : 0", Square().Score(closed, Black), Square().Score(closed, White), total)
	}
	// A living white stone inside makes the 25 empty points there neutral.
	inside := Square().Move(closed, [2]int{0, 0}, White)
	want := total - sumF64(squareOf(2)...)
	if !near(Square().Score(inside, Black), want, 1e-14) || Square().Score(inside, White) != 1 {
		t.Errorf("score %v : %v, want %v : 1", Square().Score(inside, Black), Square().Score(inside, White), want)
	}
}

func TestInfiniteMangoGame(t *testing.T) {
	game := NewInfiniteMango(Square(), nil)
	if game.ToPlay() != Black || game.Over() || game.Score(game.Last(), Black) != 0 || game.Score(game.Last(), White) != 0 {
		t.Error("the second example does not begin with Black to play and no points")
	}
	game.Pass()
	if game.ToPlay() != White || game.Over() || !game.Play([2]int{0, 0}) || game.Play([2]int{0, 0}) {
		t.Error("White cannot play once at the origin after a pass")
	}
	if total, _ := Square().TotalF().Float64(); !near(game.Score(game.Last(), White), total, 1e-14) || game.Score(game.Last(), Black) != 0 {
		t.Errorf("one stone owns %v, want all of %v", game.Score(game.Last(), White), total)
	}
	game.Pass()
	if game.Over() {
		t.Error("the game is over after one pass")
	}
	game.Pass()
	if !game.Over() || game.Legal([2]int{5, 5}) {
		t.Error("the game is not over after two passes")
	}
	game.Pass()
	if len(game.Configurations) != 5 {
		t.Errorf("%d configurations, want 5", len(game.Configurations))
	}
}

// TestInfiniteMangoIsMango compares the plane with the 13x13 square and one
// more point, which is adjacent to the whole border and has the weight of all
// points beyond. The two are the same game as long as the stones stay in the
// square.
func TestInfiniteMangoIsMango(t *testing.T) {
	const n = 13
	far := n * n // stands for all points beyond
	g := append(slices.Clone(Grid(n, n)), nil)
	coordinates := func(p int) [2]int { return [2]int{p%n - n/2, p/n - n/2} }
	f := make([]float64, n*n+1)
	total, _ := Square().TotalF().Float64()
	f[far] = total - sumF64(squareOf(n/2)...)
	for p := range n * n {
		f[p] = math.Exp(-float64(radius2(coordinates(p))))
		if chebyshev(coordinates(p)) == n/2 {
			g[p] = append(slices.Clone(g[p]), far)
			g[far] = append(g[far], p)
		}
	}
	m := &Mango{Graph: g, F: f, T: func(z float64) bool { return z > 1.0/1000 }}
	rng := rand.New(rand.NewPCG(11, 0))
	dead, captures := 0, 0
	for range 60 {
		board, plane := make(Board, len(g)), Plane{}
		density := 2 + rng.IntN(3)
		for p := range n * n {
			if rng.IntN(4) < density && chebyshev(coordinates(p)) <= 3 {
				board[p] = []Color{Black, White}[rng.IntN(2)]
				plane[coordinates(p)] = board[p]
			}
		}
		for p, c := range board {
			if c == Empty {
				continue
			}
			want := m.Alive(board, p)
			if !want {
				dead++
			}
			if got := Square().Alive(plane, coordinates(p)); got != want {
				t.Fatalf("%v: %v alive %v, want %v", plane, coordinates(p), got, want)
			}
		}
		for _, c := range []Color{Black, White} {
			if got, want := Square().Score(plane, c), m.Score(board, c); !near(got, want, 1e-14) {
				t.Fatalf("%v: score of %d is %v, want %v", plane, c, got, want)
			}
		}
		p := rng.IntN(n * n)
		if board[p] != Empty {
			continue
		}
		after, captured, _ := m.Move(board, p, White)
		captures += len(captured)
		got := Square().Move(plane, coordinates(p), White)
		for p := range n * n {
			if got[coordinates(p)] != after[p] {
				t.Fatalf("%v: White at %v leaves %d at %v, want %d", plane, coordinates(p), got[coordinates(p)], coordinates(p), after[p])
			}
		}
	}
	if dead == 0 || captures == 0 {
		t.Errorf("%d stones were dead and %d captured, want some of both", dead, captures)
	}
}
