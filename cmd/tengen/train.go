package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"tengen/internal/wording"
	"tengen/neteval"
	"tengen/nn"
	"tengen/player"
	"tengen/replay"
	"tengen/train"
)

// TrainCmd is `tengen train`.
type TrainCmd struct {
	Data []string     `required:"" placeholder:"DIR" help:"Folder of training rows (see tengen data import). May be repeated."`
	Out  Path         `required:"" placeholder:"FILE" help:"File of the net, in KataGo's format (.bin.gz). It is written with every checkpoint." config:"-"`
	Arch Architecture `placeholder:"NAME" help:"Architecture: blocks and channels. g instead of b, as in g6c64, is a net for boards of any shape. Default: that of --from, or else b6c96."`

	Board *Board `placeholder:"FILE" help:"The only board of the net: a board file, or a board by name such as \"torus 7x7\". Other rows are left out. Without it, a net for boards of any shape reads all boards." config:"-"`

	From player.NetFile `default:"none" placeholder:"FILE" help:"Begin with a net that tengen trained, or built-in for the bundled net, instead of random weights." config:"-"`
	Dir  Path           `name:"run" placeholder:"DIR" help:"Folder of checkpoints and metrics. Default: the name of the net with .run instead of .bin.gz." config:"-"`

	Human bool `help:"Train a net that is told the ranks of both players, as KataGo's human SL nets are, and imitates them. A net of --from without inputs for ranks gets them. Rows of games without ranks are left out." config:"-"`

	Steps   Count        `default:"10000" placeholder:"N" help:"Total number of steps (default ${default})." config:"-"`
	Batch   Count        `default:"256" placeholder:"N" help:"Positions per step (default ${default})."`
	Rate    float64      `default:"0.002" placeholder:"R" help:"Largest learning rate (default ${default})."`
	Method  train.Method `default:"muon" placeholder:"NAME" help:"Optimizer: adamw, momentum or muon (default ${default})."`
	Decay   float64      `default:"0.05" placeholder:"D" help:"Weight decay (default ${default})."`
	Teacher float64      `default:"0.5" placeholder:"SHARE" help:"Weight of the teacher's policy in the policy target, for rows with a teacher (default ${default}). The rest is the played move."`
	Value   float64      `default:"0.8" placeholder:"SHARE" help:"Weight of the teacher's value in the value target (default ${default}). The rest is the result."`

	ValueLoss float64 `default:"1.2" placeholder:"W" help:"Weight of the value in the loss (default ${default}). The weight of the policy is 1."`

	HoldOut     uint32   `default:"100" placeholder:"N" help:"Hold out one game in N for testing (default ${default}); 0 holds out none."`
	HoldOutFrom []string `placeholder:"SOURCE" help:"Hold out all games from this source. May be repeated."`
	TestEvery   Count    `default:"1000" placeholder:"N" help:"Test after every N steps (default ${default})."`
	Save        Seconds  `default:"300" placeholder:"S" help:"Write a checkpoint every S seconds (default ${default})."`
	Seed        uint64   `default:"1" placeholder:"N" help:"Random seed of the weights and of the order of rows (default ${default})."`
	Threads     Threads  `placeholder:"N" help:"Threads. Default: one per processor."`
}

// Architecture is the shape of a net.
type Architecture struct{ nn.Architecture }

// UnmarshalText reads a name such as b6c96.
func (a *Architecture) UnmarshalText(text []byte) (err error) {
	a.Architecture, err = nn.ParseArchitecture(string(text))
	return err
}

// Help explains how training is continued.
func (TrainCmd) Help() string {
	return "To continue interrupted training from its last checkpoint, run the same command again. The measurements are written to metrics.jsonl " +
		"in the folder of the run, one JSON object per line. docs/training.md explains how to make a net, from the first record to the finished file."
}

