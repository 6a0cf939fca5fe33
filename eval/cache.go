package eval

import (
	"container/list"
	"context"
	"sync"

	"tengen/baduk"
)

// newCache calls [CacheBy] with a key that consists of [baduk.Game.SearchKey] and the number of turns that the
// evaluator may use.
func newCache(e Evaluator, capacity int) Evaluator {
	return CacheBy(e, capacity, func(q *Query) uint64 {
		key := q.Game.SearchKey()
		if q.Since > 0 {
			key = baduk.Mix(key + uint64(q.Game.Len()-q.Since))
		}
		return key
	})
}

// CacheBy returns an evaluator that stores evaluations. capacity is the largest number of stored positions.
// The least recently used position is dropped first. Two positions are the same if the function key returns
// the same value for them. A stochastic evaluator is returned unchanged, because each of its evaluations gives
// new information.
func CacheBy[K comparable](e Evaluator, capacity int, key func(*Query) K) Evaluator {
	if e.Info().Stochastic || capacity < 1 {
		return e
	}
	return &cache[K]{inner: e, capacity: capacity, key: key, known: map[K]*list.Element{}}
}

type cache[K comparable] struct {
	inner    Evaluator
	capacity int
	key      func(*Query) K

	mu    sync.Mutex
	known map[K]*list.Element
	order list.List // list of *entry[K], the most recently used one first
}

type entry[K comparable] struct {
	key   K
	query Query // shows which parts of the evaluation are known; its Game is nil
	value Evaluation
}

func (c *cache[K]) Info() Info { return c.inner.Info() }

func (c *cache[K]) Evaluate(ctx context.Context, in []Query, out []Evaluation) error {
	var ask []Query // positions that are not in the cache
	var answers []Evaluation
	var at []int
	var keys []K
	for i := range in {
		out[i].Resize(in[i].Game.Graph())
		if key := c.key(&in[i]); !c.lookup(key, in[i], &out[i]) {
			ask, answers, at, keys = append(ask, in[i]), append(answers, out[i]), append(at, i), append(keys, key)
		}
	}
	if len(ask) > 0 {
		if err := c.inner.Evaluate(ctx, ask, answers); err != nil {
			return err
		}
	}
	for k, i := range at {
		out[i] = answers[k]
		c.store(keys[k], in[i], &out[i])
	}
	return ctx.Err()
}

func (c *cache[K]) lookup(key K, q Query, out *Evaluation) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, ok := c.known[key]
	if !ok {
		return false
	}
	e := at.Value.(*entry[K])
	if q.Policy && !e.query.Policy || q.Ownership && !e.query.Ownership || q.First && !e.query.First {
		return false
	}
	c.order.MoveToFront(at)
	copyInto(out, &e.value)
	return true
}

func (c *cache[K]) store(key K, q Query, value *Evaluation) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.known[key]; ok {
		c.order.Remove(at)
		delete(c.known, key)
	}
	e := &entry[K]{key: key, query: q, value: *value}
	e.query.Game = nil
	e.value.Policy, e.value.Ownership, e.value.First = nil, nil, nil
	copyInto(&e.value, value)
	c.known[key] = c.order.PushFront(e)
	if c.order.Len() > c.capacity {
		oldest := c.order.Back()
		c.order.Remove(oldest)
		delete(c.known, oldest.Value.(*entry[K]).key)
	}
}

// copyInto copies src to dst. It copies the elements of slices into the slices of dst.
func copyInto(dst, src *Evaluation) {
	policy, owner, first := dst.Policy, dst.Ownership, dst.First
	*dst = *src
	dst.Policy = append(policy[:0], src.Policy...)
	dst.Ownership = append(owner[:0], src.Ownership...)
	dst.First = append(first[:0], src.First...)
}
