package main

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"tengen/baduk"
	"tengen/diagram"
	"tengen/lab"
)

// RulesCmd is `tengen rules`.
type RulesCmd struct {
	List    RulesListCmd    `cmd:"" help:"List the named rulesets."`
	Show    RulesShowCmd    `cmd:"" help:"Explain a ruleset in plain words."`
	Compare RulesCompareCmd `cmd:"" help:"Show the differences between two rulesets."`
	Score   RulesScoreCmd   `cmd:"" help:"Score the final position of records under several rulesets."`
	Example RulesExampleCmd `cmd:"" help:"Score the worked example of the encyclopedia article by every counting method, and explain the differences."`
}

// Help explains how rules are written.
func (RulesCmd) Help() string {
	return "Rules are written as a name, optionally with changes (japanese+tax=NONE+komi=5.5), as KataGo's JSON object, " +
		"or in KataGo's one-word form (koPOSITIONALscoreAREAtaxNONEsui1komi7.5)."
}

// RulesListCmd is `tengen rules list`.
type RulesListCmd struct {
	JSON bool `help:"Print one JSON object per ruleset." config:"-"`
}

// Run lists the presets.
func (c *RulesListCmd) Run(env *Env) error {
	if c.JSON {
		out := json.NewEncoder(env.Stdout)
		for _, p := range baduk.Presets() {
			if err := out.Encode(p); err != nil {
				return err
			}
		}
		return nil
	}
	out := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
	for _, p := range baduk.Presets() {
		fmt.Fprintf(out, "%s\tkomi %v\t%s\n", p.Name, p.Rules.Komi, p.Description)
	}
	return out.Flush()
}

// RulesShowCmd is `tengen rules show`.
type RulesShowCmd struct {
	Name string `arg:"" placeholder:"RULESET" help:"A ruleset."`
	JSON bool   `help:"Print one JSON object." config:"-"`
}

// Run explains one ruleset.
func (c *RulesShowCmd) Run(env *Env) error {
	r, err := baduk.ParseRules(c.Name)
	if err != nil {
		return usagef("%v", err)
	}
	if c.JSON {
		return json.NewEncoder(env.Stdout).Encode(struct {
			baduk.Preset
			Sentences []string        `json:"sentences"`
			KataGo    json.RawMessage `json:"katago"`
			Word      string          `json:"word"`
		}{lab.PresetOf(c.Name, r), lab.Describe(r), json.RawMessage(r.KataGo()), lab.WordForm(r)})
	}
	_, err = io.WriteString(env.Stdout, lab.Explain(c.Name, r))
	return err
}

// RulesCompareCmd is `tengen rules compare`.
type RulesCompareCmd struct {
	A    string `arg:"" placeholder:"RULESET" help:"A ruleset."`
	B    string `arg:"" placeholder:"RULESET" help:"Another ruleset."`
	JSON bool   `help:"Print one JSON object per difference." config:"-"`
}

// Run prints the differences, one rule at a time.
func (c *RulesCompareCmd) Run(env *Env) error {
	a, err := baduk.ParseRules(c.A)
	if err != nil {
		return usagef("%v", err)
	}
	b, err := baduk.ParseRules(c.B)
	if err != nil {
		return usagef("%v", err)
	}
	if c.JSON {
		out := json.NewEncoder(env.Stdout)
		for _, d := range lab.CompareRules(a, b) {
			if err := out.Encode(d); err != nil {
				return err
			}
		}
		return nil
	}
	_, err = io.WriteString(env.Stdout, lab.ExplainDifferences(c.A, a, c.B, b))
	return err
}

// RulesExampleCmd is `tengen rules example`.
type RulesExampleCmd struct {
	JSON bool `help:"Print one JSON object per counting method." config:"-"`
}

// Run scores the worked example by every method.
func (c *RulesExampleCmd) Run(env *Env) error {
	countings, err := lab.ExampleCountings()
	if err != nil {
		return err
	}
	if c.JSON {
		enc := json.NewEncoder(env.Stdout)
		for _, k := range countings {
			if err := enc.Encode(map[string]any{"name": k.Name, "black": k.Black, "white": k.White, "result": k.Result, "why": k.Why}); err != nil {
				return err
			}
		}
		return nil
	}
	game, _, err := lab.WorkedExample("lrs-004")
	if err != nil {
		return err
	}
	_, err = io.WriteString(env.Stdout, lab.ExplainExample(diagram.Text(game, game.Graph().Vertex), countings))
	return err
}
