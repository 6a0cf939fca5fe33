package main

import (
	"encoding/json"
	"errors"

	"tengen/netcheck"
	"tengen/nn"
	"tengen/player"
)

// ModelCheckCmd is `tengen model check`.
type ModelCheckCmd struct {
	Positions Count          `default:"2" placeholder:"N" help:"Positions from each of eight kinds of games (default ${default})." config:"-"`
	JSON      bool           `help:"Print one JSON object per kernel." config:"-"`
	File      player.NetFile `arg:"" placeholder:"FILE" help:"A net file in KataGo's format (.bin.gz, .txt.gz, .bin or .txt), or built-in for the bundled net."`
}

// Help describes the comparison.
func (ModelCheckCmd) Help() string {
	return "The net judges positions of games on boards from 5x9 to 19x19 under several rules, once with each kernel of this CPU " +
		"(or with the one that --kernel names) and once with a plain computation in double precision. The table shows the largest differences in the " +
		"probability of a move, the probability of winning, the lead in points, and the ownership of a point. The exit status is 1 if a difference exceeds " +
		"its tolerance: 1e-4, 1e-4, 0.01 and 1e-4, and for integers 0.01, 0.005 and 0.2."
}

// checkedLevel is a line of `tengen model check --json`.
type checkedLevel struct {
	Kernel    string `json:"kernel"`
	Positions int    `json:"positions"`
	netcheck.Difference
	OK bool `json:"ok"`
}

// Run compares and prints the table.
func (c *ModelCheckCmd) Run(env *Env, cli *CLI) error {
	m, err := c.File.Read()
	if err != nil {
		return err
	}
	check := netcheck.Check{Model: m, Levels: nn.Levels(), Positions: int(c.Positions)}
	if cli.Kernel.Given {
		l, err := cli.Kernel.Level()
		if err != nil {
			return err
		}
		check.Levels = []nn.Level{l}
	}
	var bar *meter
	check.Progress = func(done, of int) {
		if bar == nil {
			bar = newCounter(env, of, "positions")
		}
		bar.at(int64(done))
	}
	found, err := check.Run(env.Ctx)
	bar.clear()
	if err != nil {
		return usagef("%s: %v", c.File, err)
	}
	stopped := env.interrupted("not everything was checked")
	if stopped != nil && found.Positions == 0 {
		return stopped
	}
	return errors.Join(stopped, c.print(env, found))
}

// print prints the differences. It returns an error if a difference exceeds its tolerance.
func (c *ModelCheckCmd) print(env *Env, found netcheck.Checked) error {
	if len(found.Levels) == 0 {
		return errors.New("this net cannot be computed with integers: choose another kernel")
	}
	if !c.JSON {
		if err := found.Write(env.Stdout); err != nil {
			return err
		}
		return found.Problem()
	}
	for _, l := range found.Levels {
		if err := json.NewEncoder(env.Stdout).Encode(checkedLevel{l.Level.String(), found.Positions, l.Most, l.OK()}); err != nil {
			return err
		}
	}
	return found.Problem()
}
