package main

import (
	"encoding/json"
	"io"

	"tengen/diagram"
	"tengen/lab"
)

// RulesExampleCmd is `tengen rules example`.
type RulesExampleCmd struct {
	JSON bool `help:"Print one JSON object a way of counting." config:"-"`
}

// Run counts the worked example in every way.
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
