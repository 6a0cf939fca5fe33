package tournaments

import (
	"bytes"
	"cmp"
	"net/http"
	"slices"
	"time"

	"tengen/server/boards"
	"tengen/server/games"
	"tengen/server/wire"
	"tengen/tournament"
)

// The costs are the numbers of requests as which a request counts, see [wire.Route].
const (
	joinCost = 10  // a client cannot fill a list quickly
	sgfCost  = 100 // the server reads all games of the tournament
	// clubCost is for the list of the server's games. It is small, because many pages behind the address of a club ask
	// for the list every five seconds.
	clubCost = 3
)

// Routes are the requests about tournaments and the club.
func (ts *Tournaments) Routes() []wire.Route {
	s := ts.service
	return []wire.Route{
		{Pattern: "GET /api/club", Cost: clubCost, Role: wire.Spectator, Handler: wire.Answer(s, ts.getClub)},
		{Pattern: "POST /api/tournaments", Limit: boards.MaxRequest, Handler: wire.Take(s, ts.postTournaments)},
		{Pattern: "GET /api/tournaments/{id}", Role: wire.Spectator, Invited: ts.invited, Handler: wire.Answer(s, ts.getTournament)},
		{Pattern: "DELETE /api/tournaments/{id}", Handler: wire.Answer(s, ts.deleteTournament)},
		{Pattern: "GET /api/tournaments/{id}/sgf", Cost: sgfCost, Role: wire.Spectator, Invited: ts.invited, Handler: wire.Handle(s, ts.getSGF)},
		{Pattern: "POST /api/tournaments/{id}/join", Cost: joinCost, Role: wire.Guest, Invited: ts.invited, Handler: wire.Take(s, ts.postJoin)},
		{Pattern: "POST /api/tournaments/{id}/withdraw", Role: wire.Guest, Invited: ts.invited, Handler: wire.Take(s, ts.postWithdraw)},
		{Pattern: "POST /api/tournaments/{id}/add", Handler: wire.Take(s, ts.postAdd)},
		{Pattern: "POST /api/tournaments/{id}/order", Handler: wire.Take(s, ts.postOrder)},
		{Pattern: "POST /api/tournaments/{id}/round", Handler: wire.Take(s, ts.postRound)},
		{Pattern: "POST /api/tournaments/{id}/undo", Handler: wire.Take(s, ts.postUndo)},
		{Pattern: "POST /api/tournaments/{id}/result", Handler: wire.Take(s, ts.postResult)},
	}
}

// invited returns the role in a tournament that the secrets in a request give: that of a player, or of the invitation.
func (ts *Tournaments) invited(r *http.Request) wire.Role {
	key, _ := games.SeatKey(r) // "" is not the key of a player
	invitation := games.InvitationKey(r)
	ts.mu.Lock()
	defer ts.mu.Unlock()
	t := ts.all[r.PathValue("id")]
	if t != nil && (t.holder(key) >= 0 || invitation != "" && invitation == games.KeyOf(t.Invitation)) {
		return wire.Guest
	}
	return wire.NoRole
}

// club is what happens on the server.
type club struct {
	Games       []games.Summary `json:"games"` // between people, the latest first
	Tournaments []summary       `json:"tournaments"`
	Notices     []string        `json:"notices"` // for the owner
}

// summary is a tournament in the list of tournaments.
type summary struct {
	ID      string            `json:"id"`
	Name    string            `json:"name"`
	Created time.Time         `json:"created"`
	System  tournament.System `json:"system"`
	Players int               `json:"players"`
	Round   int               `json:"round"`  // number of rounds that have begun
	Length  int               `json:"length"` // number of rounds; 0 if it depends on the number of players
	Done    bool              `json:"done"`
}

func (ts *Tournaments) getClub(r *http.Request) (*club, error) {
	list, err := ts.games.BetweenPeople()
	if err != nil {
		return nil, err
	}
	c := &club{Games: list, Tournaments: []summary{}, Notices: []string{}}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	for id, t := range ts.all {
		s := summary{ID: id, Name: t.Name, Created: t.Created, System: t.System, Players: len(t.Players), Round: len(t.Rounds), Length: t.Length}
		if table, err := t.table(); err == nil {
			s.Length, s.Done = table.Length, table.Done()
		}
		c.Tournaments = append(c.Tournaments, s)
	}
	slices.SortFunc(c.Tournaments, func(a, b summary) int { return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(a.ID, b.ID)) })
	if wire.VisitorOf(r).Role == wire.Owner {
		c.Notices = append(c.Notices, ts.notices...)
	}
	return c, nil
}

// newTournament is a request for a new tournament.
type newTournament struct {
	games.Terms
	Name   string            `json:"name"`
	System tournament.System `json:"system"`
	Rounds int               `json:"rounds"` // of a Swiss tournament; 0 for as many as it needs
}

