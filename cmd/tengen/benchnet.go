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
	File  player.NetFile `arg:"" placeholder:"FILE" help:"A net of KataGo: .bin.gz, .txt.gz, .bin or .txt; built-in is the bundled net."`
	Batch Batch          `default:"1" placeholder:"N" help:"Positions that each thread asks for at once (${default})."`
}

// Help says what an evaluation is.
func (BenchNetCmd) Help() string {
	return "Counts whole evaluations: the input made from a game, the net, and what its answers mean, without a cache. " +
		"Without --kernel every way to compute is measured in turn. The peak beside the figures is what the same threads " +
		"can do at most, measured in the same run; for vnni16 it is of 16-bit integers. Winograd's convolutions take fewer operations than " +
		"are counted, so more than 100 % is possible."
}

// Batch is how many positions are asked for at once.
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

// maxBatch is how many a net is given at once.
const maxBatch = neteval.MaxBatch

// Run measures each size and each way to compute in turn.
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
				continue // the net has nothing for integers: it was measured before
			}
			if err := b.print(env, f); err != nil {
				return err
			}
		}
	}
	return nil
}
