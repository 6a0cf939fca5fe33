package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func TestAttend(t *testing.T) {
	each(t, func(t *testing.T, l Level) {
		tolerance := 1e-5
		if l.Integers() {
			tolerance = 2e-3
		}
		rng := rand.New(rand.NewPCG(31, 32))
		var s AttentionScratch
		for _, shape := range [][3]int{{361, 32, 32}, {81, 32, 16}, {169, 16, 48}, {4, 16, 16}, {81, 20, 12}, {25, 4, 6}, {5000, 16, 16}} {
			points, dim, values := shape[0], shape[1], shape[2]
			if points == 5000 && testing.Short() {
				t.Log("skipped in short mode: 5,000 points")
				continue
			}
			step, outStep := dim+values+3, values+Lanes
			q, k, v := random(rng, points*step), random(rng, points*step), random(rng, points*step)
			out := Floats(points * outStep)
			Attend(l, Head{Points: points, Dim: dim, ValueDim: values, Scale: 0.7, Q: q, K: k, V: v, Step: step, Out: out, OutStep: outStep}, &s)
			var got []float32
			var want []float64
			for p := 0; p < points; p += 1 + points/40 {
				weights, sum := make([]float64, points), 0.0
				for o := range points {
					score := 0.0
					for i := range dim {
						score += float64(q[p*step+i]) * float64(k[o*step+i])
					}
					weights[o] = math.Exp(0.7 * score)
					sum += weights[o]
				}
				for i := range values {
					total := 0.0
					for o, weight := range weights {
						total += weight / sum * float64(v[o*step+i])
					}
					got, want = append(got, out[p*outStep+i]), append(want, total)
				}
			}
			near(t, fmt.Sprint(shape), got, want, tolerance)
		}
	})
}