func (ts *Tournaments) postTournaments(r *http.Request, req newTournament) (*State, error) {
	name, err := games.CleanName(req.Name)
	if err != nil {
		return nil, err
	}
	switch {
	case !slices.Contains(tournament.Systems(), req.System):
		return nil, wire.Misuse(http.StatusBadRequest, "system", "a tournament is round-robin, swiss or knockout, not %.20q", req.System)
	case req.Rounds != 0 && req.System != tournament.Swiss:
		return nil, wire.Misuse(http.StatusBadRequest, "rounds", "only a Swiss tournament has a chosen number of rounds: leave it out")
	case req.Rounds < 0 || req.Rounds >= tournament.MaxPlayers:
		return nil, wire.Misuse(http.StatusBadRequest, "rounds", "a Swiss tournament has 1 to %d rounds, or 0 for as many as it needs, not %d", tournament.MaxPlayers-1, req.Rounds)
	}
	words, err := ts.games.Describe(req.Terms)
	if err != nil {
		return nil, err
	}
	t := &tourney{Version: 1, Created: time.Now().UTC(), Name: name, System: req.System, Length: req.Rounds, Terms: req.Terms, Words: *words}
	t.Invitation = games.NewInvitation()
	id, err := ts.create(t)
	if err != nil {
		return nil, err
	}
	return ts.state(r, id)
}

func (ts *Tournaments) getTournament(r *http.Request) (*State, error) {
	return ts.state(r, r.PathValue("id"))
}

func (ts *Tournaments) deleteTournament(r *http.Request) (wire.Nothing, error) {
	return wire.Nothing{}, ts.remove(r.PathValue("id"))
}

// changed changes the tournament of a request and returns its new state.
func (ts *Tournaments) changed(r *http.Request, f func(*tourney) error) (*State, error) {
	id := r.PathValue("id")
	if err := ts.change(id, f); err != nil {
		return nil, err
	}
	return ts.state(r, id)
}

// named is a request about a person.
type named struct {
	Name string `json:"name"`
}

func (ts *Tournaments) postJoin(r *http.Request, req named) (*State, error) {
	key, err := games.SeatKey(r)
	if err != nil {
		return nil, err
	}
	name, err := games.CleanName(req.Name)
	if err != nil {
		return nil, err
	}
	return ts.changed(r, func(t *tourney) error { return t.join(name, key) })
}

func (ts *Tournaments) postAdd(r *http.Request, req named) (*State, error) {
	name, err := games.CleanName(req.Name)
	if err != nil {
		return nil, err
	}
	return ts.changed(r, func(t *tourney) error { return t.add(name, "") })
}

// withdrawal is a request to withdraw a player, or to take one back.
type withdrawal struct {
	Name string `json:"name"`
	Back bool   `json:"back"`
}

func (ts *Tournaments) postWithdraw(r *http.Request, req withdrawal) (*State, error) {
	key, _ := games.SeatKey(r) // "" is not the key of a player
	return ts.changed(r, func(t *tourney) error {
		i := t.find(req.Name)
		switch own := i >= 0 && i == t.holder(key); {
		case wire.VisitorOf(r).Role < wire.Owner && (!own || req.Back):
			return wire.Misuse(http.StatusForbidden, "", "only the owner of this tengen can do this for another player, or take a player back")
		case i < 0:
			return wire.Misuse(http.StatusNotFound, "name", "there is no player %.40q in the list", req.Name)
		}
		t.withdraw(i, req.Back)
		return nil
	})
}

// order is a request to sort the players.
type order struct {
	Names []string `json:"names"` // all names, the strongest first
}

func (ts *Tournaments) postOrder(r *http.Request, req order) (*State, error) {
	return ts.changed(r, func(t *tourney) error { return t.order(req.Names) })
}

// roundRequest begins the next round, or takes the last one back.
type roundRequest struct {
	Round int `json:"round"` // its number, so that a double click does not begin or take back two
}

func (ts *Tournaments) postRound(r *http.Request, req roundRequest) (*State, error) {
	return ts.changed(r, func(t *tourney) error { return t.begin(req.Round) })
}

func (ts *Tournaments) postUndo(r *http.Request, req roundRequest) (*State, error) {
	id := r.PathValue("id")
	if err := ts.takeBack(id, req.Round); err != nil {
		return nil, err
	}
	return ts.state(r, id)
}

// resultRequest enters or corrects the result of a game.
type resultRequest struct {
	Round  int               `json:"round"` // from 1
	Table  int               `json:"table"` // from 1
	Result tournament.Result `json:"result"`
}

func (ts *Tournaments) postResult(r *http.Request, req resultRequest) (*State, error) {
	return ts.changed(r, func(t *tourney) error { return t.enter(req.Round, req.Table, req.Result) })
}

// getSGF sends the records of all games that were played on the server, in the order of the rounds, as one file.
func (ts *Tournaments) getSGF(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	t, _, err := ts.look(id)
	if err != nil {
		return err
	}
	var all bytes.Buffer
	for _, round := range t.Rounds {
		for _, p := range round {
			if p.Made {
				if data, err := ts.games.StoredSGF(p.Game); err == nil { // otherwise the game was deleted
					all.Write(data)
				}
			}
		}
	}
	if all.Len() == 0 {
		return wire.Fail(http.StatusNotFound, "", "no game of this tournament was played on this server yet")
	}
	wire.File{Name: "tengen-" + id + ".sgf", Type: "application/x-go-sgf; charset=utf-8", Data: all.Bytes()}.Send(w)
	return nil
}
