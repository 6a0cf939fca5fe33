package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tengen/baduk"
	"tengen/count"
	"tengen/internal/durable"
	"tengen/internal/machine"
	"tengen/internal/outfile"
	"tengen/internal/wording"
	"tengen/player"
	"tengen/solve"
	"tengen/solve/verify"
)

// SolveCmd is `tengen solve`.
type SolveCmd struct {
	Board  SolveBoardCmd  `cmd:"" default:"withargs" help:"Solve a board. This is the default."`
	Verify SolveVerifyCmd `cmd:"" help:"Check certificates with the literal rules."`
}

// Help explains the values.
func (SolveCmd) Help() string {
	return "Finds the value of small boards: Black's lead under best play, without komi. docs/laboratory.md explains the results."
}

// SolveBoardCmd is `tengen solve BOARD`.
type SolveBoardCmd struct {
	Board       Board   `arg:"" placeholder:"BOARD" help:"A board such as 3x3, a board file, or a board by name such as \"torus 3x3\" (see tengen board)."`
	First       string  `placeholder:"POINT" help:"Solve the game after this first turn, a point such as C3 or pass. Default: the whole game." config:"-"`
	All         bool    `help:"If a search solves the board, find the values of all first turns too. Without a search they are always found." config:"-"`
	AtLeast     *int    `placeholder:"N" help:"Only prove that Black leads by at least N." config:"-"`
	AtMost      *int    `placeholder:"N" help:"Only prove that Black leads by at most N." config:"-"`
	Losses      int     `default:"8" placeholder:"N" help:"Maximum number of captures by the opponent in a proof, from 0 to 13 (default ${default})." config:"-"`
	Search      bool    `help:"Search for proofs even if all positions can be listed." config:"-"`
	Certificate string  `placeholder:"FILE" help:"Write a certificate of the result, which tengen solve verify checks." config:"-"`
	Force       bool    `help:"Replace the certificate if it exists." config:"-"`
	Out         Folder  `placeholder:"DIR" help:"Folder of checkpoints of a search. The same command continues a search that stopped. Default: solve- and the name of the board in the current folder." config:"-"`
	Memory      Memory  `placeholder:"MIB" help:"Memory for the table of a search, in MiB. Default: a quarter of the machine's memory."`
	Threads     Threads `placeholder:"N" help:"Threads of a search. Default: one per processor."`
	JSON        bool    `help:"Print one JSON object." config:"-"`
}

// Help explains the rules.
func (SolveBoardCmd) Help() string {
	return "The rules are area scoring, basic ko, no suicide, and two passes to end the game. " +
		"A value such as 1..16 depends on the rule about longer cycles: 1 if White wins an endless game, 16 if Black does. " +
		"A single number holds under every rule about longer cycles that includes the basic ko. " +
		fmt.Sprintf("Up to %d points, all positions are listed. Up to %d points, a search proves what each player can force in a game that ends.", solve.MaxFixPoint, solve.MaxSearch)
}

// solved is a result in JSON.
type solved struct {
	Board string `json:"board"`
	First string `json:"first,omitempty"`
	solve.Bounds
	Draw      *float64      `json:"draw,omitempty"` // the value if an endless game is a draw; unknown after a search
	Openings  []solvedFirst `json:"openings,omitempty"`
	Line      []string      `json:"line,omitempty"`      // a game of best play, until the value is certain; unknown if cycles matter
	Positions int           `json:"positions,omitempty"` // all positions that were listed, without symmetric ones
	Seconds   float64       `json:"seconds"`
}

// solvedFirst is a first turn.
type solvedFirst struct {
	Turn string `json:"turn"`
	solve.Bounds
}

// logEvery is the time between two messages about the progress of a list of all positions.
const logEvery = 10 * time.Second

