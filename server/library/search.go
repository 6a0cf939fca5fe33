package library

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"tengen/baduk"
	"tengen/diagram"
	"tengen/findings"
	"tengen/kifu"
	"tengen/server/boards"
	"tengen/server/records"
	"tengen/server/wire"
	"tengen/store"
)

// searchRequest is a request for games that meet all of its conditions.
type searchRequest struct {
	Pattern *patternRequest `json:"pattern"`
	Size    json.RawMessage `json:"size"` // 19, or a board in words, such as "13x9"
	Filters struct {
		Player   string   `json:"player"`
		Opponent string   `json:"opponent"`
		Black    string   `json:"black"`
		White    string   `json:"white"`
		Winner   string   `json:"winner"` // black, white, player, opponent, or nobody for a draw
		Result   string   `json:"result"` // how the game ended: points, resignation, time, forfeit, draw, void
		DateFrom string   `json:"dateFrom"`
		DateTo   string   `json:"dateTo"`
		Rules    string   `json:"rules"`
		Komi     *float64 `json:"komi"`
		Event    string   `json:"event"`
		Text     string   `json:"text"`
	} `json:"filters"`
	Sort   string `json:"sort"` // newest, oldest, relevant or added
	Offset int    `json:"offset"`
	Limit  int    `json:"limit"`
}

// patternRequest is a pattern, given either as rows of letters or as a part of a position of a record.
type patternRequest struct {
	Width       int    `json:"width"`
	Height      int    `json:"height"`
	Points      string `json:"points"` // rows of letters: X black, O white, . empty, ? anything
	Anchor      string `json:"anchor"` // where the pattern lies: whole, corner, side or anywhere
	FixedColors bool   `json:"fixedColors"`
	FromRecord  *struct {
		ID   string `json:"id"`
		Game int    `json:"game"`
		Node *int   `json:"node"`
		Part string `json:"part"` // two opposite corners, "A1:G7"; the whole board if missing
	} `json:"fromRecord"`
}

// Found is the result of a search.
type Found struct {
	Total int `json:"total"` // number of occurrences of the pattern; in a search without a pattern, number of games
	Games int `json:"games"` // number of games
	Took  int `json:"took"`  // duration of the search in milliseconds
	// BlackWins and WhiteWins are the numbers of hits in games that the pattern's Black or White won.
	BlackWins     int            `json:"blackWins"`
	WhiteWins     int            `json:"whiteWins"`
	Hits          []hit          `json:"hits"` // the games that were found, from the offset on
	Continuations []continuation `json:"continuations"`
	Tenuki        int            `json:"tenuki"`
	Ends          int            `json:"ends"`
}

// hit is a game that was found. Its position is the first that contains the pattern, or, without a pattern, the last of
// the game.
type hit struct {
	Game     int64  `json:"game"`
	Title    string `json:"title"`
	Black    string `json:"black"`
	White    string `json:"white"`
	Result   string `json:"result"`
	Date     string `json:"date"`
	File     string `json:"file"`
	Board    string `json:"board"`
	Moves    int    `json:"moves"` // number of moves of the game
	Move     int    `json:"move"`  // number of moves before the position
	Hits     int    `json:"hits"`  // number of times that the pattern occurs in the game
	Width    int    `json:"width"` // 0 unless the board is a rectangle
	Height   int    `json:"height"`
	Stones   []int8 `json:"stones"` // by point
	Part     []int  `json:"part"`   // the points of the pattern
	LastMove string `json:"lastMove"`
}

// continuation is a move on a point of the pattern that was played in games after the pattern had occurred.
type continuation struct {
	X         int    `json:"x"`      // column of the pattern, from its upper left point
	Y         int    `json:"y"`      // row of the pattern
	Vertex    string `json:"vertex"` // the vertex on the board from which the pattern was cut, or empty
	Color     string `json:"color"`
	Count     int    `json:"count"`
	Later     int    `json:"later"` // number of these moves that were played only after moves elsewhere
	BlackWins int    `json:"blackWins"`
	WhiteWins int    `json:"whiteWins"`
}

const (
	maxHits    = 200              // the most games in one answer
	searchTime = 20 * time.Second // the time limit of a search
)

