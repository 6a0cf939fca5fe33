package server

import (
	"fmt"
	"net/http"
	"slices"

	"tengen/baduk"
	"tengen/kifu"
)

// playFrom is the request for a game that goes on from a node of a record.
type playFrom struct {
	Game *int `json:"game"`
	Node *int `json:"node"`
	opponent
}

// postPlay makes a game to play from a node, with the moves that led there.
func (s *Server) postPlay(_ http.ResponseWriter, r *http.Request) (any, error) {
	var req playFrom
	if err := readJSON(r, &req); err != nil {
		return nil, err
	}
	var source string
	rec, err := s.withDocument(r.PathValue("id"), func(d *document) (any, error) {
		n, err := d.place(&edit{Game: req.Game, Node: req.Node})
		if err != nil {
			return nil, err
		}
		source = fmt.Sprintf("From %s, after move %d", d.meta.Name, n.Tree().At(n).Number)
		return lineTo(n)
	})
	if err != nil {
		return nil, err
	}
	start, events, err := s.startFrom(rec.(*kifu.Record), nil)
	if err != nil {
		return nil, fail(http.StatusUnprocessableEntity, "", "%v", err)
	}
	// It is a game of its own: not of those players, nor of that day.
	start.Info, start.Events, start.BlackName, start.WhiteName, start.Comment = nil, 0, "", "", source
	if err := s.face(&start, req.opponent); err != nil {
		return nil, err
	}
	return s.create(start, events)
}

// lineTo is the game as it led to a node, or where its moves cannot be played
// again, a game that begins with the stones as they stand there.
func lineTo(n *kifu.Node) (*kifu.Record, error) {
	t := n.Tree()
	rec := t.Line(n)
	rec.Info.Result = "" // the game is not over
	at := t.At(n).Game
	game, err := rec.Game()
	if err == nil && slices.Equal(game.StonesAfter(game.Len()), at.StonesAfter(at.Len())) {
		return rec, nil
	}
	setup := baduk.SetupOf(at.StonesAfter(at.Len()), at.ToPlay())
	setup.Scores, setup.Prisoners = at.Setup().Scores, at.Setup().Prisoners
	game, err = baduk.NewGameFrom(t.Graph, t.Rules, setup)
	if err != nil {
		return nil, fail(http.StatusUnprocessableEntity, "node", "no game can begin with these stones: %v", err)
	}
	begun := kifu.FromGame(game, rec.Info)
	begun.RulesKnown, begun.KomiKnown = rec.RulesKnown, rec.KomiKnown
	begun.Notes = append(rec.Notes, "the moves before cannot be played again as a game; it begins with the stones as they stand")
	return begun, nil
}