// Run solves the board.
func (c *SolveBoardCmd) Run(env *Env) error {
	g := c.Board.Graph
	switch n := g.Len(); {
	case g.Beyond() != baduk.NoPoint:
		return usagef("%v is infinite: it cannot be solved", g)
	case n > solve.MaxSearch && g.Life() != nil:
		return usagef("%v has weights or a threshold: at most %d of its points can be solved", g, solve.MaxFixPoint)
	case n > solve.MaxSearch:
		return c.tooLarge(env, n)
	}
	if c.Losses < 0 || c.Losses > solve.MostLosses {
		return usagef("--losses %d: expected 0 to %d", c.Losses, solve.MostLosses)
	}
	if c.AtLeast != nil && c.AtMost != nil {
		return usagef("--at-least and --at-most exclude each other")
	}
	if c.All && (c.First != "" || c.AtLeast != nil || c.AtMost != nil || c.Certificate != "") {
		return usagef("--all excludes --first, --at-least, --at-most and --certificate: solve the game after a first turn for its certificate")
	}
	if err := outfile.Check(c.Certificate, c.Force); err != nil {
		return err
	}
	if c.Search || c.First != "" || c.AtLeast != nil || c.AtMost != nil || g.Len() > solve.MaxFixPoint {
		return c.search(env)
	}
	start := time.Now()
	sweeps, logged := 0, start
	r, err := solve.NewFixPoint(env.Ctx, c.Board.Board, func(s solve.Step) {
		if sweeps = s.Sweep; time.Since(logged) < logEvery {
			return
		}
		logged = time.Now()
		share := fmt.Sprintf("%.0f %%", 100*s.Share)
		if s.Sweep == 0 {
			env.Log.Info("listing the positions", "done", share)
		} else {
			env.Log.Info("computing the values", "sweep", s.Sweep, "done", share)
		}
	})
	if err != nil {
		return c.stopped(env, err, "nothing was kept")
	}
	env.Log.Debug("all positions have values", "positions", r.Positions(), "sweeps", sweeps)
	draw := r.Value().Draw()
	result := solved{Board: g.String(), Bounds: r.Value(), Draw: &draw, Positions: r.Positions(), Seconds: time.Since(start).Seconds()}
	for _, o := range r.Openings() {
		result.Openings = append(result.Openings, solvedFirst{g.Vertex(o.Point), o.Bounds})
	}
	if err := c.report(env, result, func() ([]baduk.Point, error) { return r.Line(env.Ctx) }); err != nil {
		return err
	}
	return c.certify(env, func(to io.Writer) (int, error) { return r.Certify(env.Ctx, to) })
}

// threads is the number of threads of a search.
func (c *SolveBoardCmd) threads() int { return cmp.Or(int(c.Threads), player.AllThreads()) }

// tooLarge measures the speed of searches here, and returns an error that says how long one of the board would take.
func (c *SolveBoardCmd) tooLarge(env *Env, points int) error {
	rate, err := solve.Rate(env.Ctx, c.threads())
	if err != nil {
		return c.stopped(env, err, "nothing was kept")
	}
	states := solve.States(points)
	seconds := states - math.Log10(rate)
	long := fmt.Sprintf("10^%.0f years", seconds-math.Log10(365*86400))
	if seconds < 12 {
		long = longTime(math.Pow(10, seconds))
	}
	return usagef("%s is too large: at most %d points can be searched. Here a search expands %.2g states per second. For %d points it would need about 10^%.0f states, which takes about %s, if one player gets all points, and more otherwise",
		c.Board, solve.MaxSearch, rate, points, states, long)
}

// stopped replaces the error of a cancelled run with one that says what was kept.
func (c *SolveBoardCmd) stopped(env *Env, err error, kept string) error {
	if interrupted := env.interrupted("the board was not solved, " + kept); interrupted != nil && errors.Is(err, context.Canceled) {
		return interrupted
	}
	return err
}

