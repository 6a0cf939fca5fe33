package games

import (
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/kifu"
	"tengen/server/boards"
	"tengen/server/wire"
)

const (
	newGameCost = 50               // a new game counts as this many requests: its graph may be large, and its file stays
	maxTime     = 10 * time.Minute // longest thinking time of the engine for a move
	maxVisits   = 1_000_000        // the most visits of the engine for a move
	maxSGF      = 2 << 20          // the most bytes of a record that a client opens as a game
)

// Routes are the requests about games.
func (g *Games) Routes() []wire.Route {
	routes := []wire.Route{
		{Pattern: "GET /api/games", Handler: wire.Answer(g.service, g.getGames)},
		{Pattern: "POST /api/games", Cost: newGameCost, Creates: true, Role: wire.Guest, Limit: boards.MaxRequest, Handler: wire.Take(g.service, g.postGames)},
		{Pattern: "POST /api/open", Limit: maxSGF, Handler: wire.Answer(g.service, g.postOpen)},
		{Pattern: "POST /api/games/{id}/again", Handler: wire.Take(g.service, g.postAgain)},
		{Pattern: "GET /api/games/{id}", Role: wire.Spectator, Handler: wire.Answer(g.service, g.getGame)},
		{Pattern: "DELETE /api/games/{id}", Handler: wire.Answer(g.service, g.deleteGame)},
		{Pattern: "GET /api/games/{id}/position", Role: wire.Spectator, Handler: wire.Answer(g.service, g.getPosition)},
		{Pattern: "GET /api/games/{id}/sgf", Role: wire.Spectator, Handler: wire.Handle(g.service, g.getSGF)},
		{Pattern: "GET /api/games/{id}/events", Role: wire.Spectator, Handler: wire.Handle(g.service, g.getEvents)},
	}
	routes = append(routes,
		wire.Route{Pattern: "POST /api/games/{id}/sit", Role: wire.Guest, Handler: wire.Take(g.service, g.postSit)},
		wire.Route{Pattern: "POST /api/games/{id}/agree", Role: wire.Guest, Handler: wire.Take(g.service, g.postAgree)},
		wire.Route{Pattern: "POST /api/games/{id}/chat", Role: wire.Guest, Handler: wire.Take(g.service, g.postChat)},
		wire.Route{Pattern: "POST /api/games/{id}/pong", Role: wire.Guest, Handler: wire.Take(g.service, g.postPong)},
	)
	for _, a := range actions {
		cost, creates := 0, a.name == "rematch" // a new game follows
		if creates {
			cost = newGameCost
		}
		routes = append(routes, wire.Route{Pattern: "POST /api/games/{id}/" + a.name, Cost: cost, Creates: creates, Role: wire.Guest, Handler: wire.Take(g.service, g.act(a.decide))})
	}
	for i, route := range routes {
		if route.Least() < wire.Owner && strings.Contains(route.Pattern, "{id}") {
			routes[i].Invited = g.invited
		}
	}
	return routes
}

// newGameRequest is a request for a new game.
type newGameRequest struct {
	boards.Request
	Opponent
	Friend *friend `json:"friend"` // the game is between two people with seats; the client is the host
}

// Opponent says who plays a new game, and how strong the engine is. Missing fields have defaults.
type Opponent struct {
	Human  *string `json:"human"`  // the colour of the person: black, white, both or none
	TimeMs *int    `json:"timeMs"` // the engine's time for a move
	Visits *int    `json:"visits"` // the engine's visits for a move
	Rank   *string `json:"rank"`   // 30k to 9d, or full
	Teach  *bool   `json:"teach"`  // the person is told about mistakes; false if missing
	Clock  *string `json:"clock"`  // the time control, such as 10m+3x30s; no clocks if missing
}

// Defaults describes the new game for a request without any fields.
type Defaults struct {
	Height int         `json:"height"`
	Human  string      `json:"human"`
	Komi   float64     `json:"komi"`
	Rank   engine.Rank `json:"rank"`
	Rules  string      `json:"rules"`
	TimeMs int         `json:"timeMs"`
	Width  int         `json:"width"`
}

// Defaults returns the defaults of a request for a new game.
func (g *Games) Defaults() (*Defaults, error) {
	start, err := g.setupOf(newGameRequest{})
	if err != nil {
		return nil, err
	}
	return &Defaults{Width: start.Width, Height: start.Height, Rules: start.Name, Komi: start.Rules.Komi.Points(),
		Human: start.Human, TimeMs: start.TimeMs, Rank: start.Rank}, nil
}

