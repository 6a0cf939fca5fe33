package main

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"tengen/internal/wording"
	"tengen/neteval"
	"tengen/player"
	"tengen/replay"
	"tengen/selfplay"
)

// SelfplayCmd is `tengen selfplay`.
type SelfplayCmd struct {
	Out      Path             `required:"" placeholder:"DIR" help:"Folder of training rows; the games are added to it." config:"-"`
	Games    Count            `default:"100" placeholder:"N" help:"Play until the folder has N games (default ${default})." config:"-"`
	Model    player.NetFile   `placeholder:"FILE" help:"The net that plays. Default: the bundled net."`
	Older    []player.NetFile `sep:"none" placeholder:"FILE" help:"Older net, which is one of the players in a share of the games (see --older-share). May be repeated. Default: the net plays all games against itself." config:"-"`
	Threads  Threads          `placeholder:"N" help:"Threads. Default: one per processor."`
	Parallel Count            `default:"16" placeholder:"N" help:"Games at the same time (default ${default}). With 1 the same seed stores the same games in the same order, unless the command is interrupted."`
	Seed     uint64           `default:"1" placeholder:"N" help:"Random seed (default ${default})."`
	GameFlags
}

// Help says what becomes of the games.
func (SelfplayCmd) Help() string {
	return "The games are rows for tengen train; tengen data show draws them. An interrupted command keeps its finished games. The same command continues: " +
		"it plays until the folder has N games. tengen learn plays, trains and tests new nets by itself."
}

// Run plays the games.
func (c *SelfplayCmd) Run(env *Env, cli *CLI) error {
	p := selfplay.DefaultParams()
	c.change(&p)
	if err := p.Validate(); err != nil {
		return usagef("%v", err)
	}
	rules, _, err := c.rules()
	if err != nil {
		return err
	}
	threads := cmp.Or(int(c.Threads), player.AllThreads())
	nets := make([]selfplay.Net, 1+len(c.Older))
	for i, file := range append([]player.NetFile{c.Model}, c.Older...) {
		if nets[i], err = netFor(env, cli, file, c.boards(), threads); err != nil {
			return err
		}
	}
	var boards []selfplay.Board
	for _, b := range c.boards() {
		boards = append(boards, selfplay.Board{Graph: b.Graph, Rules: rules, Share: 1})
	}
	out, err := replay.NewRecorder(string(c.Out), replay.Settings{Rules: rules.Name(), Komi: rules.Komi.Points(), Played: 1, Seed: c.Seed, Teacher: nets[0].Name})
	if err != nil {
		return err
	}
	defer out.Close()
	before, begun, evaluations := out.Games(), time.Now(), 0
	if before < int(c.Games) {
		bar := newCounter(env, int(c.Games)-before, "games")
		err = selfplay.Play(env.Ctx, selfplay.Options{Params: p, Boards: boards, Net: nets[0], Older: nets[1:], Seed: c.Seed,
			First: selfplay.NextNumber(before), Games: int(c.Games) - before, Parallel: int(c.Parallel), Threads: threads, Batch: neteval.MaxBatch,
			Done: func(g *selfplay.Game) (bool, error) {
				bar.add()
				evaluations += g.Evaluations
				return false, out.Add(g.Game)
			}})
		bar.clear()
		if err != nil {
			err = fmt.Errorf("%w: the finished games are kept, and the same command continues", err)
		}
	}
	if env.Ctx.Err() != nil {
		err = env.interrupted(fmt.Sprintf("%d of %d games were played; the same command continues", out.Games(), c.Games))
	}
	if finishErr := out.Finish(); err == nil || errors.Is(err, errInterrupted) {
		err = errors.Join(finishErr, err)
	}
	if err == nil {
		fmt.Fprintf(env.Stdout, "%s has %d games with %d rows\n", c.Out, out.Games(), out.Samples())
		if played := out.Games() - before; played > 0 {
			seconds := time.Since(begun).Seconds()
			fmt.Fprintf(env.Stdout, "%.0f games an hour, %.0f evaluations a second\n", 3600*float64(played)/seconds, float64(evaluations)/seconds)
		}
	}
	return err
}

// netFor loads a net. It fails if the net cannot play on one of the boards.
func netFor(env *Env, cli *CLI, file player.NetFile, boards []Board, threads int) (selfplay.Net, error) {
	net, err := player.Loader{Kernel: cli.Kernel, Log: env.Log}.Load(env.Ctx, file, threads)
	if err != nil {
		return selfplay.Net{}, err
	}
	if net == nil {
		return selfplay.Net{}, usagef("self-play needs nets, not rollouts: name a file instead of none, or %s", player.BuiltIn)
	}
	for _, b := range boards {
		if err := neteval.Supports(net.Model(), b.Graph); err != nil {
			return selfplay.Net{}, usagef("%s: %v", wording.OneLine(b.text), err)
		}
	}
	return selfplay.Net{Name: manifestName(net.Model()), Evaluator: net.Evaluators(1)}, nil
}