// certify writes the certificate, if it is wanted.
func (c *SolveBoardCmd) certify(env *Env, write func(to io.Writer) (states int, err error)) error {
	if c.Certificate == "" {
		return nil
	}
	var file bytes.Buffer
	states, err := write(&file)
	if err != nil {
		return c.stopped(env, err, "the certificate was not written")
	}
	if states == 0 {
		return errors.New("the certificate was not written: nothing is proved about the value")
	}
	env.Log.Info("certificate", "file", c.Certificate, "states", states)
	return outfile.Write(c.Certificate, c.Force, file.Bytes())
}

// search solves the board by a search, with checkpoints.
func (c *SolveBoardCmd) search(env *Env) error {
	g, first := c.Board.Graph, baduk.NoPoint
	if c.First != "" {
		var err error
		if first, err = g.ParseVertex(c.First); err != nil {
			return usagef("--first: %v", err)
		}
	}
	for _, lead := range []*int{c.AtLeast, c.AtMost} {
		if n := g.Len(); lead != nil && (*lead < -n || *lead > n) {
			return usagef("a lead of %d is not possible on %d points", *lead, n)
		}
	}
	memory, all := c.Memory.bytes(), machine.Memory()
	if all > 0 && memory > all {
		return usagef("--memory %d: this machine has %d MiB", c.Memory, all>>20)
	}
	if memory == 0 {
		memory = max(all/4, 1<<28)
	}
	s, err := solve.NewSearch(c.Board.Board, c.Losses, c.threads(), memory, func(p solve.Progress) {
		level, what := slog.LevelInfo, "searching"
		if p.Finished {
			level, what = slog.LevelDebug, "tried"
		}
		claim := fmt.Sprintf("at least %d", p.Claim.Lead)
		if p.Claim.White {
			claim = fmt.Sprintf("at most %d", p.Claim.Lead)
		}
		if p.First != baduk.NoPoint {
			claim = fmt.Sprintf("after %s %s", g.Vertex(p.First), claim)
		}
		env.Log.Log(env.Ctx, level, what, "claim", claim, "states", p.States, "a second", int(float64(p.States)/max(p.Time.Seconds(), 1e-3)))
	})
	if err != nil {
		return usagef("%v", err)
	}
	dir := cmp.Or(string(c.Out), boardFolder("solve-", g.String()))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fullFolder(err, dir, memory)
	}
	lock, err := durable.Lock(filepath.Join(dir, "lock"))
	if err != nil {
		return fullFolder(fmt.Errorf("%s: %w", dir, err), dir, memory)
	}
	defer lock.Close()
	if c.AtLeast == nil && c.AtMost == nil {
		env.Log.Info("estimate", "states, if one player gets all points", fmt.Sprintf("%.1e", math.Pow(10, solve.States(g.Len()))), "otherwise", "more")
	}
	unsaved := s.Resume(filepath.Join(dir, "table"), func() { err = c.solve(env, s, first) }, func(err error) {
		env.Log.Warn("the search goes on, and tries to write a checkpoint again later", "error", err)
	})
	if e, ok := errors.AsType[*solve.SaveError](unsaved); ok {
		unsaved = fullFolder(unsaved, dir, e.Bytes)
	}
	return errors.Join(err, unsaved)
}

// fullFolder makes the error of a full disk a mistake that the user can correct. The parameter named bytes is the
// largest size of the checkpoint.
func fullFolder(err error, dir string, bytes int64) error {
	if !durable.DiskFull(err) {
		return err
	}
	return usagef("the disk of the folder %s is full: a checkpoint needs up to %s there; free some space and run the same command again",
		dir, count.Bytes(float64(bytes)))
}

