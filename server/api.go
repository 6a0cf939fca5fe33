package server

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/topology"
)

const (
	maxTime   = 10 * time.Minute // of the engine, a move
	maxVisits = 1_000_000        // of the engine, a move
)

// newGame is the request for a new game; what is left out has a default.
type newGame struct {
	Board    *string  `json:"board"` // in words, or the content of a board file
	Width    *int     `json:"width"` // of a rectangle
	Height   *int     `json:"height"`
	Rules    *string  `json:"rules"` // a name, JSON or a word
	Komi     *float64 `json:"komi"`  // points
	Handicap *int     `json:"handicap"`
	opponent
}

// opponent is what a request says of who plays, and how well.
type opponent struct {
	Human  *string `json:"human"`
	TimeMs *int    `json:"timeMs"`
	Visits *int    `json:"visits"`
	Rank   *string `json:"rank"` // 20k to 9d, or full
}

// readJSON reads a request's body strictly: what is not understood is refused
// rather than ignored.
func readJSON(r *http.Request, into any) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return fail(http.StatusUnsupportedMediaType, "", "the request must be of type application/json")
	}
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	if text := bytes.TrimSpace(data); len(text) > 0 && text[0] != '{' {
		return fail(http.StatusBadRequest, "", "the request must be a JSON object, as in {\"width\": 9}, and not %.20q", text)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err = dec.Decode(into)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("something follows the JSON object")
		}
	}
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &kind):
		field := kind.Field[strings.LastIndexByte(kind.Field, '.')+1:] // without the part of the request that it is in
		return fail(http.StatusBadRequest, field, "%s cannot be of the type %s", cmp.Or(field, "the request"), kind.Value)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fail(http.StatusBadRequest, "", "the request ends in the middle")
	}
	return fail(http.StatusBadRequest, "", "the request is not understood: %s", strings.TrimPrefix(err.Error(), "json: "))
}

// getConfig answers what a new game may be.
func (s *Server) getConfig(http.ResponseWriter, *http.Request) (any, error) {
	start, err := s.setupOf(newGame{})
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"rules":   s.rulesets(),
		"axes":    baduk.Axes(),
		"boards":  topology.Kinds(),
		"maxSide": topology.MaxSide, "training": s.opt.Runs != "", "review": s.opt.Review != nil,
		"formats": exportFormats(),
		"ranks":   ranks(),
		"defaults": map[string]any{
			"width": start.Width, "height": start.Height, "rules": start.Name, "komi": start.Rules.Komi.Points(),
			"handicap": 0, "human": start.Human, "timeMs": start.TimeMs, "visits": 0, "rank": start.Rank,
		},
	}, nil
}

func (s *Server) getGames(http.ResponseWriter, *http.Request) (any, error) {
	games, notices, err := s.shelf.list()
	if err != nil {
		return nil, err
	}
	return map[string]any{"games": games, "notices": notices}, nil
}

func (s *Server) postGames(_ http.ResponseWriter, r *http.Request) (any, error) {
	var req newGame
	if err := readJSON(r, &req); err != nil {
		return nil, err
	}
	start, err := s.setupOf(req)
	if err != nil {
		return nil, err
	}
	return s.create(start, nil)
}

func (s *Server) postOpen(_ http.ResponseWriter, r *http.Request) (any, error) {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	start, events, err := s.readSGF(data)
	if err != nil {
		return nil, fail(http.StatusBadRequest, "", "%v", err)
	}
	return s.create(start, events)
}

// create keeps a game and answers its state.
func (s *Server) create(start setup, events []event) (any, error) {
	id, err := s.shelf.create(start, events)
	if err != nil {
		return nil, err
	}
	t, err := s.shelf.acquire(id)
	if err != nil {
		return nil, err
	}
	defer s.shelf.release(t)
	return t.state(nil)
}

// setupOf checks a request for a new game.
func (s *Server) setupOf(req newGame) (setup, error) {
	bad := func(field, format string, args ...any) (setup, error) {
		return setup{}, fail(http.StatusBadRequest, field, format, args...)
	}
	start := setup{
		Event: "setup", Version: 1, Time: time.Now().UTC(),
		Handicap: orElse(req.Handicap, 0),
	}
	board, err := s.boardFor(req)
	if err != nil {
		return setup{}, err
	}
	g := board.Graph
	if start.Board = g.Source(); start.Board == "" {
		geo, _ := g.Geometry()
		start.Width, start.Height = geo.Width, geo.Height
	}
	preset, err := s.rulesFor(req.Rules, board)
	if err != nil {
		return setup{}, err
	}
	start.Name, start.Title, start.Rules = preset.Name, preset.Title, storedRules(preset.Rules)
	if req.Komi == nil && board.Komi != nil {
		start.Rules.Komi = *board.Komi
	} else if start.Rules.Komi, err = baduk.KomiOf(orElse(req.Komi, start.Rules.Komi.Points())); err != nil {
		return bad("komi", "%v", err)
	}
	start.begin(g, board.Setup)
	if start.Handicap != 0 {
		if len(start.Black)+len(start.White) > 0 {
			return bad("handicap", "the board has stones already: there is no place for a handicap")
		}
		points, err := g.HandicapPoints(start.Handicap)
		if err != nil {
			return bad("handicap", "%v", err)
		}
		start.Black = verticesOf(g, points)
	}
	if err := s.face(&start, req.opponent); err != nil {
		return setup{}, err
	}
	return start, nil
}

