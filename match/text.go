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

// String returns the summary in a few lines, or as tables if there are more than two players.
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

// writePair writes the summary of two players.
func (s Summary) writePair(b *strings.Builder) {
	p := s.Pairings[0]
	if p.Done() == 0 {
		fmt.Fprintf(b, "%s against %s: no game has ended\n", p.First, p.Second)
		return
	}
	after := ""
	if s.Unfinished {
		after = fmt.Sprintf(", after %d of %d games", s.Done, s.Games)
		if s.Test != nil {
			after = fmt.Sprintf(", after %d of at most %d games", s.Done, s.Games)
		}
	}
	fmt.Fprintf(b, "%s against %s%s: %s\n  as Black %s\n  as White %s\n", p.First, p.Second, after, p.tally.text(), p.AsBlack.text(), p.AsWhite.text())
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

// sentence says what can be concluded from the games that count.
func (p pairingSummary) sentence() string {
	stronger := p.First
	if p.Rate < 0.5 {
		stronger = p.Second
	}
	switch {
	case p.Shown:
		return fmt.Sprintf("%s is stronger under these conditions (confidence 95 %%)", stronger)
	case p.GamesToShow > 0:
		return fmt.Sprintf("it is open which player is stronger; if the true rate is %.1f %%, about %d games in all would show which", 100*p.Rate, p.GamesToShow)
	}
	return fmt.Sprintf("it is open which player is stronger; about %d games in all would measure the difference within 20 Elo", stat.GamesForWidth(20))
}

// String returns a difference with its interval, in whole Elo.
func (e eloEstimate) String() string { return e.text(signed) }

// text returns the number with its interval.
func (e eloEstimate) text(format func(float64) string) string {
	bound := func(x *float64, none string) string {
		if x == nil {
			return none
		}
		return format(*x)
	}
	number := bound(e.Elo, "not finite")
	switch {
	case e.Low == nil && e.High == nil:
		return number + " (95 %: no bounds)"
	case e.High == nil:
		return fmt.Sprintf("%s (95 %%: at least %s)", number, bound(e.Low, ""))
	case e.Low == nil:
		return fmt.Sprintf("%s (95 %%: at most %s)", number, bound(e.High, ""))
	}
	return fmt.Sprintf("%s (95 %%: %s to %s)", number, bound(e.Low, ""), bound(e.High, ""))
}

// signed writes a number of Elo with its sign, and 0 without one.
func signed(elo float64) string {
	if text := fmt.Sprintf("%+.0f", elo); text != "-0" && text != "+0" {
		return text
	}
	return "0"
}

// rating returns the format of the players' Elo. If the mean Elo is 0, the format has a sign. If the Elo of a
// player is known, the format has no sign.
func (s Summary) rating() func(float64) string {
	if slices.ContainsFunc(s.Players, func(p playerSummary) bool { return p.Known }) {
		return func(elo float64) string { return fmt.Sprintf("%.0f", elo) }
	}
	return signed
}

// plain writes a number with its sign and all its decimals.
func plain(elo float64) string {
	if elo == 0 {
		return "0"
	}
	return fmt.Sprintf("%+g", elo)
}

// ranked returns the players by Elo, the strongest first.
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

// writeTable writes the summary of more than two players.
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

// writeRemarks writes the test, the value of the first move, and warnings.
func (s Summary) writeRemarks(b *strings.Builder) {
	if t := s.Test; t != nil {
		fmt.Fprintf(b, "  %s\n", t)
		if t.Verdict != stat.Undecided {
			fmt.Fprintln(b, "  a match that ends early overstates the difference: use its verdict, and measure Elo in a match of fixed length")
		}
	}
	if s.FirstMove != nil {
		fmt.Fprintf(b, "  the first move is worth %s Elo\n", s.FirstMove)
	}
	if s.Repeated > 0 {
		fmt.Fprintf(b, "  %d of %d games have the same moves as an earlier one and carry no new information, so the intervals are too narrow: use openings or random moves\n", s.Repeated, s.Done)
	}
	if s.Supposed && len(s.Pairings) > 1 {
		fmt.Fprintln(b, "  a player won or lost all its games, or did not meet the others: Elo assumes one more drawn game for each pairing")
	}
	for _, p := range s.Players {
		if text := counts(p.Failures); text != "" {
			fmt.Fprintf(b, "  %s failed and was started again: %s\n", p.Name, text)
		}
		if p.ScoresDiffer > 0 {
			fmt.Fprintf(b, "  the score of %s differed from the referee's score in %d of %d games\n", p.Name, p.ScoresDiffer, p.ScoresCompared)
		}
	}
	if n := s.Referee.Estimated; n > 0 {
		fmt.Fprintf(b, "  the players did not agree on the dead stones in %d of %d counted games: the referee decided\n",
			n, n+s.Referee.Agreed+s.Referee.ByRules+s.Referee.CleanUps)
	}
}

// counts lists causes, each with its number of games.
func counts(of map[cause]int) string {
	var words []string
	for _, cause := range slices.Sorted(maps.Keys(of)) {
		words = append(words, fmt.Sprintf("%s %d", cause, of[cause]))
	}
	return strings.Join(words, ", ")
}

// String returns the state of the test in one line.
func (t *testSummary) String() string {
	elo0, elo1 := plain(t.Elo0), plain(t.Elo1)
	text := fmt.Sprintf("SPRT of %s against %s Elo: LLR %.2f (%.2f to %.2f)", elo0, elo1, t.LLR, t.Lower, t.Upper)
	switch t.Verdict {
	case stat.AcceptElo0:
		return text + fmt.Sprintf(", decided: the test accepts %s Elo, not %s", elo0, elo1)
	case stat.AcceptElo1:
		return text + fmt.Sprintf(", decided: the test accepts %s Elo, not %s", elo1, elo0)
	}
	if t.GamesExpected > 0 {
		text += fmt.Sprintf(", about %d games in all", t.GamesExpected)
	}
	return text
}

// Line returns the state of the match for a progress line.
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
