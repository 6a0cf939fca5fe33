package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"tengen/engine"
	"tengen/internal/bench"
)

// BenchRanksCmd is `tengen bench ranks`, for those who measure the scale of ranks.
type BenchRanksCmd struct {
	Model ExistingFile `placeholder:"FILE" help:"Net to play by; rollouts when not given."`
	Ranks string       `default:"20k,15k,10k,5k,1k,4d,9d" placeholder:"LIST" help:"Ranks to play, each against the next (${default})." config:"-"`
	Games Count        `default:"20" placeholder:"N" help:"Games of each pair (${default})." config:"-"`
	Seed  uint64       `default:"1" placeholder:"N" help:"Random seed (${default})." config:"-"`
}

// Help says what the figures are good for.
func (BenchRanksCmd) Help() string {
	return "The distances in Elo between the ranks that tengen imitates, relative to the first. They say whether the ranks are apart as ranks are; " +
		"what they are called takes games against opponents of known rank, for example tengen match with programs whose strength was measured. " +
		"Until then the scale is marked as unmeasured. --threads is how many games are played at a time, --size 9 is usual for a first look."
}

// Run plays and prints the ladder of each size.
func (c *BenchRanksCmd) Run(env *Env, b *BenchCmd, cli *CLI) error {
	var ranks []engine.Rank
	for text := range strings.SplitSeq(c.Ranks, ",") {
		r, err := engine.ParseRank(text)
		if err != nil {
			return usagef("%v", err)
		}
		ranks = append(ranks, r)
	}
	if len(ranks) < 2 {
		return usagef("a ladder has two ranks or more, not %q", c.Ranks)
	}
	params, factory := engine.DefaultParams(), evaluators
	if c.Model != "" {
		net, err := cli.Kernel.network(env, c.Model, int(b.Threads))
		if err != nil {
			return err
		}
		params, factory = engine.NetParams(), net.evaluators(int(b.Threads))
	}
	for _, size := range b.sizes() {
		l := bench.Ladder{Size: size, Ranks: ranks, Games: int(c.Games), Threads: int(b.Threads), Seed: c.Seed, Params: params, Factory: factory}
		bar := newCounter(env, l.Games*(len(ranks)-1), "games")
		l.Progress = func(done, _ int) { bar.at(int64(done)) }
		r, err := l.Run(env.Ctx)
		bar.end()
		if err != nil {
			return err
		}
		if err := c.print(env, b, r); err != nil || env.Ctx.Err() != nil {
			return err
		}
	}
	return nil
}

func (c *BenchRanksCmd) print(env *Env, b *BenchCmd, r bench.LadderResult) error {
	if b.JSON {
		return json.NewEncoder(env.Stdout).Encode(r)
	}
	t := &table{w: env.Stdout}
	t.row(fmt.Sprintf("%dx%d", r.Size, r.Size), "games", "won", "Elo", "")
	for i, rung := range r.Rungs {
		cell := fmt.Sprintf("%+.0f ± %.0f", rung.Elo, 1.96*rung.Error)
		if i == 0 {
			cell = "0"
		}
		t.row(rung.Rank.String(), fmt.Sprint(rung.Games), fmt.Sprintf("%.1f", rung.Won), cell, "")
	}
	if err := t.flush(); err != nil || !r.Supposed {
		return err
	}
	_, err := fmt.Fprintln(env.Stdout, "Somebody won or lost all games: play more before believing the distances.")
	return err
}
