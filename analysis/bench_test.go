//go:build unix

package analysis

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/mcts"
	"tengen/neteval"
	"tengen/nn"
	"tengen/rollout"
)

// BenchmarkGames analyses whole games with 100 visits per position. It compares the visits per second with the visits
// per second of one long search that has a thread for each processor. `tengen bench search --threads` measures such a
// search. TENGEN_MODEL names the net, and TENGEN_GAMES is the number of games, by default 1. One run is enough:
//
//	TENGEN_MODEL=$PWD/net.bin.gz TENGEN_GAMES=20 go test -run '^$' -bench Games -benchtime 1x -timeout 60m ./analysis
func BenchmarkGames(b *testing.B) {
	path := os.Getenv("TENGEN_MODEL")
	if path == "" {
		b.Skip("TENGEN_MODEL is not set to the file of a net")
	}
	model, err := nn.ReadFile(path, nn.Limits{})
	if err != nil {
		b.Fatal(err)
	}
	levels := nn.Levels()
	net, err := nn.NewNet(model, levels[len(levels)-1]) // as the program does
	if err != nil {
		b.Fatal(err)
	}
	games, _ := strconv.Atoi(os.Getenv("TENGEN_GAMES"))
	queries := make([]string, max(games, 1))
	var middle *baduk.Game
	for i := range queries {
		queries[i], middle = playedGame(b, net, uint64(i), max(games, 1) == 1)
	}
	for name, memory := range map[string]int64{"remembering": 0, "forgetful": -1} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				before, beforeCPU := bareSearch(b, net, middle)
				used := cpuTime()
				visits, first, elapsed := analyseAll(b, net, queries, memory)
				used = cpuTime() - used
				after, afterCPU := bareSearch(b, net, middle)
				speed, bare := visits/elapsed.Seconds(), (before+after)/2
				b.ReportMetric(speed, "visits/s")
				b.ReportMetric(bare, "search-visits/s")
				b.ReportMetric(100*speed/bare, "%")
				// The same in processor time, for machines that run other programs at the same time.
				b.ReportMetric(100*visits/used.Seconds()/((beforeCPU+afterCPU)/2), "%-by-CPU-time")
				b.ReportMetric(first.Seconds()*1000, "ms-to-first-report")
				b.ReportMetric(0, "ns/op")
			}
		})
	}
}

// playedGame plays a game of the net's policy against itself. It returns a query for all turns, or for every tenth if
// short, and the position after 60 moves.
func playedGame(b *testing.B, net *nn.Net, seed uint64, short bool) (query string, middle *baduk.Game) {
	g := baduk.NewGame(baduk.MustRectangle(19, 19), baduk.Chinese())
	e, err := neteval.New(net, g.Graph(), neteval.Options{})
	if err != nil {
		b.Fatal(err)
	}
	rng := rollout.Rand(seed + 1)
	out := make([]eval.Evaluation, 1)
	out[0].Resize(g.Graph())
	var moves, turns []string
	for n := range 200 {
		if err := e.Evaluate(b.Context(), []eval.Query{{Game: g, Policy: true, Seed: seed}}, out); err != nil {
			b.Fatal(err)
		}
		draw, p := float32(rng.Uint64()>>40)/(1<<24), baduk.Point(0)
		for ; int(p) < g.Graph().Len(); p++ {
			if draw -= out[0].Policy[p]; draw < 0 {
				break
			}
		}
		if int(p) == g.Graph().Len() {
			p = baduk.Pass
		}
		m := baduk.Move{Color: g.ToPlay(), Point: p}
		if g.Legal(m) != baduk.Legal {
			m.Point = baduk.Pass
		}
		if g.Play(m) != nil || g.Over() {
			break
		}
		if n == 60 {
			middle = g.Clone()
		}
		moves = append(moves, fmt.Sprintf(`["%c","%s"]`, m.Color.String()[0], g.Graph().Vertex(m.Point)))
		if !short || n%10 == 0 {
			turns = append(turns, strconv.Itoa(n))
		}
	}
	return fmt.Sprintf(`{"id":"g%d","rules":"chinese","boardXSize":19,"boardYSize":19,"maxVisits":100,"reportDuringSearchEvery":1,"firstReportDuringSearchAfter":0.01,"moves":[%s],"analyzeTurns":[%s]}`,
		seed, strings.Join(moves, ","), strings.Join(turns, ",")), middle
}

// bareSearch measures one search: visits per second, and visits per second of processor time.
func bareSearch(b *testing.B, net *nn.Net, g *baduk.Game) (speed, perCPU float64) {
	e, err := neteval.New(net, g.Graph(), neteval.Options{Optimism: 1})
	if err != nil {
		b.Fatal(err)
	}
	params := engine.NetParams().Search
	params.Threads = runtime.GOMAXPROCS(0)
	s, err := mcts.New(e, params)
	if err != nil {
		b.Fatal(err)
	}
	s.SetGame(g)
	if _, err := s.Run(b.Context(), mcts.Playouts(20), false); err != nil {
		b.Fatal(err)
	}
	used := cpuTime()
	r, err := s.Run(b.Context(), mcts.Time(5*time.Second), false)
	if err != nil {
		b.Fatal(err)
	}
	return float64(r.Playouts) / r.Elapsed.Seconds(), float64(r.Playouts) / (cpuTime() - used).Seconds()
}

// analyseAll answers all queries. It returns the visits of all final answers, the time until the first report, and the
// time until the last answer.
func analyseAll(b *testing.B, net *nn.Net, queries []string, memory int64) (visits float64, first, elapsed time.Duration) {
	e := newTestEngine(b, func(o *Options) {
		o.Evaluator, o.CacheMemory, o.Threads = func(string) eval.Factory { return netFactory(net) }, memory, 0
	})
	defer e.Close()
	s := e.NewSession()
	defer s.Close()
	begun := time.Now()
	for _, q := range queries {
		if err := s.Line(b.Context(), []byte(q)); err != nil {
			b.Fatal(err)
		}
	}
	s.End()
	for {
		data, err := s.Next(context.Background())
		if err != nil {
			return visits, first, time.Since(begun)
		}
		if first == 0 {
			first = time.Since(begun)
		}
		if o := decoded(b, data); o["isDuringSearch"] == false {
			visits += o["rootInfo"].(map[string]any)["visits"].(float64)
		}
	}
}

// cpuTime is the processor time that the process has used.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
