package main

import (
	"fmt"
	"strconv"

	"tengen/internal/bench"
	"tengen/neteval"
	"tengen/nn"
	"tengen/player"
)

// BenchNetCmd is `tengen bench net`.
type BenchNetCmd struct {
	File  player.NetFile `arg:"" placeholder:"FILE" help:"A net file in KataGo's format (.bin.gz, .txt.gz, .bin or .txt), or built-in for the bundled net."`
	Batch Batch          `default:"1" placeholder:"N" help:"Positions that each thread evaluates in one call (default ${default})."`
}

// Help defines an evaluation.
func (BenchNetCmd) Help() string {
	return "Counts whole evaluations without a cache: encoding the position, running the net and decoding its output. " +
		"Without --kernel every kernel of this CPU is measured in turn. Each figure is also given in per cent of the peak. The peak is the largest number of operations per second of these threads, " +
		"measured in the same run (with 16-bit integers for avx2i16, avxvnni16 and vnni16). Winograd convolutions need fewer operations than " +
		"are counted, so more than 100 % is possible."
}

// Batch is the number of positions in one call of the net.
type Batch int

// UnmarshalText reads a number of positions.
func (b *Batch) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 1 || n > maxBatch {
		return fmt.Errorf("expected 1 to %d positions, not %q", maxBatch, text)
	}
	*b = Batch(n)
	return nil
}

// maxBatch is the largest number of positions in one call of the net.
const maxBatch = neteval.MaxBatch

// Run measures each size with each kernel in turn.
func (c *BenchNetCmd) Run(env *Env, b *BenchCmd, cli *CLI) error {
	m, err := c.File.Read()
	if err != nil {
		return err
	}
	levels := nn.Levels()
	if cli.Kernel.Given {
		l, err := cli.Kernel.Level()
		if err != nil {
			return err
		}
		levels = []nn.Level{l}
	}
	for _, size := range b.sizes() {
		for _, l := range levels {
			f, err := bench.Net(env.Ctx, bench.NetOptions{Model: m, Level: l, Size: size, Threads: int(b.Threads), Batch: int(c.Batch), Duration: b.Seconds.Duration()})
			if err := env.interrupted(unmeasured); err != nil {
				return err
			}
			if err != nil {
				return usagef("%s: %v", c.File, err)
			}
			if f.Kernel != l.String() && !cli.Kernel.Given {
				continue // the net cannot be computed in integers, and the float kernel was already measured
			}
			if err := b.print(env, f); err != nil {
				return err
			}
		}
	}
	return nil
}
