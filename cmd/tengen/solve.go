package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"tengen/internal/outfile"
	"tengen/internal/wording"
	"tengen/solve"
	"tengen/solve/verify"
)

// SolveCmd is `tengen solve`.
type SolveCmd struct {
	Board  SolveBoardCmd  `cmd:"" default:"withargs" help:"Solve a board. This is the default."`
	Verify SolveVerifyCmd `cmd:"" help:"Check certificates with the literal rules."`
}

// Help explains the values.
func (SolveCmd) Help() string {
	return "Finds the value of small boards: Black's lead under best play, without komi. docs/laboratory.md explains the results."
}

// SolveBoardCmd is `tengen solve BOARD`.
type SolveBoardCmd struct {
	Board       Board  `arg:"" placeholder:"BOARD" help:"A board such as 3x3, a board file, or a board by name such as \"torus 3x3\" (see tengen board)."`
	Certificate string `placeholder:"FILE" help:"Write a certificate of the result, which tengen solve verify checks." config:"-"`
	Force       bool   `help:"Replace the certificate if it exists." config:"-"`
	JSON        bool   `help:"Print one JSON object." config:"-"`
}

// Help explains the rules.
func (SolveBoardCmd) Help() string {
	return "The rules are area scoring, basic ko, no suicide, and two passes to end the game. " +
		"A value such as 1..16 depends on the rule about longer cycles: 1 if White wins an endless game, 16 if Black does. " +
		"A single number holds under every rule about cycles that includes the basic ko."
}

// solved is a result in JSON.
type solved struct {
	Board string `json:"board"`
	solve.Bounds
	Draw      float64       `json:"draw"` // the value if an endless game is a draw
	Openings  []solvedFirst `json:"openings"`
	Positions int           `json:"positions"`
	Seconds   float64       `json:"seconds"`
}

// solvedFirst is a first turn.
type solvedFirst struct {
	Turn string `json:"turn"`
	solve.Bounds
}

// Run solves the board.
func (c *SolveBoardCmd) Run(env *Env) error {
	g := c.Board.Graph
	if g.Len() > solve.MaxFixPoint {
		return usagef("%s has %d points: at most %d can be solved", c.Board, g.Len(), solve.MaxFixPoint)
	}
	start := time.Now()
	r, err := solve.NewFixPoint(env.Ctx, c.Board.Board, nil)
	if err != nil {
		return err
	}
	result := solved{Board: g.String(), Bounds: r.Value(), Draw: r.Value().Draw(), Positions: r.Positions(), Seconds: time.Since(start).Seconds()}
	for _, o := range r.Openings() {
		result.Openings = append(result.Openings, solvedFirst{g.Vertex(o.Point), o.Bounds})
	}
	if err := c.print(env, result); err != nil || c.Certificate == "" {
		return err
	}
	var file bytes.Buffer
	lines, err := r.Certify(env.Ctx, &file)
	if err != nil {
		return err
	}
	env.Log.Info("certificate", "file", c.Certificate, "states", lines)
	return outfile.Write(c.Certificate, c.Force, file.Bytes())
}

// print prints the value and the first turns, the best turns first.
func (c *SolveBoardCmd) print(env *Env, r solved) error {
	if c.JSON {
		return json.NewEncoder(env.Stdout).Encode(r)
	}
	fmt.Fprintf(env.Stdout, "%s: %v\n", r.Board, r.Bounds)
	if r.Low != r.High {
		fmt.Fprintf(env.Stdout, "if endless games are draws: %v\n", r.Draw)
	}
	turns := map[solve.Bounds][]string{}
	var values []solve.Bounds
	for _, o := range r.Openings {
		if turns[o.Bounds] == nil {
			values = append(values, o.Bounds)
		}
		turns[o.Bounds] = append(turns[o.Bounds], o.Turn)
	}
	solve.Sort(values)
	for _, v := range values {
		if _, err := fmt.Fprintf(env.Stdout, "%8v  %s\n", v, strings.Join(turns[v], " ")); err != nil {
			return err
		}
	}
	return nil
}

// SolveVerifyCmd is `tengen solve verify`.
type SolveVerifyCmd struct {
	JSON  bool     `help:"Print one JSON object per claim." config:"-"`
	Files []string `arg:"" name:"file" placeholder:"FILE" help:"Certificates."`
}

// Run checks the files and prints the claims that they prove.
func (c *SolveVerifyCmd) Run(env *Env) error {
	var failures []error
	for _, name := range c.Files {
		if err := c.verify(env, name); err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", wording.FileName(name), wording.WithoutPath(err)))
		}
		if err := env.interrupted("not every certificate was checked"); err != nil {
			return err
		}
	}
	return failAll(env, failures)
}

func (c *SolveVerifyCmd) verify(env *Env, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	claims, err := verify.Check(env.Ctx, f)
	if err != nil {
		return err
	}
	for _, claim := range claims {
		if c.JSON {
			err = json.NewEncoder(env.Stdout).Encode(claim)
		} else {
			_, err = fmt.Fprintf(env.Stdout, "%v: proved with %s\n", claim, wording.Counted(claim.States, "state"))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