// Ranks returns the ranks at which the engine can play, the weakest first.
func Ranks() []engine.Rank {
	var all []engine.Rank
	for r := engine.Kyu30; r <= engine.Dan9; r++ {
		all = append(all, r)
	}
	return append(all, 0)
}

type gameList struct {
	Games   []Summary `json:"games"`
	Notices []string  `json:"notices"`
}

func (g *Games) getGames(*http.Request) (*gameList, error) {
	games, notices, err := g.store.List()
	if err != nil {
		return nil, err
	}
	return &gameList{games, notices}, nil
}

func (g *Games) postGames(r *http.Request, req newGameRequest) (*State, error) {
	start, err := g.setupOf(req)
	if err != nil {
		return nil, err
	}
	if req.Friend == nil {
		if wire.VisitorOf(r).Role < wire.Owner {
			return nil, wire.Fail(http.StatusForbidden, "friend", "your link is for games with other people: invite one")
		}
		return g.create(start, nil, "")
	}
	by, err := needSecret(r)
	if err == nil {
		err = start.invite(*req.Friend, by, wire.VisitorOf(r).Machine)
	}
	if err != nil {
		return nil, err
	}
	return g.create(start, nil, by)
}

func (g *Games) postOpen(r *http.Request) (*State, error) {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	start, events, err := g.readSGF(data)
	if err != nil {
		return nil, wire.Fail(http.StatusBadRequest, "", "%v", err)
	}
	return g.create(start, events, "")
}

// setupOf makes the set-up of a new game.
func (g *Games) setupOf(req newGameRequest) (setup, error) {
	begin, err := g.boards.Begin(req.Request)
	if err != nil {
		return setup{}, err
	}
	start := setup{Event: "setup", Version: 1, Time: time.Now().UTC(), Handicap: begin.Setup.Handicap,
		Name: begin.Preset.Name, Title: begin.Preset.Title, Rules: storedRules(begin.Preset.Rules)}
	if start.Board = begin.Graph.Source(); start.Board == "" {
		grid, _ := begin.Graph.Rectangle()
		start.Width, start.Height = grid.Width, grid.Height
	}
	start.begin(begin.Graph, begin.Setup)
	if err := g.setOpponent(&start, req.Opponent); err != nil {
		return setup{}, err
	}
	return start, nil
}

// setOpponent sets who plays a new game, how long the engine thinks and how strong it is.
func (g *Games) setOpponent(start *setup, o Opponent) (err error) {
	start.Human, start.TimeMs, start.Visits = wire.OrElse(o.Human, "black"), wire.OrElse(o.TimeMs, 0), wire.OrElse(o.Visits, 0)
	if !slices.Contains([]string{"black", "white", "both", "none"}, start.Human) {
		return wire.Misuse(http.StatusBadRequest, "human", "the person plays black, white, both or none, not %.40q", start.Human)
	}
	if most := int(maxTime / time.Millisecond); start.TimeMs < 0 || start.TimeMs > most {
		return wire.Fail(http.StatusBadRequest, "timeMs", "the time for a move is 0 to %d ms, not %d", most, start.TimeMs)
	}
	if start.Visits < 0 || start.Visits > maxVisits {
		return wire.Fail(http.StatusBadRequest, "visits", "the number of visits for a move is 0 to %d, not %d", maxVisits, start.Visits)
	}
	if start.Rank, err = engine.ParseRank(wire.OrElse(o.Rank, "full")); err != nil {
		return wire.Fail(http.StatusBadRequest, "rank", "%v", err)
	}
	if start.Clock, err = parseClock(wire.OrElse(o.Clock, "none")); err != nil {
		return err
	}
	start.Teach = wire.OrElse(o.Teach, false) && (start.Human == "black" || start.Human == "white")
	if start.TimeMs == 0 && start.Visits == 0 && start.Rank == 0 {
		start.TimeMs = int(g.opt.Time / time.Millisecond)
	}
	return nil
}

func (g *Games) getGame(r *http.Request) (*State, error) {
	return g.state(r.PathValue("id"), secretOf(r))
}

func (g *Games) deleteGame(r *http.Request) (wire.Nothing, error) {
	return wire.Nothing{}, g.Remove(r.PathValue("id"))
}

