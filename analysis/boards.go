package analysis

import (
	"runtime"
	"sync"

	"tengen/baduk"
	"tengen/eval"
	"tengen/neteval"
)

const (
	maxBoards = 16 // sizes of boards that are ready at a time
	maxCaches = 4  // sizes and rules whose evaluations are remembered at a time
)

// board is a size of boards with what judges positions on it under some rules.
type board struct {
	graph     *baduk.Graph
	evaluator eval.Evaluator // shared by all searches
	uncached  eval.Evaluator // the same, without remembering anything
}

// place is a size of boards with whom the evaluator is to imitate.
type place struct {
	width, height int
	profile       string
}

// place is where a query is searched.
func (e *Engine) place(q *query) place {
	p := place{width: q.width, height: q.height}
	if e.opt.judgeImitates() {
		p.profile = q.settings.HumanProfile
	}
	return p
}

// humanPlayer are people of a profile on a board.
type humanPlayer struct {
	graph   *baduk.Graph
	profile string
}

// setting is what evaluations are remembered for: a position says nothing of the rules.
type setting struct {
	at    place
	rules baduk.Rules
}

// boards makes boards as they are needed and keeps the latest.
type boards struct {
	factory      func(profile string) eval.Factory
	humanFactory func(profile string) eval.Factory // makes who says what people would play; nil for nobody
	memory       int64                             // bytes for all evaluations that are remembered

	mu     sync.Mutex
	places recent[place, *board] // without rules, and remembering nothing
	caches recent[setting, *board]
	human  recent[humanPlayer, eval.Evaluator]
}

// graph is the board alone, if evaluators can read it.
func (b *boards) graph(at place, rules baduk.Rules) (*baduk.Graph, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	plain, err := b.plain(at, rules)
	if err != nil {
		return nil, err
	}
	return plain.graph, nil
}

// plain is a board that remembers nothing. The caller holds the lock.
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

// batched is what a factory makes, for many who ask; nil without a factory.
func batched(f eval.Factory, graph *baduk.Graph, rules baduk.Rules) (eval.Evaluator, error) {
	if f == nil {
		return nil, nil
	}
	e, err := f(graph, rules)              // evaluators here read the rules from each game
	if err != nil || e.Info().Stochastic { // rollouts gain nothing by company
		return e, err
	}
	return eval.Batch(e, runtime.GOMAXPROCS(0), neteval.AtOnce), nil
}

// humanOn says what people of a profile would play on a board; nil where nobody can.
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

// get is the board of that size for those rules.
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
	s := setting{at, rules}
	cached, ok := b.caches.get(s)
	if !ok || cached.graph != plain.graph {
		cached = &board{plain.graph, eval.CacheBytes(plain.uncached, b.memory/maxCaches, plain.graph), plain.uncached}
		b.caches.put(s, cached, maxCaches)
	}
	return cached, nil
}

// clear forgets all evaluations. Searches that go on keep what they know.
func (b *boards) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.caches = recent[setting, *board]{}
}

// recent is a few things by key, the least recently used of which go first.
type recent[K comparable, V any] struct {
	keys   []K // the latest last
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

// touch makes a key the latest.
func (r *recent[K, V]) touch(k K) {
	for i := range r.keys {
		if r.keys[i] == k {
			r.keys = append(r.keys[:i], r.keys[i+1:]...)
			break
		}
	}
	r.keys = append(r.keys, k)
}
