package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"tengen/internal/durable"
	"tengen/internal/heldout"
	"tengen/internal/wording"
	"tengen/player"
	"tengen/replay"
)

// ModelTestCmd is `tengen model test`.
type ModelTestCmd struct {
	Data        []string       `required:"" placeholder:"DIR" help:"Folder of training rows (see tengen data import); again for more." config:"-"`
	Count       Count          `default:"5000" placeholder:"N" help:"Positions to ask about, at most (${default})." config:"-"`
	HoldOut     uint32         `default:"100" placeholder:"N" help:"Ask about the one game in N that training holds out (${default}). 0 turns that off: without --hold-out-from all games are asked about." config:"-"`
	HoldOutFrom []string       `placeholder:"SOURCE" help:"Ask about all games from these sources, which training held out too." config:"-"`
	Seed        uint64         `default:"1" placeholder:"N" help:"Random seed of the choice (${default})." config:"-"`
	Reliability string         `placeholder:"FILE.svg" help:"Draw how reliable the chances are that the net gives." config:"-"`
	JSON        bool           `help:"Print one JSON object." config:"-"`
	File        player.NetFile `arg:"" optional:"" placeholder:"FILE" help:"A net of KataGo's or tengen's; the bundled net when not given."`
}

// Help says what is measured.
func (ModelTestCmd) Help() string {
	return "Asks the net about positions of games that it has not learnt from, once each and without a search: how often its first choice is the move that " +
		"was played, how much it was surprised by moves and results, and how right its chances are."
}

// Run asks, and prints what the net knows.
func (c *ModelTestCmd) Run(env *Env, cli *CLI) error {
	if c.Reliability != "" && !strings.EqualFold(filepath.Ext(c.Reliability), ".svg") {
		return usagef("--reliability: %s: the drawing is an SVG, and its file has to end in .svg", wording.FileName(c.Reliability))
	}
	net, err := player.Loader{Kernel: cli.Kernel, Log: env.Log}.Load(env.Ctx, c.File, 1)
	if err != nil {
		return err
	}
	if net == nil {
		return usagef("there is no net to ask")
	}
	h := heldout.Test{Net: net.Net, Count: int(c.Count), Rows: replay.ReaderOptions{Dirs: c.Data, Seed: c.Seed}}
	if c.HoldOut > 0 || len(c.HoldOutFrom) > 0 {
		h.Rows.Part, h.Rows.Split = replay.Validation, replay.Split{OneIn: int(c.HoldOut), Sources: c.HoldOutFrom}
	}
	if err := h.Rows.CheckSources(); err != nil {
		return rowsError(err)
	}
	bar := newCounter(env, int(c.Count), "positions")
	h.Progress = func(done int) { bar.at(int64(done)) }
	h.Damage = func(d *replay.Damage) { env.Log.Warn("left out", "because", d.Error()) }
	k, err := h.Run(env.Ctx)
	bar.end()
	unfinished := err != nil
	switch {
	case errors.Is(err, context.Canceled):
		err = fmt.Errorf("%w: %s were asked about, of at most %d", errInterrupted, wording.Counted(k.Positions, "position"), c.Count)
	case err != nil && k.Positions == 0:
		return rowsError(err)
	case err != nil:
		err = fmt.Errorf("after %s: %w", wording.Counted(k.Positions, "position"), err)
	case k.Positions == 0:
		return fmt.Errorf("nothing was asked: the folder has no such positions, or only on boards that no net reads")
	case c.Reliability != "": // and one that is there already is not replaced by a part of it
		title := fmt.Sprintf("%s: %d positions, mean error %.3f", net.Model().Name, k.Results, k.CalibrationError)
		err = durable.Replace(c.Reliability, []byte(k.Reliability(title)), false)
	}
	return errors.Join(err, c.tell(env, net, k, unfinished))
}

// tell prints what the net knows.
func (c *ModelTestCmd) tell(env *Env, net *player.Net, k heldout.Knowledge, unfinished bool) error {
	if c.JSON {
		return json.NewEncoder(env.Stdout).Encode(struct {
			Model       string `json:"model"`
			Kernel      string `json:"kernel"`
			Interrupted bool   `json:"interrupted"` // the positions are not all that there were to ask about
			heldout.Knowledge
		}{net.Model().Name, net.Level().String(), unfinished, k})
	}
	return k.Write(env.Stdout, unfinished)
}
