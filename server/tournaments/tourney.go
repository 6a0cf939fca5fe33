package tournaments

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"tengen/server/games"
	"tengen/server/live"
	"tengen/server/wire"
	"tengen/tournament"
)

// maxRoundRobin is the most players of a round robin. With more, the games would not fit on the server.
const maxRoundRobin = 64

// tourney is a tournament, as its file has it.
type tourney struct {
	Version    int                `json:"version"` // 1
	Created    time.Time          `json:"created"`
	Name       string             `json:"name"`
	System     tournament.System  `json:"system"`
	Length     int                `json:"length,omitempty"` // chosen number of rounds of a Swiss tournament; 0 for as many as it needs
	Terms      games.Terms        `json:"terms"`
	Words      games.TermsInWords `json:"words"`      // the terms
	Invitation string             `json:"invitation"` // the secret in the invitation
	// Players are in the order of their strength, the strongest first. After the beginning of the first round the order
	// does not change, and players who come late are added at the end.
	Players []player    `json:"players"`
	Rounds  [][]pairing `json:"rounds"`
}

// player is a player of a tournament.
type player struct {
	Name      string `json:"name"`
	Key       string `json:"key,omitempty"` // hash of the secret of the player's browser; empty without one
	Withdrawn bool   `json:"withdrawn,omitempty"`
}

// pairing is a game of a round. Players are indexes into the list of players.
type pairing struct {
	tournament.Pairing
	Game    string `json:"game,omitempty"`    // id of the game on this server; empty if a player has no browser
	Made    bool   `json:"made,omitempty"`    // the game was made
	Text    string `json:"text,omitempty"`    // the result of the game: "B+3.5"
	Entered bool   `json:"entered,omitempty"` // the owner has entered the result
}

// check reports why a tournament that was read from a file cannot be used.
func (t *tourney) check() error {
	if t.Version != 1 || !slices.Contains(tournament.Systems(), t.System) || len(t.Players) > tournament.MaxPlayers {
		return errors.New("it is not a tournament of version 1")
	}
	if len(t.Rounds) > 0 {
		if _, err := t.table(); err != nil {
			return err
		}
	}
	for _, round := range t.Rounds {
		for _, p := range round {
			if min(p.Black, p.White) < tournament.Nobody || max(p.Black, p.White) >= len(t.Players) {
				return fmt.Errorf("the game %d–%d has players who are not in the list", p.Black, p.White)
			}
		}
	}
	return nil
}

// clone makes a copy that can be changed.
func (t *tourney) clone() *tourney {
	c := *t
	c.Players, c.Rounds = slices.Clone(t.Players), slices.Clone(t.Rounds)
	for i := range c.Rounds {
		c.Rounds[i] = slices.Clone(c.Rounds[i])
	}
	return &c
}

// beginners returns the number of players in the first round: all players, before it has begun.
func (t *tourney) beginners() int {
	if len(t.Rounds) == 0 {
		return len(t.Players)
	}
	n := 0
	for _, p := range t.Rounds[0] {
		n++
		if p.White != tournament.Nobody {
			n++
		}
	}
	return n
}

// table returns the tournament for the pairing and the standings. The players of the first round decide how many rounds
// there are.
func (t *tourney) table() (*tournament.Tournament, error) {
	table, err := tournament.New(t.System, t.beginners(), t.Length)
	if err != nil {
		return nil, err
	}
	table.Players = len(t.Players)
	for i, p := range t.Players {
		if p.Withdrawn {
			table.Withdrawn = append(table.Withdrawn, i)
		}
	}
	for _, round := range t.Rounds {
		var games []tournament.Pairing
		for _, p := range round {
			games = append(games, p.Pairing)
		}
		table.Rounds = append(table.Rounds, games)
	}
	return table, nil
}

// last returns the games of the last round, which may be changed.
func (t *tourney) last() []pairing {
	if len(t.Rounds) == 0 {
		return nil
	}
	return t.Rounds[len(t.Rounds)-1]
}

// find returns the index of the player with a name, or -1.
func (t *tourney) find(name string) int {
	return slices.IndexFunc(t.Players, func(p player) bool { return strings.EqualFold(p.Name, name) })
}

// holder returns the index of the player with the hash of a secret, or -1.
func (t *tourney) holder(key string) int {
	return slices.IndexFunc(t.Players, func(p player) bool { return key != "" && p.Key == key })
}

func conflict(format string, args ...any) error {
	return wire.Fail(http.StatusConflict, "", format, args...)
}

// add adds a player at the end of the list. The key is empty for a player without a browser.
func (t *tourney) add(name, key string) error {
	most := tournament.MaxPlayers
	if t.System == tournament.RoundRobin {
		most = maxRoundRobin
	}
	switch {
	case t.find(name) >= 0:
		return conflict("a player with the name %s is in the list already: choose another name", name)
	case !t.admits():
		return conflict("players can come late only to a Swiss tournament, and only before its last round")
	case len(t.Players) == most:
		return conflict("the tournament is full: it has %d players", most)
	}
	t.Players = append(t.Players, player{Name: name, Key: key})
	return nil
}

