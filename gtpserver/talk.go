package gtpserver

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/gtp"
)

// describe is gomill-describe_engine.
func (e *Engine) describe(context.Context, []string) (string, error) {
	lines := []string{e.cfg.Name + " " + e.cfg.Version}
	for _, m := range e.cfg.Models {
		lines = append(lines, "net: "+m.Internal)
	}
	l := e.limit()
	if l.Visits > 0 {
		lines = append(lines, fmt.Sprintf("visits per move: %d", l.Visits))
	}
	if l.Time > 0 {
		lines = append(lines, fmt.Sprintf("time per move: %v", l.Time))
	}
	if l.Rank != 0 {
		lines = append(lines, fmt.Sprintf("rank: %v", l.Rank))
	}
	return strings.Join(lines, "\n"), nil
}

// explain is gomill-explain_last_move. The answer is empty if the program has not moved.
func (e *Engine) explain(context.Context, []string) (string, error) {
	d := e.last
	if d == nil {
		return "", nil
	}
	pv := make([]string, len(d.PV))
	for i, m := range d.PV {
		pv[i] = e.vertex(m.Point)
	}
	return fmt.Sprintf("%s: Black wins %.1f%%, leads by %.1f, %d visits in %v: %s",
		e.answer(*d), 100*d.Win, d.Lead, d.Visits, d.Elapsed.Round(1e6), strings.Join(pv, " ")), nil
}

// genmoveEx is gomill-genmove_ex. Without arguments it lists the words that may follow the colour. It ignores
// words that it does not know.
func (e *Engine) genmoveEx(ctx context.Context, args []string) (string, error) {
	if len(args) == 0 {
		return "cleanup", nil
	}
	for _, a := range args[1:] {
		if a == "cleanup" && (e.game.Over() || e.game.Phase() > 0) {
			return e.genmoveCleanup(ctx, args[:1])
		}
	}
	return e.thenPonder(e.genmove("gomill-genmove_ex"))(ctx, args[:1])
}

// chat is kgs-chat.
func (e *Engine) chat(_ context.Context, args []string) (string, error) {
	if len(args) < 2 {
		return "", errSyntax
	}
	return "I am a program and do not chat, sorry.", nil
}

func (e *Engine) gameOver(context.Context, []string) (string, error) {
	e.stopPondering()
	return "", nil
}

func (e *Engine) memoryReport(context.Context, []string) (string, error) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return fmt.Sprintf("Estimated total memory consumption: %d MiB.", m.Sys>>20), nil
}

// heatmap is Leela Zero's command: it answers the net's prior for every point, in thousandths.
func (e *Engine) heatmap(context.Context, []string) (string, error) {
	g := e.withoutCleanup()
	j, err := e.cfg.Judge(g, 0, 0, e.settings.HumanProfile)
	if err != nil {
		return "", gtp.Failf("%s", oneLine(err))
	}
	graph := g.Graph()
	width := lineWidth(graph)
	var b strings.Builder
	for p := range graph.Len() {
		fmt.Fprintf(&b, "%4.0f%s", max(0, 1000*float64(j.Policy[p])), after(p, width))
	}
	win := j.Win
	if g.ToPlay() == baduk.White {
		win = j.Loss
	}
	fmt.Fprintf(&b, "pass: %.0f\nwinrate: %.6f\n", max(0, 1000*float64(j.Policy[graph.Len()])), win+j.NoResult/2)
	return b.String(), nil
}

// mostBenchmark is the largest number of visits of a benchmark.
const mostBenchmark = 1e9

// benchmark is kata-benchmark.
func (e *Engine) benchmark(ctx context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", gtp.Failf("Expected one argument for kata-benchmark but got '%s'", got(args))
	}
	visits, err := strconv.Atoi(args[0])
	if err != nil || visits < 1 || visits > mostBenchmark {
		return "", gtp.Failf("Could not parse number of visits: %s", clip(args[0]))
	}
	grid, plain := e.game.Graph().Rectangle()
	if !plain || grid.Width != grid.Height {
		return "", gtp.Failf("Current board size is %dx%d, no built-in benchmarks for rectangular boards", grid.Width, grid.Height)
	}
	e.stopPondering()
	text, err := e.cfg.Benchmark(ctx, e.game.Graph(), visits)
	if err != nil {
		return "", gtp.Failf("%s", oneLine(err))
	}
	return "\n" + text, nil
}
