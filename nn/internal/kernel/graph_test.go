package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomGraph returns a random graph. Its last point has no neighbours.
func randomGraph(rng *rand.Rand, points int) *Graph {
	joined := make([][]int32, points)
	for p := range points - 1 {
		for q := range p {
			if rng.IntN(points) < 4 {
				joined[p], joined[q] = append(joined[p], int32(q)), append(joined[q], int32(p))
			}
		}
	}
	g := &Graph{Starts: []int32{0}}
	for _, list := range joined {
		g.List = append(g.List, list...)
		g.Starts = append(g.Starts, int32(len(g.List)))
	}
	return g
}

// TestGather compares Gather with its definition, and Scatter with the gradient of the definition.
func TestGather(t *testing.T) {
	for _, l := range Available() {
		rng := rand.New(rand.NewPCG(1, 1))
		for round := range 12 {
			points, channels := 2+rng.IntN(40), Lanes*(1+round%6)
			g := randomGraph(rng, points)
			p := Boards{points, 1, 1 + round%3}.Plane(channels)
			src, dst := p.New(nil), p.New(nil)
			for i := range p.Count {
				for k := range points * channels {
					src[p.Board(i)+p.At(0, 0)+k] = float32(max(0, rng.NormFloat64()))
				}
			}
			rows := Floats(Parts * channels * points * p.Count)
			Gather(l, g, p, src, rows)
			by := Floats(len(rows))
			for i := range by {
				by[i] = float32(rng.NormFloat64())
			}
			Scatter(l, g, p, src, rows, slices.Clone(by), dst, Floats(channels))
			for i := range p.Count {
				for c := range channels {
					in := func(v int) float64 { return float64(src[p.Board(i)+p.At(v, 0)+c]) }
					row := func(rows []float32, v, part int) float64 {
						return float64(rows[(i*points+v)*Parts*channels+part*channels+c])
					}
					want := make([]float64, points)
					for v := range points {
						sum, most, first := 0.0, math.Inf(-1), 0
						for _, q := range g.of(v) {
							sum += in(int(q))
							if in(int(q)) > most {
								most, first = in(int(q)), int(q)
							}
						}
						if len(g.of(v)) == 0 {
							most = 0
						}
						if row(rows, v, 0) != in(v) || math.Abs(row(rows, v, 1)-sum) > 1e-5 || row(rows, v, 2) != most {
							t.Fatalf("%v, point %d: got %g, %g, %g, want %g, %g, %g", l, v, row(rows, v, 0), row(rows, v, 1), row(rows, v, 2), in(v), sum, most)
						}
						want[v] += row(by, v, 0)
						for _, q := range g.of(v) {
							want[q] += row(by, v, 1)
						}
						if most > 0 {
							want[first] += row(by, v, 2)
						}
					}
					for v, w := range want {
						if got := float64(dst[p.Board(i)+p.At(v, 0)+c]); math.Abs(got-w) > 1e-4 {
							t.Fatalf("%v, gradient of point %d: got %g, want %g", l, v, got, w)
						}
					}
				}
			}
		}
	}
}
