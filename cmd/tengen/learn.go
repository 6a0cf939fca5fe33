package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"tengen/internal/wording"
	"tengen/jobs"
	"tengen/learn"
	"tengen/neteval"
	"tengen/nn"
	"tengen/player"
	"tengen/selfplay"
)

// LearnCmd is `tengen learn`.
type LearnCmd struct {
	Out         Path    `placeholder:"DIR" help:"Folder of the run. Default: learn-BOARD in the current folder, or alphago-BOARD with --recipe alphago." config:"-"`
	Hours       *Hours  `placeholder:"H" help:"Stop when the run has learned for H hours in all. Default: learn until interrupted." config:"-"`
	Generations Count   `placeholder:"N" help:"Stop after N generations." config:"-"`
	Threads     Threads `placeholder:"N" help:"Threads. Default: one per processor."`
	Parallel    Count   `default:"16" placeholder:"N" help:"Games at the same time (default ${default})."`

	GameFlags
	Recipe  string         `default:"zero" enum:"zero,expert,alphago" placeholder:"NAME" help:"How the net learns: zero begins with random weights, expert with a net that plays well already, by default the bundled net on 9x9, 13x13 and 19x19. alphago learns from the records of --data first, as AlphaGo did (default ${default})."`
	From    player.NetFile `default:"none" placeholder:"FILE" help:"Begin with a net that tengen trained, or built-in for the bundled net, instead of random weights." config:"-"`
	Arch    Architecture   `placeholder:"NAME" help:"Architecture of a net with random weights: blocks and channels, such as b6c96, or g6c64 for boards of any shape. Default: by the board."`
	Window  Count          `placeholder:"N" help:"Rows of the first window, from which the first generations learn. Default: 40000. The window grows."`
	Reuse   *float64       `placeholder:"N" help:"Rows of the window that are learned for each new row. Default: 3 (expert: 4, alphago: 8)."`
	Batch   Count          `placeholder:"N" help:"Positions per step of training. Default: 128 (expert: 256)."`
	Rate    *float64       `placeholder:"R" help:"Largest learning rate. Default: 0.002 (expert: 0.0003)."`
	Value   *float64       `placeholder:"SHARE" help:"Weight of the search's value in the value target. The rest is the result of the game. Default: 0 (expert: 0.5)."`
	Gate    *Test          `placeholder:"ELO0,ELO1" help:"Sequential test of a match, in the form of --sprt of tengen match. It ends the match early. If each generation plays a match, a new net has to pass the test. Default: -20,30,0.1,0.1 (expert: -5,25,0.1,0.1)."`
	Every   Count          `name:"match-every" placeholder:"N" help:"Play a match every N generations. If N is above 1, the matches only measure, and every net passes. Default: 4 (expert: 1)."`
	Pairs   *uint          `name:"gate-pairs" placeholder:"N" help:"Largest number of pairs of games in a match. Default: 60 (expert: 200, alphago: 100). With 0 no match is played, and every net passes."`
	GateVis Count          `name:"gate-visits" placeholder:"N" help:"Visits of each search in a match. Default: 32 (expert: 64)."`
	Seed    uint64         `default:"1" placeholder:"N" help:"Random seed (default ${default})."`
	AlphaGoFlags
	CrewFlags
}

// Hours is a length of time in hours.
type Hours float64

// UnmarshalText reads hours such as 2 or 0.1.
func (h *Hours) UnmarshalText(text []byte) error {
	n, err := strconv.ParseFloat(string(text), 64)
	if err != nil || !(n > 0 && n <= 1e5) {
		return fmt.Errorf("expected hours above 0 such as 2 or 0.1, not %q", text)
	}
	*h = Hours(n)
	return nil
}

// Help explains how a run is continued.
func (LearnCmd) Help() string {
	return "To continue a run, also after it was killed, run the same command again, or name only its folder with --out. " +
		"The net that plays is best.bin.gz in the folder of the run. tengen web --runs shows the curves. docs/learning.md explains the stages of a run."
}

