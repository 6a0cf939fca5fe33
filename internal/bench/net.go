package bench

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"tengen/baduk"
	"tengen/eval"
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

// Net measures evaluations of a net in positions of games, without a cache. An early end of ctx shortens it.
func Net(ctx context.Context, o NetOptions) (NetFigure, error) {
	o.Batch = max(o.Batch, 1)
	games, err := Positions(Setting{o.Size, o.Size, baduk.Chinese()}, 16, 1)
	if err != nil {
		return NetFigure{}, err
	}
	before := held()
	net, err := nn.NewNet(o.Model, o.Level)
	if err != nil {
		return NetFigure{}, err
	}
	e, err := neteval.New(net, games[0].Graph(), neteval.Options{})
	if err != nil {
		return NetFigure{}, err
	}
	peak := peakOf(net.Level(), o.Threads, min(o.Duration/10, 200*time.Millisecond))
	if _, _, err := evaluate(ctx, e, games, o.Threads, o.Batch, 0); err != nil { // takes its memory
		return NetFigure{}, err
	}
	allocated := total()
	n, seconds, err := evaluate(ctx, e, games, o.Threads, o.Batch, o.Duration)
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

// evaluate asks threads goroutines for evaluations for d, so many at once and at least
// once each, and returns how many there were in how many seconds.
func evaluate(ctx context.Context, e eval.Evaluator, games []*baduk.Game, threads, batch int, d time.Duration) (n int, seconds float64, err error) {
	counts, errs := make([]int, threads), make([]error, threads)
	start := time.Now()
	var wg sync.WaitGroup
	for i := range threads {
		wg.Go(func() {
			var own []*baduk.Game // a game is for one goroutine
			for _, g := range games {
				own = append(own, g.Clone())
			}
			in, out := make([]eval.Query, batch), make([]eval.Evaluation, batch)
			for k := range out {
				out[k].Resize(games[0].Graph())
			}
			for counts[i] == 0 || time.Since(start) < d && ctx.Err() == nil {
				for k := range in {
					in[k] = eval.Query{Game: own[(i+counts[i]+k)%len(own)], Seed: uint64(counts[i] + k), Policy: true, Ownership: true}
				}
				if err := e.Evaluate(context.WithoutCancel(ctx), in, out); err != nil {
					errs[i] = err
					return
				}
				counts[i] += batch
			}
		})
	}
	wg.Wait()
	for i := range threads {
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

// peakOf is the peak of so many threads at once.
func peakOf(l nn.Level, threads int, d time.Duration) float64 {
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

// held is the memory in use. A pool keeps what it has through one collection.
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
