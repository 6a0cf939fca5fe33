package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"runtime"
	"sync"

	"github.com/alecthomas/kong"

	"tengen/gtpserver"
	"tengen/internal/durable"
	"tengen/review"
	"tengen/server"
)

// WebCmd is `tengen web`, and `tengen` alone.
type WebCmd struct {
	Addr      Address      `default:"127.0.0.1:8017" placeholder:"HOST:PORT" help:"Listen here (${default}); the next free port when it is taken."`
	Data      Folder       `default:"${data_dir}" placeholder:"DIR" help:"Keep games here (${default})."`
	Runs      Folder       `placeholder:"DIR" help:"Show the curves of the training runs below this folder, which may come to be later."`
	Model     NetFile      `placeholder:"FILE" help:"Play by the net in this file in place of the bundled net; none: by rollouts."`
	Memory    Memory       `placeholder:"MIB" help:"Memory of the server in all, in MiB, at least 256; a quarter of the machine's when not given."`
	NoBrowser bool         `help:"Do not open the browser."`
	File      ExistingFile `arg:"" optional:"" placeholder:"FILE.sgf" help:"A record to open; in the tengen that runs already with the same games, if there is one."`
}

// maxRecord is the largest record that is opened from the command line.
const maxRecord = 16 << 20

// Run serves the board until it is interrupted.
func (c *WebCmd) Run(env *Env, cli *CLI, set *settings, kctx *kong.Context) error {
	host, _, err := net.SplitHostPort(string(c.Addr))
	if err != nil {
		return err // Address lets nothing else in
	}
	var record []byte
	if c.File != "" {
		if info, err := os.Stat(string(c.File)); err == nil && info.Size() > maxRecord {
			return usagef("%s is larger than %d MiB: that is not a record of a game", c.File, maxRecord>>20)
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
	memory.limit()
	judge, err := c.Model.load(env, cli.Kernel, 0)
	if err != nil {
		return err
	}
	opt := server.Options{
		Data:      string(c.Data),
		Runs:      string(c.Runs),
		NewPlayer: func() (server.Player, error) { return newPlayerWithin(memory.search(), judge, 0, 0) },
		Memory:    int64(memory),
		Log:       env.Log,
	}
	if opt.Analysis, err = newAnalysis(env, judge, memory); err != nil {
		return err
	}
	defer opt.Analysis.Close()
	opt.GTP = func() (gtpserver.Config, error) { return c.session(env, judge) }
	if opt.Review, err = c.reviewer(env, judge, set); err != nil {
		return err
	}
	if host != "" && net.ParseIP(host) == nil {
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
	c.noteAddress(env, server.URL(ln))
	address := server.URL(ln) + page
	if _, err := fmt.Fprintf(env.Stdout, "tengen is at %s (Ctrl-C ends it)\n", address); err != nil {
		return errors.Join(err, ln.Close(), s.Close())
	}
	if !c.NoBrowser {
		go func() { // may last as long as the browser, and is left behind at the end
			if err := openBrowser(address); err != nil {
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

// session is what an engine is made of for a GTP client of the server: what `tengen gtp`
// has when no flag is given but --model.
func (c *WebCmd) session(env *Env, net *network) (gtpserver.Config, error) {
	g := &GTPCmd{Size: 19, Lag: 0.1, Memory: c.memory().session(), Model: c.Model}
	s, err := g.gtpSettings(env)
	if err != nil {
		return gtpserver.Config{}, err
	}
	config, err := g.config(env, s)
	if err != nil {
		return config, err
	}
	config.Chat = nil // is for the one who started the program
	return config, g.seat(&config, s, net, nil)
}

// reviewer says how the server judges the positions of a game: as `tengen review` does,
// with the visits that are set for it.
func (c *WebCmd) reviewer(env *Env, judge *network, set *settings) (func(*review.Line) review.Options, error) {
	var visits Count
	if given := set.byKey("review.visits").value; given.IsValid() {
		visits = given.Interface().(Count)
	}
	r := &reviewing{ReviewCmd: &ReviewCmd{Model: c.Model, Visits: visits}, env: env, net: judge, searchers: map[bool]*review.Search{}}
	if judge != nil {
		sum, err := netDigest(string(c.Model))
		if err != nil {
			return nil, err
		}
		r.way = sum + " " + judge.Level().String()
	}
	var mu sync.Mutex
	return func(line *review.Line) review.Options {
		mu.Lock()
		defer mu.Unlock()
		return r.options(line)
	}, nil
}

// openBrowser asks the system to show the address. Some systems return only when
// the browser ends.
func openBrowser(address string) error {
	switch runtime.GOOS {
	case "darwin":
		return exec.Command("open", address).Run()
	case "windows":
		return exec.Command("rundll32", "url.dll,FileProtocolHandler", address).Run()
	}
	return exec.Command("xdg-open", address).Run()
}
