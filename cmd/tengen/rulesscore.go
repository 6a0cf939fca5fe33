package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"tengen/baduk"
	"tengen/internal/wording"
	"tengen/kifu"
	"tengen/lab"
	"tengen/player"
)

// RulesScoreCmd is `tengen rules score`.
type RulesScoreCmd struct {
	Rules     string         `default:"chinese,japanese" placeholder:"A,B" help:"The rulesets to count under (${default})." config:"-"`
	Dead      string         `default:"auto" placeholder:"WHICH" help:"Dead stones: auto, none, or vertices such as H2,J5 (${default})." config:"-"`
	Prisoners *Prisoners     `placeholder:"B,W" help:"Stones that Black and White had taken before the record begins, such as 9,6." config:"-"`
	Move      *int           `placeholder:"N" help:"Count after N moves; at the end by default." config:"-"`
	Model     player.NetFile `placeholder:"FILE" help:"Estimate dead stones by the net in this file in place of the bundled net; none: by rollouts."`
	Threads   Threads        `placeholder:"N" help:"Search threads where dead stones are estimated; one per processor when not given." config:"-"`
	Seed      uint64         `placeholder:"N" help:"Random seed for the same." config:"-"`
	JSON      bool           `help:"Print one JSON object a ruleset." config:"-"`
	Files     []string       `arg:"" name:"file" placeholder:"FILE.sgf" help:"Records; - is stdin."`

	judge player.Player // estimates dead stones, nil until there are any to estimate
}

// Help tells where the dead stones come from.
func (RulesScoreCmd) Help() string {
	return "Dead stones are those that the record marks by its territory (TB and TW at its end). Where it marks none, the player " +
		"estimates them for rules that leave them to the players. Rules that know no agreement always judge by themselves. " +
		"The komi is that of the record, if it says one."
}

// Run counts every record under every ruleset.
func (c *RulesScoreCmd) Run(env *Env, cli *CLI) error {
	names := splitRules(c.Rules)
	for _, name := range names {
		if _, err := baduk.ParseRules(name); err != nil {
			return usagef("--rules: %v", err)
		}
	}
	if c.Move != nil && *c.Move < 0 {
		return usagef("--move: expected a number of moves, not %d", *c.Move)
	}
	var failures []error
	written := false
	for _, file := range c.Files {
		if env.Ctx.Err() != nil {
			return nil
		}
		p, err := c.read(env, file)
		if err == nil {
			err = c.score(env, cli, p, names, written)
			written = true
		}
		if err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", file, err))
		}
	}
	return failAll(env, failures)
}

// splitRules splits at the commas that are not inside of a JSON object.
func splitRules(text string) []string {
	var names []string
	depth, start := 0, 0
	for i, r := range text {
		switch r {
		case '{':
			depth++
		case '}':
			depth--
		case ',':
			if depth == 0 {
				names = append(names, strings.TrimSpace(text[start:i]))
				start = i + 1
			}
		}
	}
	return append(names, strings.TrimSpace(text[start:]))
}

// failAll says what went wrong, a line for each, and returns the last for the
// caller to say.
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

// position is what is counted.
type position struct {
	file string
	rec  *kifu.Record
	game *baduk.Game
	end  bool // all moves of the record were made
	// dead are the dead stones for rules with agreement, nil to leave them to
	// the rules, and source says where they come from.
	dead   baduk.PointSet
	source string
}

// Where dead stones come from, in JSON as well.
const (
	deadGiven    = "given"
	deadRecord   = "record"
	deadEstimate = "estimate"
	deadRules    = "rules"
)

// read replays a record up to the position that is asked for.
func (c *RulesScoreCmd) read(env *Env, file string) (*position, error) {
	data, err := readRecord(env, file)
	if err != nil {
		return nil, err
	}
	rec, err := kifu.Parse(data)
	if err != nil {
		return nil, err
	}
	for _, note := range rec.Notes {
		env.Log.Info("record", "file", file, "note", note)
	}
	if err := c.Prisoners.give(rec); err != nil {
		return nil, err
	}
	p := &position{file: file, rec: rec, end: true}
	if c.Move == nil {
		p.game, err = rec.Game()
		return p, err
	}
	if n := len(rec.Moves); *c.Move > n {
		return nil, fmt.Errorf("there is no move %d: the record has %d", *c.Move, n)
	}
	p.end = *c.Move == len(rec.Moves)
	p.game, err = rec.GameAt(*c.Move)
	return p, err
}

// readRecord reads a file, or stdin for "-", if it is not too large.
func readRecord(env *Env, file string) ([]byte, error) {
	in := env.Stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, maxRecord+1))
	if err == nil && len(data) > maxRecord {
		err = fmt.Errorf("larger than %d MiB: that is not a record of a game", maxRecord>>20)
	}
	return data, err
}

