package analysis

import (
	"sync"

	"tengen/baduk"
	"tengen/eval"
	"tengen/neteval"
)

const (
	maxBoards = 16 // board sizes that are kept
	maxCaches = 4  // combinations of board size and rules, without the komi, whose evaluations are cached
)

// board is a board size with the evaluators for it.
type board struct {
	graph     *baduk.Graph
	evaluator eval.Evaluator // shared by all searches
	uncached  eval.Evaluator // the same evaluator without a cache
}

// place is the key of a board: its size, and the profile of the players that the evaluator imitates.
type place struct {
	width, height int
	profile       string
}

// place is the place for a query.
func (e *Engine) place(q *query) place {
	p := place{width: q.width, height: q.height}
	if e.opt.judgeImitates() {
		p.profile = q.settings.HumanProfile
	}
	return p
}

// humanPlayer is the key of an evaluator with human priors: a board and a profile of human players.
type humanPlayer struct {
	graph   *baduk.Graph
	profile string
}

// setting is the key of a cache. It has the rules because the key of a position in the cache does not have all of
// them. The key of a position has the komi, so the komi of a setting is 0.
type setting struct {
	at    place
	rules baduk.Rules
}

// boards makes boards on demand and keeps the most recent ones.
type boards struct {
	factory      func(profile string) eval.Factory
	humanFactory func(profile string) eval.Factory // for evaluators with human priors; nil without such a net
	memory       int64                             // bytes for all cached evaluations

	mu     sync.Mutex
	places recent[place, *board] // boards without a cache, for any rules
	caches recent[setting, *board]
	human  recent[humanPlayer, eval.Evaluator] // evaluators with human priors
}

// graph returns only the graph of a board. It returns an error if the evaluator cannot read such boards.
func (b *boards) graph(at place, rules baduk.Rules) (*baduk.Graph, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	plain, err := b.plain(at, rules)
	if err != nil {
		return nil, err
	}
	return plain.graph, nil
}

// plain returns a board without a cache. The caller holds the lock.
func (b *boards) plain(at place, rules baduk.Rules) (*board, error) {
	if known, ok := b.places.get(at); ok {
		return known, nil
	}
	graph, err := baduk.Rectangle(at.width, at.height)
	if err != nil {
		return nil, err
	}
	made := &board{graph: graph}
	if made.uncached, err = batched(b.factory(at.profile), graph, rules); err != nil {
		return nil, err
	}
	made.evaluator = made.uncached
	b.places.put(at, made, maxBoards)
	return made, nil
}

// batched makes an evaluator that many goroutines can share. If the factory is nil, the evaluator is nil.
func batched(f eval.Factory, graph *baduk.Graph, rules baduk.Rules) (eval.Evaluator, error) {
	if f == nil {
		return nil, nil
	}
	e, err := f(graph, rules)              // these evaluators read the rules from each game
	if err != nil || e.Info().Stochastic { // batches do not make rollouts faster
		return e, err
	}
	return neteval.Batched(e), nil
}

// humanOn returns the evaluator with the human priors of a profile on a board, or nil without a net of human games.
func (b *boards) humanOn(graph *baduk.Graph, rules baduk.Rules, profile string) (eval.Evaluator, error) {
	if b.humanFactory == nil {
		return nil, nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	c := humanPlayer{graph, profile}
	if known, ok := b.human.get(c); ok {
		return known, nil
	}
	e, err := batched(b.humanFactory(profile), graph, rules)
	if err == nil {
		b.human.put(c, e, maxBoards)
	}
	return e, err
}

// get returns the board of a place for these rules.
func (b *boards) get(at place, rules baduk.Rules) (*board, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	plain, err := b.plain(at, rules)
	if err != nil {
		return nil, err
	}
	if b.memory <= 0 {
		return plain, nil
	}
	rules.Komi = 0
	s := setting{at, rules}
	cached, ok := b.caches.get(s)
	if !ok || cached.graph != plain.graph {
		cached = &board{plain.graph, eval.CacheBytes(plain.uncached, b.memory/maxCaches, plain.graph), plain.uncached}
		b.caches.put(s, cached, maxCaches)
	}
	return cached, nil
}

// clear forgets all evaluations. Running searches keep their graphs.
func (b *boards) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.caches = recent[setting, *board]{}
}

// recent keeps a few values by key and drops the least recently used first.
type recent[K comparable, V any] struct {
	keys   []K // the most recently used last
	values map[K]V
}

func (r *recent[K, V]) get(k K) (v V, ok bool) {
	if v, ok = r.values[k]; ok {
		r.touch(k)
	}
	return v, ok
}

func (r *recent[K, V]) put(k K, v V, most int) {
	if r.values == nil {
		r.values = map[K]V{}
	}
	r.values[k] = v
	r.touch(k)
	for len(r.keys) > most {
		delete(r.values, r.keys[0])
		r.keys = r.keys[1:]
	}
}

// touch makes a key the most recently used.
func (r *recent[K, V]) touch(k K) {
	for i := range r.keys {
		if r.keys[i] == k {
			r.keys = append(r.keys[:i], r.keys[i+1:]...)
			break
		}
	}
	r.keys = append(r.keys, k)
}
