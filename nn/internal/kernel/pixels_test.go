package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func TestAffine(t *testing.T) {
	each(t, func(t *testing.T, l Level) {
		rng := rand.New(rand.NewPCG(11, 12))
		const channels = 48
		for i, size := range boards {
			on := Boards{size[0], size[1], 1 + i%3}
			p, q := on.Plane(64), on.Plane(80)
			src, scale, bias := fill(rng, p), random(rng, channels), random(rng, channels)
			for _, e := range []Epilogue{{}, {Scale: scale, Bias: bias}, {Scale: scale, Bias: bias, Rectify: true}, {Residual: fill(rng, q), Scale: scale, Rectify: true}} {
				from := board(p, src, channels)
				want := make([]float64, len(from))
				var old []float32
				if e.Residual != nil {
					old = board(q, e.Residual, channels)
				}
				for k := range want {
					v := float64(from[k])
					if old != nil {
						v += float64(old[k])
					}
					if e.Scale != nil {
						v *= float64(scale[k%channels])
					}
					if e.Bias != nil {
						v += float64(bias[k%channels])
					}
					if e.Rectify {
						v = max(v, 0)
					}
					want[k] = v
				}
				dst := q.New(nil)
				Affine(l, p.Boards, channels, src, 64, dst, 80, e)
				near(t, fmt.Sprint(size), board(q, dst, channels), want, 1e-6)
				borderIsZero(t, q, dst)
			}
		}
	})
}

func TestPool(t *testing.T) {
	each(t, func(t *testing.T, l Level) {
		rng := rand.New(rand.NewPCG(13, 14))
		for _, size := range boards {
			p := Boards{size[0], size[1], 1}.Plane(48)
			src := fill(rng, p)
			sum, most := Floats(32), Floats(32)
			Pool(l, p, src, sum, most)
			sums, mosts := make([]float64, 32), make([]float64, 32)
			for k, v := range board(p, src, 32) {
				if k < 32 {
					mosts[k] = float64(v)
				}
				sums[k%32] += float64(v)
				mosts[k%32] = max(mosts[k%32], float64(v))
			}
			near(t, fmt.Sprint(size, " sum"), sum, sums, 1e-5)
			near(t, fmt.Sprint(size, " most"), most, mosts, 0)
		}
	})
}

func TestActivations(t *testing.T) {
	each(t, func(t *testing.T, l Level) {
		var in []float32
		for x := -120.0; x < 120; x += 0.0137 {
			in = append(in, float32(x))
		}
		in = append(in, 0, -0, 1e-30, -1e-30, 1e30, -1e30, 3.4e38, -3.4e38)
		for a, f := range map[Activation]func(x float64) float64{
			Identity: func(x float64) float64 { return x },
			ReLU:     func(x float64) float64 { return max(x, 0) },
			Mish:     func(x float64) float64 { return x * math.Tanh(math.Log1p(math.Exp(min(x, 40)))) },
			SiLU:     func(x float64) float64 { return x / (1 + math.Exp(-x)) },
		} {
			v := append(Floats(0), in...)
			Activate(l, a, v)
			for i, x := range in {
				want := f(float64(x))
				if d := math.Abs(float64(v[i]) - want); !(d <= 3e-7*math.Abs(want)+1e-30 || d <= 2e-7*math.Abs(float64(x)) && math.Abs(want) < 1e-3*math.Abs(float64(x)) && d < 1e-6) {
					t.Errorf("activation %d of %g is %g, want %g", a, x, v[i], want)
					break
				}
			}
		}
		rng := rand.New(rand.NewPCG(15, 16))
		for _, n := range []int{16, 32, 96, 368} {
			v := random(rng, n)
			v[n/2] = 30
			want, sum := make([]float64, n), 0.0
			for i, x := range v {
				want[i] = math.Exp(float64(x) - 30)
				sum += want[i]
			}
			got := exponentials(l, v, orOnes(nil, len(v)))
			limit := 1e-6
			if l.Integers() {
				limit = 5e-6
			}
			near(t, fmt.Sprint("exponentials of ", n), v, want, limit)
			near(t, fmt.Sprint("sum of ", n), []float32{got}, []float64{sum}, limit)
		}
	})
}
