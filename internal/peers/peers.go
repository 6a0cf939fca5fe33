package peers

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tengen/internal/bench"
	"tengen/internal/usage"
	"tengen/netcheck"
	"tengen/nn"
)

// Comparison describes a comparison of tengen with KataGo.
type Comparison struct {
	KataGo   Program
	Nets     []Net
	Sizes    []int      // sides of the square boards, [MinSize] to [MaxSize]
	Levels   []nn.Level // tengen's kernels
	Threads  int
	Rounds   int
	Duration time.Duration // approximate time of each measurement
	Dir      string        // folder for the programs' temporary files
	Progress func(done, of int)
	Log      *slog.Logger
}

// DefaultLevels returns the fastest kernels of this CPU that compute in floats, as KataGo does, and the fastest ones
// that compute in integers, which tengen uses by default. They are the same on a CPU without kernels for integers.
func DefaultLevels() []nn.Level {
	fastest := nn.FastestLevel()
	if fastest.Integers() {
		return []nn.Level{fastest.Exact(), fastest}
	}
	return []nn.Level{fastest}
}

// Row is the result for one net, one board and one level of kernels.
type Row struct {
	Bench   string `json:"bench"`
	Net     string `json:"net"`
	Shape   string `json:"architecture"`
	Size    int    `json:"size"`
	Threads int    `json:"threads"`
	Kernel  string `json:"kernel"`

	// Evaluations a second of each finished round.
	KataGo []float64 `json:"katago"`
	Tengen []float64 `json:"tengen"`
	// Peaks are the shares of the peak of tengen's threads that tengen reaches, for each round; see bench.Net.
	Peaks []float64 `json:"peaks"`
	Ratio Spread    `json:"ratio"` // of tengen's evaluations to KataGo's in the same round

	Differences netcheck.Difference `json:"differences"` // the largest between the answers of both programs
	Same        bool                `json:"same"`        // the differences are within [netcheck.Tolerance]
}

// prepared is a net for one level of kernels.
type prepared struct {
	level nn.Level
	net   *nn.Net
}

// part is a net on one board.
type part struct {
	net  Net
	size int
	rows []Row // one for each level
}

// Run compares the answers for all nets and boards, and then the speeds. It calls emit with each result as soon as
// the result is complete. If ctx ends or a program fails, Run calls emit also for the net and board that were being
// measured, if a round is finished, and returns the error. If only answers differ too much, Run returns an error
// after all measurements.
func (c *Comparison) Run(ctx context.Context, emit func(Row) error) error {
	for _, size := range c.Sizes {
		if size < MinSize || size > MaxSize {
			return usage.Errorf("KataGo's benchmark has boards from %dx%d to %dx%d, not %dx%d", MinSize, MinSize, MaxSize, MaxSize, size, size)
		}
	}
	if err := os.WriteFile(filepath.Join(c.Dir, configFile), []byte(config), 0o600); err != nil {
		return err
	}
	steps := &steps{of: len(c.Nets) * len(c.Sizes) * (2 + c.Rounds*(1+len(c.Levels))), show: c.Progress}
	var parts []part
	var wrong []string
	for _, net := range c.Nets {
		found, err := c.answers(ctx, net, steps)
		if err != nil {
			return err
		}
		for _, p := range found {
			for _, r := range p.rows {
				if !r.Same {
					c.Log.Warn("the answers differ too much", "net", r.Net, "size", r.Size, "kernel", r.Kernel,
						"policy", r.Differences.Policy, "win", r.Differences.Win, "lead", r.Differences.Lead)
					wrong = append(wrong, fmt.Sprintf("%s on %dx%d with %s", r.Net, r.Size, r.Size, r.Kernel))
				}
			}
		}
		parts = append(parts, found...)
	}
	for i := range parts {
		if err := c.measure(ctx, &parts[i], steps, emit); err != nil {
			return err
		}
	}
	if len(wrong) > 0 {
		return fmt.Errorf("tengen and KataGo do not give the same answers for %s", strings.Join(wrong, ", "))
	}
	return nil
}

// steps counts the measurements.
type steps struct {
	done, of int
	show     func(done, of int)
}

// add counts finished measurements.
func (s *steps) add(n int) {
	if s.done += n; s.show != nil {
		s.show(s.done, s.of)
	}
}

