package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"

	"tengen/internal/usage"
	"tengen/internal/wording"

	"github.com/alecthomas/kong"
	"golang.org/x/term"
)

// Exit statuses.
const (
	exitSuccess     = 0
	exitFailure     = 1
	exitUsage       = 2
	exitInterrupted = 130 // 128 + SIGINT, as in shells
	exitUnread      = 141 // 128 + SIGPIPE
)

var (
	// errDone ends a run that has already printed everything, such as --help.
	errDone = errors.New("done")
	// errStdout can occur while the command line is parsed, but it is not a mistake of the user.
	errStdout = errors.New("cannot write to stdout")
	// errInterrupted means that the result is incomplete because of an interrupt. It is wrapped in
	// the error that the user sees.
	errInterrupted = errors.New("interrupted")
)

// Main is the program. Its fields are everything that the program takes from its process, so a test can run the
// program with other values. Stdout carries only results or a protocol. Messages for the user go to Stderr.
type Main struct {
	Stdin     io.Reader
	Stdout    io.Writer
	Stderr    io.Writer
	LookupEnv func(name string) (string, bool)
	Environ   func() []string        // entries of the form "name=value"
	ConfigDir func() (string, error) // the folder where the user's programs keep their settings
}

// Env is the environment of a command.
type Env struct {
	// Ctx is cancelled by the first interrupt. A command must stop when Ctx is cancelled. It keeps
	// finished work, and returns errInterrupted if work is left.
	Ctx      context.Context
	Stdin    io.Reader
	Stdout   io.Writer // results or a protocol, nothing else
	Stderr   io.Writer
	Log      *slog.Logger // text on Stderr
	Progress bool         // whether to draw progress on Stderr
	Terminal bool         // whether Stdout is a terminal
}

// interrupted returns an error after an interrupt, and otherwise nil. The text of the error says
// which work is left.
func (e *Env) interrupted(left string) error {
	if e.Ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("%w: %s", errInterrupted, left)
}

// failAll prints all failures except the last, one per line. It returns the last failure, which the caller prints.
func failAll(env *Env, failures []error) error {
	if len(failures) == 0 {
		return nil
	}
	last := len(failures) - 1
	for _, err := range failures[:last] {
		fmt.Fprintf(env.Stderr, "tengen: %s\n", wording.OneLine(err.Error()))
	}
	return failures[last]
}

// Run runs one command line and returns the exit status.
func (m *Main) Run(ctx context.Context, args []string) int {
	cli, kctx, err := m.parse(args)
	if err != nil {
		return m.report(ctx, err)
	}
	env := &Env{
		Ctx:      ctx,
		Stdin:    m.Stdin,
		Stdout:   m.Stdout,
		Stderr:   m.Stderr,
		Log:      slog.New(slog.NewTextHandler(m.Stderr, &slog.HandlerOptions{Level: cli.LogLevel.Level()})),
		Progress: cli.Progress || isTerminal(m.Stderr),
		Terminal: isTerminal(m.Stdout),
	}
	m.warnOfVariables(kctx.Model, env.Log)
	err = kctx.Run(env)
	if mistake, ok := errors.AsType[*usage.Error](err); ok && mistake.Hint == "" {
		mistake.Hint = seeHelp(kctx)
	}
	return m.report(ctx, err)
}

// newParser returns a parser that stores what it reads in cli.
func (m *Main) newParser(cli *CLI) *kong.Kong {
	parser, err := kong.New(cli,
		kong.Name("tengen"),
		kong.Description("A Go (weiqi, baduk) laboratory. Without a command it opens the board in the browser; "+
			"with a FILE.sgf it opens that record there."),
		kong.Vars{"config_file": m.defaultConfigFile(), "data_dir": filepath.Join(m.configDir(), "data"), "analysis_visits": strconv.Itoa(analysisVisits)},
		kong.Writers(m.Stdout, m.Stderr),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.NoDefaultHelp(),
		kong.Bind(m),
	)
	if err != nil {
		panic(err) // the definition of the command line is wrong, so every test fails here
	}
	return parser
}

// parse reads a command line. Flags that are not on it get their values from the configuration file
// and the environment.
func (m *Main) parse(args []string) (*CLI, *kong.Context, error) {
	cli := &CLI{}
	parser := m.newParser(cli)
	args = normalise(parser.Model, args)
	kctx, err := parser.Parse(args)
	if err != nil {
		if mistake := misspelt(args); mistake != nil {
			return nil, nil, mistake
		}
		return nil, nil, parseUsage(err)
	}
	return cli, kctx, nil
}

// report prints an error to Stderr and returns the exit status.
func (m *Main) report(ctx context.Context, err error) int {
	interrupted := ctx.Err() != nil && errors.Is(err, context.Canceled)
	if err == nil || interrupted || errors.Is(err, errDone) {
		return exitSuccess
	}
	if errors.Is(err, syscall.EPIPE) && !errors.Is(err, errInterrupted) { // the reader closed the pipe, as head does
		return exitUnread
	}
	fmt.Fprintf(m.Stderr, "tengen: %s\n", wording.OneLine(strings.ReplaceAll(err.Error(), "\n", "; ")))
	if mistake, ok := errors.AsType[*usage.Error](err); ok {
		fmt.Fprintln(m.Stderr, wording.OneLine(mistake.Hint))
		return exitUsage
	}
	if errors.Is(err, errInterrupted) {
		return exitInterrupted
	}
	return exitFailure
}

// usagef returns the error about a wrong argument, for mistakes that only the command itself can
// detect. The exit status is 2, and the hint names the command's help.
func usagef(format string, args ...any) error { return usage.Errorf(format, args...) }

// positional matches the name that kong puts before an error about an argument. The errors of this
// package already name the argument.
var positional = regexp.MustCompile(`^\[?<[^>]*>\]?: `)

// parseUsage turns kong's error into a [usage.Error]: one line says what is wrong, and the
// next what to do about it.
func parseUsage(err error) error {
	if errors.Is(err, errDone) || errors.Is(err, errStdout) {
		return err
	}
	parse, ok := errors.AsType[*kong.ParseError](err)
	if !ok {
		return err
	}
	hint := seeHelp(parse.Context)
	if mistake, ok := errors.AsType[*usage.Error](err); ok {
		if mistake.Hint == "" {
			mistake.Hint = hint
		}
		return mistake
	}
	line, suggestion, found := strings.Cut(err.Error(), ", did you mean ")
	if found {
		hint = fmt.Sprintf("did you mean %s %s", suggestion, hint)
	}
	if what, _, ok := strings.Cut(line, " value but got "); ok { // the end of the command line or another flag follows
		name, _, _ := strings.Cut(what, ":")
		line = name + " needs a value"
	}
	line = positional.ReplaceAllString(line, "")
	if word, ok := strings.CutPrefix(line, "unexpected argument "); ok {
		kind := "unexpected argument"
		if parse.Context.Selected() == nil || !parse.Context.Selected().Leaf() {
			kind = "unknown command"
		}
		line = fmt.Sprintf("%s %q", kind, word)
	}
	return &usage.Error{Line: line, Hint: hint}
}

// seeHelp is the hint to read the help of the command that was being parsed.
func seeHelp(ctx *kong.Context) string {
	name := "tengen"
	if node := ctx.Selected(); node != nil {
		name = "tengen " + node.Path()
	}
	return "see " + name + " --help"
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}
