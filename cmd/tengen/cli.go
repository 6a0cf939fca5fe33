package main

import (
	"fmt"
	"slices"

	"tengen/player"

	"github.com/alecthomas/kong"
)

// CLI is the whole command line: the global flags, then all commands in the order in
// which the help lists them.
//
// A flag whose tag says config:"-" can only be given on the command line. Every other
// flag can also be set in the configuration file and in the environment.
type CLI struct {
	Help     helpFlag      `short:"h" help:"Show help." config:"-"`
	Version  versionFlag   `help:"Show the version." config:"-"`
	Config   string        `placeholder:"FILE" help:"Read settings from this TOML file instead of ${config_file} (or TENGEN_CONFIG)." config:"-"`
	LogLevel LogLevel      `placeholder:"LEVEL" default:"info" help:"Minimum level of the messages that are logged to stderr: debug, info, warn or error (default ${default})."`
	Kernel   player.Kernel `placeholder:"LEVEL" default:"auto" help:"Instructions for computing nets: generic, neon, avx2, avx512, or avx2i16, avxvnni16, vnni16 (16-bit integers, slightly less exact), or auto for the fastest on this CPU (default ${default})."`
	Progress bool          `help:"Show progress on stderr even when it is not a terminal."`

	Web       WebCmd       `cmd:"" help:"Open the board in the browser. This is the default command."`
	GTP       GTPCmd       `cmd:"" name:"gtp" help:"Play over the Go Text Protocol on stdin and stdout."`
	Analysis  AnalysisCmd  `cmd:"" help:"Analyse positions over KataGo's JSON protocol on stdin and stdout."`
	Match     MatchCmd     `cmd:"" help:"Play games between players or other programs."`
	Review    ReviewCmd    `cmd:"" help:"Review whole games: what each move cost, and why."`
	Rules     RulesCmd     `cmd:"" help:"Explain and compare rulesets, and score positions under them."`
	Problems  ProblemsCmd  `cmd:"" help:"Make collections of problems."`
	Board     BoardCmd     `cmd:"" help:"Check and draw boards of any shape."`
	Count     CountCmd     `cmd:"" help:"Count legal positions and games exactly."`
	Solve     SolveCmd     `cmd:"" help:"Solve small boards exactly, and check the results."`
	Facts     FactsCmd     `cmd:"" help:"Check the figures of the encyclopedia article on Go."`
	SGF       SGFCmd       `cmd:"" name:"sgf" help:"Check, convert, draw and search game records."`
	Model     ModelCmd     `cmd:"" help:"Describe, check and convert nets."`
	Data      DataCmd      `cmd:"" help:"Make, check and show training rows."`
	Env       EnvCmd       `cmd:"" name:"env" help:"Serve Go as an environment for reinforcement learning on stdin and stdout."`
	Train     TrainCmd     `cmd:"" help:"Train a net from training rows."`
	Selfplay  SelfplayCmd  `cmd:"" help:"Play games of a net against itself, as training rows."`
	Learn     LearnCmd     `cmd:"" help:"Let a net learn from games against itself."`
	Worker    WorkerCmd    `cmd:"" help:"Do the work of other processes: play games for tengen learn and tengen match, and search positions for tengen review and tengen web."`
	Cluster   ClusterCmd   `cmd:"" help:"Run and watch the servers that give work to workers."`
	Rollout   RolloutCmd   `cmd:"" help:"Train and test a fast policy for rollouts."`
	Bench     BenchCmd     `cmd:"" help:"Measure speed and strength."`
	Benchmark BenchmarkCmd `cmd:"" help:"Measure the speed of the search as katago benchmark does."`
	Selfcheck SelfcheckCmd `cmd:"" help:"Check that this installation is sound."`
	Settings  ConfigCmd    `cmd:"" name:"config" help:"Show the value of every setting and where it comes from."`
	About     VersionCmd   `cmd:"" name:"version" help:"Show the version."`

	Completion CompletionCmd `cmd:"" help:"Print a script that lets a shell complete command lines."`
	Complete   CompleteCmd   `cmd:"" hidden:"" help:"List the words that may continue a command line, for the scripts of tengen completion."`
	Man        ManCmd        `cmd:"" hidden:"" help:"Write the manual pages into a folder."`
}

// BeforeResolve loads the settings after the command line has been parsed. So --help, version, and commands that
// only describe the command line work even if the configuration file is broken.
func (c *CLI) BeforeResolve(ctx *kong.Context, m *Main) error {
	if node := ctx.Selected(); node != nil && slices.Contains([]string{"version", "completion", "complete", "man"}, node.Name) {
		return nil
	}
	s, err := m.loadSettings(ctx)
	if err != nil {
		return err
	}
	ctx.AddResolver(s)
	ctx.Bind(s)
	return nil
}

// helpFlag prints the help as soon as the flag is seen, before missing arguments are reported.
type helpFlag bool

// BeforeReset implements kong's hook of the same name.
func (helpFlag) BeforeReset(ctx *kong.Context) error {
	if err := ctx.PrintUsage(false); err != nil {
		return fmt.Errorf("%w: %w", errStdout, err)
	}
	return errDone
}
