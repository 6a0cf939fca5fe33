package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/gtpserver"
	"tengen/katago"
	"tengen/netcheck"
	"tengen/neteval"
)

// benchmark measures a search in KataGo's way: a number of visits on each of ten positions.
type benchmark struct {
	net     *network // nil: rollouts
	threads int
	tell    io.Writer // gets a line after every position, over the one before; may be nil
}

// benchmarkPositions is how many positions are searched.
const benchmarkPositions = 10

// benchmarked is what was measured.
type benchmarked struct {
	threads, positions, of int
	visits, evals, groups  int64
	took                   time.Duration
}

// String is KataGo's line.
func (b benchmarked) String() string {
	s := max(b.took.Seconds(), 1e-9)
	return fmt.Sprintf("%s nnEvals/s = %.2f nnBatches/s = %.2f avgBatchSize = %.2f (%.1f secs)",
		b.begin(), float64(b.evals)/s, float64(b.groups)/s, float64(b.evals)/float64(max(b.groups, 1)), s)
}

func (b benchmarked) begin() string {
	return fmt.Sprintf("numSearchThreads = %2d: %d / %d positions, visits/s = %.2f", b.threads, b.positions, b.of, float64(b.visits)/max(b.took.Seconds(), 1e-9))
}

// elo is how much that speed is worth by KataGo's estimate, which takes off for threads,
// with this many seconds for a move.
func (b benchmarked) elo(seconds float64) float64 {
	perSecond := float64(b.visits) / max(b.took.Seconds(), 1e-9)
	return 250*math.Log2(max(perSecond, 1e-9)) - 7*float64(b.threads)*math.Pow(1600/(800+perSecond*seconds), 0.85)
}

// countedEval counts what an evaluator is asked.
type countedEval struct {
	eval.Evaluator
	evals, groups *atomic.Int64
}

// Evaluate counts and asks.
func (c countedEval) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	c.evals.Add(int64(len(in)))
	c.groups.Add(1)
	return c.Evaluator.Evaluate(ctx, in, out)
}

// run searches positions of a board.
func (b *benchmark) run(ctx context.Context, graph *baduk.Graph, visits, positions int) (benchmarked, error) {
	got := benchmarked{threads: b.threads, of: positions}
	w, h := sides(graph)
	games, err := netcheck.Positions(netcheck.Setting{Width: w, Height: h, Rules: baduk.TrompTaylor()}, positions, 1)
	if err != nil {
		return got, err
	}
	var evals, groups atomic.Int64
	factory, params := eval.Factory(evaluators), engine.DefaultParams()
	if b.net != nil {
		judge := b.net.as(neteval.Profiles()[0].String(), b.threads) // whom it imitates takes the same time
		if _, err := judge(graph, baduk.TrompTaylor()); err == nil {
			factory, params = judge, engine.NetParams()
		}
	}
	e, err := newEngineOf(params, func(g *baduk.Graph, r baduk.Rules) (eval.Evaluator, error) {
		inner, err := factory(g, r)
		return countedEval{inner, &evals, &groups}, err
	}, b.threads, 1)
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
		if b.tell != nil {
			fmt.Fprintf(b.tell, "\r%s (%.1f secs)      ", got.begin(), got.took.Seconds())
		}
		e.Forget()
	}
	got.evals, got.groups = evals.Load(), groups.Load()
	return got, nil
}

// line is kata-benchmark.
func (b *benchmark) line(ctx context.Context, graph *baduk.Graph, visits int) (string, error) {
	got, err := b.run(ctx, graph, visits, benchmarkPositions)
	return got.String(), err
}

// sides are the width and the height of a plain board.
func sides(graph *baduk.Graph) (width, height int) {
	geo, _ := graph.Geometry()
	return geo.Width, geo.Height
}