func (l *Library) postSearch(r *http.Request, req searchRequest) (*Found, error) {
	query, err := req.query(l.boards)
	if err != nil {
		return nil, err
	}
	var names []string
	if req.Pattern != nil {
		p, vertices, err := l.patternOf(req.Pattern, query.Board)
		if err != nil {
			return nil, err
		}
		query.Pattern, names = &p, vertices
		query.Board = nil // the pattern defines the board
	}
	answer := &Found{Hits: []hit{}, Continuations: []continuation{}}
	file, err := l.opened(false)
	if err != nil || file == nil {
		return answer, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), searchTime)
	defer cancel()
	begun := time.Now()
	found, err := file.Search(ctx, query)
	if err != nil {
		return nil, libraryError(err)
	}
	answer.Took = int(time.Since(begun).Milliseconds())
	answer.Total, answer.Games = found.Hits, found.Games
	answer.BlackWins, answer.WhiteWins, answer.Tenuki, answer.Ends = found.BlackWins, found.WhiteWins, found.Tenuki, found.Ended
	if query.Pattern == nil {
		answer.Total = found.Games
	}
	for _, c := range found.Continuations {
		answer.Continuations = append(answer.Continuations, newContinuation(c, query.Pattern, names))
	}
	for _, f := range found.Page {
		hit, err := hitOf(ctx, file, f)
		if err != nil {
			return nil, libraryError(err)
		}
		answer.Hits = append(answer.Hits, hit)
	}
	return answer, nil
}

// one(field, word, choices) returns choices[word]. If the word is unknown, it returns an error about the field.
func one[T any](field, word string, choices map[string]T) (T, error) {
	v, ok := choices[word]
	if !ok {
		return v, wire.Misuse(http.StatusBadRequest, field, "%.40q is not a known %s", word, field)
	}
	return v, nil
}

// query makes the query for the store, without the pattern.
func (req *searchRequest) query(b *boards.Boards) (store.Query, error) {
	f := &req.Filters
	q := store.Query{Player: f.Player, Opponent: f.Opponent, Black: f.Black, White: f.White, Event: f.Event, Rules: f.Rules, Text: f.Text,
		Since: f.DateFrom, Until: f.DateTo, Offset: req.Offset, Limit: req.Limit}
	var err error
	if q.Result, err = one("winner", f.Winner, map[string]store.Result{"": store.AnyResult, "black": store.BlackWon, "white": store.WhiteWon,
		"player": store.PlayerWon, "opponent": store.PlayerLost, "nobody": store.NobodyWon}); err != nil {
		return q, err
	}
	if q.Ending, err = one("result", f.Result, map[string]store.Ending{"": store.EndingUnknown, "points": store.EndingPoints, "resignation": store.EndingResignation,
		"time": store.EndingTime, "forfeit": store.EndingForfeit, "draw": store.EndingDraw, "void": store.EndingVoid}); err != nil {
		return q, err
	}
	if q.Sort, err = one("sort", req.Sort, map[string]store.Sort{"": store.Newest, "newest": store.Newest, "oldest": store.Oldest,
		"relevant": store.Relevant, "added": store.Added}); err != nil {
		return q, err
	}
	if req.Limit < 0 || req.Limit > maxHits {
		return q, wire.Misuse(http.StatusBadRequest, "limit", "limit must be 1 to %d games, not %d", maxHits, req.Limit)
	}
	if f.Komi != nil {
		komi, err := baduk.KomiOf(*f.Komi)
		if err != nil {
			return q, wire.Fail(http.StatusBadRequest, "komi", "%v", err)
		}
		q.Komi = &komi
	}
	if size := strings.Trim(string(req.Size), `" `); size != "" && size != "null" {
		if strings.Trim(size, "0123456789") == "" {
			size += "x" + size
		}
		board, err := b.Requested(size)
		if err != nil {
			return q, err
		}
		q.Board = board.Graph
	}
	return q, nil
}

