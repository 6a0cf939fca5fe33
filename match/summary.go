package match

import (
	"tengen/stat"
)

// Summary is how a match stands.
type Summary struct {
	Players  []playerSummary  `json:"players"`  // in the order of the plan
	Pairings []pairingSummary `json:"pairings"` // in the order of the plan
	// Of all games: those with a result, counted from Black's side.
	Black tally `json:"black"`
	Games int   `json:"games"` // that the plan has
	Done  int   `json:"done"`  // that ended, void ones included
	// FirstMove is the Elo that Black's first move (and what follows from it, as komi)
	// is worth; nil if the games do not tell.
	FirstMove *eloEstimate `json:"firstMove,omitempty"`
	// Supposed says that one of more than two players lost no game, or won none, so that
	// there is no finite Elo: it is then given as if every two players had shared one
	// more game.
	Supposed bool `json:"supposed"`
	// Repeated is how many games are move by move like an earlier one of the same
	// players with the same colours. They count, and say nothing new.
	Repeated   int           `json:"repeated"`
	Test       *testSummary  `json:"test,omitempty"`
	Referee    refereeCounts `json:"referee"`
	Seconds    float64       `json:"seconds"`     // wall-clock time of the match, s
	Unfinished bool          `json:"interrupted"` // there are games left to play
}

// playerSummary is how a player stands.
type playerSummary struct {
	Name string `json:"name"`
	splitTally
	Rating         eloEstimate   `json:"rating"`         // on the scale of known players, or around the mean of all
	Known          bool          `json:"known"`          // the Elo was given
	Moves          int           `json:"moves"`          // that it made
	SecondsPerMove float64       `json:"secondsPerMove"` // wall-clock
	LongestMove    float64       `json:"longestMove"`    // s
	LostBy         map[cause]int `json:"lostBy"`
	Failures       map[cause]int `json:"failures"`       // games after or in which it had to be restarted
	ScoresCompared int           `json:"scoresCompared"` // its final_score with that of the referee
	ScoresDiffer   int           `json:"scoresDiffer"`
}

// pairingSummary is how two players stand with each other, seen from the first of them.
type pairingSummary struct {
	First  string `json:"first"`
	Second string `json:"second"`
	splitTally
	// Difference is what the score says, its interval that of the score (Wilson).
	Difference eloEstimate `json:"difference"`
	// GamesToShow is about how many games it would take to show, with a chance of
	// 80 %, that the players differ, if they differ as the score says; 0 if no number
	// can be told, or if it is shown already.
	GamesToShow int  `json:"gamesToShow"`
	Shown       bool `json:"shown"` // an even score is outside of the interval
}

// testSummary is a sequential test as it stands. Outcomes are pairs of games that brought
// the first player 0, 1/2, 1, 3/2 and 2 points.
type testSummary struct {
	stat.SPRT
	LLR      float64      `json:"llr"` // logarithm of the likelihood ratio
	Lower    float64      `json:"lower"`
	Upper    float64      `json:"upper"`
	Verdict  stat.Verdict `json:"verdict"`
	Outcomes [5]int       `json:"outcomes"`
	// GamesExpected is about how many games the test takes in all, if the players
	// are as the games say; 0 if that cannot be told.
	GamesExpected int `json:"gamesExpected"`
}

// refereeCounts is what the referee had to do.
type refereeCounts struct {
	Agreed    int `json:"agreed"`    // counts for which the players agreed about dead stones
	Estimated int `json:"estimated"` // counts with dead stones that the referee named
	CleanUps  int `json:"cleanUps"`  // counts after a clean-up
	ByRules   int `json:"byRules"`   // counts by the rules alone
}

func (r *refereeCounts) add(g *GameResult) {
	switch g.Dead {
	case deadAgreed:
		r.Agreed++
	case deadEstimated:
		r.Estimated++
	case deadCleanUp:
		r.CleanUps++
	case deadByRules:
		r.ByRules++
	}
}

