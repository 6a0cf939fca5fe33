package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

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
	var b strings.Builder
	b.WriteString("The worked example of the article on the game: komi 5.5, Black has taken 9 stones\nand White 6, and both agree that the black stone on H2 is dead.\n\n")
	b.WriteString(diagram.Text(game, game.Graph().Vertex))
	b.WriteString("\n")
	w := tabwriter.NewWriter(&b, 0, 0, 3, ' ', 0)
	fmt.Fprintln(w, "counted by\tBlack\tWhite\tresult")
	for _, k := range countings {
		fmt.Fprintf(w, "%s\t%v\t%v\t%s\n", k.Name, k.Black, k.White, k.Result)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	b.WriteString("\nWhy they differ:\n")
	for _, k := range countings {
		fmt.Fprintf(&b, "  %s: %s\n", k.Name, k.Why)
	}
	_, err = io.WriteString(env.Stdout, b.String())
	return err
}
