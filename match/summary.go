package match

import (
	"tengen/stat"
)

// Summary is the state of a match.
type Summary struct {
	Players  []playerSummary  `json:"players"`  // in the order of the plan
	Pairings []pairingSummary `json:"pairings"` // in the order of the plan
	Black    tally            `json:"black"`    // Black's tally of all games
	Games    int              `json:"games"`    // number of games in the plan
	Done     int              `json:"done"`     // games that ended, including void ones
	// FirstMove is the advantage of playing Black at the komi of the match, in Elo. It is nil if there are too few
	// games.
	FirstMove *eloEstimate `json:"firstMove,omitempty"`
	// Supposed says that one more drawn game was assumed for each pairing to compute Elo. In matches with more than two
	// players this is necessary if a player won all games or lost all games, because the games alone then give no
	// finite Elo.
	Supposed bool `json:"supposed"`
	// Repeated is the number of games with the same players, colours and moves as an earlier game. They count, but
	// carry no new information.
	Repeated   int           `json:"repeated"`
	Test       *testSummary  `json:"test,omitempty"`
	Referee    refereeCounts `json:"referee"`
	Seconds    float64       `json:"seconds"`     // duration of the match, s
	Unfinished bool          `json:"interrupted"` // some games are still to be played
}

// playerSummary is the summary of one player. Its tallies are embedded, so that the JSON is one flat object.
type playerSummary struct {
	Name string `json:"name"`
	splitTally
	Rating         eloEstimate   `json:"rating"`         // on the scale of players with known Elo, or else with mean 0
	Known          bool          `json:"known"`          // the Elo was given as a setting
	Moves          int           `json:"moves"`          // moves that the player chose
	SecondsPerMove float64       `json:"secondsPerMove"` // mean wall-clock time, s
	LongestMove    float64       `json:"longestMove"`    // wall-clock time, s
	LostBy         map[cause]int `json:"lostBy"`
	Failures       map[cause]int `json:"failures"`       // games in which the player failed and had to be restarted
	ScoresCompared int           `json:"scoresCompared"` // games in which the player's score was compared
	ScoresDiffer   int           `json:"scoresDiffer"`
}

// pairingSummary is the summary of two players, from the perspective of the first one. Its tallies are embedded, so
// that the JSON is one flat object.
type pairingSummary struct {
	First  string `json:"first"`
	Second string `json:"second"`
	splitTally
	// Difference is the Elo difference that follows from the rate, and its interval follows from the Wilson interval of
	// the rate.
	Difference eloEstimate `json:"difference"`
	// GamesToShow estimates how many games would show a difference with a probability of 80 %, if the true difference
	// is the measured one. It is 0 if the number cannot be estimated or if the games already show a difference.
	GamesToShow int  `json:"gamesToShow"`
	Shown       bool `json:"shown"` // an even score is outside of the interval
}

// testSummary is the state of a sequential test. Outcomes has the number of pairs of games in which the first player
// scored 0, 1/2, 1, 3/2 and 2 points.
type testSummary struct {
	stat.SPRT
	LLR      float64      `json:"llr"` // logarithm of the likelihood ratio
	Lower    float64      `json:"lower"`
	Upper    float64      `json:"upper"`
	Verdict  stat.Verdict `json:"verdict"`
	Outcomes [5]int       `json:"outcomes"`
	// GamesExpected estimates the total number of games of the test, if the true difference is the measured one. It is
	// 0 if the number cannot be estimated.
	GamesExpected int `json:"gamesExpected"`
}

// refereeCounts counts how the dead stones of scored games were decided.
type refereeCounts struct {
	Agreed    int `json:"agreed"`    // the players agreed
	Estimated int `json:"estimated"` // the referee decided
	CleanUps  int `json:"cleanUps"`  // the players played on
	ByRules   int `json:"byRules"`   // the rules decided
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

// ratePair sets the Elo of two players from the Elo difference of their pairing. If the Elo of one player is known, the
// Elo of the other player is this Elo plus or minus the difference. If neither is known, the two Elo are plus and minus
// half of the difference. The fit of stat.Model is not used: it includes the value of the first move, so its ratings
// would not agree with the difference in the summary.
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
