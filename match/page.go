package match

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"
)

//go:embed page.html
var pageText string

// maxRows is the largest number of games that the page lists.
const maxRows = 1000

// pageData is the data of the page's template.
type pageData struct {
	Title      string
	Running    bool
	Plan       Plan
	Conditions [][2]string
	Summary    Summary
	Failed     bool // a player failed, so the table has a column for failures
	Compared   bool // a player's score was compared with the referee's
	Ranked     []playerSummary
	Sentences  []string
	Cross      [][]crossCell // the crosstable; only for a round robin
	Figures    []figure
	Games      []GameResult
	LeftOut    int // number of games that are not listed
	Took       string
	Colors     []string // CSS classes of the players' colours
}

// crossCell is a cell of the crosstable.
type crossCell struct {
	Text, Title string
	Self        bool
}

// writePage writes the page of a match. The games may be in any order.
func writePage(w io.Writer, plan Plan, sum Summary, games []GameResult, running bool) error {
	t, err := template.New("page").Funcs(template.FuncMap{
		"percent": func(x float64) string { return fmt.Sprintf("%.1f", 100*x) },
		"elo":     func(x *float64) string { return sum.rating()(*x) },
	}).Parse(pageText)
	if err != nil {
		return err
	}
	games = slices.Clone(games)
	slices.SortFunc(games, func(a, b GameResult) int { return cmp.Compare(a.Game, b.Game) })
	d := pageData{
		Title: title(plan), Running: running, Plan: plan, Conditions: conditions(plan), Summary: sum, Ranked: sum.ranked(),
		Figures: figures(sum, games), Took: time.Duration(sum.Seconds * float64(time.Second)).Round(time.Second).String(),
	}
	if plan.Pairings == RoundRobin {
		d.Cross = crosstable(sum)
	}
	for _, p := range sum.Players {
		d.Failed = d.Failed || len(p.Failures) > 0
		d.Compared = d.Compared || p.ScoresCompared > 0
	}
	for i := range playerColors {
		d.Colors = append(d.Colors, class(i))
	}
	var b strings.Builder
	sum.writeRemarks(&b)
	if p := sum.Pairings[0]; len(sum.Pairings) == 1 && p.Played() > 0 {
		d.Sentences = append(d.Sentences, fmt.Sprintf("Elo difference of %s over %s: %s", p.First, p.Second, p.Difference))
		if sum.Test == nil {
			d.Sentences = append(d.Sentences, p.sentence())
		}
	}
	for line := range strings.Lines(b.String()) {
		d.Sentences = append(d.Sentences, strings.TrimSpace(line))
	}
	d.LeftOut = max(0, len(games)-maxRows)
	d.Games = games[d.LeftOut:]
	slices.Reverse(d.Games)
	return t.Execute(w, d)
}

func title(p Plan) string {
	switch {
	case p.Event != "":
		return p.Event
	case len(p.Players) == 2:
		return p.Players[0].Name + " against " + p.Players[1].Name
	case p.Pairings == Gauntlet:
		return fmt.Sprintf("%s against %d others", p.Players[0].Name, len(p.Players)-1)
	case p.Pairings == Neighbours:
		return fmt.Sprintf("%d players, each against the next", len(p.Players))
	}
	return fmt.Sprintf("%d players, each against all others", len(p.Players))
}

// conditions lists the settings of the plan for the page, as pairs of a name and a value.
func conditions(p Plan) [][2]string {
	rows := [][2]string{{"board", strings.Join(p.Boards, ", ")}, {"rules", p.Rules}, {"clock", p.Clock}, {"games of each pairing", fmt.Sprint(p.Games)}}
	if p.SPRT != nil {
		rows = append(rows, [2]string{"test", fmt.Sprintf("%s against %s Elo, alpha %g, beta %g", plain(p.SPRT.Elo0), plain(p.SPRT.Elo1), p.SPRT.Alpha, p.SPRT.Beta)})
	}
	for i, o := range p.Openings {
		rows = append(rows, [2]string{"openings on " + p.Boards[i], fmt.Sprint(o.Count)})
	}
	if p.RandomMoves > 0 {
		rows = append(rows, [2]string{"random moves at the beginning", fmt.Sprint(p.RandomMoves)})
	}
	if p.Handicap > 0 {
		rows = append(rows, [2]string{"handicap", fmt.Sprint(p.Handicap)})
	}
	for _, player := range p.Players {
		text := player.Is
		if player.Clock != "" {
			text += ", clock " + player.Clock
		}
		rows = append(rows, [2]string{player.Name, text})
	}
	return append(rows, [2]string{"seed", fmt.Sprint(p.Seed)})
}

// crosstable returns a table with a row and a column for each player. A cell is the score of the row's player against
// the column's player.
func crosstable(sum Summary) [][]crossCell {
	of := map[[2]string]splitTally{}
	for _, p := range sum.Pairings {
		of[[2]string{p.First, p.Second}] = p.splitTally
		of[[2]string{p.Second, p.First}] = splitTallyOf(p.AsWhite.reversed(), p.AsBlack.reversed())
	}
	var rows [][]crossCell
	for _, a := range sum.ranked() {
		row := []crossCell{{Text: a.Name}}
		for _, b := range sum.ranked() {
			c, met := of[[2]string{a.Name, b.Name}]
			cell := crossCell{Self: a.Name == b.Name}
			if met && c.Done() > 0 {
				cell.Text = fmt.Sprintf("%v of %d", c.Score(), c.Played())
				cell.Title = fmt.Sprintf("as Black %v of %d, as White %v of %d", c.AsBlack.Score(), c.AsBlack.Played(), c.AsWhite.Score(), c.AsWhite.Played())
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return rows
}
