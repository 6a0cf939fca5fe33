package main

import (
	"tengen/baduk"
	"tengen/engine"
	"tengen/gtpserver"
	"tengen/topology"
)

// GTPCmd is `tengen gtp`.
type GTPCmd struct {
	Rules   *Ruleset     `placeholder:"NAME" help:"Rules to start with; those that the board suggests, or tromp-taylor, when not given."`
	Size    Size         `default:"19" placeholder:"N" help:"Board size to start with (${default})."`
	Board   *Board       `placeholder:"FILE" help:"Board to start with instead: a board file, or a short text such as \"torus 9x9\" (see tengen board)."`
	Komi    *Komi        `placeholder:"K" help:"Komi to start with; that of the board or the rules when not given."`
	Letters Letters      `default:"gtp" placeholder:"HOW" help:"Names of columns: gtp, without the letter I, or with-i (${default})."`
	Visits  Count        `placeholder:"N" help:"Visits a move; by the clock when neither this nor --time is given."`
	Time    Seconds      `placeholder:"S" help:"Seconds a move."`
	Threads Threads      `placeholder:"N" help:"Search threads; one per processor when not given."`
	Rank    engine.Rank  `default:"full" placeholder:"RANK" help:"Play like a person of this rank, 20k to 9d; how strong that is, is an estimate (${default})."`
	Ponder  bool         `help:"Think on the opponent's time."`
	Lag     Seconds      `default:"0.1" placeholder:"S" help:"Time kept back on every move for the way of the answer (${default})."`
	Model   ExistingFile `placeholder:"FILE" help:"Play by the net in this file, on boards that it can read."`
	Seed    uint64       `placeholder:"N" help:"Random seed; with --threads 1 the same seed plays the same moves."`
}

// Run answers GTP commands until quit or the end of stdin. A script gets all of its
// answers in full; when a controller quits or dies during a search, the search ends,
// see [gtp.Server.Serve]. An interrupt ends it too, and the program.
func (c *GTPCmd) Run(env *Env, cli *CLI) error {
	net, err := cli.Kernel.network(env, c.Model, int(c.Threads))
	if err != nil {
		return err
	}
	player, err := newPlayer(net, int(c.Threads), c.Seed)
	if err != nil {
		return err
	}
	rules, err := c.Board.rules(c.Rules, c.Komi, baduk.TrompTaylor())
	if err != nil {
		return err
	}
	var board *topology.Board
	if c.Board != nil {
		board = c.Board.Board
	}
	config := gtpserver.Config{
		Name:    "tengen",
		Version: thisBuild().Version,
		Player:  player,
		Limit:   engine.Limit{Visits: int(c.Visits), Time: c.Time.Duration(), Lag: c.Lag.Duration(), Rank: c.Rank},
		Ponder:  c.Ponder,
		Rules:   rules,
		Board:   board,
		Letters: c.Letters.Letters,
		Width:   int(c.Size),
		Height:  int(c.Size),
		Log:     env.Log,
	}
	if net != nil {
		config.Judge = net.judge
	}
	e, err := gtpserver.New(config)
	if err != nil {
		return err
	}
	return e.Server().Serve(env.Ctx, env.Stdin, env.Stdout)
}

// withKomi is the rules with another komi, if one was given.
func withKomi(r baduk.Rules, k *Komi) baduk.Rules {
	if k != nil {
		r.Komi = baduk.Komi(*k * 2) // UnmarshalText lets only halves in
	}
	return r
}
