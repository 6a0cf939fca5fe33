package player

import (
	"context"
	"fmt"
	"io"
	"math"
	"sync/atomic"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/netcheck"
	"tengen/neteval"
)

// Benchmark measures a search as `katago benchmark` does: a number of visits on each of
// several positions.
type Benchmark struct {
	Net      *Net // nil for rollouts
	Threads  int
	Progress io.Writer // gets a line after every position; each line overwrites the previous one; may be nil
}

// benchmarkPositions is the number of positions that kata-benchmark searches.
const benchmarkPositions = 10

// Speed is the outcome of a [Benchmark].
type Speed struct {
	Threads                     int
	positions, of               int
	visits, evaluations, groups int64
	took                        time.Duration
}

// String is the result in the form of KataGo's output.
func (b Speed) String() string {
	s := max(b.took.Seconds(), 1e-9)
	return fmt.Sprintf("%s nnEvals/s = %.2f nnBatches/s = %.2f avgBatchSize = %.2f (%.1f secs)",
		b.begin(), float64(b.evaluations)/s, float64(b.groups)/s, float64(b.evaluations)/float64(max(b.groups, 1)), s)
}

func (b Speed) begin() string {
	return fmt.Sprintf("numSearchThreads = %2d: %d / %d positions, visits/s = %.2f", b.Threads, b.positions, b.of, float64(b.visits)/max(b.took.Seconds(), 1e-9))
}

// Elo returns KataGo's estimate of how much strength the speed is worth at the given number of
// seconds per move. The constants are those of KataGo's benchmark command
// (BenchmarkResults::computeEloEffect): doubling the speed is worth 250 Elo, and each thread costs
// some Elo.
func (b Speed) Elo(seconds float64) float64 {
	perSecond := float64(b.visits) / max(b.took.Seconds(), 1e-9)
	return 250*math.Log2(max(perSecond, 1e-9)) - 7*float64(b.Threads)*math.Pow(1600/(800+perSecond*seconds), 0.85)
}

// countedEval counts the queries of an evaluator.
type countedEval struct {
	eval.Evaluator
	evals, groups *atomic.Int64
}

// Evaluate counts the queries and passes them on.
func (c countedEval) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	c.evals.Add(int64(len(in)))
	c.groups.Add(1)
	return c.Evaluator.Evaluate(ctx, in, out)
}

// Run searches the given number of positions on a board.
func (b *Benchmark) Run(ctx context.Context, graph *baduk.Graph, visits, positions int) (Speed, error) {
	got := Speed{Threads: b.Threads, of: positions}
	grid, _ := graph.Rectangle()
	games, err := netcheck.Positions(netcheck.Setting{Width: grid.Width, Height: grid.Height, Rules: baduk.TrompTaylor()}, positions, 1)
	if err != nil {
		return got, err
	}
	var evals, groups atomic.Int64
	factory, params := eval.Factory(Rollouts), engine.RolloutParams()
	if b.Net != nil {
		judge := b.Net.Imitating(neteval.Profiles()[0].String(), b.Threads) // the speed does not depend on the profile
		if _, err := judge(graph, baduk.TrompTaylor()); err == nil {
			factory, params = judge, engine.NetParams()
		}
	}
	o := Options{Threads: b.Threads, Seed: 1}
	e, err := o.newEngine(params, func(g *baduk.Graph, r baduk.Rules) (eval.Evaluator, error) {
		inner, err := factory(g, r)
		return countedEval{inner, &evals, &groups}, err
	})
	if err != nil {
		return got, err
	}
	defer e.Close()
	for _, g := range games {
		if ctx.Err() != nil {
			break
		}
		begun := time.Now()
		r, err := e.Analyze(ctx, g, engine.Analysis{Visits: visits})
		if err != nil {
			return got, err
		}
		got.took += time.Since(begun)
		got.visits += int64(r.Playouts)
		got.positions++
		if b.Progress != nil {
			fmt.Fprintf(b.Progress, "\r%s (%.1f secs)      ", got.begin(), got.took.Seconds())
		}
		e.Forget()
	}
	got.evaluations, got.groups = evals.Load(), groups.Load()
	return got, nil
}

// Line runs the benchmark of kata-benchmark and returns its answer.
func (b *Benchmark) Line(ctx context.Context, graph *baduk.Graph, visits int) (string, error) {
	got, err := b.Run(ctx, graph, visits, benchmarkPositions)
	return got.String(), err
}

// WriteAdvice prints which of the numbers of threads is probably the best for searches of the given
// length in seconds. A single number of threads is recommended too, because front ends look for the
// recommendation. Without a speed, WriteAdvice prints nothing.
func WriteAdvice(w io.Writer, all []Speed, seconds float64) {
	if len(all) == 0 {
		return
	}
	best := 0
	for i := range all {
		if all[i].Elo(seconds) > all[best].Elo(seconds) {
			best = i
		}
	}
	fmt.Fprintf(w, "\nBy a rough estimate, for searches of %v seconds:\n", seconds)
	for i, b := range all {
		worth := "(baseline)"
		if i > 0 {
			worth = fmt.Sprintf("%+5.0f Elo", b.Elo(seconds)-all[0].Elo(seconds))
		}
		if i == best {
			worth += " (recommended)"
		}
		fmt.Fprintf(w, "numSearchThreads = %2d: %s\n", b.Threads, worth)
	}
	fmt.Fprintln(w)
}
