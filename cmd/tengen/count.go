package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode"

	"tengen/baduk"
	"tengen/count"
	"tengen/gtpserver"
	"tengen/internal/columns"
	"tengen/internal/machine"
	"tengen/player"
)

// CountCmd is `tengen count`.
type CountCmd struct {
	Legal CountLegalCmd `cmd:"" default:"withargs" help:"Count the legal positions of a board. This is the default."`
	Join  CountJoinCmd  `cmd:"" help:"Join the parts of a count that was divided among machines."`
	Games CountGamesCmd `cmd:"" help:"Count the games of a tiny board, and compute bounds for larger ones."`
	Graph CountGraphCmd `cmd:"" help:"Count the plays of all legal positions of a small board."`
}

// Help explains what is counted.
func (CountCmd) Help() string {
	return "Counts exactly, by the method of Tromp and Farnebäck. docs/laboratory.md has examples and measured times."
}

// CountBoard is the board of a count.
type CountBoard struct {
	Board    string `arg:"" placeholder:"BOARD" help:"A rectangle such as 9x9, or another board: a board file, or a board by name such as \"hex 4x4\" (see tengen board)."`
	Cylinder bool   `xor:"shape" help:"Join the left and the right side of the rectangle." config:"-"`
	Torus    bool   `xor:"shape" help:"Join left and right, and top and bottom." config:"-"`
}

// CountLegalCmd is `tengen count legal`.
type CountLegalCmd struct {
	CountBoard
	Plan     bool    `help:"Do not count, but print the time, memory and disk that the count needs, from rates measured on this machine." config:"-"`
	Out      Folder  `placeholder:"DIR" help:"Folder of checkpoints, and of states that do not fit into memory. Default: count- and the name of the board in the current folder, or no folder if the count probably takes less than 15 seconds." config:"-"`
	Memory   Memory  `placeholder:"MIB" help:"Memory to use, in MiB. Default: half of the machine's memory."`
	Threads  Threads `placeholder:"N" help:"Threads. Default: one per processor."`
	Moduli   Span    `placeholder:"A-B" help:"Count only modulo the primes number A to B, counted from 1. tengen count join joins such parts." config:"-"`
	Machine  Part    `placeholder:"I/N" help:"Count as machine I of N. All use the folder --out, in a file system that they share, at the same time." config:"-"`
	AtOnce   Count   `placeholder:"N" help:"Moduli of a pass. More moduli need more memory for each state, and fewer passes. Default: as many as the memory has room for." config:"-"`
	Interval Seconds `default:"30" placeholder:"S" help:"Seconds between checkpoints (default ${default})." config:"-"`
	JSON     bool    `help:"Print one JSON object." config:"-"`
}

// Span is a range of numbers from 1.
type Span struct{ First, Last int }

// UnmarshalText reads a range such as 2-3.
func (s *Span) UnmarshalText(text []byte) error {
	var ok bool
	if s.First, s.Last, ok = pair("%d-%d", string(text)); !ok || s.First < 1 || s.Last < s.First {
		return fmt.Errorf("expected a range such as 2-3, not %q", text)
	}
	return nil
}

// Part is one of several parts, numbered from 1.
type Part struct{ Number, Of int }

// UnmarshalText reads a part such as 1/4.
func (p *Part) UnmarshalText(text []byte) error {
	var ok bool
	if p.Number, p.Of, ok = pair("%d/%d", string(text)); !ok || p.Number < 1 || p.Of < p.Number || p.Of > 1024 {
		return fmt.Errorf("expected a part such as 1/4, not %q", text)
	}
	return nil
}

// Help explains how a count continues.
func (CountLegalCmd) Help() string {
	return "A position is legal if each stone is connected to an empty point by stones of its colour. To continue a count, also after it was killed, run the same command again. " +
		"The states that do not fit into the memory are moved to files in the folder."
}

// countResult is the result of a count in JSON.
type countResult struct {
	Board    string   `json:"board"`
	Legal    string   `json:"legal,omitempty"` // missing if this is only a part of the count
	Digits   int      `json:"digits,omitempty"`
	Share    float64  `json:"share,omitempty"` // of all 3^points colourings
	Moduli   []uint64 `json:"moduli"`
	Residues []uint64 `json:"residues"`
	States   int64    `json:"states"` // expanded, in all passes together
	Seconds  float64  `json:"seconds"`
}

