package main

import (
	"fmt"
	"math"
	"strconv"

	"github.com/alecthomas/kong"

	"tengen/baduk"
	"tengen/engine"
	"tengen/gtpserver"
	"tengen/katago"
)

// GTPCmd is `tengen gtp`.
type GTPCmd struct {
	Rules   *Ruleset    `placeholder:"NAME" help:"Rules to start with; those that the board suggests, or tromp-taylor, when not given."`
	Size    Size        `default:"19" placeholder:"N" help:"Board size to start with (${default})."`
	Board   *Board      `placeholder:"FILE" help:"Board to start with instead: a board file, or a short text such as \"torus 9x9\" (see tengen board)."`
	Komi    *Komi       `placeholder:"K" help:"Komi to start with; that of the board or the rules when not given."`
	Letters Letters     `default:"gtp" placeholder:"HOW" help:"Names of columns: gtp, without the letter I, or with-i (${default})."`
	Strict  bool        `help:"Refuse every move that the rules in force forbid, with the reason, where KataGo would take it."`
	Visits  Count       `placeholder:"N" help:"Visits a move; by the clock when neither this nor --time is given."`
	Time    Seconds     `placeholder:"S" help:"Seconds a move."`
	Threads Threads     `placeholder:"N" help:"Search threads; one per processor when not given."`
	Rank    engine.Rank `default:"full" placeholder:"RANK" help:"Play like a person of this rank, 20k to 9d; how strong that is, is an estimate (${default})."`
	Ponder  bool        `help:"Think on the opponent's time."`
	Lag     Seconds     `default:"0.1" placeholder:"S" help:"Time kept back on every move for the way of the answer (${default})."`
	Memory  Memory      `default:"512" placeholder:"MIB" help:"Memory of the search, in MiB; when it is used up the search ends (${default})."`
	Model   NetFile     `placeholder:"FILE" help:"Play by the net in this file in place of the bundled net; none: by rollouts."`
	Seed    uint64      `placeholder:"N" help:"Random seed; with --threads 1 the same seed plays the same moves."`
	Connect Remote      `placeholder:"URL" help:"Play by the engine of the \"tengen web\" at this address, such as other-machine:8017, instead." config:"-"`
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
		return c.Connect.play(env)
	}
	s, err := c.gtpSettings(env)
	if err != nil {
		return err
	}
	config, err := c.config(env, s)
	if err != nil {
		return err
	}
	net, err := c.Model.loadAny(env, cli.Kernel, s.Threads)
	if err != nil {
		return err
	}
	human, err := c.human(env, c.Model, cli.Kernel, s.Threads)
	if err != nil {
		return err
	}
	if net.imitates() && s.HumanProfile == "" {
		return net.untold(c.Model)
	}
	if err := c.seat(&config, s, net, human); err != nil {
		return err
	}
	name := ""
	if net != nil {
		name = net.Model().Name
	}
	tellProfile(env, s.HumanProfile, net, human)
	e, err := gtpserver.New(config)
	if err != nil {
		return err
	}
	c.ready(env, s, c.Model, name, human, "GTP ready, beginning main protocol loop")
	return e.Server().Serve(env.Ctx, env.Stdin, env.Stdout)
}

// seat gives an engine its player, who plays by the net unless it is nil, and asks the
// other one what people would play.
func (c *GTPCmd) seat(config *gtpserver.Config, s katago.Settings, net, human *network) error {
	player, err := newPlayerWithin(c.Memory.bytes(), net, s.Threads, c.Seed)
	if err != nil {
		return err
	}
	config.Player, config.Tune = player, tuner(player, human)
	config.Benchmark = (&benchmark{net: net, threads: s.Threads}).line
	if net != nil {
		config.Judge = net.judge
		config.Models = []gtpserver.Model{net.gtpModel(c.Model.String())}
	}
	if human != nil {
		config.Human = &gtpserver.Human{Model: human.gtpModel(c.HumanModel), Judge: human.judge}
	}
	return nil
}

// gtpSettings are KataGo's settings with what our own flags say over them.
func (c *GTPCmd) gtpSettings(env *Env) (katago.Settings, error) {
	s, err := c.settings(env, katago.ForGTP)
	if err != nil {
		return s, err
	}
	threads := allThreads()
	if s.Threads > 0 {
		threads = s.Threads
	}
	if c.Threads > 0 {
		threads = int(c.Threads)
	}
	over := map[string]string{"numSearchThreads": strconv.Itoa(threads)}
	if c.Visits > 0 {
		over["maxVisits"] = strconv.Itoa(int(c.Visits))
	}
	if c.Time > 0 {
		over["maxTime"] = fmt.Sprint(float64(c.Time))
	}
	if c.Ponder {
		over["ponderingEnabled"] = "true"
	}
	if !s.Given("lagBuffer") {
		over["lagBuffer"] = fmt.Sprint(float64(c.Lag))
	}
	if !c.given() { // called as ourselves: with our own manners, by KataGo's names
		r := engine.DefaultResignParams()
		over["allowResignation"] = "true"
		over["resignThreshold"] = fmt.Sprint(2*r.Below - 1)
		over["resignConsecTurns"] = strconv.Itoa(r.After)
		over["resignMinScoreDifference"] = fmt.Sprint(r.Behind)
		over["resignMinMovesPerBoardArea"] = fmt.Sprint(r.From)
	}
	for name, text := range over {
		if err := s.Set(name, text); err != nil {
			return s, usagef("%v", err)
		}
	}
	return s, nil
}

// config is how a game begins, and what bounds the thinking.
func (c *GTPCmd) config(env *Env, s katago.Settings) (gtpserver.Config, error) {
	name, version := c.names()
	config := gtpserver.Config{
		Name: name, Version: version,
		Settings: &s,
		Limit:    engine.Limit{Rank: c.Rank},
		Letters:  c.Letters.Letters, Strict: c.Strict,
		Width: int(c.Size), Height: int(c.Size),
		Seed: seedOr(c.Seed),
		Log:  env.Log, Chat: env.Stderr,
	}
	if s.Width > 0 {
		config.Width, config.Height = s.Width, s.Height
	}
	if c.Board != nil {
		config.Board = c.Board.Board
	}
	usual := baduk.TrompTaylor()
	if s.Rules != "" {
		r, err := baduk.ParseRules(s.Rules)
		if err != nil {
			return config, usagef("the rules of the configuration: %v", err)
		}
		usual = r
	}
	var err error
	if config.Rules, err = c.Board.rules(c.Rules, c.Komi, usual); err != nil {
		return config, err
	}
	if k := config.Rules.Komi.Points(); math.Abs(k) > gtpserver.MostKomi {
		return config, usagef("a komi of %v cannot be played over GTP: it is from %d to %d", k, -gtpserver.MostKomi, gtpserver.MostKomi)
	}
	if s.ForcedKomi != nil {
		config.Rules.Komi = baduk.Komi(*s.ForcedKomi * 2)
	}
	return config, nil
}

// withKomi is the rules with another komi, if one was given.
func withKomi(r baduk.Rules, k *Komi) baduk.Rules {
	if k != nil {
		r.Komi = baduk.Komi(*k * 2) // UnmarshalText lets only halves in
	}
	return r
}