// BenchmarkCmd is `tengen benchmark`, KataGo's command of that name.
type BenchmarkCmd struct {
	Model          NetFile      `placeholder:"FILE" help:"Net to search with in place of the bundled net; none: rollouts."`
	Visits         Count        `default:"80" placeholder:"N" help:"Visits of every search (${default})." config:"-"`
	Threads        string       `placeholder:"N,N" help:"Numbers of threads to try; those that make sense when not given." config:"-"`
	Numpositions   Count        `default:"10" placeholder:"N" help:"Positions to search (${default})." config:"-"`
	Boardsize      Size         `placeholder:"N" help:"Board size; that of the configuration, or 19." config:"-"`
	Tune           bool         `help:"Accepted: it is what happens without --threads." config:"-"`
	Time           Seconds      `default:"5" placeholder:"S" help:"Seconds a move that the advice is for (${default})." config:"-"`
	SGF            ExistingFile `name:"sgf" placeholder:"FILE" help:"Accepted; the positions are always the program's own." config:"-"`
	FixedBatchSize Count        `placeholder:"N" help:"Accepted, without effect." config:"-"`
	HalfBatchSize  bool         `help:"Accepted, without effect." config:"-"`
	KataGoFlags
}

// Help says how it compares.
func (BenchmarkCmd) Help() string {
	return "Searches a few positions with each number of threads and tells the speed, and about how much it is worth, in the form of katago benchmark. For more exact figures see tengen bench."
}

// Run measures.
func (c *BenchmarkCmd) Run(env *Env, cli *CLI) error {
	s, err := c.settings(env, katago.ForGTP)
	if err != nil {
		return err
	}
	threads, err := c.threads()
	if err != nil {
		return err
	}
	net, err := c.Model.load(env, cli.Kernel, threads[len(threads)-1])
	if err != nil {
		return err
	}
	size := 19
	if c.Boardsize > 0 {
		size = int(c.Boardsize)
	} else if s.Width > 0 {
		size = max(s.Width, s.Height)
	}
	if size > gtpserver.MaxSide {
		return usagef("a board has at most %d lines", gtpserver.MaxSide)
	}
	fmt.Fprintf(env.Stdout, "\nTesting using %d visits.\n\nYour GTP config is currently set to use numSearchThreads = %d\n", c.Visits, s.Search.Threads)
	var all []benchmarked
	for _, n := range threads {
		b := benchmark{net: net, threads: n}
		if env.Terminal {
			b.tell = env.Stdout
		}
		got, err := b.run(env.Ctx, baduk.MustRectangle(size, size), int(c.Visits), int(c.Numpositions))
		if err := cmp.Or(env.interrupted(unmeasured), err); err != nil {
			return err
		}
		diff := " (EloDiff baseline)"
		if len(all) > 0 {
			diff = fmt.Sprintf(" (EloDiff %+.0f)", got.elo(float64(c.Time))-all[0].elo(float64(c.Time)))
		}
		if b.tell != nil {
			fmt.Fprint(env.Stdout, "\r")
		}
		fmt.Fprintln(env.Stdout, got.String()+diff)
		all = append(all, got)
	}
	c.advise(env.Stdout, all)
	return nil
}

// threads are the numbers to try: the powers of two up to one for every processor, and
// that.
func (c *BenchmarkCmd) threads() ([]int, error) {
	var list []int
	for word := range strings.SplitSeq(c.Threads, ",") {
		if word = strings.TrimSpace(word); word == "" {
			continue
		}
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > 1024 {
			return nil, usagef("--threads takes numbers from 1 to 1024 with commas between, not %q", c.Threads)
		}
		list = append(list, n)
	}
	if len(list) > 0 {
		return list, nil
	}
	for n := 1; n < allThreads(); n *= 2 {
		list = append(list, n)
	}
	return append(list, allThreads()), nil
}

// advise says which number of threads is likely to be the best.
func (c *BenchmarkCmd) advise(w io.Writer, all []benchmarked) {
	if len(all) < 2 {
		return
	}
	seconds, best := float64(c.Time), 0
	for i := range all {
		if all[i].elo(seconds) > all[best].elo(seconds) {
			best = i
		}
	}
	fmt.Fprintf(w, "\nBy a rough estimate, for searches of %v seconds:\n", seconds)
	for i, b := range all {
		worth := "(baseline)"
		if i > 0 {
			worth = fmt.Sprintf("%+5.0f Elo", b.elo(seconds)-all[0].elo(seconds))
		}
		if i == best {
			worth += " (recommended)"
		}
		fmt.Fprintf(w, "numSearchThreads = %2d: %s\n", b.threads, worth)
	}
	fmt.Fprintln(w)
}
