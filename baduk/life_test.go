package baduk

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSumsAreExact adds random subsets of weights in random order. It compares each sum
// with a sum of unlimited precision that is rounded once at the end.
func TestSumsAreExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	for range 3000 {
		weights := make([]float64, 1+rng.IntN(400))
		// All digits of the smallest weight are within 117 places of the largest.
		exponent := rng.IntN(1900) - 1020
		for p := range weights {
			weights[p] = math.Ldexp(rng.Float64()-0.5, exponent-rng.IntN(60))
			if rng.IntN(4) == 0 {
				weights[p] = math.Ldexp(float64(rng.IntN(7)-3), exponent-3)
			}
		}
		r := newRegions(&Life{Weights: weights})
		chosen := rng.Perm(len(weights))[:rng.IntN(len(weights)+1)]
		var z weight
		sum := new(big.Float).SetPrec(4000)
		for _, p := range chosen {
			z = z.plus(r.units[p])
			sum.Add(sum, big.NewFloat(weights[p]))
		}
		if want, _ := sum.Float64(); r.float(z) != want {
			t.Fatalf("%d of %d weights around 2^%d sum to %v, want %v", len(chosen), len(weights), exponent, r.float(z), want)
		}
	}
}

// TestExtremeSums adds weights at the limits of float64.
func TestExtremeSums(t *testing.T) {
	tiny, tenth := math.SmallestNonzeroFloat64, 0.1
	for _, c := range []struct {
		weights []float64
		want    float64
	}{
		{[]float64{0, 0}, 0},
		{[]float64{0.1, 0.2}, 0.30000000000000004},
		{[]float64{0.1, 0.2, -0.1, -0.2}, 0},
		// The last place of 2^996 on 3 points is 2^(997-125), and no weight is less.
		{[]float64{0x1p996, 1, -0x1p996}, 0x1p872},
		{[]float64{1 << 53, 1, 1}, 1<<53 + 2},
		{[]float64{1 << 53, 1}, 1 << 53},
		{[]float64{1 << 53, 1, 0x1p-40}, 1<<53 + 2},
		{[]float64{tiny, tiny, tiny}, 3 * tiny},
		{[]float64{-tiny, 0x1p-1022}, 0x1p-1022 - tiny},
		{[]float64{math.MaxFloat64, math.MaxFloat64}, math.Inf(1)},
		{[]float64{-math.MaxFloat64, -math.MaxFloat64}, math.Inf(-1)},
		{[]float64{math.MaxFloat64, math.MaxFloat64, -math.MaxFloat64}, math.MaxFloat64},
		{slices.Repeat([]float64{math.MaxFloat64}, MaxPoints), math.Inf(1)},
		{slices.Repeat([]float64{tenth}, MaxPoints), tenth * MaxPoints},
	} {
		r := newRegions(&Life{Weights: c.weights})
		var z weight
		for _, u := range r.units {
			z = z.plus(u)
		}
		if got := r.float(z); got != c.want || !r.alive(1) || r.alive(0) {
			t.Errorf("%v sum to %v, want %v", c.weights[:min(4, len(c.weights))], got, c.want)
		}
	}
}

// TestRoundedWeights pins how weights that are not whole units are rounded.
func TestRoundedWeights(t *testing.T) {
	for w, want := range map[float64]int64{0: 0, 0.3: 1, 0.5: 1, 1e-9: 1, 1.25: 1, 1.5: 2, 2.5: 3, 7.75: 8} {
		for _, shift := range []int{0, 3, -1000, 1000} {
			u := fixed(math.Ldexp(w, -shift), shift)
			if u != (weight{0, uint64(want)}) || w != 0 && fixed(math.Ldexp(-w, -shift), shift) != u.negative() {
				t.Errorf("%v units: got %d, want %d, and its negative for the negative", w, u, want)
			}
		}
	}
}

