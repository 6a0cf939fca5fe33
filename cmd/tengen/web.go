package main

import (
	"errors"
	"fmt"
	"io/fs"
	stdnet "net"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"tengen/analysis"
	"tengen/engine"
	"tengen/eval"
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
	Addr      Address          `default:"127.0.0.1:8017" placeholder:"HOST:PORT" help:"Listen on this address (default ${default}). If the port is taken, the next free one is used."`
	Open      bool             `help:"Give everyone who reaches the server the rights of its owner. Without it, other machines need a link."`
	Proxy     Site             `placeholder:"URL" help:"All requests come through a proxy, which has this address, such as https://go.example.org."`
	TLSCert   ExistingFile     `name:"tls-cert" placeholder:"FILE" help:"Answer with TLS and the certificate in this file (PEM). Needs --tls-key."`
	TLSKey    ExistingFile     `name:"tls-key" placeholder:"FILE" help:"The key of the certificate (PEM)."`
	Data      Folder           `default:"${data_dir}" placeholder:"DIR" help:"Folder for games (default ${default})."`
	Runs      Folder           `placeholder:"DIR" help:"Show the runs of tengen train and tengen learn in this folder, which need not exist yet."`
	Model     player.NetFile   `placeholder:"FILE" help:"Net to play with, or none to play by rollouts. Default: the bundled net."`
	Second    []player.NetFile `name:"second-model" sep:"none" placeholder:"FILE" help:"Net that gives a second opinion in the analysis, or none for rollouts. May be repeated. Default: rollouts." config:"-"`
	Memory    Memory           `placeholder:"MIB" help:"Memory of the whole server, in MiB, at least 256. Default: a quarter of the machine's memory."`
	NoBrowser bool             `help:"Do not open the browser."`
	CrewFlags
	File ExistingFile `arg:"" optional:"" placeholder:"FILE.sgf" help:"A record to open. If tengen is already running with the same folder of games, that server opens it."`
}

