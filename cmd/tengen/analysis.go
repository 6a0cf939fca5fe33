package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/alecthomas/kong"

	"tengen/analysis"
	"tengen/internal/wording"
	"tengen/katago"
	"tengen/player"
)

// analysisVisits is the default number of visits per position of `tengen analysis` and of the server's analysis.
const analysisVisits = 500

// AnalysisCmd is `tengen analysis`.
type AnalysisCmd struct {
	Model              player.NetFile `placeholder:"FILE" help:"Net to judge with, or none to judge by rollouts. Default: the bundled net."`
	AnalysisThreads    Count          `placeholder:"N" help:"Positions to search at the same time. Default: four per processor." config:"-"`
	Visits             Count          `default:"${analysis_visits}" placeholder:"N" help:"Visits per position, unless the query or KataGo's settings set them (default ${default})."`
	Store              Folder         `placeholder:"DIR" help:"Store finished analyses in this folder, and answer repeated queries from it."`
	Memory             Memory         `default:"1024" placeholder:"MIB" help:"Memory for searches, in MiB (default ${default}). If all threads search, or if searches are paused, they may use up to twice as much."`
	MaxPositions       Count          `default:"100000" placeholder:"N" help:"Positions that may be pending (default ${default}). Further queries are refused."`
	MaxBoard           Count          `default:"19" placeholder:"N" help:"Longest side of a board (default ${default}). On boards larger than those of its training, a net judges badly."`
	QuitWithoutWaiting bool           `help:"Exit at the end of stdin without answering pending queries." config:"-"`
	KataGoFlags
}

// Help describes the input and the output.
func (AnalysisCmd) Help() string {
	return "Speaks KataGo's analysis protocol. Each line of stdin is a query, written as a JSON object. Each position is answered by one line on stdout when its search is done. See docs/analysis.md."
}

// Run reads queries until the end of stdin. It returns when all of them are answered.
func (c *AnalysisCmd) Run(env *Env, cli *CLI, kctx *kong.Context) error {
	s, err := c.settings(env, katago.ForAnalysis)
	if err != nil {
		return err
	}
	if c.AnalysisThreads > 0 && s.AnalysisThreads > 0 {
		return usagef("--analysis-threads and numAnalysisThreads of the configuration both set the number of positions to search at the same time: leave one of them out")
	}
	loader := player.Loader{Kernel: cli.Kernel, Log: env.Log}
	net, err := loader.LoadAny(env.Ctx, c.Model, 0)
	if err != nil {
		return err
	}
	human, err := loader.LoadHuman(env.Ctx, c.HumanModel, c.Model, 0)
	if err != nil {
		return usagef("-human-model: %v", err)
	}
	opt, err := player.AnalysisOptions(net, human, s, int(c.Visits), env.Log)
	if err != nil {
		return err
	}
	opt.Threads = max(int(c.AnalysisThreads), s.AnalysisThreads)
	opt.SearchMemory = c.Memory.bytes()
	opt.MaxPositions, opt.MaxSide = int(c.MaxPositions), int(c.MaxBoard)
	if err := c.keep(&opt); err != nil {
		return err
	}
	opt.Version, opt.Revision = c.analysisVersion(kctx)
	loader.WarnOfProfile(s.HumanProfile, net, human)
	e, err := analysis.New(opt)
	if err != nil {
		return err
	}
	defer e.Close()
	const started = "Started, ready to begin handling requests" // clients of KataGo wait for this line
	if s.StartupMessage && c.asKataGo(kctx) {
		c.ready(env, kctx, s, net, human, started)
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

// keep makes the engine store finished answers in the folder of --store. The answers are valid only
// for this executable. The executable is identified by its digest, because a build from uncommitted
// files or from an unknown commit does not have a version.
func (c *AnalysisCmd) keep(opt *analysis.Options) error {
	if c.Store == "" {
		return nil
	}
	self, err := os.Executable()
	if err == nil {
		opt.Build, err = player.FileDigest(self)
	}
	if err != nil {
		return fmt.Errorf("--store: answers cannot be stored, because tengen cannot identify its own executable: %w", err)
	}
	opt.StoreFolder = string(c.Store)
	return nil
}
