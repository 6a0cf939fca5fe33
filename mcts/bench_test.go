package mcts

import (
	"context"
	"fmt"
	"runtime/metrics"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/rollout"
)

// middle returns a position after the given number of moves. The moves resemble those of a real game.
func middle(tb testing.TB, size, moves int) *baduk.Game {
	tb.Helper()
	g := rectangle(size, size)
	rng := rollout.Rand(7)
	u := rollout.NewUniform(g.Graph())
	for g.Len() < moves {
		p := u.Choose(g, g.ToPlay(), &rng)
		if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: p}); err != nil || p == baduk.Pass {
			tb.Fatal(p, err)
		}
	}
	return g
}

// focused is an evaluator that takes almost no time. Its policy prefers few moves, as the policy of a net
// does.
type focused struct{}

func (focused) Info() eval.Info { return eval.Info{Name: "focused"} }

func (f focused) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	for i := range in {
		g := in[i].Game
		key := g.Position().Hash() + uint64(g.ToPlay())
		draw := func() float32 {
			key = baduk.Mix(key)
			return float32(key>>40) / (1 << 24)
		}
		clear(out[i].Policy)
		sum := float32(0)
		scale := float32(1)
		for range 30 {
			p := baduk.Point(draw() * float32(g.Graph().Len()))
			if g.Legal(baduk.Move{Color: g.ToPlay(), Point: p}) == baduk.Legal && out[i].Policy[p] == 0 {
				out[i].Policy[p] = scale
				sum += scale
				scale *= 0.7
			}
		}
		for p := range g.Graph().Len() {
			if out[i].Policy[p] == 0 && g.At(baduk.Point(p)) == baduk.Empty && g.Legal(baduk.Move{Color: g.ToPlay(), Point: baduk.Point(p)}) == baduk.Legal {
				out[i].Policy[p] = 1e-4
				sum += 1e-4
			}
		}
		out[i].Policy[g.Graph().Len()] = 1e-4
		sum += 1e-4
		for p := range out[i].Policy {
			out[i].Policy[p] /= sum
		}
		out[i].Win = 0.4 + 0.2*draw()
		out[i].Lead = 10 * (out[i].Win - 0.5)
		out[i].ScoreStdev = 10
	}
	return nil
}

// BenchmarkRollouts measures a search by rollouts from the empty board.
func BenchmarkRollouts(b *testing.B) {
	for _, size := range []int{9, 13, 19} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			g := rectangle(size, size)
			s, err := New(rollout.NewEvaluator(g.Graph(), rollout.DefaultParams()), RolloutParams())
			if err != nil {
				b.Fatal(err)
			}
			s.SetGame(g)
			b.ResetTimer()
			if _, err := s.Run(b.Context(), Playouts(b.N), false); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// BenchmarkNet measures the time that the search itself takes for a playout with a net. A fast evaluator
// takes the place of the net. The metric "evaluator" is the evaluator's share of the time.
func BenchmarkNet(b *testing.B) {
	for _, moves := range []int{0, 120, 220} {
		g := middle(b, 19, moves)
		b.Run(fmt.Sprint(moves), func(b *testing.B) {
			s, err := New(focused{}, NetParams())
			if err != nil {
				b.Fatal(err)
			}
			s.SetGame(g)
			b.ReportAllocs()
			b.ResetTimer()
			r, err := s.Run(b.Context(), Playouts(b.N), false)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(r.Bytes)/float64(r.Visits), "B/visit")
		})
		b.Run(fmt.Sprint("evaluator", moves), func(b *testing.B) {
			in, out := []eval.Query{{Game: g, Policy: true}}, make([]eval.Evaluation, 1)
			out[0].Resize(g.Graph())
			for b.Loop() {
				focused{}.Evaluate(b.Context(), in, out)
			}
		})
	}
}

// BenchmarkThreads measures how much several threads wait for each other with an evaluator that takes almost
// no time, which is the worst case for the locks. The metric "waiting" is the share of the threads' time
// that was spent waiting for mutexes. Nodes have locks of their own, which are not mutexes; a profile shows
// the time spent on them at (*node).acquire.
func BenchmarkThreads(b *testing.B) {
	for _, threads := range []int{1, 2, 4} {
		b.Run(fmt.Sprint(threads), func(b *testing.B) {
			p := NetParams()
			p.Threads = threads
			s, err := New(focused{}, p)
			if err != nil {
				b.Fatal(err)
			}
			s.SetGame(middle(b, 19, 120))
			waited := waitedForMutexes()
			b.ResetTimer()
			if _, err := s.Run(b.Context(), Playouts(b.N), false); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(100*(waitedForMutexes()-waited)/(b.Elapsed().Seconds()*float64(threads)), "%waiting")
		})
	}
}

// waitedForMutexes returns the seconds that goroutines have waited for mutexes so far.
func waitedForMutexes() float64 {
	sample := []metrics.Sample{{Name: "/sync/mutex/wait/total:seconds"}}
	metrics.Read(sample)
	return sample[0].Value.Float64()
}
