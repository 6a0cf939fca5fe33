package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"

	"tengen/analysis"
	"tengen/baduk"
	"tengen/eval"
	"tengen/katago"
	"tengen/neteval"
)

// AnalysisCmd is `tengen analysis`.
type AnalysisCmd struct {
	Model              NetFile `placeholder:"FILE" help:"Judge by the net in this file in place of the bundled net; none: by rollouts."`
	AnalysisThreads    Count   `placeholder:"N" help:"Positions to search at the same time; four for each processor when not given." config:"-"`
	Visits             Count   `default:"500" placeholder:"N" help:"Visits a position, where neither the query nor KataGo's settings say how many (${default})."`
	Store              Folder  `placeholder:"DIR" help:"Keep finished analyses here, and answer the same queries from there another time."`
	Memory             Memory  `default:"1024" placeholder:"MIB" help:"Memory of all searches together, in MiB, and as much again for those that stand aside (${default})."`
	MaxPositions       Count   `default:"100000" placeholder:"N" help:"Positions that may wait; further queries are refused (${default})."`
	MaxBoard           Count   `default:"19" placeholder:"N" help:"Longest side of a board; nets judge badly beyond what they were trained on (${default})."`
	QuitWithoutWaiting bool    `help:"At the end of stdin, end without answering what waits." config:"-"`
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
	net, err := c.Model.loadAny(env, cli.Kernel, 0)
	if err != nil {
		return err
	}
	human, err := c.human(env, c.Model, cli.Kernel, 0)
	if err != nil {
		return err
	}
	opt, err := analysisOptions(env, net, s, int(c.Visits))
	if err != nil {
		return err
	}
	opt.Threads = max(int(c.AnalysisThreads), s.AnalysisThreads)
	opt.SearchMemory = c.Memory.bytes()
	opt.MaxPositions, opt.MaxSide = int(c.MaxPositions), int(c.MaxBoard)
	if err := c.keep(&opt); err != nil {
		return err
	}
	_, opt.Version = c.names()
	name := ""
	if net != nil {
		name = net.Model().Name
		opt.Models[0].Name = c.Model.String()
	}
	if human != nil {
		m := human.Model()
		opt.Human = func(profile string) eval.Factory { return human.people(profile, 1) }
		opt.Judge += " among people of " + m.SHA256 + " " + human.Level().String()
		opt.Models = append(opt.Models, human.analysisModel(c.HumanModel))
	}
	tellProfile(env, s.HumanProfile, net, human)
	e, err := analysis.New(opt)
	if err != nil {
		return err
	}
	defer e.Close()
	const started = "Started, ready to begin handling requests" // clients of KataGo's wait for it
	if c.given() || c.Model != "" {
		c.ready(env, s, c.Model, name, human, started)
	} else {
		fmt.Fprintln(env.Stderr, started)
	}
	patience := analysis.Wait
	if c.QuitWithoutWaiting {
		patience = analysis.Quit
	}
	err = e.Serve(env.Ctx, env.Stdin, env.Stdout, patience)
	if left, ok := errors.AsType[analysis.UnansweredError](err); ok {
		return fmt.Errorf("%w: no answer was given for %s", errInterrupted, counted(int(left), "position"))
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
		opt.Build, err = fileDigest(self)
	}
	if err != nil {
		return fmt.Errorf("--store: answers cannot be kept, for which build they are of cannot be told: %w", err)
	}
	opt.StoreFolder = string(c.Store)
	return nil
}

// analysisOptions are those of an engine that judges by a net, or by rollouts where there
// is empty, with this many visits unless the query sets them.
func analysisOptions(env *Env, net *network, s katago.Settings, visits int) (analysis.Options, error) {
	if !s.Given("maxVisits") && !s.Given("maxPlayouts") && !s.Given("maxTime") {
		if err := s.Set("maxVisits", strconv.Itoa(visits)); err != nil {
			return analysis.Options{}, err
		}
	}
	opt := analysis.Options{Evaluator: func(string) eval.Factory { return evaluators }, Judge: "rollouts", Settings: s, Log: env.Log}
	build := thisBuild()
	opt.Version, opt.Revision = build.Version, build.Commit
	if net == nil {
		return opt, nil
	}
	m := net.Model()
	opt.Evaluator = func(profile string) eval.Factory { return net.as(profile, 1) }
	opt.Judge = m.SHA256 + " " + net.Level().String()
	if m.Version >= 9 { // older ones do not say it
		opt.TimeLeft = net.timeLeft()
	}
	opt.Models = []analysis.Model{net.analysisModel(m.Name)}
	return opt, nil
}

// newAnalysis is an engine with KataGo's usual settings, for the server.
func newAnalysis(env *Env, net *network, memory webMemory) (*analysis.Engine, error) {
	opt, err := analysisOptions(env, net, katago.Default(katago.ForAnalysis), 500)
	if err != nil {
		return nil, err
	}
	memory.analysis(&opt)
	return analysis.New(opt)
}

// timeLeft asks the net how long a game will last.
func (n *network) timeLeft() func(*baduk.Game, string) (float64, error) {
	var mu sync.Mutex
	var graph *baduk.Graph
	var whose string
	var e *neteval.Evaluator
	return func(g *baduk.Game, profile string) (float64, error) {
		mu.Lock()
		if graph != g.Graph() || n.imitates() && whose != profile {
			fresh, err := n.evaluator(n.Net, g.Graph(), profile, 0)
			if err != nil {
				mu.Unlock()
				return 0, err
			}
			e, graph, whose = fresh, g.Graph(), profile
		}
		here := e
		mu.Unlock()
		j, err := here.Judge(g, 0)
		return j.VarTimeLeft, err
	}
}
