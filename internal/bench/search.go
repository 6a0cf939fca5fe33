package bench

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/mcts"
	"tengen/netcheck"
	"tengen/neteval"
	"tengen/nn"
	"tengen/rollout"
)

// SearchFigure is the speed of a search with a net.
type SearchFigure struct {
	Bench   string  `json:"bench"`
	Size    int     `json:"size"`
	Threads int     `json:"threads"`
	Value   float64 `json:"value"`
	Unit    string  `json:"unit"`
	Kernel  string  `json:"kernel"`
	Model   string  `json:"model"`
	Seconds float64 `json:"seconds"` // how long it was measured
	Visits  int     `json:"visits"`  // in that time
	// Outside is the share of the threads' time that went by outside of the net's
	// evaluations: the search itself, the rules, waiting for each other, 0..1.
	Outside float64 `json:"outside"`
	// Evaluations are those of the net for each visit; the others were known, or
	// ended the game.
	Evaluations float64 `json:"evaluations"`
	// BytesPerVisit is what the process grew by for each visit of a long search, and
	// MemoryVisits how many those were; 0 if it was not measured.
	BytesPerVisit float64 `json:"bytesPerVisit,omitempty"`
	MemoryVisits  int     `json:"memoryVisits,omitempty"`
}

// String is the figure for people.
func (f SearchFigure) String() string {
	s := fmt.Sprintf("%-8s %2dx%-2d %d thread(s) %-8s %8.1f %s  %4.1f%% of the time outside of the net, %.2f evaluations a visit",
		f.Bench, f.Size, f.Size, f.Threads, f.Kernel, f.Value, f.Unit, 100*f.Outside, f.Evaluations)
	if f.MemoryVisits > 0 {
		s += fmt.Sprintf(", %.0f bytes a visit over %d visits", f.BytesPerVisit, f.MemoryVisits)
	}
	return s
}

// SearchOptions say what [NetSearch] measures.
type SearchOptions struct {
	Net      *nn.Net
	Size     int
	Threads  int
	Duration time.Duration
	// Memory is the visits of a further search that is measured for its memory; 0
	// leaves it out.
	Memory int
}

// opening is the part of the board's points that are played on before a search with
// a net is measured: 60 moves on 19x19.
const opening = 60.0 / 361

// NetSearch measures a search by a net in the middle game, with nothing remembered. An
// early end of ctx shortens it.
func NetSearch(ctx context.Context, o SearchOptions) (SearchFigure, error) {
	graph, err := baduk.Rectangle(o.Size, o.Size)
	if err != nil {
		return SearchFigure{}, err
	}
	e, err := neteval.New(o.Net, graph, neteval.Options{Optimism: 1})
	if err != nil {
		return SearchFigure{}, err
	}
	game, err := played(ctx, e, graph)
	if err != nil {
		return SearchFigure{}, err
	}
	params := engine.NetParams().Search
	params.Threads = o.Threads
	watch := &stopwatch{Evaluator: e}
	s, err := mcts.New(watch, params)
	if err != nil {
		return SearchFigure{}, err
	}
	s.SetGame(game)
	if _, err := s.Run(ctx, mcts.Playouts(4*o.Threads), false); err != nil { // the net takes its memory
		return SearchFigure{}, err
	}
	watch.spent.Store(0)
	watch.asked.Store(0)
	r, err := s.Run(ctx, mcts.Time(o.Duration), true)
	if err != nil {
		return SearchFigure{}, err
	}
	seconds := r.Elapsed.Seconds()
	f := SearchFigure{Bench: "search", Size: o.Size, Threads: o.Threads, Unit: "visits/s", Kernel: o.Net.Level().String(), Model: o.Net.Model().Name,
		Seconds: seconds, Visits: r.Playouts, Value: float64(r.Playouts) / seconds, Evaluations: float64(watch.asked.Load()) / float64(max(r.Playouts, 1))}
	f.Outside = max(0, 1-time.Duration(watch.spent.Load()).Seconds()/(seconds*float64(o.Threads)))
	if o.Memory > 0 && ctx.Err() == nil {
		if f.BytesPerVisit, f.MemoryVisits, err = searchMemory(ctx, e, game, params, o.Memory); err != nil {
			return SearchFigure{}, err
		}
	}
	return f, nil
}

// played is a game of the net's policy against itself, up to the middle game.
func played(ctx context.Context, e eval.Evaluator, graph *baduk.Graph) (*baduk.Game, error) {
	g, rng := baduk.NewGame(graph, baduk.Chinese()), rollout.Rand(1)
	for range int(opening * float64(graph.Len())) {
		m, err := netcheck.Draw(e, g, &rng)
		if err != nil {
			return nil, err
		}
		if m.IsPass() {
			break
		}
		if err := g.Play(m); err != nil {
			return nil, err
		}
	}
	return g, ctx.Err()
}

// searchMemory is by how many bytes the process grows for each visit.
func searchMemory(ctx context.Context, e eval.Evaluator, g *baduk.Game, params mcts.Params, visits int) (perVisit float64, made int, err error) {
	before := resident()
	s, err := mcts.New(e, params)
	if err != nil {
		return 0, 0, err
	}
	s.SetGame(g)
	r, err := s.Run(ctx, mcts.Visits(visits), false)
	if err != nil {
		return 0, 0, err
	}
	grown := resident() - before
	runtime.KeepAlive(s)
	return max(0, float64(grown)) / float64(max(r.Playouts, 1)), r.Playouts, nil
}

// resident is the memory of the process: what the system says that it holds, where
// that is known, otherwise what the runtime does. Garbage is given back before.
func resident() int64 {
	debug.FreeOSMemory()
	if data, err := os.ReadFile("/proc/self/statm"); err == nil {
		if fields := strings.Fields(string(data)); len(fields) > 1 {
			if pages, err := strconv.ParseInt(fields[1], 10, 64); err == nil {
				return pages * int64(os.Getpagesize())
			}
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}

// stopwatch sums up the time in an evaluator.
type stopwatch struct {
	eval.Evaluator
	spent, asked atomic.Int64
}

// Evaluate asks the evaluator.
func (w *stopwatch) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	start := time.Now()
	err := w.Evaluator.Evaluate(ctx, in, out)
	w.spent.Add(int64(time.Since(start)))
	w.asked.Add(int64(len(in)))
	return err
}
