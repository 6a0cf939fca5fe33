package match

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"tengen/stat"
)

// String tells the summary in a few lines, or with more than two players in a table.
func (s Summary) String() string {
	var b strings.Builder
	if len(s.Pairings) == 1 {
		s.writePair(&b)
	} else {
		s.writeTable(&b)
	}
	if s.Done > 0 {
		s.writeRemarks(&b)
	}
	return strings.TrimRight(b.String(), "\n")
}

func (t tally) text() string {
	text := fmt.Sprintf("%d wins, %d losses, %d draws", t.Wins, t.Losses, t.Draws)
	if t.Voids > 0 {
		text += fmt.Sprintf(", %d void", t.Voids)
	}
	return text
}

// writePair tells of a match of two.
func (s Summary) writePair(b *strings.Builder) {
	p := s.Pairings[0]
	if p.Done() == 0 {
		fmt.Fprintf(b, "%s against %s: no game was finished\n", p.First, p.Second)
		return
	}
	so := ""
	if s.Unfinished {
		so = fmt.Sprintf(", after %d of %d games", s.Done, s.Games)
		if s.Test != nil {
			so = fmt.Sprintf(", after %d of at most %d games", s.Done, s.Games)
		}
	}
	fmt.Fprintf(b, "%s against %s%s: %s\n  as Black %s\n  as White %s\n", p.First, p.Second, so, p.tally.text(), p.AsBlack.text(), p.AsWhite.text())
	if p.Played() == 0 {
		fmt.Fprintln(b, "  no game counts")
		return
	}
	fmt.Fprintf(b, "  score %v of %d: %.1f %% (95 %%: %.1f to %.1f)\n", p.Score(), p.Played(), 100*p.Rate, 100*p.Rate95[0], 100*p.Rate95[1])
	fmt.Fprintf(b, "  Elo difference %s\n", p.Difference)
	if s.Test == nil {
		fmt.Fprintf(b, "  %s\n", p.sentence())
	}
}

// sentence is what may be concluded from games that count, and no more.
func (p pairingSummary) sentence() string {
	stronger := p.First
	if p.Rate < 0.5 {
		stronger = p.Second
	}
	switch {
	case p.Shown:
		return fmt.Sprintf("%s is stronger under these conditions, as far as 95 %% go", stronger)
	case p.GamesToShow > 0:
		return fmt.Sprintf("who is stronger is open; if %.1f %% is the truth, about %d games in all would show it", 100*p.Rate, p.GamesToShow)
	}
	return fmt.Sprintf("who is stronger is open; about %d games in all would tell within 20 Elo", stat.GamesForWidth(20))
}

// String is a difference with its interval, in whole Elo.
func (e eloEstimate) String() string { return e.text(signed) }

// text is the number with its interval.
func (e eloEstimate) text(format func(float64) string) string {
	bound := func(x *float64, none string) string {
		if x == nil {
			return none
		}
		return format(*x)
	}
	number := bound(e.Elo, "without a number")
	switch {
	case e.Low == nil && e.High == nil:
		return number + " (95 %: anything)"
	case e.High == nil:
		return fmt.Sprintf("%s (95 %%: at least %s)", number, bound(e.Low, ""))
	case e.Low == nil:
		return fmt.Sprintf("%s (95 %%: at most %s)", number, bound(e.High, ""))
	}
	return fmt.Sprintf("%s (95 %%: %s to %s)", number, bound(e.Low, ""), bound(e.High, ""))
}

// signed is a number of Elo with its sign, and 0 without one.
func signed(elo float64) string {
	if text := fmt.Sprintf("%+.0f", elo); text != "-0" && text != "+0" {
		return text
	}
	return "0"
}

// rating is how to write the players' Elo: around their mean with a sign, on the scale
// of a known player without.
func (s Summary) rating() func(float64) string {
	if slices.ContainsFunc(s.Players, func(p playerSummary) bool { return p.Known }) {
		return func(elo float64) string { return fmt.Sprintf("%.0f", elo) }
	}
	return signed
}

// plain is a number as it was given, with its sign.
func plain(elo float64) string {
	if elo == 0 {
		return "0"
	}
	return fmt.Sprintf("%+g", elo)
}

// ranked are the players by Elo, the strongest first.
func (s Summary) ranked() []playerSummary {
	all := slices.Clone(s.Players)
	slices.SortStableFunc(all, func(a, b playerSummary) int {
		elo := func(s playerSummary) float64 {
			if s.Rating.Elo == nil {
				return math.Inf(-1)
			}
			return *s.Rating.Elo
		}
		return cmp.Or(cmp.Compare(elo(b), elo(a)), cmp.Compare(b.Rate, a.Rate))
	})
	return all
}

