package match

import (
	"math"

	"tengen/baduk"
	"tengen/stat"
)

// results is the results of a match, counted as they come. The order in which they
// come does not matter.
type results struct {
	names    []string
	known    map[int]float64
	schedule *schedule
	test     stat.SPRT
	index    map[string]int
	games    []GameResult // as they came
	place    map[int]int  // of a game in games
	asBlack  [][]tally    // of the first player, with Black against the second
	players  []playerCounts
	played   map[[3]string]bool // black, white, fingerprint
	repeated int                // games that were played before, move by move
	referee  refereeCounts

	// The test, which looks at pairs of games in the order of the schedule, so that
	// the faster games do not decide it.
	judged   int // games that it has seen
	outcomes [5]int
	llr      float64
	verdict  stat.Verdict
}

// playerCounts is what a player did, apart from winning.
type playerCounts struct {
	moves               int
	thinking, longest   float64 // s
	failures            map[cause]int
	lostBy              map[cause]int
	compared, differing int // claims
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

// judge looks at the pairs of games that have become complete, one after the other,
// until the test is decided.
func (s *results) judge() {
	for ; !s.decided() && s.has(s.judged+1) && s.has(s.judged+2) && s.judged+2 <= s.schedule.games/2*2; s.judged += 2 {
		one, two := s.games[s.place[s.judged+1]], s.games[s.place[s.judged+2]]
		if one.Void() || two.Void() {
			continue
		}
		// The first player has Black in the first of them and White in the second.
		s.outcomes[int(2*(one.points()+1-two.points()))]++
		s.llr, s.verdict = s.test.Judge(s.outcomes[:])
	}
}

// ratings are the players' Elo. Whether the first move is rated as well is decided
// by whether the games are enough to say anything.
//
// Where they give no finite Elo, one more game is supposed to have been shared by the
// two of each pairing. What stat supposes, that everybody shared one with everybody,
// would pull the ends of a chain of neighbours together.
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
	for i := range r.Players { // no bound comes from what is supposed
		if math.IsInf(bare.Players[i].Low, -1) {
			r.Players[i].Low = bare.Players[i].Low
		}
		if math.IsInf(bare.Players[i].High, 1) {
			r.Players[i].High = bare.Players[i].High
		}
	}
	return r, err
}
