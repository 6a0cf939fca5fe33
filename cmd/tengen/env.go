package main

import (
	"tengen/baduk"
	"tengen/envserver"
	"tengen/player"
)

// EnvCmd is `tengen env`.
type EnvCmd struct {
	Rules    *Ruleset `placeholder:"NAME" help:"Rules. Default: those that the board suggests, or else tromp-taylor-000." config:"-"`
	Size     Size     `default:"9" placeholder:"N" help:"Board size (default ${default})." config:"-"`
	Board    *Board   `placeholder:"FILE" help:"Board to use instead of --size: a board file, or a board by name such as \"torus 7x7\" (see tengen board)." config:"-"`
	Komi     *Komi    `placeholder:"K" help:"Komi. Default: that of the board, or else of the rules." config:"-"`
	Games    int      `default:"1" placeholder:"N" help:"Number of simultaneous games, numbered from 0 (default ${default})." config:"-"`
	MaxTurns int      `placeholder:"N" help:"Truncate a game after N turns. Default: three times the number of points, plus 100." config:"-"`
	Seed     uint64   `placeholder:"N" help:"Random seed of the random moves (default 0)." config:"-"`
	Binary   bool     `help:"Use binary frames instead of lines of JSON." config:"-"`
}

// Help describes the protocol.
func (EnvCmd) Help() string {
	return "Gives learning programs in any language the states, actions, transitions and rewards of Go, over stdin and stdout. See docs/env.md."
}

// Run serves until the end of stdin.
func (c *EnvCmd) Run(env *Env) error {
	rules, err := player.RulesOn(c.Board.board(), c.Rules.rules(), c.Komi.komi(), baduk.Rules{Ko: baduk.KoPositional, Suicide: baduk.SuicideLiteral, Komi: 15})
	if err != nil {
		return err
	}
	o := envserver.Options{Board: baduk.MustRectangle(int(c.Size), int(c.Size)), Rules: rules, Games: c.Games, Seed: c.Seed, MaxTurns: c.MaxTurns}
	if c.Games < 1 {
		return usagef("--games %d: expected at least 1", c.Games)
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
