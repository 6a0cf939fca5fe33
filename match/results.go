package match

import (
	"math"

	"tengen/baduk"
	"tengen/stat"
)

// results holds and counts the results of a match. Results may be added in any order.
type results struct {
	names    []string
	known    map[int]float64 // by player: the Elo that the user gave
	schedule *schedule
	test     stat.SPRT
	index    map[string]int // by name: index of the player
	games    []GameResult   // in the order in which they were added
	place    map[int]int    // by number of a game: its index in games
	asBlack  [][]tally      // asBlack[i][j]: tally of player i with Black against player j
	players  []playerCounts
	played   map[[3]string]bool // keys are black, white and the fingerprint of a game
	repeated int                // games with the same moves as an earlier one
	referee  refereeCounts

	// The state of the sequential test. The test takes pairs of games in the order of the schedule. If it took them in
	// the order in which they end, short games would have more influence.
	judged   int // number of games that the test has taken
	outcomes [5]int
	llr      float64
	verdict  stat.Verdict
}

// playerCounts counts what a player did, except wins and losses.
type playerCounts struct {
	moves               int
	thinking, longest   float64 // for all moves and for one move, s
	failures            map[cause]int
	lostBy              map[cause]int
	compared, differing int // how many of the player's scores were compared with the referee's, and how many differed
}

func newResults(o *Options, s *schedule) *results {
	st := &results{known: map[int]float64{}, schedule: s, test: o.SPRT, index: map[string]int{}, place: map[int]int{}, played: map[[3]string]bool{}}
	for i, p := range o.Players {
		st.names = append(st.names, p.Name)
		st.index[p.Name] = i
		st.asBlack = append(st.asBlack, make([]tally, len(o.Players)))
		st.players = append(st.players, playerCounts{failures: map[cause]int{}, lostBy: map[cause]int{}})
		if p.Elo != nil {
			st.known[i] = *p.Elo
		}
	}
	return st
}

func (s *results) has(n int) bool {
	_, ok := s.place[n]
	return ok
}

func (s *results) done() int { return len(s.games) }

func (s *results) decided() bool { return s.verdict != stat.Undecided }

func (s *results) add(g GameResult) {
	s.place[g.Game] = len(s.games)
	s.games = append(s.games, g)
	b, w := s.index[g.Black], s.index[g.White]
	if key := [3]string{g.Black, g.White, g.Fingerprint}; s.played[key] {
		s.repeated++
	} else {
		s.played[key] = true
	}
	s.referee.add(&g)
	s.asBlack[b][w].add(&g, g.points())
	s.players[b].add(&g, baduk.Black)
	s.players[w].add(&g, baduk.White)
	if (s.test != stat.SPRT{}) {
		s.judge()
	}
}

func (r *playerCounts) add(g *GameResult, c baduk.Color) {
	moves := [3]int{baduk.Black: g.BlackMoves, baduk.White: g.WhiteMoves}
	thinking := [3]float64{baduk.Black: g.BlackSeconds, baduk.White: g.WhiteSeconds}
	longest := [3]float64{baduk.Black: g.BlackLongest, baduk.White: g.WhiteLongest}
	r.moves += moves[c]
	r.thinking += thinking[c]
	r.longest = max(r.longest, longest[c])
	if f := g.failures()[c]; f != "" {
		r.failures[f]++
	}
	if name := g.names()[c]; !g.Void() && g.Winner != "" && g.Winner != name {
		r.lostBy[g.Cause]++
	}
	if differs, compared := g.disputes(g.claims()[c]); compared {
		r.compared++
		if differs {
			r.differing++
		}
	}
}

// judge passes complete pairs of games to the test, in the order of the schedule, until the test is decided.
func (s *results) judge() {
	for ; !s.decided() && s.has(s.judged+1) && s.has(s.judged+2) && s.judged+2 <= s.schedule.games/2*2; s.judged += 2 {
		one, two := s.games[s.place[s.judged+1]], s.games[s.place[s.judged+2]]
		if one.Void() || two.Void() {
			continue
		}
		// The first player has Black in the first game and White in the second.
		s.outcomes[int(2*(one.points()+1-two.points()))]++
		s.llr, s.verdict = s.test.Judge(s.outcomes[:])
	}
}

// ratings returns the players' Elo. It also returns the value of the first move if there are enough games to estimate
// it.
//
// If the games give no finite Elo, ratings assumes one more drawn game for each pairing of the schedule. Without this,
// package stat would assume a drawn game between every two players, even if only neighbours play each other. The
// ratings of the strongest and the weakest players would then be too close together.
func (s *results) ratings() (stat.Ratings, error) {
	var games []stat.Games
	for i := range s.names {
		for j := range s.names {
			if t := s.asBlack[i][j]; t.Played() > 0 {
				games = append(games, stat.Games{First: i, Second: j, Score: t.Score(), Played: t.Played()})
			}
		}
	}
	model := stat.Model{Players: len(s.names), Known: s.known, Advantage: true}
	bare, err := stat.BradleyTerry(games, model)
	if err != nil || !bare.Supposed {
		return bare, err
	}
	for _, pair := range s.schedule.pairings {
		games = append(games, stat.Games{First: pair[0], Second: pair[1], Score: 0.5, Played: 1})
	}
	model.Advantage = false
	r, err := stat.BradleyTerry(games, model)
	r.Supposed = true
	for i := range r.Players { // the assumed games give no bounds
		if math.IsInf(bare.Players[i].Low, -1) {
			r.Players[i].Low = bare.Players[i].Low
		}
		if math.IsInf(bare.Players[i].High, 1) {
			r.Players[i].High = bare.Players[i].High
		}
	}
	return r, err
}
