package baduk

import (
	"fmt"
	"math"
	"math/bits"
)

// Life gives every point a weight, and says which sums of the weights of empty points
// keep stones alive (MANGO document, F and T). To judge a stone of colour S, consider the
// graph of all S stones and empty points. The stone lives if Alive accepts the sum of the
// weights of all empty points in the stone's component of this graph.
type Life struct {
	// Weights are the values of F by point. They are finite and may be
	// negative.
	Weights []float64
	// Alive reports whether T(z) = 1; nil means "more than 0". Its result must depend
	// only on z. Each board calls it from one goroutine at a time. z is computed exactly
	// and then rounded to the nearest float64, so the order of the points does not
	// matter. A sum beyond the largest float64 becomes infinite. There is one exception,
	// for weights that are tiny compared with the largest weight. Let L be the number of
	// binary digits of the number of points. Binary digits more than 126 - L places
	// behind the leading digit of the largest weight are rounded before the sum. On 19x19
	// the limit is 117 places. A weight other than 0 is never rounded to 0.
	Alive func(z float64) bool
	// Text describes weights and threshold, such as "F = 1, T = z > 2".
	Text string
	// Regional makes the board regional even if ordinary liberties would give
	// the same game; see [Graph.Regional]. A start position with dead stones
	// needs this.
	Regional bool
}

// regions is the compiled form of a Life that differs from ordinary Go.
type regions struct {
	alive func(z float64) bool
	shift int      // the unit of weights is 2 to the power of -shift
	units []weight // by point
}

// weight is a sum of weights as a signed fixed-point number of 128 bits in
// two's complement. Sums of integers do not depend on the order of their terms.
// So the threshold never distinguishes regions of equal weight.
type weight struct{ high, low uint64 }

// setLife checks the weights and decides whether the board is regional. If
// ordinary liberties give exactly the same game, it is not.
func (g *Graph) setLife(l *Life) error {
	if l == nil {
		return nil
	}
	if len(l.Weights) != g.Len() {
		return fmt.Errorf("%d points have %d weights", g.Len(), len(l.Weights))
	}
	for p, w := range l.Weights {
		if math.IsNaN(w) || math.IsInf(w, 0) {
			return fmt.Errorf("the weight of %s is %v, not a finite number", g.Vertex(Point(p)), w)
		}
		g.fingerprint = Mix(g.fingerprint + math.Float64bits(w))
	}
	for _, c := range []byte(l.Text) {
		g.fingerprint = Mix(g.fingerprint + uint64(c))
	}
	g.life = l
	if l.Regional || !l.ordinary() {
		g.regional = newRegions(l)
	}
	return nil
}

// ordinary reports whether l is the same as ordinary liberties: every weight is
// positive, and the threshold accepts exactly the sums above 0. If the weights
// are not all equal, ordinary does not examine the threshold and returns false,
// because it cannot try every possible sum.
func (l *Life) ordinary() bool {
	for _, w := range l.Weights {
		if w <= 0 || l.Alive != nil && w != l.Weights[0] {
			return false
		}
	}
	if l.Alive == nil {
		return true
	}
	for n := range len(l.Weights) + 1 {
		if l.Alive(float64(n)*l.Weights[0]) != (n > 0) {
			return false
		}
	}
	return true
}

// Life is the weights and the threshold of the board, or nil for ordinary Go.
func (g *Graph) Life() *Life { return g.life }

// Regional reports whether the board is regional: stones live or die by the sum
// of the weights of the empty points that they reach, rather than by ordinary
// liberties. If both give the same game, the board is regional only if
// [Life.Regional] is set.
func (g *Graph) Regional() bool { return g.regional != nil }

// Weight is the value of point p in the score: 1 on ordinary boards (MANGO
// document, F).
func (g *Graph) Weight(p Point) float64 {
	if g.life == nil {
		return 1
	}
	return g.life.Weights[p]
}

// newRegions scales the weights to integers whose sums cannot overflow. Let L be the
// number of binary digits of the number of weights. Each weight is at most 2 to the power
// of 127 - L, so their sum is less than 2 to the power of 127.
func newRegions(l *Life) *regions {
	r := &regions{alive: l.Alive, units: make([]weight, len(l.Weights))}
	if r.alive == nil {
		r.alive = func(z float64) bool { return z > 0 }
	}
	largest := 0.0
	for _, w := range l.Weights {
		largest = max(largest, math.Abs(w))
	}
	_, exponent := math.Frexp(largest) // largest < 2 to the exponent
	r.shift = 127 - bits.Len(uint(len(l.Weights))) - exponent
	for p, w := range l.Weights {
		r.units[p] = fixed(w, r.shift)
	}
	return r
}

// fixed is w in units of 2 to the power of -shift, rounded to the nearest unit.
// Halves are rounded away from 0. A weight other than 0 does not become 0, so
// that a single positive weight is always more than 0.
func fixed(w float64, shift int) weight {
	if w == 0 {
		return weight{}
	}
	fraction, exponent := math.Frexp(math.Abs(w))
	mantissa := uint64(fraction * (1 << 53)) // w is mantissa times 2 to the exponent - 53
	var u weight
	switch s := exponent - 53 + shift; {
	case s >= 64:
		u.high = mantissa << (s - 64)
	case s >= 0:
		u.high, u.low = mantissa>>(64-s), mantissa<<s
	case s > -64:
		u.low = (mantissa + 1<<(-s-1)) >> -s
	}
	if u == (weight{}) {
		u.low = 1
	}
	if w < 0 {
		return u.negative()
	}
	return u
}

func (u weight) negative() weight {
	low, borrow := bits.Sub64(0, u.low, 0)
	high, _ := bits.Sub64(0, u.high, borrow)
	return weight{high, low}
}

// plus adds two sums. It does not overflow if they are sums over disjoint sets
// of points.
func (u weight) plus(v weight) weight {
	low, carry := bits.Add64(u.low, v.low, 0)
	high, _ := bits.Add64(u.high, v.high, carry)
	return weight{high, low}
}

// float is the float64 nearest to a sum; halfway cases go to the even one.
func (r *regions) float(u weight) float64 {
	sign := 1.0
	if int64(u.high) < 0 {
		sign, u = -1, u.negative()
	}
	if u.high == 0 {
		return sign * math.Ldexp(float64(u.low), -r.shift)
	}
	// To round to 53 bits it is enough to know the leading 64 bits and whether any bit
	// after them is set. Ldexp does not round a second time: a subnormal result is a
	// multiple of the smallest float64, because all weights are such multiples.
	lead := bits.LeadingZeros64(u.high)
	top := u.high<<lead | u.low>>(64-lead)
	if u.low<<lead != 0 {
		top |= 1
	}
	return sign * math.Ldexp(float64(top), 64-lead-r.shift)
}
