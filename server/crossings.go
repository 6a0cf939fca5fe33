package server

import (
	"net/http"

	"tengen/baduk"
	"tengen/docs"
	"tengen/engine"
	"tengen/kifu"
	"tengen/server/boards"
	"tengen/server/games"
	"tengen/server/lessons"
	"tengen/server/records"
	"tengen/server/wire"
	"tengen/topology"
)

// config has the choices for a new game and the features of the server that the page shows. Judges are the names of
// those that analyse positions; there are none if live analysis is turned off. Role is the role of the visitor.
type config struct {
	Axes      []baduk.Axis           `json:"axes"`
	Boards    []topology.Kind        `json:"boards"`
	Cluster   bool                   `json:"cluster"`
	Defaults  *games.Defaults        `json:"defaults"`
	Formats   []records.ExportFormat `json:"formats"`
	Judges    []string               `json:"judges"`
	Machine   bool                   `json:"machine"` // the visitor is at the machine of the server
	MaxSide   int                    `json:"maxSide"`
	Opponents []games.Character      `json:"opponents"`
	Ranks     []engine.Rank          `json:"ranks"`
	Review    bool                   `json:"review"`
	Role      wire.Role              `json:"role"`
	Rules     []boards.Ruleset       `json:"rules"`
	Training  bool                   `json:"training"`
}

func (s *Server) getConfig(r *http.Request) (*config, error) {
	defaults, err := s.games.Defaults()
	if err != nil {
		return nil, err
	}
	judges := make([]string, len(s.opt.Judges))
	for i, j := range s.opt.Judges {
		judges[i] = boards.Shorten(j.Name)
	}
	return &config{
		Axes: baduk.Axes(), Boards: topology.Kinds(), Defaults: defaults, Formats: records.ExportFormats(), Judges: judges, Machine: wire.VisitorOf(r).Machine, MaxSide: topology.MaxSide,
		Opponents: games.Characters(), Ranks: games.Ranks(), Review: s.opt.Review != nil, Role: wire.VisitorOf(r).Role, Rules: s.boards.Rulesets(), Training: s.opt.Runs != "", Cluster: s.opt.Cluster != nil,
	}, nil
}

// postGameRecord makes a record of a game and answers with it. If there is already a record of the game in its present
// state, it answers with that one.
func (s *Server) postGameRecord(r *http.Request) (*records.Record, error) {
	id := r.PathValue("id")
	sgf, estimates, err := s.games.SGF(id)
	if err != nil {
		return nil, err
	}
	return s.records.Keep("tengen-"+id, sgf, func(t *kifu.Tree) error { return games.NoteEstimates(t, estimates) })
}

// learningGame names a game of a run of tengen learn.
type learningGame struct {
	Run        string `json:"run"`
	Generation int    `json:"generation"`
	Game       int    `json:"game"`
}

// postLearningRecord makes a record of a game of a run and answers with it. If there is already a record of the game,
// it answers with that one.
func (s *Server) postLearningRecord(_ *http.Request, req learningGame) (*records.Record, error) {
	sgf, name, err := s.training.SGF(req.Run, req.Generation, req.Game)
	if err != nil {
		return nil, err
	}
	return s.records.Keep(name, sgf, func(*kifu.Tree) error { return nil })
}

// playRequest asks for a new game that continues from a node of a record.
type playRequest struct {
	Game *int `json:"game"`
	Node *int `json:"node"`
	games.Opponent
}

// postPlay makes a game that continues from a node of a record. The game begins with the moves that lead to the node.
func (s *Server) postPlay(r *http.Request, req playRequest) (*games.State, error) {
	rec, source, err := s.records.Line(r.PathValue("id"), req.Game, req.Node)
	if err != nil {
		return nil, err
	}
	return s.games.Continue(rec, source, req.Opponent)
}

// getDescription answers with the content of docs/openapi.yaml.
func getDescription(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "application/yaml")
	h.Set("Cache-Control", "no-cache")
	_, _ = wire.Paced(w).Write(docs.OpenAPI) // the client may have gone away
}

// ownMistakes connects the lessons with the reviews.
func (s *Server) ownMistakes() lessons.Options {
	if s.opt.Review == nil {
		return lessons.Options{}
	}
	return lessons.Options{Loss: s.reviews.Loss, Mistakes: func(record string, game int, c baduk.Color) ([]lessons.Exercise, error) {
		found, err := s.reviews.Exercises(record, game, c)
		var list []lessons.Exercise
		for _, e := range found {
			list = append(list, lessons.Exercise(e))
		}
		return list, err
	}}
}