// Run serves the board until it is interrupted.
func (c *WebCmd) Run(env *Env, cli *CLI, set *settings, kctx *kong.Context) error {
	host, _, err := stdnet.SplitHostPort(string(c.Addr))
	if err != nil {
		return err // Address.UnmarshalText has checked it
	}
	var record []byte
	if c.File != "" {
		if info, err := os.Stat(string(c.File)); err == nil && info.Size() > recordfiles.MaxRecord {
			return usagef("%s is not a game record: it is larger than %d MiB", c.File, recordfiles.MaxRecord>>20)
		}
		if record, err = os.ReadFile(string(c.File)); err != nil {
			return err
		}
	}
	if err := errors.Join(c.check(kctx), c.checkRuns(env)); err != nil {
		return err
	}
	if (c.TLSCert == "") != (c.TLSKey == "") {
		return usagef("--tls-cert and --tls-key belong together: give both")
	}
	if c.Memory > 0 && c.Memory.bytes() < int64(server.LeastMemory) {
		return usagef("--memory %d: the server needs at least %d MiB", c.Memory, server.LeastMemory>>20)
	}
	memory := c.memory()
	debug.SetMemoryLimit(int64(memory))
	loader := player.Loader{Kernel: cli.Kernel, Log: env.Log}
	net, err := loader.Load(env.Ctx, c.Model, 0)
	if err != nil {
		return err
	}
	opt, err := c.options(env, net, loader.People(nil), memory)
	if err != nil {
		return err
	}
	if opt.Judges, err = c.judges(env, net, cli.Kernel); err != nil {
		return err
	}
	defer opt.Analysis.Close()
	visits := int(valueInForce(set, &cli.Review.Visits))
	reviewer := player.NewReviewer(net, visits, 0, env.Log)
	reviewer.Memory = memory.Reviews()
	opt.Review = reviewer.On
	if c.NATS != "" {
		crew, err := c.crew(env, cli, c.Model, visits)
		if err != nil {
			return err
		}
		defer crew.Cluster.Close()
		opt.ReviewElsewhere, opt.Cluster = pageReviews(crew, string(c.Data)), crew.Cluster.Status
	}
	if host != "" && stdnet.ParseIP(host) == nil {
		opt.AllowedHosts = []string{host}
	}
	if opt.Open, opt.Proxy = c.Open, c.Proxy.url(); c.TLSCert != "" {
		if opt.TLS, err = server.Certificate(string(c.TLSCert), string(c.TLSKey), env.Log); err != nil {
			return err
		}
	}
	opt.Fetch = fetchGame
	s, err := server.New(opt)
	if errors.Is(err, durable.ErrHeld) && !c.configuresServer(kctx) {
		return c.useRunning(env, record, err)
	}
	if err != nil {
		return err
	}
	page := ""
	if record != nil {
		id, err := s.Open(string(c.File), record)
		if err != nil {
			return errors.Join(usagef("%s: %v", c.File, err), s.Close())
		}
		page = pageOf(id)
	}
	ln, notice, err := server.Listen(string(c.Addr))
	if err != nil {
		return errors.Join(err, s.Close())
	}
	if notice != "" {
		fmt.Fprintln(env.Stderr, "tengen:", notice)
	}
	link, others, err := s.Links(ln)
	if err != nil {
		return errors.Join(err, ln.Close(), s.Close())
	}
	if err := remote.NoteAddress(string(c.Data), link); err != nil {
		env.Log.Warn("a second tengen with the same folder of games cannot find this one", "because", err)
	}
	address := link + page
	_, err = fmt.Fprintf(env.Stdout, "tengen is at %s (Ctrl-C ends it)\n", address)
	if err = errors.Join(err, c.tellOthers(env, others)); err != nil {
		return errors.Join(err, ln.Close(), s.Close())
	}
	if !c.NoBrowser {
		go func() { // this goroutine may run until the browser ends
			if err := remote.OpenBrowser(address); err != nil {
				env.Log.Warn("the browser did not open: use the address above", "err", err)
			}
		}()
	}
	return s.Serve(env.Ctx, ln)
}

// tellOthers says how other machines reach the server.
func (c *WebCmd) tellOthers(env *Env, links []string) error {
	if len(links) == 0 {
		return nil
	}
	about := "Your other machines and your phone can open one of these links. They give all your rights, so keep them to yourself.\nThe button \"Links for others\" on the page makes links for players and for spectators."
	if c.Open {
		env.Log.Warn("--open: everyone who reaches this server can read, change and delete its games and records, and use the processors. Without --open, they need a link")
		about = "Other machines can open one of these addresses."
	}
	if _, err := fmt.Fprintf(env.Stdout, "\n%s\n\n  %s\n", about, strings.Join(links, "\n  ")); err != nil || !isTerminal(env.Stdout) {
		return err
	}
	return drawCode(env.Stdout, links[0])
}

// pace is the usual time of a move of an opponent with a rank.
const pace = time.Second

// options returns the options of the server. The caller must close the analysis engine in them.
func (c *WebCmd) options(env *Env, net *player.Net, people func(engine.Rank) eval.Factory, memory server.Budget) (server.Options, error) {
	opt := server.Options{
		Data: string(c.Data),
		Runs: string(c.Runs),
		NewPlayer: func() (server.Player, error) {
			return player.New(net, player.Options{Memory: memory.Game(), People: people})
		},
		Memory: memory,
		Pace:   pace,
		Log:    env.Log,
	}
	analysed, err := player.AnalysisOptions(net, nil, katago.Default(katago.ForAnalysis), analysisVisits, env.Log)
	if err != nil {
		return opt, err
	}
	for i := range analysed.Models {
		analysed.Models[i].Name = analysed.Models[i].InternalName // clients on other machines do not need the path of the file
	}
	analysed.Version, analysed.Revision = thisBuild().Version, thisBuild().Commit
	memory.Analysis(&analysed)
	opt.GTP = func() (gtpserver.Config, error) {
		s := player.DefaultSession()
		s.Version, s.Net, s.People, s.Memory, s.Log = thisBuild().Version, net, people, memory.Session(), env.Log
		return s.Config()
	}
	opt.Analysis, err = analysis.New(analysed)
	return opt, err
}

