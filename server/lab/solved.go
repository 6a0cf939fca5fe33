package lab

import (
	"net/http"
	"sync"

	"tengen/baduk"
	"tengen/server/boards"
	"tengen/server/wire"
	"tengen/solve"
	"tengen/topology"
)

const (
	maxSolvedTurns = 1000 // the most turns of a game on a solved board
	maxSolutions   = 6    // solved boards that are kept in memory, of at most 8 MB each
)

// solvedRequest is a position on a small board: the turns of a game.
type solvedRequest struct {
	Board string   `json:"board"`
	Turns []string `json:"turns"` // vertices and passes
}

// Solved has the exact values of a position and of its turns, under area scoring with the basic ko, without suicide and
// komi. All values are from Black's point of view.
type Solved struct {
	Graph    *boards.Graph `json:"graph"`
	Stones   []int8        `json:"stones"`
	ToPlay   string        `json:"toPlay"`
	LastMove string        `json:"lastMove"`
	KoBan    string        `json:"koBan"`
	Over     bool          `json:"over"`
	Value    solve.Bounds  `json:"value"`
	Turns    []solvedTurn  `json:"turns"` // best first
	// Positions is the number of positions of the board, without symmetric ones.
	Positions int `json:"positions"`
}

// solvedTurn is a legal turn.
type solvedTurn struct {
	Vertex string `json:"vertex"`
	solve.Bounds
	Keeps bool `json:"keeps"` // the turn keeps what the player can force
}

// solutions are solved boards. One board is solved at a time.
type solutions struct {
	mu    sync.Mutex
	known map[string]*solve.FixPoint
}

// of solves a board, or returns the solution that is in memory.
func (s *solutions) of(r *http.Request, board *topology.Board) (*solve.FixPoint, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name := board.Graph.Source() + " " + board.Graph.String()
	if f := s.known[name]; f != nil {
		return f, nil
	}
	f, err := solve.NewFixPoint(r.Context(), board, nil)
	if err != nil {
		return nil, err
	}
	if s.known == nil || len(s.known) >= maxSolutions {
		s.known = map[string]*solve.FixPoint{}
	}
	s.known[name] = f
	return f, nil
}

// solvedRules are the rules under which boards are solved.
var solvedRules = baduk.Rules{Ko: baduk.KoBasic}

// solvable returns the board of a request if it can be solved here.
func (l *Lab) solvable(text string) (*topology.Board, error) {
	board, err := l.boards.Requested(text)
	if err != nil {
		return nil, err
	}
	if g := board.Graph; g.Len() > solve.LargestPlayed || !solve.Covers(g, solvedRules) {
		return nil, wire.Fail(http.StatusBadRequest, "board", "%v cannot be solved here: a board has at most %d points, and neither weights nor a threshold", g, solve.LargestPlayed)
	}
	return board, nil
}

// postSolved returns the values of a position.
func (l *Lab) postSolved(r *http.Request, req solvedRequest) (*Solved, error) {
	board, err := l.solvable(req.Board)
	if err != nil {
		return nil, err
	}
	g := board.Graph
	if n := len(req.Turns); n > maxSolvedTurns {
		return nil, wire.Misuse(http.StatusBadRequest, "turns", "the game has %d turns, at most %d are read", n, maxSolvedTurns)
	}
	game, err := baduk.NewGameFrom(g, solvedRules, board.Setup)
	if err != nil {
		return nil, wire.FailWith(http.StatusUnprocessableEntity, "board", err)
	}
	for i, name := range req.Turns {
		p, err := g.ParseVertex(name)
		if err == nil {
			err = game.Play(baduk.Move{Color: game.ToPlay(), Point: p})
		}
		if err != nil {
			return nil, wire.Fail(http.StatusUnprocessableEntity, "turns", "turn %d, %.20q: %v", i+1, name, err)
		}
	}
	f, err := l.solutions.of(r, board)
	if err != nil {
		return nil, err
	}
	return newSolved(game, f), nil
}

// newSolved describes the present position of a game.
func newSolved(game *baduk.Game, f *solve.FixPoint) *Solved {
	g := game.Graph()
	s := &Solved{Graph: boards.NewGraph(g), Stones: game.Position().Numbers(nil), ToPlay: game.ToPlay().String(), Over: game.Over(),
		Turns: []solvedTurn{}, Positions: f.Positions()}
	if n := game.Len(); n > 0 {
		s.LastMove = g.Vertex(game.Turn(n - 1).Point)
	}
	if p := game.Position().KoBan; p != baduk.NoPoint {
		s.KoBan = g.Vertex(p)
	}
	if s.Over {
		s.Value = f.End(game)
		return s
	}
	var turns []solve.Turn
	s.Value, turns = f.At(game)
	for _, t := range solve.Best(game.ToPlay(), turns) {
		s.Turns = append(s.Turns, solvedTurn{g.Vertex(t.Point), t.Bounds, solve.Keeps(game.ToPlay(), s.Value, t.Bounds)})
	}
	return s
}