// solve finds the value by a search, prints it, and writes the certificate. The best turn and the certificate may need
// further searches, so checkpoints are written until all of this is done.
func (c *SolveBoardCmd) solve(env *Env, s *solve.Search, first baduk.Point) (err error) {
	g, start := c.Board.Graph, time.Now()
	result := solved{Board: g.String(), First: c.First, Bounds: solve.Bounds{Low: -float64(g.Len()), High: float64(g.Len())}}
	if c.All {
		err = c.all(env, s, &result)
	} else {
		result.Bounds, err = c.find(env, s, first)
	}
	if err != nil {
		known := fmt.Sprintf("only %v", result.Bounds)
		if c.All {
			known = "the log has what is proved"
		}
		return c.stopped(env, err, known+": run the same command again to continue")
	}
	result.Seconds = time.Since(start).Seconds()
	if !c.All {
		if result.Openings, err = c.bestTurn(env, s, first, result.Bounds); err != nil {
			return c.stopped(env, err, fmt.Sprintf("the value is %v", result.Bounds))
		}
	}
	err = c.report(env, result, func() ([]baduk.Point, error) { return s.Line(env.Ctx, result.Bounds, first) })
	if err != nil {
		return err
	}
	return c.certify(env, func(to io.Writer) (int, error) {
		return s.Certify(env.Ctx, to, c.claims(g.Len(), result.Bounds), first)
	})
}

// all finds the values of all first turns, and with them the value of the board.
func (c *SolveBoardCmd) all(env *Env, s *solve.Search, result *solved) error {
	g := c.Board.Graph
	whole, list, err := s.Openings(env.Ctx, func(o solve.Opening) {
		env.Log.Info("proved", "first", g.Vertex(o.Point), "value", o.Bounds.String())
	})
	for _, o := range list {
		result.Openings = append(result.Openings, solvedFirst{g.Vertex(o.Point), o.Bounds})
	}
	result.Bounds = whole
	return err
}

// bestTurn returns a turn that reaches the value, if a search has found the value of the board or of its first turn.
func (c *SolveBoardCmd) bestTurn(env *Env, s *solve.Search, first baduk.Point, b solve.Bounds) ([]solvedFirst, error) {
	if b.Low != b.High {
		return nil, nil
	}
	g := c.Board.Graph
	for _, claim := range c.claims(g.Len(), b) {
		switch p, err := s.Turn(env.Ctx, claim, first); {
		case err != nil:
			return nil, err
		case p != baduk.NoPoint:
			return []solvedFirst{{g.Vertex(p), b}}, nil
		}
	}
	return nil, nil
}

// find proves the claim of the flags, or finds both bounds.
func (c *SolveBoardCmd) find(env *Env, s *solve.Search, first baduk.Point) (solve.Bounds, error) {
	n := c.Board.Graph.Len()
	b := solve.Bounds{Low: -float64(n), High: float64(n)}
	claim := solve.Claim{Finite: true}
	switch {
	case c.AtLeast != nil:
		claim.Lead = *c.AtLeast
	case c.AtMost != nil:
		claim.White, claim.Lead = true, *c.AtMost
	default:
		return s.Value(env.Ctx, first, func(b solve.Bounds) { env.Log.Info("proved", "value", b.String()) })
	}
	proved, err := s.Prove(env.Ctx, claim, first)
	switch {
	case err != nil:
	case !proved:
		err = fmt.Errorf("the claim cannot be forced if the opponent captures at most %s: try more with --losses", wording.Counted(c.Losses, "time"))
	case claim.White:
		b.High = float64(claim.Lead)
	default:
		b.Low = float64(claim.Lead)
	}
	return b, err
}

// claims lists the claims that the bounds make, except trivial ones.
func (c *SolveBoardCmd) claims(points int, b solve.Bounds) (claims []solve.Claim) {
	if int(b.Low) > -points {
		claims = append(claims, solve.Claim{Lead: int(b.Low), Finite: true})
	}
	if int(b.High) < points {
		claims = append(claims, solve.Claim{White: true, Lead: int(b.High), Finite: true})
	}
	return claims
}

