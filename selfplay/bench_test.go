package selfplay

import (
	"testing"
	"time"

	"tengen/baduk"
	"tengen/eval"
	"tengen/neteval"
	"tengen/nn"
)

// BenchmarkPlay measures self-play with a random net of 4 blocks and 32 channels on 7x7: games, rows and evaluations a
// second.
func BenchmarkPlay(b *testing.B) {
	net, err := nn.NewNet(nn.New("random", nn.Architecture{Blocks: 4, Channels: 32}, 1), nn.FastestLevel())
	if err != nil {
		b.Fatal(err)
	}
	o := Options{Params: DefaultParams(), Boards: []Board{{Graph: baduk.MustRectangle(7, 7), Rules: baduk.TrompTaylor(), Share: 1}}, Seed: 7,
		Games: max(b.N, 16), Parallel: 16, Threads: 2, Batch: neteval.MaxBatch, Net: Net{Name: "random", Evaluator: func(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
			return neteval.New(net, g, neteval.Options{})
		}}}
	rows, evaluations := 0, 0
	o.Done = func(g *Game) (bool, error) {
		rows, evaluations = rows+len(g.Samples), evaluations+g.Evaluations
		return false, nil
	}
	begun := time.Now()
	if err := Play(b.Context(), o); err != nil {
		b.Fatal(err)
	}
	seconds := time.Since(begun).Seconds()
	b.ReportMetric(float64(o.Games)/seconds, "games/s")
	b.ReportMetric(float64(rows)/seconds, "rows/s")
	b.ReportMetric(float64(evaluations)/seconds, "evals/s")
}