// Run learns.
func (c *LearnCmd) Run(env *Env, cli *CLI, all *settings, kctx *kong.Context) error {
	if err := c.check(kctx, "parallel"); err != nil {
		return err
	}
	given := givenToLearn(all)
	if c.From != player.None {
		given = append(given, "from")
	}
	if c.Recipe == learn.Expert {
		if c.From == player.None {
			c.From = ""
		}
		c.usual = []string{"9x9", "13x13", "19x19"}
	}
	if err := c.checkUnused(given); err != nil {
		return err
	}
	dir := string(c.Out)
	if dir == "" {
		dir = "learn-" + c.names()
		if c.Recipe == learn.AlphaGo {
			dir = "alphago-" + c.names()
		}
	}
	o := learn.Options{Dir: dir, Boards: openBoards, Threads: cmp.Or(int(c.Threads), player.AllThreads()), Parallel: int(c.Parallel),
		Generations: int(c.Generations), Log: env.Log}
	if c.Hours != nil {
		o.Time = time.Duration(float64(*c.Hours) * float64(time.Hour))
	}
	var err error
	if o.Level, err = cli.Kernel.Level(); err != nil {
		return err
	}
	state, err := learn.Read(dir)
	if c.NATS != "" && (c.Recipe == learn.AlphaGo || err == nil && state.Settings.Recipe == learn.AlphaGo) {
		return usagef("--nats: the games of recipe alphago are played without a search, by the process of the run: leave out --nats")
	}
	switch {
	case errors.Is(err, learn.ErrNoRun):
		if o.Settings, o.Model, err = c.begin(o.Level); err != nil {
			return err
		}
	case err != nil:
		return err
	default:
		if err := c.sameSettings(state, given, dir); err != nil {
			return err
		}
		env.Log.Info("the run continues", "folder", dir, "generations", state.Made(), "hours", math.Round(state.Seconds/36)/100)
	}
	if c.NATS != "" {
		checks, err := c.checks(cli.Kernel)
		if err != nil {
			return err
		}
		l, err := c.open(env, "")
		if err != nil {
			return err
		}
		defer l.Close()
		o.Crew = &jobs.Crew{Checks: checks, Cluster: l, Threads: o.Threads, Log: env.Log}
	}
	view := &learnView{env: env}
	o.Progress, o.Finished = view.progress, view.finished
	err = learn.Run(env.Ctx, o)
	view.bar.clear()
	switch {
	case errors.Is(err, learn.ErrTime):
		err = learn.Besides(err, learn.ErrTime)
	case errors.Is(err, context.Canceled) && env.Ctx.Err() != nil:
		err = errors.Join(learn.Besides(err, context.Canceled), fmt.Errorf("%w: to continue, run tengen learn --out %s", errInterrupted, dir))
	}
	if state, readErr := learn.Read(dir); readErr == nil {
		fmt.Fprintf(env.Stdout, "%s has the net of generation %d, after %d generations and %s\n", filepath.Join(dir, "best.bin.gz"), state.Best(),
			state.Made(), state.Duration().Round(time.Second))
	}
	return err
}

// settings returns the settings that the flags describe.
func (c *LearnCmd) settings() (learn.Settings, error) {
	rules, points, err := c.rules()
	if err != nil {
		return learn.Settings{}, err
	}
	if c.Recipe == learn.AlphaGo {
		if err := selfplay.CheckPolicyRules(rules); err != nil {
			return learn.Settings{}, usagef("--rules: %v", err)
		}
	}
	s := learn.DefaultSettings(points)
	switch c.Recipe {
	case learn.Expert:
		s = learn.ExpertSettings()
	case learn.AlphaGo:
		s = learn.DefaultAlphaGo(points)
	}
	for _, b := range c.boards() {
		if _, ok := b.Graph.Rectangle(); (!ok || b.Graph.Life() != nil) && !strings.HasPrefix(s.Architecture, "g") {
			s.Architecture = "g" + s.Architecture[1:] // a net that reads the graph of the board
		}
	}
	if s.Boards, err = stored(c.boards()); err != nil {
		return s, err
	}
	s.Rules, s.Komi, s.Seed = rules.Name(), rules.Komi.Points(), c.Seed
	if c.Arch != (Architecture{}) {
		s.Architecture = c.Arch.String()
	}
	c.change(&s.Games)
	s.WindowFirst = cmp.Or(float64(c.Window), s.WindowFirst)
	s.Reuse, s.Batch, s.Rate = valueOr(c.Reuse, s.Reuse), cmp.Or(int(c.Batch), s.Batch), valueOr(c.Rate, s.Rate)
	s.Value, s.MatchEvery = valueOr(c.Value, s.Value), cmp.Or(int(c.Every), s.MatchEvery)
	s.GateVisits, s.GatePairs = cmp.Or(int(c.GateVis), s.GateVisits), int(valueOr(c.Pairs, uint(s.GatePairs)))
	if c.Recipe == learn.AlphaGo {
		s.Value = 0 // the value net learns only results
		if len(c.Data) == 0 {
			return s, usagef("the recipe alphago learns from records first: name a folder of rows with --data (tengen data import makes one)")
		}
		if err := errors.Join(c.AlphaGoFlags.apply(&s.AlphaGo), c.baseline(&s.AlphaGo)); err != nil {
			return s, err
		}
	}
	if c.Gate != nil {
		s.Gate = c.Gate.SPRT
	}
	if err := s.Validate(); err != nil {
		return s, usagef("%v", err)
	}
	return s, nil
}

