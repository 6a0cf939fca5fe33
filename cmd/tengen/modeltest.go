package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"tengen/internal/heldout"
	"tengen/internal/outfile"
	"tengen/internal/wording"
	"tengen/neteval"
	"tengen/player"
	"tengen/replay"
)

// ModelTestCmd is `tengen model test`.
type ModelTestCmd struct {
	Data        []string       `required:"" placeholder:"DIR" help:"Folder of training rows (see tengen data import). May be repeated." config:"-"`
	Count       Count          `default:"5000" placeholder:"N" help:"Maximum number of positions to test (default ${default})." config:"-"`
	HoldOut     uint32         `default:"100" placeholder:"N" help:"Test on the games that training with --hold-out N held out (default ${default}). With 0 and without --hold-out-from, all games are used." config:"-"`
	HoldOutFrom []string       `placeholder:"SOURCE" help:"Also test on all games from this source, which training held out. May be repeated." config:"-"`
	Seed        uint64         `default:"1" placeholder:"N" help:"Random seed of the choice of positions (default ${default})." config:"-"`
	ByRank      bool           `help:"Also print a table by the size of the board and the rank of the player who moved. Games without ranks are left out." config:"-"`
	As          string         `placeholder:"PROFILE" help:"Tell a net that imitates human players this profile, such as rank_5k, instead of the ranks of the players." config:"-"`
	Reliability string         `placeholder:"FILE.svg" help:"Draw a reliability diagram of the net's winning probabilities into this file." config:"-"`
	JSON        bool           `help:"Print one JSON object." config:"-"`
	File        player.NetFile `arg:"" optional:"" placeholder:"FILE" help:"A net file of KataGo or tengen. Default: the bundled net."`
}

// Help describes the measurement.
func (ModelTestCmd) Help() string {
	return "Evaluates positions of held-out games, once each and without a search. It measures how often the net's first choice is the move that " +
		"was played, the cross-entropy of moves and results, and the calibration of the winning probabilities. If a teacher judged the rows, it " +
		"also measures how far the net is from the teacher: the divergence of the policy and of the winning probabilities, in nats, and of the " +
		"leads, in points. A net that imitates human players is told the ranks of the players."
}

// Run tests the net and prints the measurements.
func (c *ModelTestCmd) Run(env *Env, cli *CLI) error {
	if c.Reliability != "" && !strings.EqualFold(filepath.Ext(c.Reliability), ".svg") {
		return usagef("--reliability: %s: the diagram is an SVG file, so its name must end in .svg", wording.FileName(c.Reliability))
	}
	net, err := player.Loader{Kernel: cli.Kernel, Log: env.Log}.LoadAny(env.Ctx, c.File, 1)
	if err != nil {
		return err
	}
	if net == nil {
		return usagef("model test needs a net: name a file")
	}
	h := heldout.Test{Net: net.Net, Count: int(c.Count), ByRank: c.ByRank, Rows: replay.ReaderOptions{Dirs: c.Data, Seed: c.Seed}}
	if c.As != "" {
		if !net.Imitates() {
			return usagef("--as: the net %s does not imitate human players: leave out --as", net.Model().Name)
		}
		if h.As, err = neteval.ParseProfile(c.As); err != nil {
			return usagef("--as: %v", err)
		}
	}
	if c.HoldOut > 0 || len(c.HoldOutFrom) > 0 {
		h.Rows.Part, h.Rows.Split = replay.Validation, replay.Split{OneIn: int(c.HoldOut), Sources: c.HoldOutFrom}
	}
	if err := h.Rows.CheckSources(); err != nil {
		return rowsError(err)
	}
	bar := newCounter(env, int(c.Count), "positions")
	h.Progress = func(done int) { bar.at(int64(done)) }
	h.Damage = func(d *replay.Damage) { env.Log.Warn("skipped damaged rows", "because", d.Error()) }
	k, err := h.Run(env.Ctx)
	bar.clear()
	unfinished := err != nil
	switch {
	case errors.Is(err, context.Canceled):
		err = fmt.Errorf("%w: %s of at most %d were tested", errInterrupted, wording.Counted(k.Positions, "position"), c.Count)
	case err != nil && k.Positions == 0:
		return rowsError(err)
	case err != nil:
		err = fmt.Errorf("after %s: %w", wording.Counted(k.Positions, "position"), err)
	case k.Positions == 0:
		return fmt.Errorf("no positions were tested: the folder has no held-out positions that the net can read (boards that are rectangles; ranks of the players, if the net imitates them or with --by-rank)")
	case c.Reliability != "": // an incomplete test does not replace an existing diagram
		title := fmt.Sprintf("%s: %d positions, mean error %.3f", net.Model().Name, k.Results, k.CalibrationError)
		err = outfile.Write(c.Reliability, true, []byte(k.Reliability(title)))
	}
	return errors.Join(err, c.print(env, net, k, unfinished))
}

// print prints the measurements.
func (c *ModelTestCmd) print(env *Env, net *player.Net, k heldout.Knowledge, unfinished bool) error {
	if c.JSON {
		return json.NewEncoder(env.Stdout).Encode(struct {
			Model       string `json:"model"`
			Kernel      string `json:"kernel"`
			Interrupted bool   `json:"interrupted"` // the test stopped before all positions were tested
			heldout.Knowledge
		}{net.Model().Name, net.Level().String(), unfinished, k})
	}
	return k.Write(env.Stdout, unfinished)
}
