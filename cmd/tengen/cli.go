package main

import (
	"fmt"

	"tengen/player"

	"github.com/alecthomas/kong"
)

// CLI is the whole command line: the global flags, then every command there is,
// in the order in which help lists them.
//
// A flag whose tag says config:"-" belongs to one call only. Every other flag is
// also a setting: of the configuration file and of the environment.
type CLI struct {
	Help     helpFlag      `short:"h" help:"Show help." config:"-"`
	Version  versionFlag   `help:"Show the version." config:"-"`
	Config   string        `placeholder:"FILE" help:"Read settings from this TOML file instead of ${config_file} (or TENGEN_CONFIG)." config:"-"`
	LogLevel LogLevel      `placeholder:"LEVEL" default:"info" help:"Log to stderr from this level on: debug, info, warn or error."`
	Kernel   player.Kernel `placeholder:"LEVEL" default:"auto" help:"How nets are computed: generic, avx2, avx512, vnni16 (16-bit integers, a little less exact), or auto, the fastest of this CPU (${default})."`
	Progress bool          `help:"Show progress on stderr even when it is not a terminal."`

	Web       WebCmd       `cmd:"" help:"Open the board in the browser (the command when none is named)."`
	GTP       GTPCmd       `cmd:"" name:"gtp" help:"Play over the Go Text Protocol on stdin and stdout."`
	Analysis  AnalysisCmd  `cmd:"" help:"Analyse positions over KataGo's JSON protocol on stdin and stdout."`
	Match     MatchCmd     `cmd:"" help:"Play games between two players or programs."`
	Review    ReviewCmd    `cmd:"" help:"Judge whole games: what every move cost, and why."`
	Rules     RulesCmd     `cmd:"" help:"Explain and compare rulesets, and count positions under them."`
	Board     BoardCmd     `cmd:"" help:"Check and draw boards of any shape."`
	SGF       SGFCmd       `cmd:"" name:"sgf" help:"Check, convert, draw and search game records."`
	Model     ModelCmd     `cmd:"" help:"Describe, check and convert nets."`
	Data      DataCmd      `cmd:"" help:"Make, check and show training rows."`
	Env       EnvCmd       `cmd:"" name:"env" help:"Serve the game to learning programs on stdin and stdout."`
	Train     TrainCmd     `cmd:"" help:"Teach a net from training rows."`
	Bench     BenchCmd     `cmd:"" help:"Measure speed."`
	Benchmark BenchmarkCmd `cmd:"" help:"Measure the speed of the search as katago benchmark does."`
	Selfcheck SelfcheckCmd `cmd:"" help:"Check that this installation is sound."`
	Settings  ConfigCmd    `cmd:"" name:"config" help:"Show every setting in force and where it comes from."`
	About     VersionCmd   `cmd:"" name:"version" help:"Show the version."`
}

// BeforeResolve loads the settings once the command line is known to parse, so
// that a broken file never stands between a person and --help or version.
func (c *CLI) BeforeResolve(ctx *kong.Context, m *Main) error {
	if node := ctx.Selected(); node != nil && node.Name == "version" {
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

// helpFlag prints help as soon as the flag is seen, before anything is missed.
type helpFlag bool

// BeforeReset implements kong's hook of that name.
func (helpFlag) BeforeReset(ctx *kong.Context) error {
	if err := ctx.PrintUsage(false); err != nil {
		return fmt.Errorf("%w: %w", errStdout, err)
	}
	return errDone
}