// findDead decides which stones are dead.
func (c *RulesScoreCmd) findDead(env *Env, cli *CLI, p *position, rules []baduk.Rules) error {
	switch {
	case strings.EqualFold(c.Dead, "none"):
		p.dead, p.source = baduk.PointSet{}, deadGiven
		return nil
	case !strings.EqualFold(c.Dead, "auto"):
		p.dead, p.source = baduk.PointSet{}, deadGiven
		b := &p.game.Position().Board
		for _, word := range strings.FieldsFunc(c.Dead, func(r rune) bool { return r == ' ' || r == ';' || r == ',' }) {
			q, err := p.game.Graph().ParseVertexWithI(word)
			if err != nil {
				return err
			}
			if q == baduk.Pass || b.At(q) == baduk.Empty {
				return fmt.Errorf("--dead: there is no stone on %s", word)
			}
			for _, s := range b.AppendChain(nil, q) {
				p.dead.Add(s)
			}
		}
		return nil
	}
	p.source = deadRules
	if dead, ok := p.rec.Dead(p.game); ok && p.end {
		p.dead, p.source = dead, deadRecord
		return nil
	}
	for _, r := range rules {
		if !r.Agreement() || r.CheckOn(p.game.Graph()) != nil {
			continue
		}
		if c.judge == nil {
			net, err := player.Loader{Kernel: cli.Kernel, Log: env.Log}.Load(env.Ctx, c.Model, int(c.Threads))
			if err != nil {
				return err
			}
			if c.judge, err = player.New(net, player.Options{Threads: int(c.Threads), Seed: c.Seed}); err != nil {
				return err
			}
		}
		g := p.game.Clone()
		g.SetRules(r)
		var err error
		p.dead, err = c.judge.Dead(env.Ctx, g)
		p.source = deadEstimate
		return err
	}
	return nil
}

// score counts a position and prints the counts.
func (c *RulesScoreCmd) score(env *Env, cli *CLI, p *position, names []string, more bool) error {
	rules, titles := make([]baduk.Rules, len(names)), make([]string, len(names))
	for i, name := range names {
		r, err := baduk.ParseRules(name)
		if err != nil {
			return err
		}
		titles[i] = presetOf(name, r).Title
		if p.rec.KomiKnown {
			r.Komi = p.rec.Rules.Komi
		}
		rules[i] = r
	}
	if err := c.findDead(env, cli, p, rules); err != nil {
		return err
	}
	rulings := make([]lab.Ruling, len(rules))
	for i, r := range rules {
		rulings[i] = lab.Rule(p.game, r, p.dead)
		rulings[i].Name, rulings[i].Title = names[i], titles[i]
	}
	if c.JSON {
		return c.printJSON(env, p, rulings)
	}
	text := p.tell(rulings)
	if more {
		text = "\n" + text
	}
	_, err := io.WriteString(env.Stdout, text)
	return err
}

// deadOf are the names of the stones that a ruling takes off, and who said so.
func (p *position) deadOf(r lab.Ruling) (names []string, source string) {
	names = []string{}
	for i, ps := range r.Score.Points {
		q := baduk.Point(i)
		if p.game.At(q) != baduk.Empty && !ps.Reason.Stands() {
			names = append(names, p.game.Graph().Vertex(q))
		}
	}
	if r.Rules.Agreement() && p.source != deadRules {
		return names, p.source
	}
	return names, deadRules
}

func (c *RulesScoreCmd) printJSON(env *Env, p *position, rulings []lab.Ruling) error {
	out := json.NewEncoder(env.Stdout)
	for _, r := range rulings {
		line := struct {
			File     string   `json:"file"`
			Move     int      `json:"move"`
			Rules    string   `json:"rules"`
			Komi     float64  `json:"komi"`
			Black    float64  `json:"black"`
			White    float64  `json:"white"`
			Result   string   `json:"result"`
			Dead     []string `json:"dead"`
			DeadFrom string   `json:"deadFrom"`
			Error    string   `json:"error,omitempty"`
		}{File: p.file, Move: p.game.Len(), Rules: r.Name, Komi: r.Rules.Komi.Points(), Result: r.Result, Dead: []string{}, DeadFrom: deadRules}
		if r.Err != nil {
			line.Error = wording.OneLine(r.Err.Error())
		} else {
			line.Black, line.White = r.Score.Total(baduk.Black), r.Score.Total(baduk.White)
			line.Dead, line.DeadFrom = p.deadOf(r)
		}
		if err := out.Encode(line); err != nil {
			return err
		}
	}
	return nil
}

// tell is the whole report: a table, the account of every count, and where the
// others part from the first.
func (p *position) tell(rulings []lab.Ruling) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %v after %d moves\n", p.file, p.game.Graph(), p.game.Len())
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "  rules\tkomi\tBlack\tWhite\tresult\tdead")
	for _, r := range rulings {
		if r.Err != nil {
			fmt.Fprintf(table, "  %s\t%v\t-\t-\t-\t%v\n", r.Name, r.Rules.Komi, r.Err)
			continue
		}
		fmt.Fprintf(table, "  %s\t%v\t%.6g\t%.6g\t%s\t%s\n", r.Name, r.Score.Komi, r.Score.Total(baduk.Black), r.Score.Total(baduk.White), r.Result, p.deadText(r))
	}
	_ = table.Flush() // a Builder never fails
	for _, r := range rulings {
		if r.Err != nil {
			continue
		}
		fmt.Fprintf(&b, "\n%s\n", r.Title)
		for _, line := range r.Score.Explain(p.game.Graph()) {
			b.WriteString("  " + line + "\n")
		}
	}
	for i := 1; i < len(rulings); i++ {
		parts := lab.Differences(p.game.Graph(), rulings[0], rulings[i])
		if len(parts) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n%s\n", lab.Summary(rulings[0], rulings[i]))
		for _, part := range parts {
			fmt.Fprintf(&b, "  %+g  %s\n", part.Points, part.Text)
		}
	}
	return b.String()
}

// mostDead is how many dead stones a table names.
const mostDead = 12

func (p *position) deadText(r lab.Ruling) string {
	names, source := p.deadOf(r)
	if n := len(names); n > mostDead {
		names = append(names[:mostDead:mostDead], fmt.Sprintf("and %d more", n-mostDead))
	}
	if len(names) == 0 {
		names = []string{"none"}
	}
	says := map[string]string{deadGiven: "as given", deadRecord: "as the record marks them", deadEstimate: "as tengen estimates", deadRules: "as the rules judge"}[source]
	return strings.Join(names, " ") + ", " + says
}
