package kernel

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestRectified(t *testing.T) {
	each(t, func(t *testing.T, l Level) {
		rng := rand.New(rand.NewPCG(31, 32))
		for _, scaled := range []bool{false, true} {
			for _, add := range []bool{false, true} {
				p := Boards{5, 7, 3}.Plane(48)
				by, out, dst, bias := fill(rng, p), fill(rng, p), fill(rng, p), random(rng, 48)
				var scale []float32
				if scaled {
					scale = random(rng, 48)
				}
				out[p.At(2, 2)] = 0 // zero does not count as above zero
				var want []float64
				sums := make([]float64, 48)
				for c := range sums {
					sums[c] = float64(bias[c])
				}
				before, gradient, result := board(p, dst, 48), board(p, by, 48), board(p, out, 48)
				for i, v := range gradient {
					if result[i] <= 0 {
						v = 0
					}
					c := i % 48
					sums[c] += float64(v)
					if scaled {
						v *= scale[c]
					}
					if add {
						v += before[i]
					}
					want = append(want, float64(v))
				}
				Rectified(l, p, by, out, dst, scale, bias, add)
				near(t, "source", board(p, dst, 48), want, 1e-6)
				near(t, "bias", bias, sums, 1e-5)
				borderIsZero(t, p, dst)
				other := fill(rng, p)
				in := slices.Clone(other)
				Rectified(l, p, other, out, other, scale, bias, false) // in place
				Rectified(l, p, in, out, dst, scale, bias, false)
				if !slices.Equal(other, dst) {
					t.Error("in place Rectified computes something else")
				}
			}
		}
	})
}

// TestPixels: one product over all pixels equals the products of single pixels, and keeps the border zero.
func TestPixels(t *testing.T) {
	each(t, func(t *testing.T, l Level) {
		rng := rand.New(rand.NewPCG(33, 34))
		for _, size := range boards {
			on := Boards{size[0], size[1], 3}
			from, to := on.Plane(32), on.Plane(16)
			x, filters := fill(rng, from), random(rng, 32*16)
			out := to.New(nil)
			m := NewMatrix(l, nil, filters, 32, 16)
			a, n := from.Pixels()
			c, _ := to.Pixels()
			m.Mul(n, x[a:], 32, out[c:], 16, false)
			near(t, "pixels", board(to, out, 16), convolve(from, x, filters, 32, 16, 1), 1e-5)
			borderIsZero(t, to, out)
		}
	})
}
