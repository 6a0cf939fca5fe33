package match

import (
	"cmp"
	"fmt"

	"tengen/baduk"
)

// A Board is a board with its initial stones.
type Board struct {
	Graph *baduk.Graph
	Setup baduk.Setup
}

// A schedule lists the games of a match. It depends only on the options, so a continued match has the same games.
//
// The games form rounds. A round has two games of each pairing, with colours swapped. All games of a round begin in the
// same way. Rounds use the boards in turn, and for each board its openings in turn.
type schedule struct {
	pairings [][2]int // the two players of each pairing
	games    int      // number of games of each pairing
	boards   []Board
	openings [][]Opening // by board; nil if the match has no openings
	random   int         // number of random moves at the beginning
	rules    baduk.Rules
	seed     uint64
}

// fixture is one game of a schedule.
type fixture struct {
	number  int    // from 1
	players [3]int // by colour
	board   string
	opening Opening // its Name is empty if the match has no openings
	seed    uint64
}

// total returns the number of games.
func (s *schedule) total() int { return len(s.pairings) * s.games }

// locate returns the round and the pairing of game n, both counted from 0. It also reports whether the second player of
// the pairing has Black.
func (s *schedule) locate(n int) (round, pairing int, swapped bool) {
	n--
	perRound := 2 * len(s.pairings)
	if full := s.games / 2; n >= full*perRound {
		return full, n - full*perRound, false // the number of games is odd, so each pairing has one more game
	}
	return n / perRound, n % perRound / 2, n%2 == 1
}

// fixture returns game n.
func (s *schedule) fixture(n int) (fixture, error) {
	round, pairing, swapped := s.locate(n)
	pair := s.pairings[pairing]
	if swapped {
		pair[0], pair[1] = pair[1], pair[0]
	}
	b := s.boards[round%len(s.boards)]
	f := fixture{number: n, board: boardName(b.Graph), seed: baduk.Mix(s.seed+uint64(n)) >> 11} // every JSON reader reads 53 bits exactly
	f.players[baduk.Black], f.players[baduk.White] = pair[0], pair[1]
	f.opening = Opening{Graph: b.Graph, Setup: b.Setup}
	if s.openings != nil {
		mine := s.openings[round%len(s.boards)]
		f.opening = mine[round/len(s.boards)%len(mine)]
	}
	if s.random > 0 {
		if err := f.opening.addRandomMoves(s.rules, s.random, baduk.Mix(^s.seed+uint64(round))); err != nil {
			return fixture{}, err
		}
		f.opening.Name = cmp.Or(f.opening.Name, fmt.Sprintf("random %d", round+1))
	}
	return f, nil
}

// boardName returns a short name of a board.
func boardName(g *baduk.Graph) string {
	if grid, ok := g.Rectangle(); ok && g.Source() == "" {
		return fmt.Sprintf("%dx%d", grid.Width, grid.Height)
	}
	return g.String()
}

// newSchedule makes the schedule and checks that boards, openings, handicap and rules fit together.
func newSchedule(o *Options) (*schedule, error) {
	s := &schedule{pairings: o.Pairings.of(len(o.Players)), games: o.Games, boards: o.Boards, random: o.RandomMoves, rules: o.Rules, seed: o.Seed}
	if len(o.Openings) > 0 {
		if err := s.sortOpenings(o); err != nil {
			return nil, err
		}
	}
	if len(s.boards) == 0 {
		return nil, fmt.Errorf("a match needs a board")
	}
	s.boards = append([]Board(nil), s.boards...)
	for i := range s.boards {
		b := &s.boards[i]
		if b.Graph == nil {
			return nil, fmt.Errorf("a match needs a board")
		}
		if err := o.handicap(b); err != nil {
			return nil, err
		}
		if s.openings != nil {
			continue // openings have their own stones, which sortOpenings has checked
		}
		opening := Opening{Graph: b.Graph, Setup: b.Setup}
		if _, err := opening.begin(o.Rules); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// handicap puts the handicap stones on the board.
func (o *Options) handicap(b *Board) error {
	switch {
	case o.Handicap == 0:
		return nil
	case len(o.Openings) > 0:
		return fmt.Errorf("a handicap cannot be added to openings, which have their own stones")
	case len(b.Setup.Black)+len(b.Setup.White) > 0:
		return fmt.Errorf("a handicap cannot be added to the board %s, which has its own stones", boardName(b.Graph))
	}
	points, err := b.Graph.HandicapPoints(o.Handicap)
	if err != nil {
		return fmt.Errorf("a handicap of %d on %s: %w", o.Handicap, boardName(b.Graph), err)
	}
	b.Setup.Black, b.Setup.Handicap = points, o.Handicap
	return nil
}

// sortOpenings assigns each opening to its board. If the options have no boards, the boards are those
// of the openings in order of appearance.
func (s *schedule) sortOpenings(o *Options) error {
	chosen := len(s.boards) > 0
	index := map[uint64]int{}
	for i, b := range s.boards {
		if b.Graph != nil {
			index[b.Graph.Fingerprint()] = i
		}
	}
	s.openings = make([][]Opening, len(s.boards))
	for _, each := range o.Openings {
		i, ok := index[each.Graph.Fingerprint()]
		switch {
		case !ok && chosen:
			o.Log.Warn("skipped an opening on another board", "opening", each.Name, "board", boardName(each.Graph))
			continue
		case !ok:
			i = len(s.boards)
			index[each.Graph.Fingerprint()] = i
			s.boards = append(s.boards, Board{Graph: each.Graph})
			s.openings = append(s.openings, nil)
		}
		if _, err := each.begin(o.Rules); err != nil {
			return fmt.Errorf("the opening %s under %s rules: %w", each.Name, o.Rules.Name(), err)
		}
		s.openings[i] = append(s.openings[i], each)
	}
	for i, of := range s.openings {
		if len(of) == 0 {
			return fmt.Errorf("no opening is for the board %s", boardName(s.boards[i].Graph))
		}
	}
	return nil
}
