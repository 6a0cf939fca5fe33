package server

import (
	"fmt"
	"net/http"
	"strings"
	"sync"

	"tengen/baduk"
	"tengen/topology"
)

const (
	maxSpec  = 200     // bytes of a board in words
	maxBoard = 2 << 20 // bytes of a board file
	// maxKept is how many boards stay in memory for the next game on them: a
	// board file may take a second to read.
	maxKept = 16
)

// boards makes boards from their text and keeps the latest: a graph never
// changes, so that many games share one.
type boards struct {
	mu   sync.Mutex
	kept map[string]*topology.Board // by text
}

// read makes the board of a short text such as "torus 9x9", or of the content of
// a board file, which is a JSON object.
func (b *boards) read(text string) (*topology.Board, error) {
	text = strings.TrimSpace(text)
	b.mu.Lock()
	board := b.kept[text]
	b.mu.Unlock()
	if board != nil {
		return board, nil
	}
	board, err := makeBoard(text)
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.kept == nil || len(b.kept) >= maxKept {
		b.kept = map[string]*topology.Board{}
	}
	b.kept[text] = board
	return board, nil
}

func makeBoard(text string) (*topology.Board, error) {
	switch {
	case text == "":
		return nil, fmt.Errorf("the board is empty: write one like torus 9x9, or a board file")
	case len(text) > maxBoard:
		return nil, fmt.Errorf("the board file has %d bytes, at most %d are read here", len(text), maxBoard)
	case strings.HasPrefix(text, "{"):
		return topology.Read("board file", []byte(text))
	case len(text) > maxSpec || strings.Contains(text, "\n"):
		return nil, fmt.Errorf("this is not a board file: it does not begin with {")
	}
	return topology.Parse(text)
}

// wish reads the board that a request asks for.
func (b *boards) wish(text string) (*topology.Board, error) {
	board, err := b.read(text)
	if err != nil {
		return nil, fail(http.StatusBadRequest, "board", "%s", oneLine(err.Error()))
	}
	if n := len(board.Graph.Source()); n > maxBoard {
		return nil, fail(http.StatusBadRequest, "board", "written out the board takes %d bytes, at most %d are kept", n, maxBoard)
	}
	return board, nil
}

// oneLine is an error as it is shown: quoted input may be long and of any kind.
func oneLine(text string) string {
	const most = 300 // letters
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// graphOf is the board of a set-up: the one that it carries, else the rectangle.
func (b *boards) graphOf(s setup) (*baduk.Graph, error) {
	if s.Board == "" {
		if s.Width < 1 || s.Width > topology.MaxSide || s.Height < 1 || s.Height > topology.MaxSide {
			return nil, fmt.Errorf("a board of %dx%d", s.Width, s.Height)
		}
		return baduk.Rectangle(s.Width, s.Height)
	}
	board, err := b.read(s.Board)
	if err != nil {
		return nil, err
	}
	return board.Graph, nil
}

// Sketch is a board before anybody plays on it.
type Sketch struct {
	Graph  *Graph   `json:"graph"`
	Stones []int8   `json:"stones"` // that the board begins with, by point
	Rules  string   `json:"rules"`  // that its file suggests, or empty
	Komi   *float64 `json:"komi"`   // likewise, or null
}

// postBoard answers what a board looks like, or what is wrong with it.
func (s *Server) postBoard(_ http.ResponseWriter, r *http.Request) (any, error) {
	var req struct {
		Board string `json:"board"`
	}
	if err := readJSON(r, &req); err != nil {
		return nil, err
	}
	board, err := s.boards.wish(req.Board)
	if err != nil {
		return nil, err
	}
	sketch := Sketch{Graph: newGraph(board.Graph), Stones: make([]int8, board.Graph.Len()), Rules: board.Rules}
	for _, p := range board.Setup.Black {
		sketch.Stones[p] = baduk.Black.Number()
	}
	for _, p := range board.Setup.White {
		sketch.Stones[p] = baduk.White.Number()
	}
	if board.Komi != nil {
		komi := board.Komi.Points()
		sketch.Komi = &komi
	}
	return sketch, nil
}