// Run counts.
func (c *CountLegalCmd) Run(env *Env) error {
	board, _, err := c.board()
	if err != nil {
		return err
	}
	o := count.Options{Board: board, Dir: string(c.Out), Threads: cmp.Or(int(c.Threads), player.AllThreads()), Memory: c.Memory.bytes(),
		AtOnce: int(c.AtOnce), Interval: c.Interval.Duration(), First: c.Moduli.First, Last: c.Moduli.Last, Machine: c.Machine.Number, Machines: c.Machine.Of}
	if o.Memory == 0 {
		o.Memory = cmp.Or(machine.Memory()/2, 1<<30)
	}
	if c.Plan {
		return printPlan(env, o, c.JSON)
	}
	if e := board.Estimate(); o.Dir == "" && o.Machines < 2 {
		if o.Dir = countFolder("count-", board, e.Visits*secondsPerState/float64(o.Threads)); o.Dir != "" {
			env.Log.Info(longCountLog, "checkpoints", o.Dir, "states", fmt.Sprintf("%.2g", e.Visits), "moduli", e.Moduli)
		}
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
	if err != nil {
		return stoppedCount(env, err, o.Dir)
	}
	return printCount(env, r, c.JSON)
}

// longCount is the estimated time in seconds from which a count gets a folder by default. The estimates are those of an
// idle machine. A busy or slow one may need several times as long.
const longCount = 15

// secondsPerState is about the time of one thread for a state of a count.
const secondsPerState = 250e-9

const longCountLog = "the count may take long, so its checkpoints are kept in a folder"

// countFolder returns the default folder of a count with this estimated time in seconds. A short count has none.
func countFolder(prefix string, board *count.Board, seconds float64) string {
	if seconds < longCount {
		return ""
	}
	return boardFolder(prefix, board.Name())
}

// boardFolder returns the default folder of long work on a board: the prefix and the name of the board, with hyphens
// for everything but letters, digits and dots. The name in a board file can be any text.
func boardFolder(prefix, name string) string {
	return prefix + strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' {
			return r
		}
		return '-'
	}, name)
}

// stoppedCount replaces the error of an interrupted count with one that says what was kept.
func stoppedCount(env *Env, err error, dir string) error {
	switch {
	case errors.Is(err, count.ErrMemory):
		return fmt.Errorf("%w (--at-once)", err)
	case !errors.Is(err, context.Canceled) || env.Ctx.Err() == nil:
		return err
	case dir == "":
		return env.interrupted("the count was not finished, and nothing was kept")
	}
	return env.interrupted("to continue from " + dir + ", run the same command again")
}

// board returns the board to count, and its graph.
func (c *CountBoard) board() (*count.Board, *baduk.Graph, error) {
	text := c.Board
	_, _, ok := rectangle(text)
	switch {
	case !ok && (c.Cylinder || c.Torus):
		return nil, nil, usagef("%q: --cylinder and --torus need a width and a height such as 4x4", c.Board)
	case c.Cylinder:
		text = "cylinder " + text
	case c.Torus:
		text = "torus " + text
	}
	opened, err := gtpserver.OpenBoard(text)
	if err == nil {
		board, err := count.Graph(opened.Graph)
		return board, opened.Graph, err
	}
	// A long strip can be counted, although its points have no names.
	size, wrap := strings.CutPrefix(text, "cylinder ")
	width, height, ok := rectangle(size)
	if !ok {
		return nil, nil, usagef("%v", err)
	}
	sides := count.Rectangle
	if wrap {
		sides = count.Cylinder
	}
	board, err := sides(width, height)
	return board, nil, err
}

// rectangle reads a width and a height such as 9x9.
func rectangle(text string) (width, height int, ok bool) { return pair("%dx%d", text) }

// pair reads two numbers from a text that has exactly this format.
func pair(format, text string) (a, b int, ok bool) {
	_, err := fmt.Sscanf(text, format, &a, &b)
	return a, b, err == nil && fmt.Sprintf(format, a, b) == text
}

// printCount prints a result, or which part of it is done.
func printCount(env *Env, r count.Result, asJSON bool) error {
	result := countResult{Board: r.Board, Moduli: r.Moduli, Residues: r.Residues, States: r.Visits, Seconds: r.Seconds}
	t := columns.New(env.Stdout)
	if r.Number == nil {
		t.Row("part", fmt.Sprintf("the share of this machine modulo the primes %d to %d; join the parts with tengen count join", r.First, r.First+len(r.Moduli)-1))
	} else {
		all := new(big.Float).SetInt(new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(r.Points)), nil))
		result.Share, _ = new(big.Float).Quo(new(big.Float).SetInt(r.Number), all).Float64()
		result.Legal = r.Number.String()
		result.Digits = len(result.Legal)
		t.Row("legal", result.Legal)
		t.Row("digits", strconv.Itoa(result.Digits))
		t.Row("share", fmt.Sprintf("%.6g %% of all 3^%d colourings", 100*result.Share, r.Points))
	}
	if asJSON {
		return json.NewEncoder(env.Stdout).Encode(result)
	}
	t.Row("work", fmt.Sprintf("%d states, modulo %d primes, %s", r.Visits, len(r.Moduli), time.Duration(r.Seconds*1e9).Round(time.Millisecond)))
	return t.Flush()
}

// CountJoinCmd is `tengen count join`.
type CountJoinCmd struct {
	JSON    bool     `help:"Print one JSON object." config:"-"`
	Folders []Folder `arg:"" placeholder:"DIR" help:"Folders of the parts. Together they have all moduli, and all machines of each modulus."`
}

// Run joins the parts.
func (c *CountJoinCmd) Run(env *Env) error {
	var dirs []string
	for _, d := range c.Folders {
		dirs = append(dirs, string(d))
	}
	r, err := count.Join(dirs)
	if err != nil {
		return err
	}
	return printCount(env, r, c.JSON)
}
