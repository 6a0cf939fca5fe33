package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/lab"
	"tengen/player"
	"tengen/recordfiles"
)

// RulesScoreCmd is `tengen rules score`.
type RulesScoreCmd struct {
	Rules     string         `default:"chinese,japanese" placeholder:"A,B" help:"Rulesets to score under, separated by commas (default ${default})." config:"-"`
	Dead      string         `default:"auto" placeholder:"WHICH" help:"Dead stones: auto, none, or points such as H2,J5, or 0,0;1,0 on an infinite board (default ${default})." config:"-"`
	Prisoners *Prisoners     `placeholder:"B,W" help:"Stones that Black and White had captured before the beginning of the record, such as 9,6." config:"-"`
	Move      *int           `placeholder:"N" help:"Score the position after N moves. Default: the end." config:"-"`
	Model     player.NetFile `placeholder:"FILE" help:"Net that estimates dead stones, or none to estimate by rollouts. Default: the bundled net."`
	Threads   Threads        `placeholder:"N" help:"Search threads for estimating dead stones. Default: one per processor." config:"-"`
	Seed      uint64         `placeholder:"N" help:"Random seed for estimating dead stones." config:"-"`
	JSON      bool           `help:"Print one JSON object per ruleset." config:"-"`
	Files     []string       `arg:"" name:"file" placeholder:"FILE.sgf" help:"Records; - is stdin."`

	judge player.Player // estimates dead stones; loaded on demand
}

// Help explains how dead stones are found.
func (RulesScoreCmd) Help() string {
	return "Dead stones follow from the territory that the record marks at its end (TB and TW). If it does not mark territory, tengen " +
		"estimates the dead stones, unless the rules need no agreement about them. " +
		"Rulesets without such an agreement, such as tromp-taylor and alphago-003, decide about dead stones themselves: they ignore --dead. " +
		"The komi is that of the record, if it has one."
}

// Run counts every record under every ruleset.
func (c *RulesScoreCmd) Run(env *Env, cli *CLI) error {
	names := lab.SplitNames(c.Rules)
	for _, name := range names {
		if _, err := baduk.ParseRules(name); err != nil {
			return usagef("--rules: %v", err)
		}
	}
	if c.Move != nil && *c.Move < 0 {
		return usagef("--move: expected a number of moves, not %d", *c.Move)
	}
	var failures []error
	written := false
	for _, file := range c.Files {
		p, err := c.read(env, file)
		if err == nil {
			err = c.score(env, cli, p, names, written)
			written = true
		}
		if err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", file, err))
		}
		if err := env.interrupted("not every record was scored"); err != nil {
			return failAll(env, append(failures, err))
		}
	}
	return failAll(env, failures)
}

// recordPosition is the position of a record that is scored.
type recordPosition struct {
	lab.Counted
	rec *kifu.Record
	end bool // the position is after all moves of the record
}

// read replays a record up to the requested position.
func (c *RulesScoreCmd) read(env *Env, file string) (*recordPosition, error) {
	data, err := recordfiles.Read(env.Stdin, file)
	if err != nil {
		return nil, err
	}
	rec, err := kifu.Parse(data)
	if err != nil {
		return nil, err
	}
	for _, note := range rec.Notes {
		env.Log.Info("record", "file", file, "note", note)
	}
	if err := c.Prisoners.addTo(rec); err != nil {
		return nil, err
	}
	p := &recordPosition{Counted: lab.Counted{Name: file}, rec: rec, end: true}
	if c.Move == nil {
		p.Game, err = rec.Game()
		return p, err
	}
	if n := len(rec.Moves); *c.Move > n {
		return nil, fmt.Errorf("move %d does not exist: the record has %d", *c.Move, n)
	}
	p.end = *c.Move == len(rec.Moves)
	p.Game, err = rec.GameAt(*c.Move)
	return p, err
}

// findDead decides which stones are dead.
func (c *RulesScoreCmd) findDead(env *Env, cli *CLI, p *recordPosition, rules []baduk.Rules) error {
	switch {
	case strings.EqualFold(c.Dead, "none"):
		p.Dead, p.Source = baduk.PointSet{}, lab.DeadGiven
		return nil
	case !strings.EqualFold(c.Dead, "auto"):
		dead, err := lab.NamedDead(p.Game, c.Dead)
		if err != nil {
			return fmt.Errorf("--dead: %w", err)
		}
		p.Dead, p.Source = dead, lab.DeadGiven
		return nil
	}
	p.Source = lab.DeadRules
	if dead, ok := p.rec.Dead(p.Game); ok && p.end {
		p.Dead, p.Source = dead, lab.DeadRecord
		return nil
	}
	for _, r := range rules {
		if !r.Agreement() || r.CheckOn(p.Game.Graph()) != nil {
			continue
		}
		if c.judge == nil {
			net, err := player.Loader{Kernel: cli.Kernel, Log: env.Log}.Load(env.Ctx, c.Model, int(c.Threads))
			if err != nil {
				return err
			}
			if c.judge, err = player.New(net, player.Options{Threads: int(c.Threads), Seed: c.Seed}); err != nil {
				return err
			}
		}
		g := p.Game.Clone()
		g.SetRules(r)
		var err error
		p.Dead, err = c.judge.Dead(env.Ctx, g)
		p.Source = lab.DeadEstimate
		return err
	}
	return nil
}

// score scores a position and prints the scores.
func (c *RulesScoreCmd) score(env *Env, cli *CLI, p *recordPosition, names []string, more bool) error {
	rules := make([]baduk.Rules, len(names))
	for i, name := range names {
		r, err := baduk.ParseRules(name)
		if err != nil {
			return err
		}
		if p.rec.KomiKnown {
			r.Komi = p.rec.Rules.Komi
		}
		rules[i] = r
	}
	if err := c.findDead(env, cli, p, rules); err != nil {
		return err
	}
	rulings := p.Rule(names, rules)
	if c.JSON {
		out := json.NewEncoder(env.Stdout)
		for _, line := range p.Lines(rulings) {
			if err := out.Encode(line); err != nil {
				return err
			}
		}
		return nil
	}
	text := p.Report(rulings)
	if more {
		text = "\n" + text
	}
	_, err := io.WriteString(env.Stdout, text)
	return err
}
