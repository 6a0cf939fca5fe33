package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"tengen/count"
	"tengen/gtpserver"
	"tengen/internal/columns"
	"tengen/internal/machine"
	"tengen/player"
)

// CountCmd is `tengen count`.
type CountCmd struct {
	Legal CountLegalCmd `cmd:"" default:"withargs" help:"Count the legal positions of a board. This is the default."`
}

// Help explains what is counted.
func (CountCmd) Help() string {
	return "Counts exactly, by the method of Tromp and Farnebäck. docs/laboratory.md has examples and measured times."
}

// CountLegalCmd is `tengen count legal`.
type CountLegalCmd struct {
	Board    string  `arg:"" placeholder:"BOARD" help:"A rectangle such as 9x9, or another board: a board file, or a board by name such as \"hex 4x4\" (see tengen board)."`
	Cylinder bool    `xor:"shape" help:"Join the left and the right side of the rectangle." config:"-"`
	Torus    bool    `xor:"shape" help:"Join left and right, and top and bottom." config:"-"`
	Out      Folder  `placeholder:"DIR" help:"Folder of checkpoints, and of states that do not fit into memory. Default: count- and the name of the board in the current folder, or no folder if the count takes less than a minute." config:"-"`
	Memory   Memory  `placeholder:"MIB" help:"Memory to use, in MiB. Default: half of the machine's memory."`
	Threads  Threads `placeholder:"N" help:"Threads. Default: one per processor."`
	AtOnce   Count   `placeholder:"N" help:"Moduli of a pass. More moduli need more memory for each state, and fewer passes. Default: as many as the memory has room for." config:"-"`
	Interval Seconds `default:"30" placeholder:"S" help:"Seconds between checkpoints (default ${default})." config:"-"`
	JSON     bool    `help:"Print one JSON object." config:"-"`
}

// Help explains how a count continues.
func (CountLegalCmd) Help() string {
	return "A position is legal if each stone is connected to an empty point by stones of its colour. To continue a count, also after it was killed, run the same command again. " +
		"The states that do not fit into the memory are moved to files in the folder."
}

// countResult is the result of a count in JSON.
type countResult struct {
	Board   string  `json:"board"`
	Legal   string  `json:"legal"`
	Digits  int     `json:"digits"`
	Share   float64 `json:"share"` // of all 3^points colourings
	Moduli  int     `json:"moduli"`
	States  int64   `json:"states"` // expanded, in all passes together
	Seconds float64 `json:"seconds"`
}

// Run counts.
func (c *CountLegalCmd) Run(env *Env) error {
	board, err := c.board()
	if err != nil {
		return err
	}
	o := count.Options{Board: board, Dir: string(c.Out), Threads: cmp.Or(int(c.Threads), player.AllThreads()), Memory: c.Memory.bytes(),
		AtOnce: int(c.AtOnce), Interval: c.Interval.Duration()}
	if o.Memory == 0 {
		o.Memory = max(machine.Memory()/2, 1<<30)
	}
	if e := board.Estimate(); o.Dir == "" && e.Visits*250e-9/float64(o.Threads) > 60 {
		o.Dir = "count-" + strings.ReplaceAll(board.Name(), " ", "-")
		env.Log.Info("the count takes more than a minute", "checkpoints", o.Dir, "states", fmt.Sprintf("%.2g", e.Visits), "moduli", e.Moduli)
	}
	var bar *meter
	o.Progress = func(p count.Progress) {
		if bar == nil {
			bar = newCounter(env, int(p.AllVisits), "states")
		}
		bar.at(min(p.Visits, p.AllVisits-1))
	}
	r, err := count.Count(env.Ctx, o)
	bar.clear()
	if errors.Is(err, context.Canceled) && env.Ctx.Err() != nil {
		if o.Dir == "" {
			return fmt.Errorf("%w: the count was not finished, and nothing was kept", errInterrupted)
		}
		return fmt.Errorf("%w: to continue from %s, run the same command again", errInterrupted, o.Dir)
	}
	if err != nil {
		return err
	}
	return c.print(env, r, board.Points())
}

// board returns the board to count.
func (c *CountLegalCmd) board() (*count.Board, error) {
	width, height, ok := rectangle(c.Board)
	switch {
	case ok && c.Cylinder:
		return count.Cylinder(width, height)
	case ok && !c.Torus:
		return count.Rectangle(width, height)
	case !ok && (c.Cylinder || c.Torus):
		return nil, usagef("%q: --cylinder and --torus need a width and a height such as 4x4", c.Board)
	}
	text := c.Board
	if c.Torus {
		text = "torus " + text
	}
	b, err := gtpserver.OpenBoard(text)
	if err != nil {
		return nil, usagef("%v", err)
	}
	return count.Graph(text, b.Graph)
}

// rectangle reads a width and a height such as 9x9.
func rectangle(text string) (width, height int, ok bool) {
	n, err := fmt.Sscanf(text, "%dx%d", &width, &height)
	return width, height, err == nil && n == 2 && fmt.Sprintf("%dx%d", width, height) == text
}

func (c *CountLegalCmd) print(env *Env, r count.Result, points int) error {
	all := new(big.Float).SetInt(new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(points)), nil))
	share, _ := new(big.Float).Quo(new(big.Float).SetInt(r.Number), all).Float64()
	number := r.Number.String()
	if c.JSON {
		return json.NewEncoder(env.Stdout).Encode(countResult{r.Board, number, len(number), share, len(r.Moduli), r.Visits, r.Seconds})
	}
	t := columns.New(env.Stdout)
	t.Row("legal", number)
	t.Row("digits", fmt.Sprint(len(number)))
	t.Row("share", fmt.Sprintf("%.6g %% of all 3^%d colourings", 100*share, points))
	t.Row("work", fmt.Sprintf("%d states, modulo %d primes, %s", r.Visits, len(r.Moduli), time.Duration(r.Seconds*1e9).Round(time.Millisecond)))
	return t.Flush()
}
