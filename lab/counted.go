package lab

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"tengen/baduk"
	"tengen/internal/wording"
)

// The sources of dead stones, as written in JSON.
const (
	DeadGiven    = "given"    // the user named them
	DeadRecord   = "record"   // the record marks them
	DeadEstimate = "estimate" // a player estimated them
	DeadRules    = "rules"    // the rules decide which stones are dead
)

// Counted is a position that is scored under several rulesets.
type Counted struct {
	Name string // name of the file, for messages
	Game *baduk.Game
	// Dead has the dead stones for rules under which the players agree on them. If Dead is nil, the rules decide.
	// Source is one of the constants above.
	Dead   baduk.PointSet
	Source string
}

// Rule counts the position under the rulesets. The parameter names has the names that the user gave.
func (p *Counted) Rule(names []string, rules []baduk.Rules) []Ruling {
	rulings := make([]Ruling, len(rules))
	for i, r := range rules {
		rulings[i] = Rule(p.Game, r, p.Dead)
		rulings[i].Name = names[i]
		named, err := baduk.ParseRules(names[i]) // the caller may have set the komi of the record in rules
		if err != nil {
			named = r
		}
		rulings[i].Title = PresetOf(names[i], named).Title
	}
	return rulings
}

// deadOf returns the names of the dead stones of a ruling and their source.
func (p *Counted) deadOf(r Ruling) (names []string, source string) {
	names = []string{}
	for i, ps := range r.Score.Points {
		q := baduk.Point(i)
		if p.Game.At(q) != baduk.Empty && !ps.Reason.Stands() {
			names = append(names, p.Game.Graph().Vertex(q))
		}
	}
	if r.Rules.Agreement() && p.Source != DeadRules {
		return names, p.Source
	}
	return names, DeadRules
}

// CountLine is a count in JSON.
type CountLine struct {
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
}

// Lines returns the counts for JSON output.
func (p *Counted) Lines(rulings []Ruling) []CountLine {
	var lines []CountLine
	for _, r := range rulings {
		line := CountLine{File: p.Name, Move: p.Game.Len(), Rules: r.Name, Komi: r.Rules.Komi.Points(), Result: r.Result, Dead: []string{}, DeadFrom: DeadRules}
		if r.Err != nil {
			line.Error = wording.OneLine(r.Err.Error())
		} else {
			line.Black, line.White = r.Score.Total(baduk.Black), r.Score.Total(baduk.White)
			line.Dead, line.DeadFrom = p.deadOf(r)
		}
		lines = append(lines, line)
	}
	return lines
}

// Report returns a table of the counts, the account of each count, and the differences between the first count and
// each of the others.
func (p *Counted) Report(rulings []Ruling) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %v after %d moves\n", p.Name, p.Game.Graph(), p.Game.Len())
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
		for _, line := range r.Score.Explain(p.Game.Graph()) {
			b.WriteString("  " + line + "\n")
		}
	}
	for i := 1; i < len(rulings); i++ {
		parts := Differences(p.Game.Graph(), rulings[0], rulings[i])
		if len(parts) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n%s\n", Summary(rulings[0], rulings[i]))
		for _, part := range parts {
			fmt.Fprintf(&b, "  %+g  %s\n", part.Points, part.Text)
		}
	}
	return b.String()
}

// mostDead is the largest number of dead stones that a table names.
const mostDead = 12

func (p *Counted) deadText(r Ruling) string {
	names, source := p.deadOf(r)
	if n := len(names); n > mostDead {
		names = append(names[:mostDead:mostDead], fmt.Sprintf("and %d more", n-mostDead))
	}
	if len(names) == 0 {
		names = []string{"none"}
	}
	says := map[string]string{DeadGiven: "as given", DeadRecord: "as the record marks them", DeadEstimate: "as tengen estimates", DeadRules: "as the rules judge"}[source]
	return strings.Join(names, " ") + ", " + says
}

// NamedDead returns the stones of the chains on the named points. The names are
// a text such as H2,J5. On infinite boards, whose names contain commas, spaces or
// semicolons separate them, such as 0,0;-3,2.
func NamedDead(g *baduk.Game, names string) (baduk.PointSet, error) {
	dead := baduk.PointSet{}
	b := &g.Position().Board
	infinite := g.Graph().Beyond() != baduk.NoPoint
	for _, word := range strings.FieldsFunc(names, func(r rune) bool { return r == ' ' || r == ';' || r == ',' && !infinite }) {
		q, err := g.Graph().ParseVertexWithI(word)
		if err != nil {
			return nil, err
		}
		if q == baduk.Pass || b.At(q) == baduk.Empty {
			return nil, fmt.Errorf("%s has no stone", word)
		}
		for _, s := range b.AppendChain(nil, q) {
			dead.Add(s)
		}
	}
	return dead, nil
}

// SplitNames splits a list of rulesets at the commas that are not inside a JSON object.
func SplitNames(text string) []string {
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