// pastPosition is the position after a number of moves.
type pastPosition struct {
	After    int    `json:"after"`
	LastMove string `json:"lastMove"`
	Stones   []int  `json:"stones"`
	ToPlay   string `json:"toPlay"`
}

func (g *Games) getPosition(r *http.Request) (p *pastPosition, err error) {
	err = g.with(r.PathValue("id"), func(l *liveGame) error {
		core := l.game.core
		n, err := strconv.Atoi(r.URL.Query().Get("after"))
		if err != nil || n < 0 || n > core.Len() {
			return wire.Misuse(http.StatusBadRequest, "after", "after is a number of moves from 0 to %d", core.Len())
		}
		p = &pastPosition{After: n, Stones: []int{}, ToPlay: l.game.toPlayAfter(n).String()}
		for _, c := range core.StonesAfter(n) {
			p.Stones = append(p.Stones, int(c.Number()))
		}
		if n > 0 {
			p.LastMove = core.Graph().Vertex(core.Turn(n - 1).Point)
		}
		return nil
	})
	return p, err
}

func (g *Games) getSGF(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	data, _, err := g.SGF(id)
	if err != nil {
		return err
	}
	wire.File{Name: "tengen-" + id + ".sgf", Type: "application/x-go-sgf; charset=utf-8", Data: data}.Send(w)
	return nil
}

// SGF returns the record of a game in SGF, and the engine's estimates.
func (g *Games) SGF(id string) (data []byte, estimates []Estimate, err error) {
	err = g.with(id, func(l *liveGame) (err error) {
		estimates = append(estimates, l.game.estimates...)
		data, err = writeSGF(l.game)
		return err
	})
	return data, estimates, err
}

// StoredSGF returns the record of a game in SGF. If the game is not in memory, it is read and does not stay there.
func (g *Games) StoredSGF(id string) (data []byte, err error) {
	err = g.store.Peek(id, func(l *liveGame) (err error) {
		l.mu.Lock()
		defer l.mu.Unlock()
		data, err = writeSGF(l.game)
		return err
	}, func() error {
		gm, _, _, err := files{g}.load(id, false)
		if err == nil {
			data, err = writeSGF(gm)
		}
		return err
	})
	return data, err
}

// Past returns a copy of a game in an earlier position. The position is the one after the given number of moves; nil
// stands for the current position.
func (g *Games) Past(id string, after *int) (past *baduk.Game, err error) {
	err = g.with(id, func(l *liveGame) (err error) {
		past, err = l.game.past(after)
		return err
	})
	return past, err
}

// PastForAnalysis is like Past, but refuses a game that is not over yet and that a person plays against the engine, or
// against another person who has a seat.
func (g *Games) PastForAnalysis(id string, after *int) (past *baduk.Game, err error) {
	err = g.with(id, func(l *liveGame) (err error) {
		if human := l.game.setup.Human; (human == "black" || human == "white") && l.game.phase != phaseOver {
			return wire.Fail(http.StatusConflict, "play", "analysis is off while a game against the engine goes on: end the game first")
		}
		if l.game.seated() && l.game.phase != phaseOver {
			return wire.Fail(http.StatusConflict, "play", "analysis is off while two people play this game")
		}
		past, err = l.game.past(after)
		return err
	})
	return past, err
}

// past returns a copy of the game after a number of moves; nil stands for all moves.
func (g *game) past(after *int) (*baduk.Game, error) {
	past := g.core.Clone()
	// If n is the number of all moves, the copy stays as it is, for example with a resignation.
	if after != nil && *after != past.Len() && !past.UndoTo(*after) {
		return nil, wire.Misuse(http.StatusBadRequest, "after", "after is a number of moves from 0 to %d", past.Len())
	}
	return past, nil
}

// Continue makes a game that continues from the last position of a record. source is a sentence about the origin of the
// position.
func (g *Games) Continue(rec *kifu.Record, source string, o Opponent) (*State, error) {
	start, events, err := g.startFrom(rec, nil)
	if err != nil {
		return nil, wire.Fail(http.StatusUnprocessableEntity, "", "%v", err)
	}
	// The new game does not keep the players and the date of the record.
	start.Info, start.BlackName, start.WhiteName, start.Comment = nil, "", "", source
	if err := g.setOpponent(&start, o); err != nil {
		return nil, err
	}
	return g.create(start, events, "")
}
