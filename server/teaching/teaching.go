package teaching

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"sync"

	"tengen/baduk"
	"tengen/engine"
	"tengen/kifu"
	"tengen/mcts"
	"tengen/review"
	"tengen/server/boards"
	"tengen/server/games"
	"tengen/server/wire"
)

// Teaching answers the requests about hints and mistakes.
type Teaching struct {
	service *wire.Service
	games   *games.Games
	how     func(*baduk.Graph) review.Options
	busy    chan struct{} // a token for each running search

	mu     sync.Mutex
	judged map[string]analysed // by game: the latest position that was searched
}

// analysed is a position that was searched.
type analysed struct {
	key      string
	analysis *kifu.Analysis
}

const (
	maxSearches = 2   // searches at the same time
	maxJudged   = 256 // games whose latest search is kept
	// visitShare divides the visits of a review. A hint has to come soon.
	visitShare = 2
)

// New creates a Teaching. The function how returns the options of a review. If it is nil, all requests are refused.
func New(service *wire.Service, g *games.Games, how func(*baduk.Graph) review.Options) *Teaching {
	return &Teaching{service: service, games: g, how: how, busy: make(chan struct{}, maxSearches), judged: map[string]analysed{}}
}

// Routes are the requests about hints and mistakes.
func (t *Teaching) Routes() []wire.Route {
	return []wire.Route{
		{Pattern: "POST /api/games/{id}/hint", Handler: wire.Take(t.service, t.postHint)},
		{Pattern: "GET /api/games/{id}/mistake", Handler: wire.Answer(t.service, t.getMistake)},
	}
}

// hintRequest asks for a hint.
type hintRequest struct {
	Number int `json:"number"` // number of the next move
	Step   int `json:"step"`   // 1 the region, 2 the move, 3 the line and the reasons
}

// Hint is a hint for the next move. Later steps also have what the earlier ones have.
type Hint struct {
	Number  int      `json:"number"`
	Step    int      `json:"step"`
	Where   string   `json:"where"` // the region in words, or empty on boards without regions
	Zone    []string `json:"zone"`  // its points; empty for a pass
	Vertex  string   `json:"vertex,omitempty"`
	Line    []string `json:"line,omitempty"`
	Reasons []string `json:"reasons,omitempty"`
}

func (t *Teaching) postHint(r *http.Request, req hintRequest) (*Hint, error) {
	if req.Step < 1 || req.Step > 3 {
		return nil, wire.Misuse(http.StatusBadRequest, "step", "the step of a hint is 1, 2 or 3, not %d", req.Step)
	}
	id := r.PathValue("id")
	pupil, err := t.games.Pupil(id)
	if err != nil {
		return nil, err
	}
	o, err := t.options(pupil.Game)
	if err != nil {
		return nil, err
	}
	if req.Number != pupil.Game.Len()+1 || pupil.Game.ToPlay() != pupil.Human {
		return nil, wire.Fail(http.StatusConflict, "number", "it is not your turn, or the game has moved on")
	}
	a, err := t.analysis(r.Context(), id, pupil.Game, o)
	if err != nil {
		return nil, err
	}
	advice := review.Advise(pupil.Game, a)
	if advice == nil {
		return nil, wire.Fail(http.StatusConflict, "", "the search found no move")
	}
	if err := t.games.Hinted(id, req.Number); err != nil {
		return nil, err
	}
	g := pupil.Game.Graph()
	h := &Hint{Number: req.Number, Step: req.Step, Where: advice.Where, Zone: append([]string{}, boards.Vertices(g, advice.Zone)...)}
	if req.Step >= 2 {
		h.Vertex = g.Vertex(advice.Move)
	}
	if req.Step == 3 {
		h.Line, h.Reasons = boards.Vertices(g, advice.Line), advice.Reasons
	}
	return h, nil
}

// Mistake is what the person's last move cost. If the move was good enough for the level, only Number is set.
type Mistake struct {
	Number  int      `json:"number"` // number of the move
	Costly  bool     `json:"costly"`
	Vertex  string   `json:"vertex,omitempty"`
	Loss    float64  `json:"loss,omitempty"` // in points, compared with the best move
	Reasons []string `json:"reasons,omitempty"`
	Better  []string `json:"better,omitempty"` // the line that would have been better
	Reply   []string `json:"reply,omitempty"`  // the best answer to the move, and what follows
}

