package tournaments

import (
	"errors"
	"net/http"
	"time"

	"tengen/server/games"
	"tengen/server/wire"
	"tengen/tournament"
)

// State is a tournament for the page. Players are indexes into the list of players, and -1 is no player.
type State struct {
	ID      string             `json:"id"`
	Name    string             `json:"name"`
	Created time.Time          `json:"created"`
	System  tournament.System  `json:"system"`
	Length  int                `json:"length"` // number of rounds; 0 if it depends on the number of players
	Terms   games.TermsInWords `json:"terms"`
	Players []playerState      `json:"players"`
	You     int                `json:"you"` // the player of the client, or -1
	Rounds  [][]pairingState   `json:"rounds"`
	// Standings are sorted by place. They are empty before the first round.
	Standings []tournament.Standing `json:"standings"`
	Done      bool                  `json:"done"`
	// Wait says why the next round cannot begin now. It is empty if it can, and when the tournament is done.
	Wait string `json:"wait"`
	// Admits says that the organizer can add players.
	Admits bool `json:"admits"`
	// Undo says that the last round can be taken back. Only the owner gets it.
	Undo bool `json:"undo"`
	// Problem says why not all games of the round could be made.
	Problem string `json:"problem"`
	// Invitation is the secret in the invitation. Only the owner gets it.
	Invitation string `json:"invitation,omitempty"`
}

// playerState is a player. Browser says that the player has joined with a browser.
type playerState struct {
	Name      string `json:"name"`
	Browser   bool   `json:"browser"`
	Withdrawn bool   `json:"withdrawn"`
}

// pairingState is a game of a round.
type pairingState struct {
	tournament.Pairing
	Game    string `json:"game"` // id of the game on the server, or empty
	Text    string `json:"text"` // the result of that game: "B+3.5"
	Entered bool   `json:"entered"`
}

// state returns the state of a tournament for the client of a request.
func (ts *Tournaments) state(r *http.Request, id string) (*State, error) {
	t, problem, err := ts.look(id)
	if err != nil {
		return nil, err
	}
	key, _ := games.SeatKey(r) // "" is not the key of a player
	s := &State{ID: id, Name: t.Name, Created: t.Created, System: t.System, Length: t.Length, Terms: t.Words, Admits: t.admits(),
		Players: []playerState{}, You: t.holder(key), Rounds: [][]pairingState{}, Standings: []tournament.Standing{}}
	for _, p := range t.Players {
		s.Players = append(s.Players, playerState{p.Name, p.Key != "", p.Withdrawn})
	}
	for _, round := range t.Rounds {
		list := []pairingState{}
		for _, p := range round {
			state := pairingState{Pairing: p.Pairing, Text: p.Text, Entered: p.Entered}
			if p.Made {
				state.Game = p.Game
			}
			list = append(list, state)
		}
		s.Rounds = append(s.Rounds, list)
	}
	if wire.VisitorOf(r).Role == wire.Owner {
		s.Invitation, s.Undo = t.Invitation, ts.untouched(t)
	}
	if problem != nil {
		s.Problem = wire.AsError(problem).Sentence
	}
	table, err := t.table()
	if err != nil {
		s.Wait = err.Error()
		return s, nil
	}
	s.Length, s.Done = table.Length, table.Done()
	if err := table.Ready(); err != nil && !errors.Is(err, tournament.ErrFinished) {
		s.Wait = err.Error()
	}
	if len(t.Rounds) > 0 {
		s.Standings = table.Standings()
	}
	return s, nil
}