// TestOrdinaryLife pins for which weights and thresholds liberties are enough.
func TestOrdinaryLife(t *testing.T) {
	ones := func(n int) []float64 { return slices.Repeat([]float64{1}, n) }
	// printed is the function T of the first example of the MANGO document. Its int cuts
	// the fraction off.
	printed := func(z float64) bool { return math.Trunc((z+360)/361) == 1 }
	atLeast := func(least float64) func(float64) bool { return func(z float64) bool { return z >= least } }
	for _, c := range []struct {
		name     string
		life     Life
		ordinary bool
	}{
		{"F = 1, T = z >= 1", Life{Weights: ones(9), Alive: atLeast(1)}, true},
		{"F = 1, T = z >= 2", Life{Weights: ones(9), Alive: atLeast(2)}, false},
		{"F = 1, T = true", Life{Weights: ones(9), Alive: atLeast(0)}, false},
		{"F = 1, T = z even", Life{Weights: ones(9), Alive: func(z float64) bool { return math.Mod(z, 2) == 0 }}, false},
		{"F = 1/3, T = z > 0", Life{Weights: slices.Repeat([]float64{1. / 3}, 9), Alive: func(z float64) bool { return z > 0 }}, true},
		{"F = 1/2, T = z >= 1", Life{Weights: slices.Repeat([]float64{0.5}, 9), Alive: atLeast(1)}, false},
		{"F = -1, T = z <= -1", Life{Weights: slices.Repeat([]float64{-1}, 9), Alive: func(z float64) bool { return z <= -1 }}, false},
		{"F > 0", Life{Weights: []float64{1, 2, 3.5, 1e-300, 1e300, 1, 1, 1, 1}}, true},
		{"F > 0, T = z > 0", Life{Weights: []float64{1, 2, 1, 1, 1, 1, 1, 1, 1}, Alive: func(z float64) bool { return z > 0 }}, false},
		{"a weight of 0", Life{Weights: []float64{1, 0, 1, 1, 1, 1, 1, 1, 1}}, false},
		{"a weight below 0", Life{Weights: []float64{1, -1, 1, 1, 1, 1, 1, 1, 1}}, false},
		{"T of the MANGO document on 19x19", Life{Weights: ones(361), Alive: printed}, true},
		{"T of the MANGO document on 21x21", Life{Weights: ones(441), Alive: printed}, false},
		{"T of the MANGO document on 361 points and the point beyond", Life{Weights: ones(362), Alive: printed}, false},
	} {
		if c.life.ordinary() != c.ordinary {
			t.Errorf("%s: ordinary is %v, want %v", c.name, !c.ordinary, c.ordinary)
		}
		side := int(math.Sqrt(float64(len(c.life.Weights))))
		if side*side != len(c.life.Weights) {
			continue
		}
		for _, c.life.Regional = range []bool{false, true} {
			g, err := NewGraphFrom(Shape{Adjacency: MustRectangle(side, side).adj, Life: &c.life})
			if err != nil || g.Regional() != (c.life.Regional || !c.ordinary) {
				t.Errorf("%s: the board is regional %v (error %v), want %v", c.name, g.Regional(), err, c.life.Regional || !c.ordinary)
			}
			// On 21x21 the first stone reaches 440 empty points, and T(440) is 2.
			u, _ := NewBoard(g).Place(Move{Black, Point(side)})
			if lives := c.ordinary || c.life.Alive == nil || c.life.Alive(float64(side*side-1)*c.life.Weights[0]); (u.Suicide == 0) != lives {
				t.Errorf("%s: the first stone costs %d stones, want lives %v", c.name, u.Suicide, lives)
			}
		}
	}
}

// TestBeyond checks, in both modes, the point that stands for all points beyond the
// board.
func TestBeyond(t *testing.T) {
	// The board is a line of three points. Its right end borders on the points beyond.
	shape := Shape{Adjacency: MustRectangle(4, 1).adj, Beyond: true}
	for _, regional := range []bool{false, true} {
		shape.Life = &Life{Weights: []float64{1, 1, 1, 1}, Regional: regional}
		g, err := NewGraphFrom(shape)
		if err != nil {
			t.Fatal(err)
		}
		pos := NewPosition(g)
		check := func(stones [3]int, empties int) {
			t.Helper()
			if err := pos.CheckInvariants(); err != nil {
				t.Fatal(err)
			}
			have := [3]int{pos.Stones(Empty), pos.Stones(Black), pos.Stones(White)}
			if have != stones || len(pos.Empties()) != empties || slices.Contains(pos.Empties(), g.Beyond()) {
				t.Errorf("regional %v: got %v points by colour, %v empty; want %v, %d empty", regional, have, pos.Empties(), stones, empties)
			}
		}
		check([3]int{3, 0, 0}, 3)
		for range 2 {
			var undos []Undo
			for p := range Point(3) {
				u, v := pos.Play(Move{Black, p})
				if v != Legal || u.Suicide > 0 || pos.Liberties(p) == 0 {
					t.Fatalf("#%d: got %v, %+v, want a legal move without suicide and a liberty", p, v, u)
				}
				undos = append(undos, u)
				for _, c := range []Color{Black, White} {
					if _, v := pos.Place(Move{c, g.Beyond()}); v != OffBoard {
						t.Errorf("a stone beyond the board is %v, want %v", v, OffBoard)
					}
				}
			}
			check([3]int{0, 3, 0}, 0)
			if pos.Liberties(0) != 1 || pos.Liberty(0) != g.Beyond() || pos.Around(2, Empty) != 1 {
				t.Error("the point beyond is not a liberty")
			}
			for _, u := range slices.Backward(undos) {
				pos.Take(u)
			}
			check([3]int{3, 0, 0}, 3)
			pos.Clear()
		}
		for _, m := range []Move{{Black, 0}, {White, 1}} {
			pos.Play(m)
		}
		check([3]int{2, 0, 1}, 2) // White has taken the corner
		if regional {
			if v := pos.lay(g.Beyond(), Black); v != OffBoard {
				t.Errorf("laying a stone beyond the board is %v, want %v", v, OffBoard)
			}
		}
	}
}
