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
	Seconds float64 `json:"seconds"` // duration of the measurement
	Visits  int     `json:"visits"`  // visits during the measurement
	// Outside is the share of the threads' time that is not spent in evaluations by the net, 0..1. It is the
	// time for the search itself, for the rules, and for waiting for other threads. If there are more threads
	// than processors, it is a share of the processors' time.
	Outside float64 `json:"outside"`
	// Evaluations is the number of evaluations by the net per visit. Visits to known positions and to finished
	// games need no evaluation.
	Evaluations float64 `json:"evaluations"`
	// BytesPerVisit is the growth of the process per visit, in bytes. It is measured in a long search of
	// MemoryVisits visits. Both are 0 if the growth was not measured.
	BytesPerVisit float64 `json:"bytesPerVisit,omitempty"`
	MemoryVisits  int     `json:"memoryVisits,omitempty"`
}

// String returns the figure as text.
func (f SearchFigure) String() string {
	s := fmt.Sprintf("%-8s %2dx%-2d %d thread(s) %-8s %8.1f %s  %4.1f%% of the time outside the net, %.2f evaluations/visit",
		f.Bench, f.Size, f.Size, f.Threads, f.Kernel, f.Value, f.Unit, 100*f.Outside, f.Evaluations)
	if f.MemoryVisits > 0 {
		s += fmt.Sprintf(", %.0f bytes/visit over %d visits", f.BytesPerVisit, f.MemoryVisits)
	}
	return s
}

// SearchOptions are the options of [NetSearch].
type SearchOptions struct {
	Net      *nn.Net
	Size     int
	Threads  int
	Duration time.Duration
	// Memory is the number of visits of a second search whose memory is measured; 0 skips it.
	Memory int
}

// opening is the number of moves before the measured position, divided by the number of points of the board.
// On 19x19 it means 60 moves.
const opening = 60.0 / 361

// NetSearch measures a search with a net in a position of the middle game. If ctx ends, it stops early.
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
	var shared eval.Evaluator = watch
	busy := min(o.Threads, runtime.GOMAXPROCS(0))
	if o.Threads > busy {
		shared = neteval.Batched(watch)
	}
	s, err := mcts.New(shared, params)
	if err != nil {
		return SearchFigure{}, err
	}
	s.SetGame(game)
	if _, err := s.Run(ctx, mcts.Playouts(4*o.Threads), false); err != nil { // the net allocates its buffers
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
	f.Outside = max(0, 1-time.Duration(watch.spent.Load()).Seconds()/(seconds*float64(busy)))
	if o.Memory > 0 && ctx.Err() == nil {
		if f.BytesPerVisit, f.MemoryVisits, err = searchMemory(ctx, e, game, params, o.Memory); err != nil {
			return SearchFigure{}, err
		}
	}
	return f, nil
}

// played returns a game up to the middle game, in which both players draw their moves from the net's policy.
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

// searchMemory measures by how many bytes the process grows per visit. The result named made is the number of
// playouts of the search.
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

// resident returns the memory of the process in bytes, after freeing garbage. It comes from the
// system if possible, and otherwise from the Go runtime.
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

// stopwatch measures the time spent in an evaluator, and counts the evaluations.
type stopwatch struct {
	eval.Evaluator
	spent, asked atomic.Int64
}

// Evaluate calls the evaluator and adds the time that it took.
func (w *stopwatch) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	start := time.Now()
	err := w.Evaluator.Evaluate(ctx, in, out)
	w.spent.Add(int64(time.Since(start)))
	w.asked.Add(int64(len(in)))
	return err
}
