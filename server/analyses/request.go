package analyses

import (
	"net/http"

	"tengen/baduk"
	"tengen/engine"
	"tengen/mcts"
	"tengen/server/boards"
	"tengen/server/wire"
)

// request asks for the analysis of a position of a record or of a game.
type request struct {
	// Client is a name that the client chooses. A new request of the same client to the same judge ends the earlier one,
	// and continues from what its search knows.
	Client string `json:"client"`
	Judge  int    `json:"judge"` // index of the judge

	Record string `json:"record"` // the id of a record
	Game   *int   `json:"game"`   // the index of a game of the record
	Node   *int   `json:"node"`   // a node of the record

	Play  string `json:"play"`  // the id of a game
	After *int   `json:"after"` // the number of moves of this game; all moves if missing

	// Player is the colour for which moves are searched; the player to move if missing. For the other player the
	// search assumes a pass, which shows what that player threatens.
	Player string   `json:"player"`
	Visits int      `json:"visits"` // the search ends after this number of visits; 0 means never
	Avoid  []string `json:"avoid"`  // vertices that are not considered as the next move
	Only   []string `json:"only"`   // the only vertices that are considered as the next move
}

const (
	maxClientName = 100
	maxVisits     = 100_000_000
)

// position returns the position that a request names.
func (a *Analyses) position(req *request) (*baduk.Game, error) {
	switch {
	case req.Record != "" && req.Play != "" || req.Record == "" && req.Play == "":
		return nil, wire.Misuse(http.StatusBadRequest, "record", "name a record or a game: give either record or play")
	case req.Play != "":
		return a.games.PastForAnalysis(req.Play, req.After)
	}
	rec, _, err := a.records.Line(req.Record, req.Game, req.Node)
	if err != nil {
		return nil, err
	}
	g, err := rec.Game()
	if err != nil {
		return nil, wire.FailWith(http.StatusUnprocessableEntity, "node", err)
	}
	return g, nil
}

// analysis translates a request for a position.
func (req *request) analysis(g *baduk.Game) (engine.Analysis, error) {
	how := engine.Analysis{Color: boards.ColorOf(req.Player), Visits: req.Visits, Ask: mcts.Ask{Ownership: true}}
	switch {
	case req.Player != "" && how.Color == baduk.Empty:
		return how, wire.Misuse(http.StatusBadRequest, "player", "player is black or white, not %.20q", req.Player)
	case req.Visits < 0 || req.Visits > maxVisits:
		return how, wire.Misuse(http.StatusBadRequest, "visits", "visits is a number from 0 to %d", maxVisits)
	}
	color := how.Color
	if color == baduk.Empty {
		color = g.ToPlay()
	}
	for _, list := range []struct {
		field    string
		vertices []string
		only     bool
	}{{"avoid", req.Avoid, false}, {"only", req.Only, true}} {
		if len(list.vertices) == 0 {
			continue
		}
		points, err := boards.ParseVertices(g.Graph(), list.vertices)
		if err != nil {
			return how, wire.FailWith(http.StatusBadRequest, list.field, err)
		}
		how.Restrict = append(how.Restrict, mcts.Restriction{Color: color, Points: points, Only: list.only, Depth: 1})
	}
	return how, nil
}
