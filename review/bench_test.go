//go:build unix

package review

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/eval"
	"tengen/kifu"
	"tengen/mcts"
	"tengen/neteval"
	"tengen/nn"
	"tengen/rollout"
)

// BenchmarkGame reviews a game with 100 visits per position, a journal and all reports. Before and after
// the review it runs bare searches of the same positions with the same number of threads, and compares
// the times. TENGEN_MODEL names the net and TENGEN_RECORD the record of the game. Without a record, the
// net's policy plays against itself. One run is enough:
//
//	TENGEN_MODEL=$PWD/net.bin.gz TENGEN_RECORD=$PWD/game.sgf go test -run '^$' -bench Game -benchtime 1x ./review
func BenchmarkGame(b *testing.B) {
	path := os.Getenv("TENGEN_MODEL")
	if path == "" {
		b.Skip("TENGEN_MODEL names no net")
	}
	model, err := nn.ReadFile(path, nn.Limits{})
	if err != nil {
		b.Fatal(err)
	}
	levels := nn.Levels()
	net, err := nn.NewNet(model, levels[len(levels)-1]) // as tengen review does
	if err != nil {
		b.Fatal(err)
	}
	line := benchLine(b, net)
	e, err := neteval.New(net, line.Graph, neteval.Options{Optimism: 1})
	if err != nil {
		b.Fatal(err)
	}
	threads := runtime.GOMAXPROCS(0)
	for range b.N {
		before := stopwatch(func() { searchBare(b, line, e, threads) })
		var reports cost
		whole := stopwatch(func() {
			made := reviewOnce(b, line, e, threads)
			reports = stopwatch(func() { writeAll(b, made) })
		})
		after := stopwatch(func() { searchBare(b, line, e, threads) })
		bare := cost{(before.wall + after.wall) / 2, (before.cpu + after.cpu) / 2}
		b.ReportMetric(float64(line.Len()+1), "positions")
		b.ReportMetric(100*float64(whole.wall)/float64(bare.wall), "%-of-search")
		// The same in processor time, for busy machines.
		b.ReportMetric(100*float64(whole.cpu)/float64(bare.cpu), "%-of-search-by-CPU-time")
		b.ReportMetric(100*float64(reports.cpu)/float64(bare.cpu), "%-for-reports-by-CPU-time")
		b.ReportMetric(0, "ns/op")
	}
}

// cost is the wall-clock time and the processor time of something.
type cost struct{ wall, cpu time.Duration }

func stopwatch(do func()) cost {
	begun, used := time.Now(), cpuTime()
	do()
	return cost{time.Since(begun), cpuTime() - used}
}

// cpuTime returns the processor time of the process.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// benchLine returns the game of the benchmark.
func benchLine(b *testing.B, net *nn.Net) *Line {
	var record strings.Builder
	if path := os.Getenv("TENGEN_RECORD"); path != "" {
		data, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		record.Write(data)
	} else if err := kifu.FromGame(policyGame(b, net, 120), kifu.Info{}).Write(&record); err != nil {
		b.Fatal(err)
	}
	line, err := NewLine(treeOf(b, record.String()))
	if err != nil {
		b.Fatal(err)
	}
	return line
}

// policyGame returns a game in which moves are drawn from a net's policy.
func policyGame(b *testing.B, net *nn.Net, moves int) *baduk.Game {
	g := baduk.NewGame(baduk.MustRectangle(19, 19), baduk.Chinese())
	e, err := neteval.New(net, g.Graph(), neteval.Options{})
	if err != nil {
		b.Fatal(err)
	}
	rng := rollout.Rand(1)
	out := make([]eval.Evaluation, 1)
	out[0].Resize(g.Graph())
	for g.Len() < moves && !g.Over() {
		if err := e.Evaluate(b.Context(), []eval.Query{{Game: g, Policy: true, Seed: 1}}, out); err != nil {
			b.Fatal(err)
		}
		draw, p := float32(rng.Uint64()>>40)/(1<<24), 0
		for draw -= out[0].Policy[p]; draw >= 0 && p < g.Graph().Len()-1; draw -= out[0].Policy[p] {
			p++
		}
		m := baduk.Move{Color: g.ToPlay(), Point: baduk.Point(p)}
		if g.Legal(m) != baduk.Legal {
			m.Point = baduk.Pass
		}
		if err := g.Play(m); err != nil {
			b.Fatal(err)
		}
	}
	return g
}

// searchBare searches every position without a review.
func searchBare(b *testing.B, line *Line, e eval.Evaluator, threads int) {
	jobs := make(chan int)
	var workers sync.WaitGroup
	for range threads {
		workers.Go(func() {
			for i := range jobs {
				s, err := mcts.New(e, mcts.NetParams())
				if err == nil {
					s.SetGame(line.At(i))
					_, err = s.Run(b.Context(), mcts.Visits(100), true)
				}
				if err != nil {
					b.Error(err)
				}
			}
		})
	}
	for i := range line.Len() + 1 {
		if !line.At(i).Over() {
			jobs <- i
		}
	}
	close(jobs)
	workers.Wait()
}

// reviewOnce reviews the game without reports.
func reviewOnce(b *testing.B, line *Line, e eval.Evaluator, threads int) *Review {
	journal, err := OpenJournal(filepath.Join(b.TempDir(), "journal"))
	if err != nil {
		b.Fatal(err)
	}
	defer journal.Close()
	var judged []*kifu.Analysis
	err = Run(b.Context(), line, Options{Journal: journal, Visits: 100, Workers: threads, Judge: "benchmark",
		Searcher: NewSearch(func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return e, nil }, mcts.NetParams()),
		Each:     func(_ int, a *kifu.Analysis) error { judged = append(judged, a); return nil }})
	if err != nil {
		b.Fatal(err)
	}
	return New(line, judged, Settings{})
}

// writeAll writes all reports.
func writeAll(b *testing.B, r *Review) {
	all := []func(io.Writer) error{r.WriteHTML, r.WritePDF, r.WriteJSON, func(w io.Writer) error { return r.WriteGraph(w, 0) }}
	for k := range r.Moments {
		for _, better := range []bool{false, true} {
			all = append(all, func(w io.Writer) error { return r.WriteDiagram(w, k, 1000, better) })
		}
	}
	all = append(all, func(w io.Writer) error {
		if err := r.Annotate(); err != nil {
			return err
		}
		_, err := kifu.Write(w, kifu.WriteOptions{}, r.Line.Tree)
		return err
	})
	for _, write := range all {
		if err := write(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