// patternOf returns the pattern of a request. If the pattern was cut from a position, patternOf also returns the
// vertices of its points on that board.
func (l *Library) patternOf(w *patternRequest, board *baduk.Graph) (p store.Pattern, names []string, err error) {
	edges := map[string]store.Edges{"whole": store.AllEdges, "corner": store.Left | store.Top, "side": store.Top, "anywhere": 0}
	if w.FromRecord != nil {
		if p, names, err = l.cutOut(w); err != nil {
			return p, nil, err
		}
		if w.Anchor != "" && w.Anchor != "anywhere" {
			return p, nil, wire.Misuse(http.StatusBadRequest, "anchor", "a part of a record lies where it was cut out, or anywhere")
		}
	} else {
		if p, err = store.ParsePattern(w.rows(), 0); err != nil {
			return p, nil, wire.Fail(http.StatusBadRequest, "pattern", "%v", err)
		}
		p.Board = board
		if w.Anchor == "" {
			return p, nil, wire.Misuse(http.StatusBadRequest, "anchor", "the pattern must say where it lies: whole, corner, side or anywhere")
		}
	}
	if w.Anchor != "" {
		if p.Edges, err = one("anchor", w.Anchor, edges); err != nil {
			return p, nil, err
		}
	}
	p.FixedColors = w.FixedColors
	return p, names, nil
}

// rows returns the points of the pattern as text with one line for each row. The request may have all rows in one line.
func (w *patternRequest) rows() string {
	text := strings.TrimSpace(w.Points)
	if w.Width < 1 || strings.Contains(text, "\n") {
		return text
	}
	var b strings.Builder
	for i, r := range strings.ReplaceAll(text, " ", "") {
		if i > 0 && i%w.Width == 0 {
			b.WriteByte('\n')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// cutOut makes a pattern from a part of a position of a record.
func (l *Library) cutOut(w *patternRequest) (p store.Pattern, names []string, err error) {
	from := w.FromRecord
	err = l.records.With(from.ID, func(d *records.Document) error {
		n, err := d.Place(&from.Game, from.Node)
		if err != nil {
			return err
		}
		board := &n.Tree().At(n).Game.Position().Board
		if p, names, err = findings.Cut(board, from.Part); err != nil {
			return wire.FailWith(http.StatusBadRequest, "part", err)
		}
		return nil
	})
	return p, names, err
}

func newContinuation(c store.Continuation, p *store.Pattern, names []string) continuation {
	k := continuation{Color: c.Color.String(), Count: c.Count, Later: c.Later, BlackWins: c.Wins, WhiteWins: c.Losses, X: c.Point}
	if p.Width > 0 {
		grid := baduk.Grid{Width: p.Width, Height: p.Height}
		k.X, k.Y = grid.XY(baduk.Point(c.Point))
	}
	if c.Color == baduk.White {
		k.BlackWins, k.WhiteWins = c.Losses, c.Wins
	}
	if c.Point < len(names) {
		k.Vertex = names[c.Point]
	}
	return k
}

// hitOf returns a found game, with the position of the hit.
func hitOf(ctx context.Context, file *store.Library, f store.Found) (hit, error) {
	h := hit{
		Game: f.ID, Title: records.GameTitle(f.Info), Black: boards.Shorten(f.Info.Black), White: boards.Shorten(f.Info.White), Result: boards.Shorten(f.Info.Result), Date: boards.Shorten(f.Info.Date),
		File: f.File, Board: f.Board, Moves: f.Turns, Move: f.Turns, Hits: len(f.Hits), Stones: []int8{}, Part: []int{},
	}
	if len(f.Hits) > 0 {
		h.Move = f.Hits[0].Turn
		for _, p := range f.Hits[0].Points {
			h.Part = append(h.Part, int(p))
		}
	}
	game, err := file.Game(ctx, f.ID)
	if err != nil {
		return h, err
	}
	read, _ := kifu.LoadBytes(game.Record, kifu.Options{Format: "sgf"}) // as leniently as the import
	if len(read.Trees) == 0 {
		return h, nil // the game's record cannot be read: the hit has no stones
	}
	rec := read.Trees[0].Record()
	if len(rec.Moves) < h.Move {
		return h, nil
	}
	before := make([]baduk.Color, rec.Graph.Len())
	for _, p := range rec.Setup.Black {
		before[p] = baduk.Black
	}
	for _, p := range rec.Setup.White {
		before[p] = baduk.White
	}
	for _, c := range diagram.Replay(rec.Graph, before, rec.Moves[:h.Move])(h.Move) {
		h.Stones = append(h.Stones, c.Number())
	}
	if h.Move > 0 {
		h.LastMove = rec.Graph.Vertex(rec.Moves[h.Move-1].Point)
	}
	grid, _ := rec.Graph.Rectangle()
	h.Width, h.Height = grid.Width, grid.Height
	return h, nil
}
