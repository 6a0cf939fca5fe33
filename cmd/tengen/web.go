package main

import (
	"errors"
	"fmt"
	"io/fs"
	stdnet "net"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"github.com/alecthomas/kong"

	"tengen/analysis"
	"tengen/gtpserver"
	"tengen/internal/durable"
	"tengen/internal/machine"
	"tengen/katago"
	"tengen/player"
	"tengen/recordfiles"
	"tengen/remote"
	"tengen/server"
)

// WebCmd is `tengen web`, and `tengen` alone.
type WebCmd struct {
	Addr      Address        `default:"127.0.0.1:8017" placeholder:"HOST:PORT" help:"Listen here (${default}); the next free port when it is taken."`
	Data      Folder         `default:"${data_dir}" placeholder:"DIR" help:"Keep games here (${default})."`
	Runs      Folder         `placeholder:"DIR" help:"Show the curves of the training runs below this folder, which need not exist yet."`
	Model     player.NetFile `placeholder:"FILE" help:"Play by the net in this file in place of the bundled net; none: by rollouts."`
	Memory    Memory         `placeholder:"MIB" help:"Memory of the whole server, in MiB, at least 256; a quarter of the machine's when not given."`
	NoBrowser bool           `help:"Do not open the browser."`
	File      ExistingFile   `arg:"" optional:"" placeholder:"FILE.sgf" help:"A record to open; in the tengen that runs already with the same games, if there is one."`
}

// Run serves the board until it is interrupted.
func (c *WebCmd) Run(env *Env, cli *CLI, set *settings, kctx *kong.Context) error {
	host, _, err := stdnet.SplitHostPort(string(c.Addr))
	if err != nil {
		return err // Address lets nothing else in
	}
	var record []byte
	if c.File != "" {
		if info, err := os.Stat(string(c.File)); err == nil && info.Size() > recordfiles.MaxRecord {
			return usagef("%s is larger than %d MiB: that is not a record of a game", c.File, recordfiles.MaxRecord>>20)
		}
		if record, err = os.ReadFile(string(c.File)); err != nil {
			return err
		}
	}
	if err := c.checkRuns(env); err != nil {
		return err
	}
	if c.Memory > 0 && c.Memory < leastWebMemory {
		return usagef("--memory %d: the server needs at least %d MiB", c.Memory, leastWebMemory)
	}
	memory := c.memory()
	debug.SetMemoryLimit(int64(memory))
	net, err := player.Loader{Kernel: cli.Kernel, Log: env.Log}.Load(env.Ctx, c.Model, 0)
	if err != nil {
		return err
	}
	opt := server.Options{
		Data:      string(c.Data),
		Runs:      string(c.Runs),
		NewPlayer: func() (server.Player, error) { return player.New(net, player.Options{Memory: memory.Game()}) },
		Memory:    int64(memory),
		Log:       env.Log,
	}
	analysed, err := player.AnalysisOptions(net, nil, katago.Default(katago.ForAnalysis), 500, env.Log)
	if err != nil {
		return err
	}
	analysed.Version, analysed.Revision = thisBuild().Version, thisBuild().Commit
	memory.Analysis(&analysed)
	if opt.Analysis, err = analysis.New(analysed); err != nil {
		return err
	}
	defer opt.Analysis.Close()
	opt.GTP = func() (gtpserver.Config, error) {
		s := player.DefaultSession()
		s.Version, s.Net, s.NetName, s.Memory, s.Log = thisBuild().Version, net, c.Model.String(), memory.Session(), env.Log
		return s.Config()
	}
	reviewer, err := player.NewReviewer(net, c.Model, int(valueInForce(set, &cli.Review.Visits)), 0, env.Log)
	if err != nil {
		return err
	}
	opt.Review = reviewer.Options
	if host != "" && stdnet.ParseIP(host) == nil {
		opt.AllowedHosts = []string{host}
	}
	s, err := server.New(opt)
	if errors.Is(err, durable.ErrHeld) && !c.asksForAnother(kctx) {
		return c.useRunning(env, record, err)
	}
	if err != nil {
		return err
	}
	page := ""
	if record != nil {
		fragment, err := s.Open(string(c.File), record)
		if err != nil {
			return errors.Join(usagef("%s: %v", c.File, err), s.Close())
		}
		page = "#" + fragment
	}
	ln, notice, err := server.Listen(string(c.Addr))
	if err != nil {
		return errors.Join(err, s.Close())
	}
	if notice != "" {
		fmt.Fprintln(env.Stderr, "tengen:", notice)
	}
	if err := remote.NoteAddress(string(c.Data), server.URL(ln)); err != nil {
		env.Log.Warn("another tengen that is started with these games will not find this one", "because", err)
	}
	address := server.URL(ln) + page
	if _, err := fmt.Fprintf(env.Stdout, "tengen is at %s (Ctrl-C ends it)\n", address); err != nil {
		return errors.Join(err, ln.Close(), s.Close())
	}
	if !c.NoBrowser {
		go func() { // may last as long as the browser; then it is left running
			if err := remote.OpenBrowser(address); err != nil {
				env.Log.Warn("the browser did not open, use the address above", "err", err)
			}
		}()
	}
	return s.Serve(env.Ctx, ln)
}