// begin returns the settings and the first net of a new run.
func (c *LearnCmd) begin(level nn.Level) (learn.Settings, *nn.Model, error) {
	s, err := c.settings()
	if err != nil {
		return s, nil, err
	}
	if c.From == player.None {
		a, err := nn.ParseArchitecture(s.Architecture)
		if err != nil {
			return s, nil, usagef("%v", err)
		}
		m := nn.New("generation-0000", a, s.Seed)
		if a.Graph && len(c.boards()) == 1 {
			if err := neteval.Bind(m, c.boards()[0].Graph); err != nil {
				return s, nil, err
			}
		}
		return s, m, c.supported(m)
	}
	m, err := c.From.Read()
	if err != nil {
		return s, nil, err
	}
	if _, err := nn.NewLearner(m, level); err != nil {
		return s, nil, usagef("%s: %v", wording.FileName(c.From.String()), err)
	}
	arch := m.Info().Architecture
	if c.Arch != (Architecture{}) && c.Arch.String() != arch {
		return s, nil, usagef("%s is a %s, not a %v: leave out --arch", wording.FileName(c.From.String()), arch, c.Arch)
	}
	s.Architecture, s.From = arch, netOf(m)
	return s, m, c.supported(m)
}

// supported fails if the net cannot play on one of the boards.
func (c *LearnCmd) supported(m *nn.Model) error {
	for _, b := range c.boards() {
		if err := neteval.Supports(m, b.Graph); err != nil {
			return usagef("%s: %v", wording.OneLine(b.text), err)
		}
	}
	return nil
}

// sameSettings refuses flags that contradict the run in the folder.
func (c *LearnCmd) sameSettings(state *learn.State, given []string, dir string) error {
	was := state.Settings
	another := func(flag, is string) error {
		return usagef("the run in %s %s: leave out --%s to continue it, or choose another folder with --out", dir, is, flag)
	}
	boards, err := boardsNamed(was.Boards)
	if err != nil {
		return err
	}
	if len(c.Board) == 0 {
		c.Board = boards
	}
	now, errNow := stored(c.Board)
	then, errThen := stored(boards)
	if err := errors.Join(errNow, errThen); err != nil {
		return err
	}
	if !slices.Equal(now, then) {
		var names []string
		for _, b := range boards {
			names = append(names, b.Graph.String())
		}
		return another("board", "is on "+wording.OneLine(strings.Join(names, ", ")))
	}
	if len(c.Data) > 0 {
		var now learn.AlphaGoSettings
		if err := c.AlphaGoFlags.apply(&now); err != nil {
			return err
		}
		if !slices.Equal(now.Data, was.AlphaGo.Data) {
			return another("data", "learns the rows in "+wording.OneLine(strings.Join(was.AlphaGo.Data, ", ")))
		}
	}
	if i := slices.Index(given, "from"); i >= 0 {
		if err := c.sameNet(dir, was.From); err != nil {
			return another("from", err.Error())
		}
		given = slices.Delete(given, i, i+1)
	}
	if c.Baseline != "" {
		given = append(given, "baseline")
	}
	if len(given) == 0 {
		return nil
	}
	if len(c.Data) == 0 {
		c.Data = was.AlphaGo.Data
	}
	if c.Rules == nil {
		c.Rules = &Ruleset{}
		if err := c.Rules.UnmarshalText([]byte(was.Rules)); err != nil {
			return err
		}
	}
	if c.Komi == nil {
		komi := Komi(was.Komi)
		c.Komi = &komi
	}
	s, err := c.settings()
	if err != nil {
		return err
	}
	for _, flag := range given {
		if differs := learn.Difference(was, s, settingOf[flag]); differs != "" {
			return another(flag, "began with other settings ("+differs+")")
		}
	}
	return nil
}

