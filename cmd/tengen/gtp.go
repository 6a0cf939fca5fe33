package main

import (
	"slices"

	"github.com/alecthomas/kong"

	"tengen/engine"
	"tengen/gtpserver"
	"tengen/katago"
	"tengen/player"
	"tengen/remote"
)

// GTPCmd is `tengen gtp`.
type GTPCmd struct {
	Rules   *Ruleset       `placeholder:"NAME" help:"Rules to start with; those that the board suggests, or tromp-taylor, when not given."`
	Size    Size           `default:"19" placeholder:"N" help:"Board size to start with (${default})."`
	Board   *Board         `placeholder:"FILE" help:"Board to start with instead: a board file, or a short text such as \"torus 9x9\" (see tengen board)."`
	Komi    *Komi          `placeholder:"K" help:"Komi to start with; that of the board or the rules when not given."`
	Letters Letters        `default:"gtp" placeholder:"HOW" help:"Names of columns: gtp, without the letter I, or with-i (${default})."`
	Strict  bool           `help:"Refuse every move that the rules in force forbid, with the reason, where KataGo would take it."`
	Visits  Count          `placeholder:"N" help:"Visits a move; by the clock when neither this nor --time is given."`
	Time    Seconds        `placeholder:"S" help:"Seconds a move."`
	Threads Threads        `placeholder:"N" help:"Search threads; one per processor when not given."`
	Rank    engine.Rank    `default:"full" placeholder:"RANK" help:"Play like a person of this rank, 20k to 9d; how strong that is, is an estimate (${default})."`
	Ponder  bool           `help:"Think on the opponent's time."`
	Lag     Seconds        `default:"0.1" placeholder:"S" help:"Seconds kept back on every move for the network (${default})."`
	Memory  Memory         `default:"512" placeholder:"MIB" help:"Memory of the search, in MiB; when it is used up the search ends (${default})."`
	Model   player.NetFile `placeholder:"FILE" help:"Play by the net in this file in place of the bundled net; none: by rollouts."`
	Seed    uint64         `placeholder:"N" help:"Random seed; with --threads 1 the same seed plays the same moves."`
	Connect remote.Engine  `placeholder:"URL" help:"Play by the engine of the \"tengen web\" at this address, such as other-machine:8017, instead." config:"-"`
	KataGoFlags
}

// Help says whose place it can take.
func (GTPCmd) Help() string {
	return "Front ends that run \"katago gtp -model FILE -config FILE\" can run this instead, with the same arguments and the same commands. See docs/gtp.md."
}

// Run answers GTP commands until quit or the end of stdin. A script gets all of its
// answers in full; when a controller quits or dies during a search, the search ends,
// see [gtp.Server.Serve]. An interrupt ends it too, and the program.
func (c *GTPCmd) Run(env *Env, cli *CLI, kctx *kong.Context) error {
	if c.Connect != "" {
		if err := onlyConnect(kctx); err != nil {
			return err
		}
		return c.Connect.Play(env.Ctx, env.Stdin, env.Stdout)
	}
	s, err := c.session(env)
	if err != nil {
		return err
	}
	k, err := s.Settings()
	if err != nil {
		return err
	}
	loader := player.Loader{Kernel: cli.Kernel, Log: env.Log}
	if s.Net, err = loader.LoadAny(env.Ctx, c.Model, k.Threads); err != nil {
		return err
	}
	if s.Human, err = loader.LoadHuman(env.Ctx, c.HumanModel, c.Model, k.Threads); err != nil {
		return err
	}
	config, err := s.Config()
	if err != nil {
		return err
	}
	loader.WarnOfProfile(k.HumanProfile, s.Net, s.Human)
	e, err := gtpserver.New(config)
	if err != nil {
		return err
	}
	c.ready(env, k, c.Model, s.Net, s.Human, "GTP ready, beginning main protocol loop")
	return e.Server().Serve(env.Ctx, env.Stdin, env.Stdout)
}

// session is what the flags say, over KataGo's settings.
func (c *GTPCmd) session(env *Env) (player.Session, error) {
	s := player.DefaultSession()
	var err error
	if s.KataGo, err = c.settings(env, katago.ForGTP); err != nil {
		return s, err
	}
	s.Name, s.Version = c.names()
	s.AsKataGo = c.call().Given()
	s.Rules, s.Komi, s.Board = c.Rules.rules(), c.Komi.komi(), c.Board.board()
	s.Size, s.Letters, s.Strict = int(c.Size), c.Letters.Letters, c.Strict
	s.Visits, s.Time, s.Lag, s.Rank, s.Ponder = int(c.Visits), float64(c.Time), float64(c.Lag), c.Rank, c.Ponder
	s.Threads, s.Seed, s.Memory = int(c.Threads), c.Seed, c.Memory.bytes()
	s.NetName, s.HumanName = c.Model.String(), c.HumanModel
	s.Log, s.Chat = env.Log, env.Stderr
	return s, nil
}

// onlyConnect refuses flags for an engine of this process together with --connect. Settings of
// the file and the environment are ignored: they are for an engine of this process.
func onlyConnect(kctx *kong.Context) error {
	for _, p := range kctx.Path {
		if p.Flag != nil && !p.Resolved && p.Flag.Name != "connect" && slices.Contains(kctx.Selected().Flags, p.Flag) {
			return usagef("--%s does not go with --connect: the engine is elsewhere and has the net of its \"tengen web\"; kata-set-param and other commands set the rest", p.Flag.Name)
		}
	}
	return nil
}
