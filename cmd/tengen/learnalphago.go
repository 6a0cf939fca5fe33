package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"tengen/learn"
	"tengen/player"
	"tengen/stat"
)

// AlphaGoFlags are the flags of recipe alphago of `tengen learn` that other recipes do not have.
type AlphaGoFlags struct {
	Data         []string     `placeholder:"DIR" help:"Recipe alphago: folder of training rows of records (see tengen data import). May be repeated." config:"-"`
	MiniBatches  Count        `placeholder:"N" help:"Recipe alphago: number of mini-batches of games in reinforcement learning. Default: 400."`
	MiniBatch    Count        `placeholder:"N" help:"Recipe alphago: games in a mini-batch. Default: 64."`
	PoolEvery    Count        `placeholder:"N" help:"Recipe alphago: mini-batches after which the policy joins the pool of opponents. Default: 50."`
	RLRate       *float64     `name:"rl-rate" placeholder:"R" help:"Recipe alphago: learning rate of these mini-batches. Default: 0.0001."`
	Baseline     ExistingFile `placeholder:"FILE" help:"Recipe alphago: value net whose judgements are subtracted from the rewards, usually value.bin.gz of an earlier run. Default: none, as in the first pass of the paper." config:"-"`
	ValueRows    Count        `placeholder:"N" help:"Recipe alphago: positions that the value net learns, one of each game. Default: 20000."`
	AllPositions bool         `help:"Recipe alphago: the value net learns many positions of each game, in order to see how it overfits."`
}

// forAlphaGo are the flags of `tengen learn` with an effect on recipe alphago.
var forAlphaGo = []string{"recipe", "rules", "komi", "komi-spread", "threads", "parallel", "from", "arch", "reuse", "batch", "rate", "gate-pairs", "seed"}

// onlyAlphaGo are the flags of AlphaGoFlags with an effect on no other recipe.
var onlyAlphaGo = []string{"data", "baseline", "mini-batches", "mini-batch", "pool-every", "rl-rate", "value-rows", "all-positions"}

// checkUnused refuses flags that have no effect on the recipe.
func (c *LearnCmd) checkUnused(given []string) error {
	if c.Recipe != learn.AlphaGo {
		if len(c.Data) > 0 {
			given = append(given, "data")
		}
		if c.Baseline != "" {
			given = append(given, "baseline")
		}
		for _, name := range given {
			if slices.Contains(onlyAlphaGo, name) {
				return usagef("--%s is for --recipe alphago", name)
			}
		}
		return nil
	}
	for _, name := range given {
		if !slices.Contains(forAlphaGo, name) && !slices.Contains(onlyAlphaGo, name) {
			return usagef("--%s has no effect with --recipe alphago, whose games are played without a search", name)
		}
	}
	return nil
}

// apply changes the settings as the flags say.
func (c *AlphaGoFlags) apply(s *learn.AlphaGoSettings) error {
	for _, dir := range folders(c.Data) {
		whole, err := filepath.Abs(dir) // the run may continue in another folder
		if err != nil {
			return err
		}
		s.Data = append(s.Data, whole)
	}
	s.MiniBatches, s.MiniBatch = cmp.Or(int(c.MiniBatches), s.MiniBatches), cmp.Or(int(c.MiniBatch), s.MiniBatch)
	s.PoolEvery, s.Rate = cmp.Or(int(c.PoolEvery), s.PoolEvery), valueOr(c.RLRate, s.Rate)
	s.ValueRows, s.AllPositions = cmp.Or(int(c.ValueRows), s.ValueRows), c.AllPositions
	return nil
}

// baseline sets the baseline of the rewards.
func (c *LearnCmd) baseline(s *learn.AlphaGoSettings) error {
	if c.Baseline == "" {
		return nil
	}
	m, err := player.NetFile(c.Baseline).Read()
	if err != nil {
		return err
	}
	if s.Baseline, err = filepath.Abs(string(c.Baseline)); err != nil {
		return err
	}
	s.BaselineSHA256 = m.SHA256
	return c.supported(m)
}

// alphaGoLine describes a net of recipe alphago.
func alphaGoLine(s *learn.State, g *learn.Generation) string {
	line := fmt.Sprintf("generation %d at %s: ", g.Number, s.Duration().Round(time.Second))
	switch s.Settings.Kind(g.Number) {
	case learn.SLPolicy:
		line += fmt.Sprintf("SL policy, learned from %d rows of records", g.Window)
		if m := g.Losses; m != nil && m.Top1 != nil {
			line += fmt.Sprintf(", loss %.3f, first choice %.1f %% (%s)", m.Losses.Policy, 100**m.Top1, m.Kind)
		}
		return line + score(g, "the first net")
	case learn.RLPolicy:
		return line + fmt.Sprintf("RL policy, %d mini-batches with %d games of %d turns", g.Steps, g.Games, g.Turns/max(1, g.Games)) + score(g, "the SL policy")
	}
	line += fmt.Sprintf("value net, learned from %d rows of %d games", g.Rows, g.Games)
	if e := g.Errors; e != nil {
		line += fmt.Sprintf(", mean squared error %.4f, on %d held-out rows %.4f", e.Train, e.HeldOutRows, e.HeldOut)
	}
	return line
}

// score describes the match of a policy without a search.
func score(g *learn.Generation, opponent string) string {
	points, games := g.Points()
	if games == 0 {
		return ""
	}
	low, high := stat.Wilson(points, games)
	return fmt.Sprintf(", %.1f %% of %d games against %s (95 %%: %.1f to %.1f)", 100*points/float64(games), games, opponent, 100*low, 100*high)
}
