package main

import (
	"errors"
	"fmt"
	"os"

	"tengen/analysis"
	"tengen/internal/wording"
	"tengen/katago"
	"tengen/player"
)

// AnalysisCmd is `tengen analysis`.
type AnalysisCmd struct {
	Model              player.NetFile `placeholder:"FILE" help:"Judge by the net in this file in place of the bundled net; none: by rollouts."`
	AnalysisThreads    Count          `placeholder:"N" help:"Positions to search at the same time; four for each processor when not given." config:"-"`
	Visits             Count          `default:"500" placeholder:"N" help:"Visits a position, unless the query or KataGo's settings say how many (${default})."`
	Store              Folder         `placeholder:"DIR" help:"Keep finished analyses here, and answer the same queries from there another time."`
	Memory             Memory         `default:"1024" placeholder:"MIB" help:"Memory of all searches together, in MiB, and as much again for idle searches that are kept (${default})."`
	MaxPositions       Count          `default:"100000" placeholder:"N" help:"Positions that may be pending; further queries are refused (${default})."`
	MaxBoard           Count          `default:"19" placeholder:"N" help:"Longest side of a board; nets judge badly beyond what they were trained on (${default})."`
	QuitWithoutWaiting bool           `help:"At the end of stdin, end without answering pending queries." config:"-"`
	KataGoFlags
}

// Help says what comes in and goes out.
func (AnalysisCmd) Help() string {
	return "Answers KataGo's analysis protocol: a JSON object a line on stdin, and on stdout a line for each position when its search is done. See docs/analysis.md."
}

// Run answers queries until the end of stdin, and then what is left of them.
func (c *AnalysisCmd) Run(env *Env, cli *CLI) error {
	s, err := c.settings(env, katago.ForAnalysis)
	if err != nil {
		return err
	}
	if c.AnalysisThreads > 0 && s.AnalysisThreads > 0 {
		return usagef("--analysis-threads says again how many positions to search at the same time, which numAnalysisThreads of the configuration does")
	}
	loader := player.Loader{Kernel: cli.Kernel, Log: env.Log}
	net, err := loader.LoadAny(env.Ctx, c.Model, 0)
	if err != nil {
		return err
	}
	human, err := loader.LoadHuman(env.Ctx, c.HumanModel, c.Model, 0)
	if err != nil {
		return err
	}
	opt, err := player.AnalysisOptions(net, human, s, int(c.Visits), env.Log)
	if err != nil {
		return err
	}
	if net != nil {
		opt.Models[0].Name = c.Model.String()
	}
	if human != nil {
		opt.Models[1].Name = c.HumanModel
	}
	opt.Threads = max(int(c.AnalysisThreads), s.AnalysisThreads)
	opt.SearchMemory = c.Memory.bytes()
	opt.MaxPositions, opt.MaxSide = int(c.MaxPositions), int(c.MaxBoard)
	if err := c.keep(&opt); err != nil {
		return err
	}
	_, opt.Version = c.names()
	opt.Revision = thisBuild().Commit
	loader.WarnOfProfile(s.HumanProfile, net, human)
	e, err := analysis.New(opt)
	if err != nil {
		return err
	}
	defer e.Close()
	const started = "Started, ready to begin handling requests" // clients of KataGo's wait for it
	if c.call().Given() || c.Model != "" {
		c.ready(env, s, c.Model, net, human, started)
	} else {
		fmt.Fprintln(env.Stderr, started)
	}
	patience := analysis.Wait
	if c.QuitWithoutWaiting {
		patience = analysis.Quit
	}
	err = e.Serve(env.Ctx, env.Stdin, env.Stdout, patience)
	if left, ok := errors.AsType[analysis.UnansweredError](err); ok {
		return fmt.Errorf("%w: no answer was given for %s", errInterrupted, wording.Counted(int(left), "position"))
	}
	return err
}

// keep has finished answers kept in the folder that was named, for this very program: what
// was built of files that were not committed, or of an unknown commit, has no version.
func (c *AnalysisCmd) keep(opt *analysis.Options) error {
	if c.Store == "" {
		return nil
	}
	self, err := os.Executable()
	if err == nil {
		opt.Build, err = player.FileDigest(self)
	}
	if err != nil {
		return fmt.Errorf("--store: answers cannot be kept, for which build they are of cannot be told: %w", err)
	}
	opt.StoreFolder = string(c.Store)
	return nil
}
