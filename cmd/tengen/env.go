package main

import (
	"tengen/baduk"
	"tengen/envserver"
	"tengen/player"
)

// EnvCmd is `tengen env`.
type EnvCmd struct {
	Rules    *Ruleset `placeholder:"NAME" help:"Rules; those that the board suggests, or tromp-taylor-000, when not given." config:"-"`
	Size     Size     `default:"9" placeholder:"N" help:"Board size (${default})." config:"-"`
	Board    *Board   `placeholder:"FILE" help:"Board instead: a board file, or a short text such as \"torus 7x7\" (see tengen board)." config:"-"`
	Komi     *Komi    `placeholder:"K" help:"Komi; that of the board or the rules when not given." config:"-"`
	Games    int      `default:"1" placeholder:"N" help:"Games at the same time, numbered from 0 (${default})." config:"-"`
	MaxTurns int      `placeholder:"N" help:"A game of N turns is truncated; three times the points of the board and 100 when not given." config:"-"`
	Seed     uint64   `placeholder:"N" help:"Random seed of the random moves (0)." config:"-"`
	Binary   bool     `help:"Speak in binary frames instead of lines of JSON." config:"-"`
}

// Help says what it is for.
func (EnvCmd) Help() string {
	return "States, actions, transitions and rewards of the game for learning programs in any language, on stdin and stdout. See docs/env.md."
}

// Run serves until the end of stdin.
func (c *EnvCmd) Run(env *Env) error {
	rules, err := player.RulesOn(c.Board.board(), c.Rules.rules(), c.Komi.komi(), baduk.Rules{Ko: baduk.KoPositional, Suicide: baduk.SuicideLiteral, Komi: 15})
	if err != nil {
		return err
	}
	o := envserver.Options{Board: baduk.MustRectangle(int(c.Size), int(c.Size)), Rules: rules, Games: c.Games, Seed: c.Seed, MaxTurns: c.MaxTurns}
	if c.Games < 1 {
		return usagef("--games %d: at least one is needed", c.Games)
	}
	if c.Board != nil {
		o.Board, o.Setup = c.Board.Graph, c.Board.Setup
	}
	e, err := envserver.New(o)
	if err != nil {
		return usagef("%v", err)
	}
	if c.Binary {
		return e.ServeBinary(env.Stdin, env.Stdout)
	}
	return e.ServeJSON(env.Stdin, env.Stdout)
}
