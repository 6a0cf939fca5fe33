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

// NetFigure is the speed of a net: whole evaluations a second, from a game to what
// its position is worth, as a search asks for them.
type NetFigure struct {
	Bench    string  `json:"bench"`
	Size     int     `json:"size"`
	Threads  int     `json:"threads"`
	Batch    int     `json:"batch"` // positions that each thread asks for at once
	Value    float64 `json:"value"`
	Unit     string  `json:"unit"`
	Kernel   string  `json:"kernel"` // floats where the net has nothing for integers
	Model    string  `json:"model"`
	Seconds  float64 `json:"seconds"`  // how long it was measured
	GFLOPs   float64 `json:"gflops"`   // 10^9 operations a second of the net's, as nn.Model.FLOPs counts them
	Peak     float64 `json:"peak"`     // what the threads can do at most on the level, see nn.Peak
	Bytes    float64 `json:"bytes"`    // allocated an evaluation
	Memory   int64   `json:"memory"`   // bytes that the net and the memory of its threads take, the model's own weights besides
	Features float64 `json:"features"` // of the time of an evaluation, the share that making the input takes
}

// String is the figure for people.
func (f NetFigure) String() string {
	return fmt.Sprintf("%-4s %2dx%-2d %d thread(s) batch %d %-8s %9.1f %s  %6.1f of %6.1f GFLOP/s (%3.0f%%), input %2.0f%% of the time, %6.0f B allocated each, %4.0f MiB held",
		f.Bench, f.Size, f.Size, f.Threads, f.Batch, f.Kernel, f.Value, f.Unit, f.GFLOPs, f.Peak, 100*f.GFLOPs/f.Peak, 100*f.Features, f.Bytes, float64(f.Memory)/(1<<20))
}

// NetOptions say what [Net] measures.
type NetOptions struct {
	Model    *nn.Model
	Level    nn.Level
	Size     int
	Threads  int
	Batch    int // positions that each thread asks for at once; 0 is one
	Duration time.Duration
}

// Net measures evaluations of a net in positions of games, without a cache. An early end
// of ctx shortens it.
func Net(ctx context.Context, o NetOptions) (NetFigure, error) {
	o.Batch = max(o.Batch, 1)
	games, err := netcheck.Positions(netcheck.Setting{Width: o.Size, Height: o.Size, Rules: baduk.Chinese()}, 16, 1)
	if err != nil {
		return NetFigure{}, err
	}
	askers := newAskers(games, o.Threads, o.Batch)
	before := held()
	net, err := nn.NewNet(o.Model, o.Level)
	if err != nil {
		return NetFigure{}, err
	}
	e, err := neteval.New(net, games[0].Graph(), neteval.Options{})
	if err != nil {
		return NetFigure{}, err
	}
	short := min(o.Duration/10, 200*time.Millisecond)
	peak := peakOf(net.Level(), o.Threads, short)
	if _, _, err := evaluate(ctx, e, askers, short); err != nil { // takes its memory
		return NetFigure{}, err
	}
	allocated := total()
	n, seconds, err := evaluate(ctx, e, askers, o.Duration)
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

// asker is a goroutine that asks for evaluations: its own games, since a game is for one
// goroutine, and its questions and answers.
type asker struct {
	games []*baduk.Game
	in    []eval.Query
	out   []eval.Evaluation
}

func newAskers(games []*baduk.Game, threads, batch int) []*asker {
	var list []*asker
	for range threads {
		a := &asker{in: make([]eval.Query, batch), out: make([]eval.Evaluation, batch)}
		for _, g := range games {
			a.games = append(a.games, g.Clone())
		}
		for i := range a.out {
			a.out[i].Resize(games[0].Graph())
		}
		list = append(list, a)
	}
	return list
}

// ask asks for evaluations until the end, at least once, and returns how many there were.
func (a *asker) ask(ctx context.Context, e eval.Evaluator, end time.Time) (n int, err error) {
	whole := context.WithoutCancel(ctx)
	for n == 0 || time.Now().Before(end) && ctx.Err() == nil {
		for k := range a.in {
			a.in[k] = eval.Query{Game: a.games[(n+k)%len(a.games)], Seed: uint64(n + k), Policy: true, Ownership: true}
		}
		if err := e.Evaluate(whole, a.in, a.out); err != nil {
			return n, err
		}
		n += len(a.in)
	}
	return n, nil
}

// evaluate has all askers ask for d, and returns how many evaluations there were in how
// many seconds.
func evaluate(ctx context.Context, e eval.Evaluator, askers []*asker, d time.Duration) (n int, seconds float64, err error) {
	counts, errs := make([]int, len(askers)), make([]error, len(askers))
	start := time.Now()
	var wg sync.WaitGroup
	for i, a := range askers {
		wg.Go(func() { counts[i], errs[i] = a.ask(ctx, e, start.Add(d)) })
	}
	wg.Wait()
	for i := range askers {
		if n += counts[i]; errs[i] != nil {
			return 0, 0, errs[i]
		}
	}
	return n, time.Since(start).Seconds(), nil
}

// inputTime is how many seconds it takes to make an input.
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

// peakOf is the sum of the peaks of this many threads at the same time, but of no more threads
// than there are processors.
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

// held is the memory in use.
func held() int64 {
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}

// total is the memory that was ever allocated.
func total() uint64 {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.TotalAlloc
}
