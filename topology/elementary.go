package topology

import "math"

// The results of package math differ in their last digits between machines. But
// the weights and the fingerprint of a board must be the same on all machines.
// So the functions here use only operations for which IEEE 754 defines the
// rounding. A compiler may fuse a product and a sum into one operation with
// another rounding. To prevent this, such a product is computed by FMA or
// converted explicitly.

const (
	ln2High = 6.93147180369123816490e-01 // the first 32 bits of ln 2
	ln2Low  = 1.90821492927058770002e-10 // ln 2 minus ln2High
)

// exp returns e to the x, with an error below two units in the last place.
func exp(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case x > 710:
		return math.Inf(1)
	case x < -746:
		return 0
	}
	k := math.Floor(math.FMA(x, math.Log2E, 0.5))
	high, low := math.FMA(-k, ln2High, x), float64(k*ln2Low)
	r := high - low // |r| <= ln 2 / 2
	const factorial14 = 87178291200
	sum, factorial := 1.0/factorial14, float64(factorial14)
	for n := 13; n >= 2; n-- { // sum = 1/2! + r/3! + r^2/4! + ...
		factorial /= float64(n + 1)
		sum = math.FMA(sum, r, 1/factorial)
	}
	return math.Ldexp(1+(high+math.FMA(r*r, sum, -low)), int(k))
}

// log returns the natural logarithm of x, with an error of a few units in the last place.
func log(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	m, k := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, k = 2*m, k-1
	}
	s := (m - 1) / (m + 1) // log m = 2 (s + s^3/3 + s^5/5 + ...), |s| < 0.172
	square, sum := s*s, 0.0
	for n := 23; n >= 3; n -= 2 {
		sum = math.FMA(square, sum, 1/float64(n))
	}
	sum = math.FMA(2*s*square, sum, 2*s)
	return math.FMA(float64(k), ln2High, math.FMA(float64(k), ln2Low, sum))
}

// pow returns x to the y. If y is a whole number of at most 1024 in absolute value,
// pow computes it by multiplications. Otherwise pow uses exp and log, which are less
// accurate if the result is very large or very small.
func pow(x, y float64) float64 {
	if y == math.Trunc(y) && math.Abs(y) <= 1024 {
		product := 1.0
		for n := int(math.Abs(y)); n > 0; n >>= 1 {
			if n&1 != 0 {
				product *= x
			}
			x *= x
		}
		if y < 0 {
			return 1 / product
		}
		return product
	}
	if x == 0 && y > 0 {
		return 0
	}
	return exp(y * log(x)) // NaN if x is negative
}