func (s *results) summary() Summary {
	sum := Summary{Games: s.schedule.total(), Done: len(s.games), Repeated: s.repeated, Referee: s.referee, Unfinished: len(s.games) < s.schedule.total() && !s.decided()}
	ratings, err := s.ratings()
	rated := err == nil
	for i, name := range s.names {
		var asBlack, asWhite tally
		for j := range s.names {
			asBlack = asBlack.plus(s.asBlack[i][j])
			asWhite = asWhite.plus(s.asBlack[j][i].reversed())
		}
		sum.Black = sum.Black.plus(asBlack)
		r := s.players[i]
		p := playerSummary{Name: name, splitTally: splitTallyOf(asBlack, asWhite), Moves: r.moves, LongestMove: r.longest, LostBy: r.lostBy,
			Failures: r.failures, ScoresCompared: r.compared, ScoresDiffer: r.differing}
		if r.moves > 0 {
			p.SecondsPerMove = r.thinking / float64(r.moves)
		}
		if rated {
			rating := ratings.Players[i]
			if p.Played() > 0 || rating.Known {
				p.Rating, p.Known = eloOf(rating.Elo, rating.Low, rating.High), rating.Known
			}
		}
		sum.Players = append(sum.Players, p)
	}
	if rated && sum.Black.Played() > 0 {
		sum.Supposed = ratings.Supposed && len(s.names) > 2
		if ratings.HasAdvantage {
			first := eloOf(ratings.Advantage, ratings.AdvantageLow, ratings.AdvantageHigh)
			sum.FirstMove = &first
		}
	}
	for _, pair := range s.schedule.pairings {
		i, j := pair[0], pair[1]
		p := pairingSummary{First: s.names[i], Second: s.names[j], splitTally: splitTallyOf(s.asBlack[i][j], s.asBlack[j][i].reversed())}
		if p.Played() > 0 {
			p.Difference = eloOf(stat.Elo(p.Rate), stat.Elo(p.Rate95[0]), stat.Elo(p.Rate95[1]))
			p.Shown = p.Rate95[0] > 0.5 || p.Rate95[1] < 0.5
			if !p.Shown {
				p.GamesToShow, _ = stat.GamesToShow(p.Rate)
			}
		}
		sum.Pairings = append(sum.Pairings, p)
	}
	if len(s.names) == 2 && sum.Black.Played() > 0 {
		sum.ratePair()
	}
	if (s.test != stat.SPRT{}) {
		sum.Test = s.summarizeTest()
	}
	return sum
}

// ratePair gives two players the Elo that the difference between them says, so that
// it is told once: each half of it from their mean, or all of it from the one who is
// known. A fit together with the first move would say another one.
func (s *Summary) ratePair() {
	a, b, d := &s.Players[0], &s.Players[1], s.Pairings[0].Difference
	switch {
	case a.Known && b.Known:
	case a.Known:
		b.Rating = d.line(*a.Rating.Elo, -1)
	case b.Known:
		a.Rating = d.line(*b.Rating.Elo, 1)
	default:
		a.Rating, b.Rating = d.line(0, 0.5), d.line(0, -0.5)
	}
}

func (s *results) summarizeTest() *testSummary {
	t := &testSummary{SPRT: s.test, LLR: s.llr, Verdict: s.verdict, Outcomes: s.outcomes}
	t.Lower, t.Upper = s.test.Bounds()
	var n, sum, squares float64
	for i, count := range s.outcomes {
		value := float64(i) / 4
		n += float64(count)
		sum += value * float64(count)
		squares += value * value * float64(count)
	}
	if n >= 10 {
		mean := sum / n
		if pairs, ok := s.test.ExpectedOutcomes(mean, squares/n-mean*mean); ok && pairs < 1e8 {
			t.GamesExpected = 2 * int(pairs+0.5)
		}
	}
	return t
}