// judges returns the judges of the live analysis: the net with which the server plays, and the second opinions. All
// searches take turns on the processors.
func (c *WebCmd) judges(env *Env, net *player.Net, kernel player.Kernel) ([]server.Judge, error) {
	turns := eval.NewTurns(player.AllThreads())
	judge := func(n *player.Net) server.Judge {
		return server.Judge{Name: n.Name(), New: func(bytes int64) (server.Analyst, error) {
			return player.NewAnalyst(n, player.Options{Memory: bytes, Turns: turns})
		}}
	}
	judges := []server.Judge{judge(net)}
	second := c.Second
	if len(second) == 0 && net != nil {
		second = []player.NetFile{player.None}
	}
	for _, file := range second {
		n, err := player.Loader{Kernel: kernel, Log: env.Log}.Load(env.Ctx, file, 0)
		if err != nil {
			return nil, err
		}
		judges = append(judges, judge(n))
	}
	return judges, nil
}

// checkRuns checks the folder of training runs. A missing one is only a warning: training may begin later.
func (c *WebCmd) checkRuns(env *Env) error {
	if c.Runs == "" {
		return nil
	}
	info, err := os.Stat(string(c.Runs))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		env.Log.Warn("the folder of training runs does not exist yet: the page will show the runs when it exists", "folder", c.Runs)
	case err != nil:
		return usagef("the folder of the training runs cannot be read: %v", err)
	case !info.IsDir():
		return usagef("--runs %s is a file: name the folder of the training runs", c.Runs)
	}
	return nil
}

// configuresServer reports whether a flag of the command line configures the server. With such a
// flag, tengen starts a server of its own, even if another one runs already. The flag --addr does
// not count, because the server uses another address anyway if the port is taken.
func (c *WebCmd) configuresServer(kctx *kong.Context) bool {
	return slices.ContainsFunc(kctx.Path, func(p *kong.Path) bool {
		return p.Flag != nil && !p.Resolved && slices.Contains(kctx.Selected().Flags, p.Flag) && !slices.Contains([]string{"addr", "data", "no-browser"}, p.Flag.Name)
	})
}

// pageOf returns the end of the address at which the page shows a record.
func pageOf(id string) string { return "#record/" + id }

// browserWait is how long the program waits for an error of the browser before it ends.
const browserWait = 3 * time.Second

// useRunning shows the page of the running tengen that has locked the folder of games. If the
// parameter record is not nil, it opens the record in that tengen. If that tengen does not answer,
// useRunning returns the given error about the lock.
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
		address += pageOf(id)
	}
	if _, err := fmt.Fprintf(env.Stdout, "tengen is at %s (it was running already)\n", address); err != nil {
		return err
	}
	if c.NoBrowser {
		return nil
	}
	shown := make(chan error, 1)
	go func() { shown <- remote.OpenBrowser(address) }() // this goroutine may run until the browser ends
	select {
	case err := <-shown:
		if err != nil {
			env.Log.Warn("the browser did not open: use the address above", "err", err)
		}
	case <-time.After(browserWait):
	case <-env.Ctx.Done():
	}
	return nil
}

// memory returns the memory of the server: --memory, or a quarter of the machine's memory.
func (c *WebCmd) memory() server.Budget {
	if c.Memory > 0 {
		return server.Budget(c.Memory.bytes())
	}
	if all := machine.Memory(); all > 0 {
		return max(server.Budget(all/4), server.LeastMemory)
	}
	return server.DefaultMemory
}