// admits reports whether players can be added: before the first round, and to a Swiss tournament until the last one.
func (t *tourney) admits() bool {
	if len(t.Rounds) == 0 {
		return true
	}
	table, err := t.table()
	return err == nil && t.System == tournament.Swiss && len(t.Rounds) < table.Length
}

// join adds a player with a browser. If the owner has added the name before, the player takes that place.
func (t *tourney) join(name, key string) error {
	if i := t.holder(key); i >= 0 {
		if strings.EqualFold(t.Players[i].Name, name) {
			return nil // the answer to an earlier request may have been lost
		}
		return conflict("this browser belongs to %s, who is in the list already", t.Players[i].Name)
	}
	if i := t.find(name); i >= 0 && t.Players[i].Key == "" {
		t.Players[i].Key = key
		return nil
	}
	if len(t.Rounds) > 0 {
		return conflict("the tournament has begun, so only people who are in the list of players can join: ask the organizer to add you")
	}
	return t.add(name, key)
}

// withdraw takes a player out of the further rounds, or back into them. Before the first round it removes the player,
// and back has no effect.
func (t *tourney) withdraw(i int, back bool) {
	switch {
	case len(t.Rounds) > 0:
		t.Players[i].Withdrawn = !back
	case !back:
		t.Players = slices.Delete(t.Players, i, i+1)
	}
}

// order puts the players into the order of the names.
func (t *tourney) order(names []string) error {
	if len(t.Rounds) > 0 {
		return conflict("the tournament has begun, so the order of the players cannot change")
	}
	var sorted []player
	seen := map[int]bool{}
	for _, name := range names {
		i := t.find(name)
		if i < 0 || seen[i] {
			break
		}
		seen[i] = true
		sorted = append(sorted, t.Players[i])
	}
	if len(sorted) != len(t.Players) || len(names) != len(t.Players) {
		return conflict("the list of players has changed: look at it and sort it again")
	}
	t.Players = sorted
	return nil
}

// begin pairs the round with the given number, which is the next one.
func (t *tourney) begin(number int) error {
	if number != len(t.Rounds)+1 {
		return conflict("the next round is round %d, not %d: the tournament has gone on", len(t.Rounds)+1, number)
	}
	table, err := t.table()
	if err != nil {
		return conflict("%v", err)
	}
	games, err := table.Next()
	if err != nil {
		return conflict("%v", err)
	}
	var round []pairing
	for _, g := range games {
		round = append(round, pairing{Pairing: g})
	}
	t.Rounds = append(t.Rounds, round)
	return nil
}

// takeBack removes the last round, which has the given number, as if it had not begun.
func (t *tourney) takeBack(number int) error {
	if number != len(t.Rounds) || number == 0 {
		return conflict("the last round is round %d, not %d: the tournament has gone on", len(t.Rounds), number)
	}
	t.Rounds = t.Rounds[:number-1]
	if len(t.Rounds) == 0 {
		t.Players = slices.DeleteFunc(t.Players, func(p player) bool { return p.Withdrawn })
	}
	return nil
}

// plan chooses ids for the games of the last round that are to be made. These have no result, and both players have a
// browser.
func (t *tourney) plan() {
	for i, p := range t.last() {
		if !p.Over() && p.Game == "" && t.Players[p.Black].Key != "" && t.Players[p.White].Key != "" {
			t.last()[i].Game = live.NewID()
		}
	}
}

// enter enters the result of a game, or corrects it. Round and table count from 1. If the result is empty, that of the
// game on the server counts again.
func (t *tourney) enter(round, table int, result tournament.Result) error {
	if round < 1 || round > len(t.Rounds) || table < 1 || table > len(t.Rounds[round-1]) {
		return wire.Misuse(http.StatusBadRequest, "table", "there is no table %d in round %d", table, round)
	}
	known := []tournament.Result{tournament.Open, tournament.BlackWins, tournament.WhiteWins, tournament.Draw, tournament.BothLost}
	p := &t.Rounds[round-1][table-1]
	earlier := round < len(t.Rounds)
	switch {
	case !slices.Contains(known, result):
		return wire.Misuse(http.StatusBadRequest, "result", "a result is black, white, draw, both lost or empty, not %.20q", result)
	case p.White == tournament.Nobody:
		return conflict("this is not a game: the player has no opponent in this round")
	case earlier && t.System == tournament.Knockout:
		return conflict("the next round of the knockout was paired with this result, so it cannot change")
	case earlier && result == tournament.Open:
		return conflict("a later round has begun, so this game needs a result")
	case t.System == tournament.Knockout && result == tournament.Draw:
		return conflict("%v", tournament.ErrDrawn)
	}
	p.Result, p.Text, p.Entered = result, "", result != tournament.Open
	return nil
}
