package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"tengen/internal/columns"
	"tengen/internal/selfcheck"
	"tengen/player"
)

// SelfcheckCmd is `tengen selfcheck`.
type SelfcheckCmd struct {
	Model player.NetFile `placeholder:"FILE" help:"Net to check, or none for rollouts. Default: the bundled net."`
	JSON  bool           `help:"Print one JSON object." config:"-"`
}

// Help describes the checks.
func (SelfcheckCmd) Help() string {
	return "Within a few seconds it checks the kernels of this CPU, the rules against exactly known numbers, " +
		"the net, a whole game, and the speed. If a check fails, the exit status is 1 and the last line names the failure."
}

// Run makes the checks and prints their findings.
func (c *SelfcheckCmd) Run(env *Env, cli *CLI) error {
	r := selfcheck.Run(env.Ctx, player.Loader{Kernel: cli.Kernel, Log: env.Log}, c.Model)
	if err := env.interrupted("not everything was checked"); err != nil {
		return err
	}
	if c.JSON {
		if err := json.NewEncoder(env.Stdout).Encode(selfcheckLine{r.Problem == "", r.Problem, thisBuild(), r.Findings}); err != nil {
			return err
		}
	} else if err := c.print(env, r); err != nil {
		return err
	}
	if r.Problem != "" {
		return errors.New(r.Problem)
	}
	return nil
}

// selfcheckLine is the report in JSON.
type selfcheckLine struct {
	OK       bool                `json:"ok"`
	Problem  string              `json:"problem"` // one sentence; empty if all checks passed
	Build    build               `json:"build"`
	Findings []selfcheck.Finding `json:"checks"`
}

// print prints the report as a table.
func (c *SelfcheckCmd) print(env *Env, r selfcheck.Report) error {
	t := columns.New(env.Stdout)
	t.Row("build", "", thisBuild().String())
	for _, f := range r.Findings {
		verdict := "ok"
		if !f.OK {
			verdict = "WRONG"
		}
		t.Row(f.Check, verdict, f.Detail)
	}
	if err := t.Flush(); err != nil || r.Problem != "" {
		return err
	}
	_, err := fmt.Fprintln(env.Stdout, "All is well.")
	return err
}