// face says who plays in a new game, how long the engine thinks and how well it plays.
func (s *Server) face(start *setup, o opponent) (err error) {
	start.Human, start.TimeMs, start.Visits = orElse(o.Human, "black"), orElse(o.TimeMs, 0), orElse(o.Visits, 0)
	bad := func(field, format string, args ...any) error {
		return fail(http.StatusBadRequest, field, format, args...)
	}
	if !slices.Contains([]string{"black", "white", "both", "none"}, start.Human) {
		return bad("human", "you play black, white, both or none, not %.40q", start.Human)
	}
	if most := int(maxTime / time.Millisecond); start.TimeMs < 0 || start.TimeMs > most {
		return bad("timeMs", "the time a move is 0 to %d ms, not %d", most, start.TimeMs)
	}
	if start.Visits < 0 || start.Visits > maxVisits {
		return bad("visits", "the visits a move are 0 to %d, not %d", maxVisits, start.Visits)
	}
	if start.Rank, err = engine.ParseRank(orElse(o.Rank, "full")); err != nil {
		return bad("rank", "%v", err)
	}
	if start.TimeMs == 0 && start.Visits == 0 && start.Rank == 0 {
		start.TimeMs = int(s.opt.Time / time.Millisecond)
	}
	return nil
}

// boardFor is the board that a request asks for: in words or as a file, or the
// sides of a rectangle.
func (s *Server) boardFor(req newGame) (*topology.Board, error) {
	if req.Board != nil {
		if req.Width != nil || req.Height != nil {
			return nil, fail(http.StatusBadRequest, "board", "a game has either a board or a width and a height, not both")
		}
		return s.boards.wish(*req.Board)
	}
	w, h := orElse(req.Width, 9), orElse(req.Height, 9)
	if w < 1 || w > topology.MaxSide {
		return nil, fail(http.StatusBadRequest, "width", "a board is 1 to %d points wide, not %d", topology.MaxSide, w)
	}
	if h < 1 || h > topology.MaxSide {
		return nil, fail(http.StatusBadRequest, "height", "a board is 1 to %d points high, not %d", topology.MaxSide, h)
	}
	return &topology.Board{Graph: baduk.MustRectangle(w, h)}, nil
}

// ranks are those that the engine can play at, the weakest first.
func ranks() []engine.Rank {
	var all []engine.Rank
	for r := engine.Kyu20; r <= engine.Dan9; r++ {
		all = append(all, r)
	}
	return append(all, 0)
}

func orElse[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

// withTable runs f on the table that the request names.
func (s *Server) withTable(r *http.Request, f func(*table) (any, error)) (any, error) {
	t, err := s.shelf.acquire(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	defer s.shelf.release(t)
	return f(t)
}

func (s *Server) getGame(_ http.ResponseWriter, r *http.Request) (any, error) {
	return s.withTable(r, func(t *table) (any, error) { return t.state(nil) })
}

func (s *Server) deleteGame(_ http.ResponseWriter, r *http.Request) (any, error) {
	return map[string]any{}, s.shelf.remove(r.PathValue("id"))
}

// getPosition answers the stones after a number of moves.
func (s *Server) getPosition(_ http.ResponseWriter, r *http.Request) (any, error) {
	return s.withTable(r, func(t *table) (any, error) {
		t.mu.Lock()
		defer t.mu.Unlock()
		game := t.rec.game
		n, err := strconv.Atoi(r.URL.Query().Get("after"))
		if err != nil || n < 0 || n > game.Len() {
			return nil, fail(http.StatusBadRequest, "after", "after is a number of moves from 0 to %d", game.Len())
		}
		stones := []int{}
		for _, c := range game.StonesAfter(n) {
			stones = append(stones, int(c.Number()))
		}
		last := ""
		if n > 0 {
			last = game.Graph().Vertex(game.Turn(n - 1).Point)
		}
		return map[string]any{"after": n, "stones": stones, "lastMove": last, "toPlay": t.rec.toPlayAfter(n).String()}, nil
	})
}

func (s *Server) getSGF(w http.ResponseWriter, r *http.Request) {
	data, err := s.withTable(r, func(t *table) (any, error) {
		t.mu.Lock()
		defer t.mu.Unlock()
		return writeSGF(t.rec)
	})
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/x-go-sgf; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="tengen-%s.sgf"`, r.PathValue("id")))
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(data.([]byte))
}
