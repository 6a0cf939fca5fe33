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
	Rules   *Ruleset       `placeholder:"NAME" help:"Rules to start with. Default: those that the board suggests, or else tromp-taylor."`
	Size    Size           `placeholder:"N" help:"Board size to start with. Default: that of KataGo's settings, or else 19."`
	Board   *Board         `placeholder:"FILE" help:"Board to start with instead of --size: a board file, or a board by name such as \"torus 9x9\" (see tengen board)."`
	Komi    *Komi          `placeholder:"K" help:"Komi to start with. Default: that of the board, or else of the rules."`
	Letters Letters        `default:"gtp" placeholder:"HOW" help:"Letters of the columns: gtp, which skips I, or with-i (default ${default})."`
	Strict  bool           `help:"Refuse every move that the current rules forbid, and say why. Without it, such moves are accepted as in KataGo."`
	Visits  Count          `placeholder:"N" help:"Visits per move. Without --visits and --time, the client's clock limits the search; without a clock, a move takes a second."`
	Time    Seconds        `placeholder:"S" help:"Seconds per move."`
	Threads Threads        `placeholder:"N" help:"Search threads. Default: one per processor."`
	Rank    engine.Rank    `default:"full" placeholder:"RANK" help:"Play about as strongly as a human player of this rank, 30k to 9d, or full for full strength (default ${default})."`
	Ponder  bool           `help:"Search during the opponent's time."`
	Lag     *Seconds       `placeholder:"S" help:"Seconds reserved on every move for network latency. Default: those of KataGo's settings, or else 0.1."`
	Memory  Memory         `default:"512" placeholder:"MIB" help:"Memory of the search, in MiB (default ${default}). When the memory is used up, the search stops."`
	Model   player.NetFile `placeholder:"FILE" help:"Net to play with, or none to play by rollouts. Default: the bundled net."`
	Value   player.NetFile `default:"none" placeholder:"FILE" help:"Net for the values of the search, or built-in for the bundled net. With this net, --model gives only the priors of the moves. Default: the net of --model."`
	Mix     Share          `default:"0" placeholder:"SHARE" help:"Share of rollouts in the values of the search, 0 to 1, as in AlphaGo, which used 0.5 (default ${default})."`
	Rollout Path           `placeholder:"FILE" help:"Policy of the rollouts, made by tengen rollout train. Needs --mix, or --model none. Default: a built-in policy."`
	Seed    uint64         `placeholder:"N" help:"Random seed. With --threads 1 and the same seed, tengen plays the same moves."`
	Connect remote.Engine  `placeholder:"URL" help:"Play with the engine of the \"tengen web\" that printed this link, such as http://other-machine:8017/?key=KEY. On the same machine, HOST:PORT is enough." config:"-"`
	KataGoFlags
}

// Help explains how the command replaces KataGo.
func (GTPCmd) Help() string {
	return "Front ends that run \"katago gtp -model FILE -config FILE\" can run this command instead, with the same arguments and the same GTP commands. See docs/gtp.md."
}

// Run answers GTP commands until quit or the end of stdin. If stdin is a script, every command takes
// the time that it needs. If stdin comes from a controller, a search ends when the controller quits
// or dies; see [gtp.Server.Serve]. An interrupt ends the search and the program.
func (c *GTPCmd) Run(env *Env, cli *CLI, kctx *kong.Context) error {
	if c.Connect != "" {
		if err := onlyConnect(kctx); err != nil {
			return err
		}
		return c.Connect.Play(env.Ctx, env.Stdin, env.Stdout)
	}
	s, err := c.session(env, kctx)
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
		return usagef("-human-model: %v", err)
	}
	s.People = loader.People(s.Human)
	if s.Value, err = loader.Load(env.Ctx, c.Value, k.Threads); err != nil {
		return err
	}
	if c.Rollout != "" {
		if s.Rollout, err = player.ReadRollout(string(c.Rollout)); err != nil {
			return err
		}
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
	c.ready(env, kctx, k, s.Net, s.Human, "GTP ready, beginning main protocol loop")
	return e.Server().Serve(env.Ctx, env.Stdin, env.Stdout)
}

// session returns the session that the flags describe. Flags override KataGo's settings.
func (c *GTPCmd) session(env *Env, kctx *kong.Context) (player.Session, error) {
	s := player.DefaultSession()
	var err error
	if s.KataGo, err = c.settings(env, katago.ForGTP); err != nil {
		return s, err
	}
	s.Name, s.Version = c.names(kctx)
	s.AsKataGo = c.call().Given()
	s.Rules, s.Komi, s.Board = c.Rules.rules(), c.Komi.komi(), c.Board.board()
	s.Size, s.Letters, s.Strict = int(c.Size), c.Letters.Letters, c.Strict
	s.Visits, s.Time, s.Lag, s.Rank, s.Ponder = int(c.Visits), float64(c.Time), (*float64)(c.Lag), c.Rank, c.Ponder
	s.Mix = float64(c.Mix)
	s.Threads, s.Seed, s.Memory = int(c.Threads), c.Seed, c.Memory.bytes()
	s.Log, s.Chat = env.Log, env.Stderr
	return s, nil
}

// onlyConnect refuses flags of the local engine together with --connect. The file and the
// environment may contain settings of the local engine. They are ignored.
func onlyConnect(kctx *kong.Context) error {
	for _, p := range kctx.Path {
		if p.Flag != nil && !p.Resolved && p.Flag.Name != "connect" && slices.Contains(kctx.Selected().Flags, p.Flag) {
			return usagef("--%s has no effect with --connect: the other \"tengen web\" chooses the net; change other settings with commands such as kata-set-param", p.Flag.Name)
		}
	}
	return nil
}
