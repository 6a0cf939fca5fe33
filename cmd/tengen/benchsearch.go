package main

import (
	"cmp"

	"tengen/internal/bench"
	"tengen/player"
)

// BenchSearchCmd is `tengen bench search`.
type BenchSearchCmd struct {
	Model  player.NetFile `default:"none" placeholder:"FILE" help:"Net to search with, or built-in for the bundled net. Default: none, which searches by rollouts."`
	Memory Count          `placeholder:"N" help:"With a net, also measure the memory of a search of N visits; 20000 are enough." config:"-"`
}

// Help describes the measurement.
func (BenchSearchCmd) Help() string {
	return "Without a net, the playouts of a search by rollouts are counted on the empty board. With a net, the visits are counted in the middle game " +
		"(after 60 moves on 19x19, and in proportion to the area on other boards), starting from an empty search tree. The share of the time outside the net is the cost of the search itself."
}

// Run measures the search.
func (c *BenchSearchCmd) Run(env *Env, b *BenchCmd, cli *CLI) error {
	switch {
	case c.Model == player.None && c.Memory > 0:
		return usagef("--memory measures the search with a net: add --model")
	case c.Model == player.None:
		return b.run(env, bench.Search)
	}
	net, err := player.Loader{Kernel: cli.Kernel, Log: env.Log}.Load(env.Ctx, c.Model, int(b.Threads))
	if err != nil {
		return err
	}
	for _, size := range b.sizes() {
		f, err := bench.NetSearch(env.Ctx, bench.SearchOptions{Net: net.Net, Size: size, Threads: int(b.Threads), Duration: b.Seconds.Duration(), Memory: int(c.Memory)})
		if err := cmp.Or(env.interrupted(unmeasured), err); err != nil {
			return err
		}
		if err := b.print(env, f); err != nil {
			return err
		}
	}
	return nil
}
