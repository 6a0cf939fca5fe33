package boards

import (
	"fmt"
	"net/http"
	"strings"
	"sync"

	"tengen/baduk"
	"tengen/server/wire"
	"tengen/topology"
)

// MaxRequest is the largest request in bytes that may contain a board file.
const MaxRequest = 2 * maxBoard

const (
	maxSpec  = 200     // bytes of a board in words
	maxBoard = 2 << 20 // bytes of a board file
	// maxKept is the number of boards that stay in memory for further games. Reading a board file again may take a
	// second.
	maxKept = 16
)

// Boards makes boards from their text and keeps the latest ones in memory. Games with the same board share its graph,
// which never changes. Boards also has the rulesets that a new game can choose from.
type Boards struct {
	rulesets []baduk.Preset // the first is the default

	mu   sync.Mutex
	kept map[string]*topology.Board // by text
}

// New makes a Boards with the given rulesets; the first is the default.
func New(rulesets []baduk.Preset) *Boards { return &Boards{rulesets: rulesets} }

// read makes the board of a short text such as "torus 9x9", or of the content of a board file, a JSON object.
func (b *Boards) read(text string) (*topology.Board, error) {
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
		return nil, fmt.Errorf("the text of the board is empty: write a board such as torus 9x9, or the content of a board file")
	case len(text) > maxBoard:
		return nil, fmt.Errorf("the board file has %d bytes, at most %d are read here", len(text), maxBoard)
	case strings.HasPrefix(text, "{"):
		return topology.Read("board file", []byte(text))
	case len(text) > maxSpec || strings.Contains(text, "\n"):
		return nil, fmt.Errorf("this is not a board file, because it does not begin with {")
	}
	return topology.Parse(text)
}

// Requested makes the board that a request asks for.
func (b *Boards) Requested(text string) (*topology.Board, error) {
	board, err := b.read(text)
	if err != nil {
		return nil, wire.FailWith(http.StatusBadRequest, "board", err)
	}
	if n := len(board.Graph.Source()); n > maxBoard {
		return nil, wire.Fail(http.StatusBadRequest, "board", "the board takes %d bytes when it is written out, at most %d are kept", n, maxBoard)
	}
	return board, nil
}

// Graph returns the board of a stored game. The given text describes the board. If the text is empty, the board is a
// rectangle with the given width and height.
func (b *Boards) Graph(text string, width, height int) (*baduk.Graph, error) {
	if text == "" {
		if width < 1 || width > topology.MaxSide || height < 1 || height > topology.MaxSide {
			return nil, fmt.Errorf("a board of %dx%d", width, height)
		}
		return baduk.Rectangle(width, height)
	}
	board, err := b.read(text)
	if err != nil {
		return nil, err
	}
	return board.Graph, nil
}

// Sketch is a board before the first move.
type Sketch struct {
	Graph  *Graph   `json:"graph"`
	Stones []int8   `json:"stones"` // by point, the stones that the board begins with: 1 Black, -1 White, 0 empty
	Rules  string   `json:"rules"`  // the rules that the board file suggests, or empty
	Komi   *float64 `json:"komi"`   // the komi that the board file suggests, or null
}

type sketchRequest struct {
	Board string `json:"board"` // in words, or the content of a board file
}

// Routes are the requests about boards.
func (b *Boards) Routes(service *wire.Service) []wire.Route {
	return []wire.Route{{Pattern: "POST /api/board", Cost: 20, Role: wire.Guest, Limit: MaxRequest, Handler: wire.Take(service, b.sketch)}}
}

// sketch answers with the picture of a board. If the description of the board is wrong, it answers with an error.
func (b *Boards) sketch(_ *http.Request, req sketchRequest) (*Sketch, error) {
	board, err := b.Requested(req.Board)
	if err != nil {
		return nil, err
	}
	sketch := &Sketch{Graph: NewGraph(board.Graph), Stones: make([]int8, board.Graph.Len()), Rules: board.Rules}
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