// checkRuns looks at the folder of training runs. A missing folder is not an error,
// since the training may begin later, but it may be a wrong name.
func (c *WebCmd) checkRuns(env *Env) error {
	if c.Runs == "" {
		return nil
	}
	info, err := os.Stat(string(c.Runs))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		env.Log.Warn("there is no folder of training runs here yet: the page shows them once it is there", "folder", c.Runs)
	case err != nil:
		return usagef("the folder of the training runs cannot be read: %v", err)
	case !info.IsDir():
		return usagef("--runs %s is a file: name the folder that the training runs are in", c.Runs)
	}
	return nil
}

// asksForAnother reports whether a flag of the command line says how the server should be, so
// that a server that runs already may not be used. The address does not count: it differs
// anyway when a port is taken.
func (c *WebCmd) asksForAnother(kctx *kong.Context) bool {
	return slices.ContainsFunc(kctx.Path, func(p *kong.Path) bool {
		return p.Flag != nil && !p.Resolved && slices.Contains(kctx.Selected().Flags, p.Flag) && !slices.Contains([]string{"addr", "data", "no-browser"}, p.Flag.Name)
	})
}

// showTime is how long the browser has to fail before the program ends.
const showTime = 3 * time.Second

// useRunning opens the record, if there is one, in the tengen that uses the games, and shows
// its page. If that tengen does not answer, the error is held.
func (c *WebCmd) useRunning(env *Env, record []byte, held error) error {
	page := remote.Find(env.Ctx, string(c.Data))
	if page == "" {
		return held
	}
	address := string(page)
	if record != nil {
		id, err := page.Open(env.Ctx, string(c.File), record)
		if err != nil {
			return err
		}
		address += "#record/" + id
	}
	if _, err := fmt.Fprintf(env.Stdout, "tengen is at %s (it was running already)\n", address); err != nil {
		return err
	}
	if c.NoBrowser {
		return nil
	}
	shown := make(chan error, 1)
	go func() { shown <- remote.OpenBrowser(address) }() // may last as long as the browser; then it is left running
	select {
	case err := <-shown:
		if err != nil {
			env.Log.Warn("the browser did not open, use the address above", "err", err)
		}
	case <-time.After(showTime):
	case <-env.Ctx.Done():
	}
	return nil
}

// memory is the memory of `tengen web`: what was asked for, or a quarter of the machine's.
func (c *WebCmd) memory() player.Budget {
	if c.Memory > 0 {
		return player.Budget(c.Memory.bytes())
	}
	if all := machine.Memory(); all > 0 {
		return player.Budget(max(all/4, leastWebMemory<<20))
	}
	return player.Budget(server.DefaultMemory)
}

// leastWebMemory is how many MiB a server needs: the net, and a little of everything.
const leastWebMemory = 256
