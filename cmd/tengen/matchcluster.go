package main

import (
	"cmp"
	"context"
	"slices"

	"tengen/jobs"
	"tengen/match"
	"tengen/nn"
	"tengen/player"
)

// elsewhere makes the workers of a cluster play the games of a match. done closes the connection.
func (c *MatchCmd) elsewhere(env *Env, p *player.Match, o *match.Options) (done func(), err error) {
	checks, err := c.checks(p.Kernel)
	if err != nil {
		return nil, err
	}
	l, err := c.open(env, "")
	if err != nil {
		return nil, err
	}
	recipe, err := c.recipeOf(p.Kernel)
	if err != nil {
		l.Close()
		return nil, err
	}
	about, err := jobs.Describe(recipe, o, p.Path)
	if err != nil {
		l.Close()
		return nil, usagef("%v", err)
	}
	about.Level = checks.Level.String()
	repeatable := c.repeatable(o)
	if !repeatable && checks.Verify > 0 {
		env.Log.Warn("no game of the workers can be played again, because a player has a clock, a time limit, several threads or no limit of its search; " +
			"the moves of all games are checked")
	}
	o.Elsewhere = func(ctx context.Context, seed uint64, todo []int, take match.TakeGame) error {
		again := *o
		again.Seed, again.OutDir, again.Elsewhere = seed, "", nil
		table, err := match.NewTable(again)
		if err != nil {
			return err
		}
		defer table.Close()
		crew := &jobs.MatchCrew{Checks: checks, Cluster: l, About: about, Table: table, Repeatable: repeatable}
		return crew.Play(ctx, seed, todo, take)
	}
	return l.Close, nil
}

// repeatable reports whether players make the same moves every time: neither the time nor the order of threads decides.
func (c *MatchCmd) repeatable(o *match.Options) bool {
	if timed(o) {
		return false
	}
	for _, text := range c.players() {
		specs, err := match.ParsePlayers(text)
		if err != nil {
			return false
		}
		for _, s := range specs {
			limited := s.Visits+s.Playouts > 0 || s.Rank != 0 && c.readByNet(s, o)
			if s.Kind != match.KindRandom && (s.IsProgram() || cmp.Or(s.Threads, int(c.Threads)) != 1 || s.Time > 0 || !limited) {
				return false
			}
		}
	}
	return true
}

// readByNet reports whether a player searches with a net on all boards. A rank then limits only the visits. With
// rollouts it limits the time as well.
func (c *MatchCmd) readByNet(s match.Spec, o *match.Options) bool {
	if player.NetFile(cmp.Or(s.Model, c.Model)) == player.None {
		return false
	}
	return !slices.ContainsFunc(o.Boards, func(b match.Board) bool {
		grid, ok := b.Graph.Rectangle()
		return !ok || min(grid.Width, grid.Height) < 2 || b.Graph.Life() != nil
	})
}

// matchTable makes the table of a match that another process describes, for a processor whose fastest kernels are those
// of a level. The files of its players are in the folder dir.
func matchTable(ctx context.Context, env *Env, level nn.Level, a *jobs.MatchAbout, dir string) (*match.Table, error) {
	c := &MatchCmd{Seed: a.Seed, Pairings: a.Pairings, MaxFailures: 3, Parallel: 1, dir: dir}
	c.setPlayers(a.Players)
	if err := c.setFlags(a.Flags); err != nil {
		return nil, err
	}
	kernel := player.Kernel{}.Auto(level)
	if err := kernel.UnmarshalText([]byte(a.Kernel)); err != nil {
		return nil, err
	}
	if _, err := kernel.Level(); err != nil { // this processor lacks the kernels of the match
		kernel = player.Kernel{}.Auto(level)
	}
	c.Threads = cmp.Or(c.Threads, 1)
	within := *env
	within.Ctx = context.WithoutCancel(ctx)
	o, err := c.options(&within, &player.Match{Loader: player.Loader{Kernel: kernel, Log: env.Log}, Model: c.Model, Threads: int(c.Threads), Dir: dir})
	if err != nil {
		return nil, err
	}
	if len(a.Names) != len(o.Players) {
		return nil, usagef("%d players have %d names", len(o.Players), len(a.Names))
	}
	for i := range o.Players {
		o.Players[i].Name = a.Names[i]
	}
	return match.NewTable(o)
}