// settingOf has the setting that a flag decides, as [learn.Difference] names it.
var settingOf = map[string]string{
	"rules": "rules", "komi": "komi", "recipe": "recipe", "arch": "architecture", "window": "windowFirst", "reuse": "reuse", "batch": "batch", "rate": "rate",
	"value": "value", "gate": "gate", "match-every": "matchEvery", "gate-pairs": "gatePairs", "gate-visits": "gateVisits", "seed": "seed",
	"visits": "games.visits", "fast-visits": "games.fastVisits", "full-share": "games.fullShare", "gumbel": "games.gumbel", "noise": "games.rootNoise",
	"root-temperature": "games.rootTemperature", "forced": "games.forced", "temperature": "games.temperature", "temperature-end": "games.temperatureEnd",
	"opening": "games.openingMoves", "fair-komi": "games.fairKomi", "komi-spread": "games.komiSpread", "varied-rules": "games.variedRules",
	"varied-counting": "games.variedCounting", "handicap-share": "games.handicapShare", "decided": "games.decided", "settled": "games.settled", "surprise": "games.surprise", "older-share": "games.olderShare",
	"mini-batches": "alphaGo.miniBatches", "mini-batch": "alphaGo.miniBatch", "pool-every": "alphaGo.poolEvery", "rl-rate": "alphaGo.rate",
	"baseline": "alphaGo.baseline", "value-rows": "alphaGo.valueRows", "all-positions": "alphaGo.allPositions",
}

// valueOr returns the value of a flag, or the usual value if the flag was not given.
func valueOr[T any](flag *T, usual T) T {
	if flag == nil {
		return usual
	}
	return *flag
}

// sameNet fails if the net of --from is not the one with which the run in a folder began, which is empty for random
// weights. The nets of all runs have the same names, so the weights are compared too.
func (c *LearnCmd) sameNet(dir, began string) error {
	m, err := c.From.Read()
	if err != nil {
		return err
	}
	if netOf(m) != began {
		return fmt.Errorf("began with %s", cmp.Or(began, "random weights"))
	}
	switch same, err := learn.BeganWith(dir, m); {
	case errors.Is(err, fs.ErrNotExist): // the first net was removed
		return nil
	case err != nil:
		return err
	case !same:
		return errors.New("began with another net of this name")
	}
	return nil
}

// netOf tells from which net a run began.
func netOf(m *nn.Model) string { return "the net " + m.Name }

// givenToLearn lists the flags about a run's settings that were given on the command line.
func givenToLearn(all *settings) (given []string) {
	for _, s := range all.list {
		name, ok := strings.CutPrefix(s.source, "flag --")
		if ok && strings.HasPrefix(s.key, "learn.") && settingOf[name] != "" {
			given = append(given, name)
		}
	}
	return given
}

// learnView shows a run on the terminal.
type learnView struct {
	env   *Env
	bar   *meter
	stage learn.Progress // the stage that the bar shows; only Generation, Stage and Total count
}

func (v *learnView) progress(p learn.Progress) {
	now := learn.Progress{Generation: p.Generation, Stage: p.Stage, Total: p.Total}
	if now != v.stage {
		v.bar.clear()
		what := map[learn.Stage]string{learn.Playing: "rows", learn.Training: "steps", learn.Matching: "pairs"}[p.Stage]
		if p.Kind == learn.RLPolicy && p.Stage == learn.Playing {
			what = "games"
		}
		v.stage, v.bar = now, newCounter(v.env, p.Total, what)
	}
	v.bar.at(int64(p.Done))
}

// finished prints a line about a generation.
func (v *learnView) finished(s *learn.State) {
	v.bar.clear()
	g := &s.Generations[len(s.Generations)-1]
	if s.Settings.Recipe == learn.AlphaGo {
		fmt.Fprintln(v.env.Stdout, alphaGoLine(s, g))
		return
	}
	points, games := g.Points()
	verdict := "keeps generation " + fmt.Sprint(s.Best())
	if g.Passed {
		verdict = "plays from now on"
	}
	match := ""
	if games > 0 {
		match = fmt.Sprintf(", match %g of %d", points, games)
	}
	if r := s.Ratings(); len(r) == len(s.Generations) {
		match += fmt.Sprintf(", Elo %+.0f", r[g.Number].Elo)
	}
	loss := ""
	if m := g.Losses; m != nil {
		loss = fmt.Sprintf(", policy %.3f value %.3f", m.Losses.Policy, m.Losses.Value)
	}
	fmt.Fprintf(v.env.Stdout, "generation %d at %s: %d games of %d turns, %d rows%s%s, %s\n", g.Number, s.Duration().Round(time.Second), g.Games,
		g.Turns/max(1, g.Games), g.Rows, loss, match, verdict)
}
