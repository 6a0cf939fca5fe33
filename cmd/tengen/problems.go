package main

import (
	"errors"
	"fmt"

	"tengen/engine"
	"tengen/eval"
	"tengen/internal/composer"
	"tengen/internal/wording"
	"tengen/player"
	"tengen/tsumego"
)

// ProblemsCmd groups the commands about problems.
type ProblemsCmd struct {
	Make ProblemsMakeCmd `cmd:"" help:"Make graded problems from games of the bundled net of human players."`
}

// ProblemsMakeCmd is `tengen problems make`.
type ProblemsMakeCmd struct {
	Out   Folder `required:"" placeholder:"DIR" help:"Folder of the run: the journal of the games, and a collection for each kind of problem." config:"-"`
	Games Count  `default:"1500" placeholder:"N" help:"Number of games in which problems are looked for (default ${default})."`
	Most  Count  `default:"100" placeholder:"N" help:"Maximum number of problems of each kind (default ${default})."`
	Seed  uint64 `default:"1" placeholder:"N" help:"Random seed of the games (default ${default})."`
}

// Help explains the collections.
func (ProblemsMakeCmd) Help() string {
	return "Policies of ranks from 20k to 9d play games on boards from 7x7 to 19x19. A position is a problem if reading proves that exactly one move captures, " +
		"kills or saves the stones. The level of a problem is the rank of which half of the players solve it. " +
		"To continue an interrupted run, run the same command again. With more games, a run goes on from its games so far."
}

// Run makes the problems.
func (c *ProblemsMakeCmd) Run(env *Env, cli *CLI) error {
	net, err := player.Loader{Kernel: cli.Kernel, Log: env.Log}.LoadHuman(env.Ctx, string(player.BuiltIn), player.BuiltIn, 1)
	if err != nil {
		return err
	}
	judge, err := player.Loader{Kernel: cli.Kernel, Log: env.Log}.Load(env.Ctx, "", 1)
	if err != nil {
		return err
	}
	bar := newCounter(env, int(c.Games), "games")
	o := composer.Options{Dir: string(c.Out), Games: int(c.Games), Seed: c.Seed, Most: int(c.Most),
		Policy:   func(r engine.Rank) eval.Factory { return net.HumanPolicy("rank_"+r.String(), 1) },
		Judge:    judge.Evaluators(1),
		Progress: func(games int) { bar.at(int64(games)) }}
	counts, err := composer.Run(env.Ctx, o)
	bar.clear()
	if interrupted := env.interrupted(fmt.Sprintf("%d of %s were played", counts.Games, wording.Counted(int(c.Games), "game"))); interrupted != nil {
		return interrupted
	}
	if err != nil {
		return err
	}
	for _, kind := range tsumego.Kinds() {
		_, problem := fmt.Fprintf(env.Stdout, "%v\t%d\n", kind, counts.Kinds[kind])
		err = errors.Join(err, problem)
	}
	env.Log.Info("the problems are made", "games", counts.Games, "found", counts.Found, "bytes", counts.Bytes)
	return err
}