// answers compares the answers for a net on each board. Levels that cannot compute the net are left out.
func (c *Comparison) answers(ctx context.Context, net Net, steps *steps) ([]part, error) {
	m, err := read(net)
	if err != nil {
		return nil, err
	}
	var all []prepared
	for _, l := range c.Levels {
		n, err := nn.NewNet(m, l)
		if err != nil {
			return nil, usage.Errorf("%s: %v", net.Name, err)
		}
		if n.Level() != l {
			steps.of -= c.Rounds * len(c.Sizes)
			if !slices.Contains(c.Levels, l.Exact()) {
				c.Log.Warn("the net cannot be computed in integers, so it is not measured with these kernels", "net", net.Name, "kernel", l.String())
			}
			continue
		}
		all = append(all, prepared{l, n})
	}
	if len(all) == 0 {
		return nil, usage.Errorf("%s cannot be computed in integers: choose another kernel", net.Name)
	}
	peer, err := startPeer(c.KataGo, c.Dir, net)
	if err != nil {
		return nil, err
	}
	defer peer.client.Close()
	var parts []part
	for _, size := range c.Sizes {
		differences, err := peer.compare(ctx, all, size)
		if err != nil {
			return nil, c.KataGo.explain(net, err)
		}
		p := part{net: net, size: size}
		for i, l := range all {
			d := differences[i]
			p.rows = append(p.rows, Row{Bench: "peers", Net: net.Name, Shape: m.Info().Architecture, Size: size, Threads: c.Threads,
				Kernel: l.level.String(), Differences: d, Same: d.Within(netcheck.Tolerance(l.level))})
		}
		parts = append(parts, p)
		steps.add(1)
	}
	return parts, nil
}

// read reads a net that both programs can use without further settings.
func read(net Net) (*nn.Model, error) {
	m, err := nn.ReadFile(net.File, nn.Limits{})
	switch {
	case err != nil:
		return nil, usage.Errorf("%v", err) // err names the file
	case m.MetaInputs() > 0:
		return nil, usage.Errorf("%s imitates human players and needs a profile of them: choose another net", net.Name)
	}
	return m, nil
}

// measure measures the speeds of both programs on one board.
func (c *Comparison) measure(ctx context.Context, p *part, steps *steps, emit func(Row) error) (err error) {
	defer func() {
		for i := range p.rows {
			r := &p.rows[i]
			if r.Ratio = ratios(r.Tengen, r.KataGo); r.Ratio.Rounds == 0 {
				continue
			}
			if emitted := emit(*r); err == nil {
				err = emitted
			}
		}
	}()
	m, err := read(p.net)
	if err != nil {
		return err
	}
	// A short benchmark estimates the speed, which decides how many searches the following ones make.
	speed, err := c.KataGo.speed(ctx, c.Dir, p.net, p.size, c.Threads, leastVisits, 1)
	if err != nil {
		return err
	}
	steps.add(1)
	for round := range c.Rounds {
		if speed, err = c.round(ctx, p, m, speed, round%2 == 1, steps); err != nil {
			return fmt.Errorf("in round %d of %d of %s on %dx%d: %w", round+1, c.Rounds, p.net.Name, p.size, p.size, err)
		}
	}
	return nil
}

// round makes one round: KataGo and then each level of tengen, or all in the opposite order. The order alternates, so
// a machine that becomes slower from minute to minute favours neither program. estimate is KataGo's approximate
// speed. The round adds to the rows only if it is complete.
func (c *Comparison) round(ctx context.Context, p *part, m *nn.Model, estimate float64, reversed bool, steps *steps) (speed float64, err error) {
	figures := make([]bench.NetFigure, len(p.rows))
	var measurements []func() error
	measurements = append(measurements, func() (err error) {
		visits, searches := work(estimate, c.Duration)
		speed, err = c.KataGo.speed(ctx, c.Dir, p.net, p.size, c.Threads, visits, searches)
		return err
	})
	for i, r := range p.rows {
		level, err := nn.ParseLevel(r.Kernel)
		if err != nil {
			return 0, err
		}
		measurements = append(measurements, func() (err error) {
			figures[i], err = bench.Net(ctx, bench.NetOptions{Model: m, Level: level, Size: p.size, Threads: c.Threads, Duration: c.Duration})
			return err
		})
	}
	if reversed {
		slices.Reverse(measurements)
	}
	for _, measurement := range measurements {
		if err := measurement(); err != nil {
			return 0, err
		}
		if err := ctx.Err(); err != nil { // bench.Net stops early without an error
			return 0, err
		}
		steps.add(1)
	}
	for i, f := range figures {
		r := &p.rows[i]
		r.KataGo, r.Tengen = append(r.KataGo, speed), append(r.Tengen, f.Value)
		share := 0.0
		if f.Peak > 0 {
			share = f.GFLOPs / f.Peak
		}
		r.Peaks = append(r.Peaks, share)
	}
	return speed, nil
}

// Spread is the median, the smallest and the largest of the ratios of all rounds.
type Spread struct {
	Rounds int     `json:"rounds"`
	Median float64 `json:"median"`
	Least  float64 `json:"least"`
	Most   float64 `json:"most"`
}

// ratios compares the numbers of each round.
func ratios(a, b []float64) Spread {
	var list []float64
	for i := range a {
		list = append(list, a[i]/b[i])
	}
	if len(list) == 0 {
		return Spread{}
	}
	return Spread{Rounds: len(list), Median: median(list), Least: slices.Min(list), Most: slices.Max(list)}
}

// median returns the median of a list that is not empty.
func median(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	n := len(list)
	return (list[(n-1)/2] + list[n/2]) / 2
}
