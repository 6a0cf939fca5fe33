package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"tengen/baduk"
	"tengen/diagram"
	"tengen/gtpserver"
	"tengen/kifu"
	"tengen/recordfiles"
	"tengen/topology"
)

// BoardCmd is `tengen board`.
type BoardCmd struct {
	List   BoardListCmd   `cmd:"" help:"List the boards that have a name."`
	Check  BoardCheckCmd  `cmd:"" help:"Check board files and describe them."`
	Show   BoardShowCmd   `cmd:"" help:"Draw a board as text."`
	Render BoardRenderCmd `cmd:"" help:"Draw a board, or the final position of a record, as SVG."`
}

// Help explains how a board is named.
func (BoardCmd) Help() string {
	return `A board is the path of a board file, or the name of a board such as "torus 9x9". tengen board list shows all names.`
}

// BoardListCmd is `tengen board list`.
type BoardListCmd struct {
	JSON bool `help:"Print one JSON object per kind." config:"-"`
}

// Run lists the kinds of boards.
func (c *BoardListCmd) Run(env *Env) error {
	out := json.NewEncoder(env.Stdout)
	table := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
	for _, k := range topology.Kinds() {
		if !c.JSON {
			fmt.Fprintf(table, "%s\t%s\n", k.Example, k.Description)
		} else if err := out.Encode(k); err != nil {
			return err
		}
	}
	return table.Flush()
}

// BoardCheckCmd is `tengen board check`.
type BoardCheckCmd struct {
	JSON   bool     `help:"Print one JSON object per board." config:"-"`
	Boards []string `arg:"" name:"board" placeholder:"FILE" help:"Board files, or names of boards."`
}

// Run describes each board, or reports why it is not valid.
func (c *BoardCheckCmd) Run(env *Env) error {
	var failures []error
	written := false
	for _, text := range c.Boards {
		board, err := gtpserver.OpenBoard(text)
		if err != nil {
			failures = append(failures, err)
			continue
		}
		facts := topology.FactsOf(board)
		if c.JSON {
			err = json.NewEncoder(env.Stdout).Encode(facts)
		} else {
			if written {
				fmt.Fprintln(env.Stdout)
			}
			written = true
			err = facts.Write(env.Stdout)
		}
		if err != nil {
			return err
		}
	}
	return failAll(env, failures)
}

// BoardShowCmd is `tengen board show`.
type BoardShowCmd struct {
	Board string `arg:"" placeholder:"FILE" help:"A board file, or the name of a board."`
}

// Run draws the start position and describes the board.
func (c *BoardShowCmd) Run(env *Env) error {
	board, err := gtpserver.OpenBoard(c.Board)
	if err != nil {
		return err
	}
	g, err := startOn(board)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(env.Stdout, diagram.Text(g, g.Graph().Vertex)); err != nil {
		return err
	}
	facts := topology.FactsOf(board)
	return facts.Write(env.Stdout)
}

// startOn returns a new game on a board, under rules that are possible on every board.
func startOn(board *topology.Board) (*baduk.Game, error) {
	return baduk.NewGameFrom(board.Graph, baduk.Rules{}, board.Setup)
}

// BoardRenderCmd is `tengen board render`.
type BoardRenderCmd struct {
	Board string `arg:"" placeholder:"FILE" help:"A board file, the name of a board, or a record (FILE.sgf)."`
	Out   string `short:"o" placeholder:"FILE.svg" help:"Write to this file instead of stdout." config:"-"`
	Force bool   `help:"Replace an existing file." config:"-"`
}

// Run draws the board.
func (c *BoardRenderCmd) Run(env *Env) error {
	g, err := c.game(env)
	if err != nil {
		return err
	}
	return writeTo(env, c.Out, c.Force, writeBytes([]byte(diagram.SVG(g))))
}

func (c *BoardRenderCmd) game(env *Env) (*baduk.Game, error) {
	if !strings.HasSuffix(strings.ToLower(c.Board), ".sgf") {
		board, err := gtpserver.OpenBoard(c.Board)
		if err != nil {
			return nil, err
		}
		return startOn(board)
	}
	data, err := recordfiles.Read(env.Stdin, c.Board)
	if err != nil {
		return nil, err
	}
	rec, err := kifu.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Board, err)
	}
	g, err := rec.Game()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Board, err)
	}
	return g, nil
}
