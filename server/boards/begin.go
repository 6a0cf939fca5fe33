package boards

import (
	"math"
	"net/http"

	"tengen/baduk"
	"tengen/server/wire"
	"tengen/topology"
)

// Request describes the beginning of a game in a client's request. Missing fields have defaults.
type Request struct {
	Board    *string  `json:"board"` // in words, or the content of a board file
	Width    *int     `json:"width"` // width of a rectangle
	Height   *int     `json:"height"`
	Rules    *string  `json:"rules"` // the name of a preset, or KataGo's JSON or one-word form
	Komi     *float64 `json:"komi"`  // points
	Handicap *int     `json:"handicap"`
}

// Beginning is the beginning of a game: its board, its rules with the komi, and its first stones.
type Beginning struct {
	Graph  *baduk.Graph
	Preset baduk.Preset
	Setup  baduk.Setup
}

// Begin makes the beginning of a game from a request.
func (b *Boards) Begin(req Request) (*Beginning, error) {
	board, err := b.boardFor(req)
	if err != nil {
		return nil, err
	}
	g := board.Graph
	preset, err := b.rulesFor(req.Rules, board)
	if err != nil {
		return nil, err
	}
	if req.Komi == nil && board.Komi != nil {
		preset.Rules.Komi = *board.Komi
	} else if preset.Rules.Komi, err = baduk.KomiOf(wire.OrElse(req.Komi, preset.Rules.Komi.Points())); err != nil {
		return nil, wire.Fail(http.StatusBadRequest, "komi", "%v", err)
	}
	start := board.Setup
	if start.Handicap = wire.OrElse(req.Handicap, 0); start.Handicap != 0 {
		if len(start.Black)+len(start.White) > 0 {
			return nil, wire.Fail(http.StatusBadRequest, "handicap", "a board that begins with stones cannot have a handicap: leave the handicap out")
		}
		if start.Black, err = g.HandicapPoints(start.Handicap); err != nil {
			return nil, wire.Fail(http.StatusBadRequest, "handicap", "%v", err)
		}
	}
	return &Beginning{g, preset, start}, nil
}

// boardFor returns the board that a request asks for. The request gives the board in words, as a board file, or as the
// width and height of a rectangle.
func (b *Boards) boardFor(req Request) (*topology.Board, error) {
	if req.Board != nil {
		if req.Width != nil || req.Height != nil {
			return nil, wire.Misuse(http.StatusBadRequest, "board", "a game has either a board or a width and a height, not both")
		}
		return b.Requested(*req.Board)
	}
	w, h := wire.OrElse(req.Width, 9), wire.OrElse(req.Height, 9)
	if w < 1 || w > topology.MaxSide {
		return nil, wire.Fail(http.StatusBadRequest, "width", "a board is 1 to %d points wide, not %d", topology.MaxSide, w)
	}
	if h < 1 || h > topology.MaxSide {
		return nil, wire.Fail(http.StatusBadRequest, "height", "a board is 1 to %d points high, not %d", topology.MaxSide, h)
	}
	return &topology.Board{Graph: baduk.MustRectangle(w, h)}, nil
}

// Prisoners has the number of stones that each player has captured.
type Prisoners struct {
	Black int `json:"black"`
	White int `json:"white"`
}

// PrisonersOf makes Prisoners from the number of captured stones of each colour.
func PrisonersOf(taken [3]int32) Prisoners {
	return Prisoners{int(taken[baduk.White]), int(taken[baduk.Black])}
}

// Taken returns the number of captured stones of each colour.
func (p *Prisoners) Taken() (taken [3]int32) {
	if p != nil { // the rules refuse a number that is out of range
		taken[baduk.White], taken[baduk.Black] = clampInt32(p.Black), clampInt32(p.White)
	}
	return taken
}

func clampInt32(n int) int32 { return int32(max(-1, min(n, math.MaxInt32))) }
