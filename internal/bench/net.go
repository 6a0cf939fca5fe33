package bench

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"tengen/baduk"
	"tengen/eval"
	"tengen/netcheck"
	"tengen/neteval"
	"tengen/nn"
)

// NetFigure is the speed of a net in evaluations per second. An evaluation is what a search requests: it
// includes encoding the game as input and decoding the output of the net.
type NetFigure struct {
	Bench    string  `json:"bench"`
	Size     int     `json:"size"`
	Threads  int     `json:"threads"`
	Batch    int     `json:"batch"` // positions per call
	Value    float64 `json:"value"`
	Unit     string  `json:"unit"`
	Kernel   string  `json:"kernel"` // the level that computed the net; in floats if integers are not possible
	Model    string  `json:"model"`
	Seconds  float64 `json:"seconds"`  // duration of the measurement
	GFLOPs   float64 `json:"gflops"`   // 10^9 operations of the net per second, as nn.Model.FLOPs counts them
	Peak     float64 `json:"peak"`     // most operations of the threads at this level, in 10^9/s; see nn.Peak
	Bytes    float64 `json:"bytes"`    // bytes allocated per evaluation
	Memory   int64   `json:"memory"`   // bytes of the prepared net and its threads' buffers, without the model
	Features float64 `json:"features"` // share of an evaluation's time that encoding the input takes
}

// String returns the figure as text.
func (f NetFigure) String() string {
	return fmt.Sprintf("%-4s %2dx%-2d %d thread(s) batch %d %-8s %9.1f %s  %6.1f of %6.1f GFLOP/s (%3.0f%%), input %2.0f%% of the time, %6.0f B allocated each, %4.0f MiB held",
		f.Bench, f.Size, f.Size, f.Threads, f.Batch, f.Kernel, f.Value, f.Unit, f.GFLOPs, f.Peak, 100*f.GFLOPs/f.Peak, 100*f.Features, f.Bytes, float64(f.Memory)/(1<<20))
}

// NetOptions are the options of [Net].
type NetOptions struct {
	Model    *nn.Model
	Level    nn.Level
	Size     int
	Threads  int
	Batch    int // positions per call; 0 means one
	Duration time.Duration
}

// Net measures the evaluations of a net in positions of games, without a cache. If ctx ends, it stops early.
func Net(ctx context.Context, o NetOptions) (NetFigure, error) {
	o.Batch = max(o.Batch, 1)
	games, err := netcheck.Positions(netcheck.Setting{Width: o.Size, Height: o.Size, Rules: baduk.Chinese()}, 16, 1)
	if err != nil {
		return NetFigure{}, err
	}
	workers := newWorkers(games, o.Threads, o.Batch)
	before := held()
	net, err := nn.NewNet(o.Model, o.Level)
	if err != nil {
		return NetFigure{}, err
	}
	var options neteval.Options
	if o.Model.MetaInputs() > 0 {
		options.Profile = neteval.Profiles()[0] // the profile does not change the speed
	}
	e, err := neteval.New(net, games[0].Graph(), options)
	if err != nil {
		return NetFigure{}, err
	}
	short := min(o.Duration/10, 200*time.Millisecond)
	peak := peakOf(net.Level(), o.Threads, short)
	if _, _, err := evaluate(ctx, e, workers, short); err != nil { // the net allocates its buffers
		return NetFigure{}, err
	}
	allocated := total()
	n, seconds, err := evaluate(ctx, e, workers, o.Duration)
	if err != nil {
		return NetFigure{}, err
	}
	allocated = total() - allocated
	memory := held() - before
	f := NetFigure{Bench: "net", Size: o.Size, Threads: o.Threads, Batch: o.Batch, Unit: "evaluations/s", Kernel: net.Level().String(), Model: o.Model.Name,
		Seconds: seconds, Value: float64(n) / seconds, Peak: peak, Bytes: float64(allocated) / float64(n), Memory: memory}
	f.GFLOPs = f.Value * float64(o.Model.FLOPs(o.Size, o.Size)) / 1e9
	if f.Features, err = inputTime(o.Model, games); err == nil {
		f.Features *= f.Value / float64(o.Threads)
	}
	runtime.KeepAlive(e)
	return f, err
}

// worker is the state of a goroutine that evaluates positions. It has its own copies of the
// games, since a game must not be used by several goroutines.
type worker struct {
	games []*baduk.Game
	in    []eval.Query
	out   []eval.Evaluation
}

func newWorkers(games []*baduk.Game, threads, batch int) []*worker {
	var list []*worker
	for range threads {
		w := &worker{in: make([]eval.Query, batch), out: make([]eval.Evaluation, batch)}
		for _, g := range games {
			w.games = append(w.games, g.Clone())
		}
		list = append(list, w)
	}
	return list
}

// run evaluates positions until a given time, but at least once. It returns the number of evaluations.
func (w *worker) run(ctx context.Context, e eval.Evaluator, end time.Time) (n int, err error) {
	whole := context.WithoutCancel(ctx)
	for n == 0 || time.Now().Before(end) && ctx.Err() == nil {
		for k := range w.in {
			w.in[k] = eval.Query{Game: w.games[(n+k)%len(w.games)], Seed: uint64(n + k), Policy: true, Ownership: true}
		}
		if err := e.Evaluate(whole, w.in, w.out); err != nil {
			return n, err
		}
		n += len(w.in)
	}
	return n, nil
}

// evaluate runs all workers for the duration d. It returns the number of evaluations and the time
// that they took.
func evaluate(ctx context.Context, e eval.Evaluator, workers []*worker, d time.Duration) (n int, seconds float64, err error) {
	counts, errs := make([]int, len(workers)), make([]error, len(workers))
	start := time.Now()
	var wg sync.WaitGroup
	for i, w := range workers {
		wg.Go(func() { counts[i], errs[i] = w.run(ctx, e, start.Add(d)) })
	}
	wg.Wait()
	for i := range workers {
		if n += counts[i]; errs[i] != nil {
			return 0, 0, errs[i]
		}
	}
	return n, time.Since(start).Seconds(), nil
}

// inputTime measures the seconds that encoding one input takes.
func inputTime(m *nn.Model, games []*baduk.Game) (float64, error) {
	f, err := neteval.NewFeatures(games[0].Graph(), m)
	if err != nil {
		return 0, err
	}
	var in nn.Input
	f.Fill(games[0], &in)
	const rounds = 4
	start := time.Now()
	for range rounds {
		for _, g := range games {
			f.Fill(g, &in)
		}
	}
	return time.Since(start).Seconds() / float64(rounds*len(games)), nil
}

// peakOf measures the peak of several threads that run at the same time, summed over the threads. It runs at
// most one thread per processor.
func peakOf(l nn.Level, threads int, d time.Duration) float64 {
	threads = min(threads, runtime.GOMAXPROCS(0))
	peaks := make([]float64, threads)
	var wg sync.WaitGroup
	for i := range peaks {
		wg.Go(func() { peaks[i] = nn.Peak(l, d) })
	}
	wg.Wait()
	sum := 0.0
	for _, p := range peaks {
		sum += p
	}
	return sum
}

// held returns the memory in use, in bytes.
func held() int64 {
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}

// total returns the memory allocated since the start of the program, in bytes.
func total() uint64 {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.TotalAlloc
}