// report prints a result with a game of best play. If there is no such game, it prints the result without it.
func (c *SolveBoardCmd) report(env *Env, r solved, bestPlay func() ([]baduk.Point, error)) error {
	turns, failed := bestPlay()
	for _, p := range turns {
		r.Line = append(r.Line, c.Board.Graph.Vertex(p))
	}
	switch {
	case failed == nil:
	case env.Ctx.Err() != nil:
		r.Line, failed = nil, env.interrupted("best play was not found")
	default:
		env.Log.Warn("no game of best play was found", "because", failed)
		r.Line, failed = nil, nil
	}
	return errors.Join(c.print(env, r), failed)
}

// print prints the value and the first turns, the best turns first.
func (c *SolveBoardCmd) print(env *Env, r solved) error {
	if c.JSON {
		return json.NewEncoder(env.Stdout).Encode(r)
	}
	name := r.Board
	if r.First != "" {
		name += " after " + r.First
	}
	text := r.Bounds.String()
	switch {
	case c.AtLeast != nil:
		text = fmt.Sprintf("at least %v", r.Low)
	case c.AtMost != nil:
		text = fmt.Sprintf("at most %v", r.High)
	}
	fmt.Fprintf(env.Stdout, "%s: %s\n", name, text)
	open := r.Low != r.High || slices.ContainsFunc(r.Openings, func(o solvedFirst) bool { return o.Low != o.High })
	switch {
	case c.AtLeast != nil || c.AtMost != nil:
	case r.Draw == nil && open:
		fmt.Fprintf(env.Stdout, "where the bounds differ, neither player can force more if the opponent captures at most %s; cycles may matter\n", wording.Counted(c.Losses, "time"))
	case r.Draw != nil && r.Low != r.High:
		fmt.Fprintf(env.Stdout, "if endless games are draws: %v\n", *r.Draw)
	}
	turns := map[solve.Bounds][]string{}
	var values []solve.Bounds
	for _, o := range r.Openings {
		if turns[o.Bounds] == nil {
			values = append(values, o.Bounds)
		}
		turns[o.Bounds] = append(turns[o.Bounds], o.Turn)
	}
	solve.Sort(values)
	for _, v := range values {
		if _, err := fmt.Fprintf(env.Stdout, "%8v  %s\n", v, strings.Join(turns[v], " ")); err != nil {
			return err
		}
	}
	if len(r.Line) > 0 {
		_, err := fmt.Fprintf(env.Stdout, "best play: %s\n", strings.Join(r.Line, " "))
		return err
	}
	return nil
}

// SolveVerifyCmd is `tengen solve verify`.
type SolveVerifyCmd struct {
	JSON  bool     `help:"Print one JSON object per claim." config:"-"`
	Files []string `arg:"" name:"file" placeholder:"FILE" help:"Certificates."`
}

// Run checks the files and prints the claims that they prove.
func (c *SolveVerifyCmd) Run(env *Env) error {
	var failures []error
	for _, name := range c.Files {
		if err := c.verify(env, name); err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", wording.FileName(name), wording.WithoutPath(err)))
		}
		if err := env.interrupted("not every certificate was checked"); err != nil {
			return failAll(env, append(failures, err))
		}
	}
	return failAll(env, failures)
}

func (c *SolveVerifyCmd) verify(env *Env, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	claims, err := verify.Check(env.Ctx, f)
	if err != nil {
		return err
	}
	for _, claim := range claims {
		if n := len(claim.Neighbours); !provedOn(claim) {
			claim.Board = fmt.Sprintf("a graph of %s, called %s", wording.Counted(n, "point"), wording.Shorten(wording.OneLine(claim.Board), 60))
		}
		if c.JSON {
			err = json.NewEncoder(env.Stdout).Encode(claim)
		} else {
			_, err = fmt.Fprintf(env.Stdout, "%v: proved with %s\n", claim, wording.Counted(claim.States, "state"))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// provedOn reports whether a claim is proved on the board that it names. A certificate may give its board any name.
func provedOn(claim verify.Claim) bool {
	_, err := solve.BoardOf(claim.Board, claim.Neighbours)
	return err == nil
}