// getMistake judges a move of the person, which may be followed by the engine's answer.
func (t *Teaching) getMistake(r *http.Request) (*Mistake, error) {
	id := r.PathValue("id")
	number, err := strconv.Atoi(r.URL.Query().Get("number"))
	if err != nil {
		return nil, wire.Misuse(http.StatusBadRequest, "number", "the request must say the number of the move")
	}
	pupil, err := t.games.Pupil(id)
	if err != nil {
		return nil, err
	}
	g := pupil.Game
	switch {
	case !pupil.Teach:
		return nil, wire.Fail(http.StatusConflict, "", "this game does not tell about mistakes: choose it in the form for a new game")
	case number < 1 || number > g.Len() || g.Turn(number-1).Color != pupil.Human:
		return nil, wire.Fail(http.StatusConflict, "number", "move %d is not a move of yours", number)
	}
	o, err := t.options(g)
	if err != nil {
		return nil, err
	}
	g.UndoTo(number)
	before := g.Clone()
	before.UndoTo(number - 1)
	first, err := t.analysis(r.Context(), id, before, o)
	if err != nil {
		return nil, err
	}
	second, err := t.search(r.Context(), g, o)
	if errors.Is(err, mcts.ErrGameOver) {
		return &Mistake{Number: number}, nil
	}
	if err != nil {
		return nil, err
	}
	return mistakeOf(g, number, first, second, pupil.Rank)
}

// mistakeOf judges the last move of a game by the analyses before and after it. The person is taken to be as strong as
// the opponent.
func mistakeOf(g *baduk.Game, number int, before, after *kifu.Analysis, level engine.Rank) (*Mistake, error) {
	tree, err := kifu.FromGame(g, kifu.Info{}).Tree()
	if err != nil {
		return nil, err
	}
	line, err := review.NewLine(tree)
	if err != nil {
		return nil, err
	}
	judged := make([]*kifu.Analysis, line.Len()+1)
	judged[number-1], judged[number] = before, after
	r := review.New(line, judged, review.Settings{Levels: [3]engine.Rank{baduk.Black: level, baduk.White: level}})
	m := &Mistake{Number: number, Costly: r.Costly(number - 1)}
	if !m.Costly {
		return m, nil
	}
	judgement, graph := &r.Moves[number-1], g.Graph()
	m.Vertex, m.Loss = graph.Vertex(judgement.Move.Point), math.Round(10*judgement.Loss)/10
	for i := range judgement.Facts {
		m.Reasons = append(m.Reasons, judgement.Facts[i].Sentence(graph))
	}
	m.Better = boards.Vertices(graph, judgement.Better)
	if len(after.Candidates) > 0 {
		m.Reply = boards.Vertices(graph, after.Candidates[0].PV)
	}
	return m, nil
}

// options returns the options of a search on the board of a game.
func (t *Teaching) options(g *baduk.Game) (review.Options, error) {
	if t.how == nil {
		return review.Options{}, wire.Fail(http.StatusNotFound, "", "hints are turned off on this server")
	}
	o := t.how(g.Graph())
	o.Visits = max(o.Visits/visitShare, 1)
	return o, nil
}

// analysis returns the analysis of a position. It searches the position unless the latest search of the game had the
// same one.
func (t *Teaching) analysis(ctx context.Context, id string, g *baduk.Game, o review.Options) (*kifu.Analysis, error) {
	key := fmt.Sprint(g.Len(), g.StonesAfter(g.Len()), g.ToPlay())
	t.mu.Lock()
	known := t.judged[id]
	t.mu.Unlock()
	if known.key == key {
		return known.analysis, nil
	}
	a, err := t.search(ctx, g, o)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.judged) >= maxJudged {
		clear(t.judged)
	}
	t.judged[id] = analysed{key, a}
	return a, nil
}

// search searches a position until the client goes away or the server closes.
func (t *Teaching) search(ctx context.Context, g *baduk.Game, o review.Options) (*kifu.Analysis, error) {
	ctx, end := t.service.WhileServing(ctx)
	defer end()
	select {
	case t.busy <- struct{}{}:
		defer func() { <-t.busy }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return review.Analyze(ctx, g, o)
}