// writeTable tells of a match of more.
func (s Summary) writeTable(b *strings.Builder) {
	fmt.Fprintf(b, "%d of %d games\n", s.Done, s.Games)
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "  player\tElo\tscore\tas Black\tas White\tvoid\ts/move")
	for _, p := range s.ranked() {
		elo := "-"
		if p.Rating.Elo != nil {
			elo = p.Rating.text(s.rating())
		}
		if p.Known {
			elo = fmt.Sprintf("%.0f (given)", *p.Rating.Elo)
		}
		fmt.Fprintf(t, "  %s\t%s\t%v of %d\t%v of %d\t%v of %d\t%d\t%.2f\n", p.Name, elo, p.Score(), p.Played(),
			p.AsBlack.Score(), p.AsBlack.Played(), p.AsWhite.Score(), p.AsWhite.Played(), p.Voids, p.SecondsPerMove)
	}
	t.Flush()
	fmt.Fprintln(b)
	t = tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "  pairing\tscore\t95 %\tElo difference")
	for _, p := range s.Pairings {
		fmt.Fprintf(t, "  %s against %s\t%v of %d", p.First, p.Second, p.Score(), p.Played())
		if p.Played() > 0 {
			fmt.Fprintf(t, "\t%.1f %% (%.1f to %.1f)\t%s", 100*p.Rate, 100*p.Rate95[0], 100*p.Rate95[1], p.Difference)
		}
		fmt.Fprintln(t)
	}
	t.Flush()
}

// writeRemarks tells what else has to be known.
func (s Summary) writeRemarks(b *strings.Builder) {
	if t := s.Test; t != nil {
		fmt.Fprintf(b, "  %s\n", t)
		if t.Verdict != stat.Undecided {
			fmt.Fprintln(b, "  a match that ends when it is decided overstates the difference: take the verdict from it, and the Elo from a match of fixed length")
		}
	}
	if s.FirstMove != nil {
		fmt.Fprintf(b, "  the first move is worth %s Elo\n", s.FirstMove)
	}
	if s.Repeated > 0 {
		fmt.Fprintf(b, "  %d of %d games are move by move like an earlier one and say nothing new, so the intervals are too narrow: play from openings or random moves\n", s.Repeated, s.Done)
	}
	if s.Supposed && len(s.Pairings) > 1 {
		fmt.Fprintln(b, "  somebody won or lost everything, or has not met the others: Elo is given as if the two of each pairing had shared one more game")
	}
	for _, p := range s.Players {
		if text := counts(p.Failures); text != "" {
			fmt.Fprintf(b, "  %s failed and was started anew: %s\n", p.Name, text)
		}
		if p.ScoresDiffer > 0 {
			fmt.Fprintf(b, "  %s counted otherwise than the referee in %d of %d games\n", p.Name, p.ScoresDiffer, p.ScoresCompared)
		}
	}
	if n := s.Referee.Estimated; n > 0 {
		fmt.Fprintf(b, "  the players did not agree about dead stones in %d of %d counted games: the referee named them\n",
			n, n+s.Referee.Agreed+s.Referee.ByRules+s.Referee.CleanUps)
	}
}

// counts lists how often what happened.
func counts(of map[cause]int) string {
	var words []string
	for _, cause := range slices.Sorted(maps.Keys(of)) {
		words = append(words, fmt.Sprintf("%s %d", cause, of[cause]))
	}
	return strings.Join(words, ", ")
}

// String is the test in a line.
func (t *testSummary) String() string {
	elo0, elo1 := plain(t.Elo0), plain(t.Elo1)
	text := fmt.Sprintf("SPRT of %s against %s Elo: LLR %.2f (%.2f to %.2f)", elo0, elo1, t.LLR, t.Lower, t.Upper)
	switch t.Verdict {
	case stat.AcceptElo0:
		return text + fmt.Sprintf(", decided: rather %s Elo than %s", elo0, elo1)
	case stat.AcceptElo1:
		return text + fmt.Sprintf(", decided: rather %s Elo than %s", elo1, elo0)
	}
	if t.GamesExpected > 0 {
		text += fmt.Sprintf(", about %d games in all", t.GamesExpected)
	}
	return text
}

// Line is how the match stands, for a progress line.
func (s Summary) Line() string {
	text := fmt.Sprintf("%d/%d", s.Done, s.Games)
	if len(s.Pairings) == 1 {
		if p := s.Pairings[0]; p.Played() > 0 {
			text += fmt.Sprintf("  %s %v-%v (%.1f %%)  Elo %s", p.First, p.Score(), float64(p.Played())-p.Score(), 100*p.Rate, p.Difference)
		}
	} else if best := s.ranked(); len(best) > 0 && best[0].Played() > 0 {
		text += fmt.Sprintf("  first %s, Elo %s", best[0].Name, best[0].Rating.text(s.rating()))
	}
	if t := s.Test; t != nil {
		text += fmt.Sprintf("  LLR %.2f (%.2f to %.2f)", t.LLR, t.Lower, t.Upper)
	}
	return text
}
