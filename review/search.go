package review

import (
	"context"
	"math"
	"sync"

	"tengen/baduk"
	"tengen/eval"
	"tengen/kifu"
	"tengen/mcts"
)

// Searcher looks for moves in a position, with so many visits. It is asked by several goroutines
// at once, each with a game of its own. The result has the owners of the points.
type Searcher interface {
	Search(ctx context.Context, g *baduk.Game, visits int) (mcts.Result, error)
}

// Search is a [Searcher] of one thread a position: the same position gives the same result,
// whatever was searched before and whatever goes on beside it.
type Search struct {
	evaluators eval.Factory
	params     mcts.Params

	mu    sync.Mutex
	graph *baduk.Graph // that the latest evaluator is for
	rules baduk.Rules
	eval  eval.Evaluator
}

// NewSearch makes a Searcher of what judges positions and of the parameters to search with,
// whose threads are not asked. The evaluators have to be safe for concurrent use and answer the
// same for the same seed.
func NewSearch(evaluators eval.Factory, params mcts.Params) *Search {
	params.Threads = 1
	return &Search{evaluators: evaluators, params: params}
}

// Search searches with a graph of its own.
func (s *Search) Search(ctx context.Context, g *baduk.Game, visits int) (mcts.Result, error) {
	e, err := s.evaluator(g, visits)
	if err != nil {
		return mcts.Result{}, err
	}
	search, err := mcts.New(e, s.params)
	if err != nil {
		return mcts.Result{}, err
	}
	search.SetGame(g)
	return search.Run(ctx, mcts.Visits(visits), true)
}

// Some twenty searches are remembered, with 4 kB a position on 19x19, but not more than 64 MB.
const (
	cachedSearches = 20
	maxCached      = 1 << 14
)

// cacheKey is what an answer of an evaluator depends on.
type cacheKey struct {
	game string // with its past
	seed uint64
}

// evaluator is what judges positions of that game, the same one while the board is the same. It remembers: after a move of the
// game much of what is searched was searched before the move too. A position is the same only
// after the same moves, which a net looks at, and with the same lots, so that the answer is what it
// would be without a memory, whoever searched first.
func (s *Search) evaluator(g *baduk.Game, visits int) (eval.Evaluator, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.eval != nil && s.graph == g.Graph() && s.rules == g.Rules() {
		return s.eval, nil
	}
	e, err := s.evaluators(g.Graph(), g.Rules())
	if err != nil {
		return nil, err
	}
	s.graph, s.rules = g.Graph(), g.Rules()
	s.eval = eval.CacheBy(e, min(cachedSearches*visits, maxCached), func(q *eval.Query) cacheKey { return cacheKey{keyOf(q.Game, "", 0), q.Seed} })
	return s.eval, nil
}

const (
	// maxCandidates is how many moves of a search are kept, and lineMoves how long the line of
	// each is.
	maxCandidates = 24
	lineMoves     = 12
)

// analysisOf keeps of a search what a review needs. Numbers are rounded, so that what is read
// from a journal is what was found.
func analysisOf(r mcts.Result, engine, model string) *kifu.Analysis {
	a := &kifu.Analysis{Engine: engine, Model: model, Visits: r.Visits, Win: rounded(r.Win, 1e4), Lead: rounded(r.Lead, 1e2), ScoreStdev: rounded(r.Root.ScoreStdev, 1e2)}
	for i, m := range r.Moves {
		if i >= maxCandidates {
			break
		}
		c := kifu.Candidate{Point: m.Move.Point, Order: i, Visits: m.Visits, Prior: rounded(m.Prior, 1e4)}
		if m.Visits > 0 {
			c.Win, c.Lead, c.LCB = rounded(m.Win, 1e4), rounded(m.Lead, 1e2), rounded(min(max(m.LCB, 0), 1), 1e4)
		}
		for _, step := range m.PV[:min(len(m.PV), lineMoves)] {
			c.PV = append(c.PV, step.Point)
		}
		a.Candidates = append(a.Candidates, c)
	}
	for _, v := range r.Ownership {
		a.Ownership = append(a.Ownership, float32(*rounded(float64(v), 100)))
	}
	return a
}

// rounded is a number in so many parts of one; zero has no sign.
func rounded(v, parts float64) *float64 {
	v = math.Round(v*parts)/parts + 0
	return &v
}

func sqrt(v float64) float64 { return math.Sqrt(max(v, 0)) }