// Run trains.
func (c *TrainCmd) Run(env *Env, cli *CLI) error {
	o, err := c.options(cli)
	if err != nil {
		return err
	}
	var bar *meter
	begun := -1
	o.Progress = func(step int, _ train.Measured) {
		if begun < 0 { // the speed does not include steps of earlier runs
			if begun = step - 1; begun > 0 {
				env.Log.Info("training continues", "steps", begun, "of", int(c.Steps))
			}
			bar = newCounter(env, (int(c.Steps)-begun)*int(c.Batch), "positions")
		}
		bar.at(int64(step-begun) * int64(c.Batch))
	}
	o.Warn = func(text string) { env.Log.Warn(text) }
	err = train.Run(env.Ctx, o)
	bar.clear()
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%w: a checkpoint was saved; run the same command again to continue", errInterrupted)
	case err != nil:
		return err
	}
	return train.WriteSummary(env.Stdout, o.Dir)
}

func (c *TrainCmd) options(cli *CLI) (train.RunOptions, error) {
	o := train.DefaultRun(int(c.Steps))
	o.Batch, o.Threads = int(c.Batch), cmp.Or(int(c.Threads), player.AllThreads())
	o.Optimizer.Method, o.Optimizer.Rate, o.Optimizer.Decay = c.Method, c.Rate, c.Decay
	o.Mix, o.Weights.Value = train.Mix{Policy: c.Teacher, Value: c.Value}, c.ValueLoss
	o.TestEvery, o.SaveEvery = int(c.TestEvery), c.Save.Duration()
	if err := o.Validate(); err != nil {
		return o, usagef("%v", err)
	}
	o.Out = string(c.Out)
	if !strings.HasSuffix(o.Out, ".bin.gz") {
		return o, usagef("%s: the name must end in .bin.gz, because KataGo recognises the format by it", wording.FileName(o.Out))
	}
	o.Dir = cmp.Or(string(c.Dir), strings.TrimSuffix(o.Out, ".bin.gz")+".run")
	level, err := cli.Kernel.Level()
	if err != nil {
		return o, err
	}
	o.Level = level
	o.Rows = replay.ReaderOptions{Dirs: c.Data, Seed: c.Seed, Split: replay.Split{OneIn: int(c.HoldOut), Sources: c.HoldOutFrom}}
	if _, err := replay.NewReader(o.Rows); err != nil {
		return o, rowsError(err)
	}
	err = c.model(&o)
	return o, err
}

// model sets the net that the run begins with.
func (c *TrainCmd) model(o *train.RunOptions) error {
	given := c.Arch != Architecture{}
	if !given {
		c.Arch.Architecture = nn.Architecture{Blocks: 6, Channels: 96}
	}
	name := train.ModelName(o.Out)
	if c.From == player.None {
		o.Model, o.Origin = nn.New(name, c.Arch.Architecture, c.Seed), fmt.Sprintf("random weights of seed %d", c.Seed)
		return c.adapt(o)
	}
	m, err := c.From.Read()
	if err != nil {
		return err
	}
	if _, err := nn.NewLearner(m, o.Level); err != nil {
		return usagef("%s: %v", wording.FileName(c.From.String()), err)
	}
	if arch := m.Info().Architecture; given && c.Arch.String() != arch {
		return usagef("%s is a %s, not a %v: leave out --arch", wording.FileName(c.From.String()), arch, c.Arch)
	}
	o.Origin = "weights of " + m.Name
	o.Model, m.Name = m, name
	return c.adapt(o)
}

// adapt makes the net of a run a net for the board of --board, or for the ranks of --human.
func (c *TrainCmd) adapt(o *train.RunOptions) error {
	if c.Human && o.Model.MetaInputs() == 0 {
		m, err := nn.WithMetadata(o.Model, c.Seed)
		if err != nil {
			return usagef("--human: %v", err)
		}
		o.Model = m
	}
	if c.Board == nil {
		return nil
	}
	if err := neteval.Bind(o.Model, c.Board.board().Graph); err != nil {
		return usagef("--board: %v; use an architecture for boards of any shape, such as --arch g6c64", err)
	}
	return nil
}
