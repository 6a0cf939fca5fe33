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

// Searcher searches a position with the given number of visits. It is called concurrently, each time
// with a different game. The result includes the ownership of the points.
type Searcher interface {
	Search(ctx context.Context, g *baduk.Game, visits int) (mcts.Result, error)
}

// Search is a [Searcher] with one thread per position. The same position gives the same result: earlier
// and concurrent searches have no influence.
type Search struct {
	// Cache is the most bytes for cached evaluations; see the function evaluator. NewSearch sets 64 MiB.
	Cache int64

	evaluators eval.Factory
	params     mcts.Params

	mu    sync.Mutex
	graph *baduk.Graph // board of the evaluator
	rules baduk.Rules  // rules of the evaluator
	eval  eval.Evaluator
}

// NewSearch makes a Searcher from a factory of evaluators and the parameters of the search. It ignores the
// number of threads in params. The evaluators must be safe for concurrent use, and must give the same
// answer for the same seed.
func NewSearch(evaluators eval.Factory, params mcts.Params) *Search {
	params.Threads = 1
	return &Search{Cache: 64 << 20, evaluators: evaluators, params: params}
}

// Search searches a position without reusing an earlier search.
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

// The cache has the evaluations of about twenty searches, if they fit into Search.Cache.
const (
	cachedSearches = 20
	keyBytes       = 96 // most bytes of a key, in addition to those of eval.PositionBytes
)

// cacheKey has everything on which an answer of an evaluator depends.
type cacheKey struct {
	game string // position with its history
	seed uint64
}

// evaluator returns a caching evaluator for the board and rules of g. Searches on the same board with the
// same rules share it: the searches before and after a move evaluate many of the same positions. The key of
// the cache includes the seed, and the moves of the game, because moves are an input of a net. So an answer
// does not depend on the cache or on the order of the searches.
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
	most := s.Cache / (eval.PositionBytes(g.Graph()) + keyBytes)
	s.eval = eval.CacheBy(e, int(min(cachedSearches*int64(visits), most)), func(q *eval.Query) cacheKey { return cacheKey{keyOf(q.Game, "", 0), q.Seed} })
	return s.eval, nil
}

const (
	// maxCandidates is the largest number of candidates that are kept. lineMoves is the largest length of
	// the principal variation of each candidate.
	maxCandidates = 24
	lineMoves     = 12
)

// analysisOf returns the part of a search result that a review needs. It rounds numbers, so that an
// analysis that is read from a journal equals the analysis that was written.
func analysisOf(r mcts.Result, engine, model string) *kifu.Analysis {
	a := &kifu.Analysis{Engine: engine, Model: model, Visits: r.Visits, Win: rounded(r.Win, 1e4), Lead: rounded(r.Lead, 1e2), ScoreStdev: rounded(r.Root.ScoreStdev, 1e2), Exact: r.Root.Exact}
	for i, m := range r.Moves {
		if i >= maxCandidates {
			break
		}
		c := kifu.Candidate{Point: m.Move.Point, Order: i, Visits: m.Visits, Prior: rounded(m.Prior, 1e4)}
		if m.Visits > 0 {
			c.Win, c.Lead, c.LCB = rounded(m.Win, 1e4), rounded(m.Lead, 1e2), rounded(min(max(m.LCB, 0), 1), 1e4)
			c.Exact = m.Exact
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

// rounded rounds a number to multiples of 1/parts. Zero has no sign.
func rounded(v, parts float64) *float64 {
	v = math.Round(v*parts)/parts + 0
	return &v
}

func sqrt(v float64) float64 { return math.Sqrt(max(v, 0)) }
