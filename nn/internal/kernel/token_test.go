package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func TestRMSNorm(t *testing.T) {
	each(t, func(t *testing.T, l Level) {
		rng := rand.New(rand.NewPCG(21, 22))
		for i, size := range boards {
			const channels, given, epsilon = 48, 43, 1e-3
			p := Boards{size[0], size[1], 1 + i%3}.Plane(channels)
			src, weights := fill(rng, p), random(rng, channels)
			for k := range src {
				if k%channels >= given {
					src[k] = 0
				}
			}
			pixels := board(p, src, channels)
			want := make([]float64, len(pixels))
			for first := 0; first < len(pixels); first += channels {
				sum := 0.0
				for _, v := range pixels[first:][:channels] {
					sum += float64(v) * float64(v)
				}
				for c, v := range pixels[first:][:channels] {
					want[first+c] = float64(v) * float64(weights[c]) / math.Sqrt(sum/given+epsilon)
				}
			}
			dst := Floats(len(pixels))
			RMSNorm(l, p, src, given, epsilon, weights, dst)
			near(t, fmt.Sprint(size), dst, want, 1e-6)
		}
	})
}

func TestRotate(t *testing.T) {
	each(t, func(t *testing.T, l Level) {
		rng := rand.New(rand.NewPCG(23, 24))
		for _, n := range []int{2, 14, 16, 18, 96, 118} {
			v, cos, sin := random(rng, n), Floats(n), Floats(n)
			want := make([]float64, n)
			for i := 0; i < n; i += 2 {
				s, c := math.Sincos(rng.Float64() * 20)
				cos[i], cos[i+1], sin[i], sin[i+1] = float32(c), float32(c), float32(-s), float32(s)
				a, b := float64(v[i]), float64(v[i+1])
				want[i], want[i+1] = a*c-b*s, a*s+b*c
			}
			Rotate(l, v, cos, sin)
			near(t, fmt.Sprint(n), v, want, 1e-6)
		}
	})
}

func TestGatedSiLU(t *testing.T) {
	each(t, func(t *testing.T, l Level) {
		rng := rand.New(rand.NewPCG(25, 26))
		v, gate := random(rng, 96), random(rng, 96)
		want := make([]float64, len(v))
		for i, x := range v {
			want[i] = float64(x) / (1 + math.Exp(-float64(x))) * float64(gate[i])
		}
		GatedSiLU(l, v, gate)
		near(t, "gated", v, want, 1e-6)
	})
}

// TestLinear: a 1x1 convolution with an epilogue computes what [Taps] and [Affine] compute.
func TestLinear(t *testing.T) {
	each(t, func(t *testing.T, l Level) {
		tolerance := 1e-5
		if l.Integers() {
			tolerance = 2e-3
		}
		rng := rand.New(rand.NewPCG(27, 28))
		for i, size := range boards {
			in, out := []int{16, 48, 384}[i%3], []int{32, 52, 192}[i%3]
			weights := random(rng, in*out)
			on := Boards{size[0], size[1], 1 + i%3}
			p, q := on.Plane(in), on.Plane(Pad(out))
			src, bias, scale := fill(rng, p), random(rng, Pad(out)), random(rng, Pad(out))
			plain := convolve(p, src, weights, in, out, 1)
			linear := NewLinear(l, nil, weights, in, out)
			var s Scratch
			for _, e := range []Epilogue{{}, {Bias: bias, Rectify: true}, {Residual: fill(rng, q), Scale: scale, Bias: bias}} {
				var old []float32
				if e.Residual != nil {
					old = board(q, e.Residual, out)
				}
				want := make([]float64, len(plain))
				for k, v := range plain {
					if old != nil {
						v = (v + float64(old[k])) * float64(scale[k%out])
					}
					if e.Bias != nil {
						v += float64(bias[k%out])
					}
					if e.Rectify {
						v = max(v, 0)
					}
					want[k] = v
				}
				dst := q.New(nil)
				linear.Run(on, src, dst, e, &s)
				near(t, fmt.Sprint(size), board(q, dst, out), want, tolerance)
				borderIsZero(t, q, dst)
			}
		}
	})
}
