package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"tengen/netcheck"
	"tengen/nn"
	"tengen/player"
)

// ModelCheckCmd is `tengen model check`.
type ModelCheckCmd struct {
	Positions Count          `default:"2" placeholder:"N" help:"Positions of each of eight kinds of games (${default})." config:"-"`
	JSON      bool           `help:"Print one JSON object a way to compute." config:"-"`
	File      player.NetFile `arg:"" placeholder:"FILE" help:"A net of KataGo: .bin.gz, .txt.gz, .bin or .txt; built-in is the bundled net."`
}

// Help tells what is compared.
func (ModelCheckCmd) Help() string {
	return "Positions of games on boards from 5x9 to 19x19 under several rules are judged in every way that this CPU can compute " +
		"(or in the one that --kernel names), and by plain sums in double precision. The table has the largest differences: of the " +
		"probability of a move, of winning, of the lead in points, of the ownership of a point. The status is 1 when one is above " +
		"what is tolerated: 1e-4, 1e-4, 0.01 and 1e-4, and for vnni16 0.01, 0.005 and 0.2."
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
	start := time.Now()
	if env.Progress {
		check.Progress = func(done, of int) {
			left := time.Since(start) / time.Duration(done) * time.Duration(of-done)
			fmt.Fprintf(env.Stderr, "\r%d of %d positions, %v left   ", done, of, left.Round(time.Second))
			if done == of {
				fmt.Fprintln(env.Stderr)
			}
		}
	}
	found, err := check.Run(env.Ctx)
	if err != nil {
		return usagef("%s: %v", c.File, err)
	}
	stopped := env.interrupted("not everything was checked")
	if stopped != nil && found.Positions == 0 {
		return stopped
	}
	return errors.Join(stopped, c.print(env, found))
}

// print prints what was found, and errs when it is too much.
func (c *ModelCheckCmd) print(env *Env, found netcheck.Checked) error {
	if len(found.Levels) == 0 {
		return errors.New("this net has nothing that integers compute: choose another kernel")
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
