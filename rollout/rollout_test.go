package rollout

import (
	"fmt"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/topology"
)

func BenchmarkUniform(b *testing.B) {
	for _, n := range []int{9, 13, 19} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			g := baduk.MustRectangle(n, n)
			u, rng := NewUniform(g), Rand(1)
			start, pos := baduk.NewPosition(g), baduk.NewPosition(g)
			moves, capped := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				pos.CopyFrom(start)
				m, ended := u.Play(pos, &rng, 3*n*n)
				moves += m
				if !ended {
					capped++
				}
			}
			b.ReportMetric(float64(moves)/float64(b.N), "moves/rollout")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rollouts/s")
			b.ReportMetric(float64(capped)/float64(b.N), "capped")
		})
	}
}

// BenchmarkSampler plays the games of BenchmarkUniform on the lean boards. On the triangular board each point has
// up to six neighbours.
func BenchmarkSampler(b *testing.B) {
	triangular, err := topology.Parse("triangular 13x13")
	if err != nil {
		b.Fatal(err)
	}
	for _, g := range []*baduk.Graph{baduk.MustRectangle(9, 9), baduk.MustRectangle(13, 13), baduk.MustRectangle(19, 19), triangular.Graph} {
		u, empty, pos := NewUniform(g), baduk.NewPosition(g), baduk.NewPosition(g)
		for _, s := range samplers(g) {
			b.Run(fmt.Sprintf("%v/%T", g, s.board), func(b *testing.B) {
				rng := Rand(1)
				for b.Loop() {
					s.Play(&rng, 3*g.Len())
					s.Lead()
				}
			})
		}
		b.Run(fmt.Sprintf("%v/uniform", g), func(b *testing.B) {
			rng := Rand(1)
			for b.Loop() {
				pos.CopyFrom(empty)
				u.Play(pos, &rng, 3*g.Len())
				u.Lead(&pos.Board)
			}
		})
	}
}

// BenchmarkUniformOnGraph is BenchmarkUniform on the same board, given as a general graph that is not known
// to be a rectangle.
func BenchmarkUniformOnGraph(b *testing.B) {
	rect := baduk.MustRectangle(19, 19)
	adj := make([][]baduk.Point, rect.Len())
	for p := range adj {
		adj[p] = rect.Neighbours(baduk.Point(p))
	}
	g, err := baduk.NewGraph(adj)
	if err != nil {
		b.Fatal(err)
	}
	u, rng := NewUniform(g), Rand(1)
	empty, pos := baduk.NewPosition(g), baduk.NewPosition(g)
	for b.Loop() {
		pos.CopyFrom(empty)
		u.Play(pos, &rng, 3*g.Len())
		u.Lead(&pos.Board)
	}
}

func BenchmarkEvaluator(b *testing.B) {
	for _, n := range []int{9, 13, 19} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			g := baduk.NewGame(baduk.MustRectangle(n, n), baduk.TrompTaylor())
			e := NewEvaluator(g.Graph(), DefaultParams())
			in, out := make([]eval.Query, 1), make([]eval.Evaluation, 1)
			seed := uint64(0)
			b.ReportAllocs()
			for b.Loop() {
				in[0] = eval.Query{Game: g, Seed: seed, First: true}
				seed++
				if err := e.Evaluate(b.Context(), in, out); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rollouts/s")
		})
	}
}
