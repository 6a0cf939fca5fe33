package games

import (
	"errors"
	"io/fs"
	"net/http"
	"slices"

	"tengen/baduk"
	"tengen/server/boards"
	"tengen/server/wire"
)

// Terms are the board, the rules and the clock of a match, as a request for a new game has them.
type Terms struct {
	boards.Request
	Clock *string `json:"clock"` // the time control; no clocks if missing
}

// TermsInWords describes terms.
type TermsInWords struct {
	Board string  `json:"board"` // "9×9", "torus 9x9"
	Rules string  `json:"rules"` // title
	Komi  float64 `json:"komi"`  // points
	Clock string  `json:"clock"` // the time control; empty without clocks
}

// Describe checks terms and describes them.
func (g *Games) Describe(t Terms) (*TermsInWords, error) {
	start, err := g.setupOf(t.request())
	if err != nil {
		return nil, err
	}
	gm, err := newGame(start, g.boards)
	if err != nil {
		return nil, wire.FailWith(http.StatusBadRequest, "", err)
	}
	return &TermsInWords{boards.Title(gm.core.Graph()), start.Title, start.Rules.Komi.Points(), start.Clock}, nil
}

// request returns the request for a game between two people with these terms.
func (t Terms) request() newGameRequest {
	both := "both"
	return newGameRequest{Request: t.Request, Opponent: Opponent{Human: &both, Clock: t.Clock}}
}

// Match is a game between two people that was arranged for them. Both seats are taken from the beginning.
type Match struct {
	Terms        Terms
	Black, White Person
	Invitation   string // hash of the secret of an invitation that lets spectators watch
	Round        Round
}

// Round is a round of a tournament.
type Round struct {
	ID    string `json:"id"`    // of the tournament
	Name  string `json:"name"`  // of the tournament
	Round int    `json:"round"` // its number, from 1
}

// Person is a player of a match.
type Person struct {
	Name string
	Key  string // hash of the secret that holds the seat, see [SeatKey]
}

// Begin makes the game of a match with an id that the caller has chosen. If the game exists, Begin changes nothing.
func (g *Games) Begin(id string, m Match) error {
	start, err := g.setupOf(m.Terms.request())
	if err != nil {
		return err
	}
	black, white := baduk.Black.String(), baduk.White.String()
	start.Host = &host{seat: seat(m.Black), Color: black, Invitation: m.Invitation}
	start.Tournament = &m.Round
	guest := event{Event: "sit", Time: start.Time, Color: white, Name: m.White.Name, Key: m.White.Key}
	for range 2 {
		err = g.store.CreateAs(id, func(id string) error { return g.files.create(id, start, []event{guest}) })
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
		if _, ok := g.store.Line(id); ok { // otherwise a crash left an incomplete file, which is now set aside
			return nil
		}
	}
	return err
}

// Outcome is how far a game is, and how it has ended.
type Outcome struct {
	Moves  int
	Winner baduk.Color // Empty without a winner
	Drawn  bool
	Result string // "B+3.5", "0", "Void"
}

// Outcome returns the outcome of a game. It is false if the game does not exist. It reads only a game that has changed
// since it was last read.
func (g *Games) Outcome(id string) (Outcome, bool) {
	line, ok := g.store.Line(id)
	if !ok {
		return Outcome{}, false
	}
	r := baduk.ParseResult(line.Result)
	return Outcome{line.Moves, r.Winner, r.Ending == baduk.EndingDraw, line.Result}, true
}

// Remove deletes a game.
func (g *Games) Remove(id string) error { return g.store.Remove(id) }

// RemoveUntouched deletes games if none of them has a move or a result. Otherwise it deletes none and returns false. It
// ignores ids of games that do not exist.
func (g *Games) RemoveUntouched(ids []string) (bool, error) {
	ids = slices.Compact(slices.Sorted(slices.Values(ids))) // all callers lock the games in the same order
	ids = slices.DeleteFunc(ids, func(id string) bool { return !g.store.Exists(id) })
	ended, err := g.endUntouched(ids)
	if err != nil || !ended {
		return false, err
	}
	for _, id := range ids {
		err = errors.Join(err, g.store.Remove(id))
	}
	return true, err
}

// endUntouched ends games if none of them has a move or a result. Otherwise it ends none and returns false. It looks at
// the games and ends them under their locks, so that no move comes in between.
func (g *Games) endUntouched(ids []string) (bool, error) {
	var all []*liveGame
	for _, id := range ids {
		l, release, err := g.store.Acquire(id)
		if err != nil {
			return false, err
		}
		defer release()
		all = append(all, l)
	}
	for _, l := range all {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.game.core.Len() > 0 || l.game.phase == phaseOver {
			return false, nil
		}
	}
	for _, l := range all {
		l.end(g.store.Missing(l.id))
	}
	return true, nil
}

// BetweenPeople lists the games between two people who both have a seat, the latest first. It looks only at the games
// that the list of all games shows.
func (g *Games) BetweenPeople() ([]Summary, error) {
	all, _, err := g.store.List()
	if err != nil {
		return nil, err
	}
	list := []Summary{}
	for _, s := range all {
		if s.Seats && s.BlackName != "" {
			list = append(list, s)
		}
	}
	return list, nil
}
