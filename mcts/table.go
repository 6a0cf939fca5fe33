package mcts

import (
	"sync"
	"unsafe"
)

// table is a hash table of the elements of a pool. It has several stripes, each with its own lock.
type table[T any, E element[T]] struct {
	pool    *pool[T, E]
	stripes [64]stripe
}

type stripe struct {
	stripeData
	_ [paddedSize - unsafe.Sizeof(stripeData{})]byte
}

type stripeData struct {
	mu    sync.Mutex
	heads []int32 // first element of each bucket, by the low bits of the key; linked.next is the next element
	count int
}

// paddedSize is the size of structures with locks that lie side by side. The padding keeps the data of two
// neighbours at least a cache line of 64 bytes apart, for any alignment.
const paddedSize = 128

// find returns the element with this key. If it is missing, find adds the element fresh. Two elements are the
// same if all 96 bits of key and check are equal. find returns false if memory is at its limit.
func (t *table[T, E]) find(stock *[]int32, key uint64, check uint32, fresh T) (i int32, ok bool) {
	s := t.stripe(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	head := t.head(s, key)
	if head == nil {
		return 0, false
	}
	for i = *head; i != 0; {
		l := t.pool.linkOf(i)
		if l.key == key && l.check == check {
			return i, true
		}
		i = l.next
	}
	if i, ok = t.pool.take(stock, fresh); ok {
		*t.pool.linkOf(i) = linked{key, check, *head}
		*head = i
		s.count++
	}
	return i, ok
}

// enter adds an element that is not in the table. The element must have its key.
func (t *table[T, E]) enter(i int32) {
	l := t.pool.linkOf(i)
	s := t.stripe(l.key)
	if head := t.head(s, l.key); head != nil {
		l.next, *head = *head, i
		s.count++
	}
}

// stripe returns the stripe for a key.
func (t *table[T, E]) stripe(key uint64) *stripe { return &t.stripes[key>>58] }

// head returns the first element of the key's bucket, or nil if memory is at its limit. When a stripe has as
// many elements as buckets, the number of buckets is doubled if memory allows.
func (t *table[T, E]) head(s *stripe, key uint64) *int32 {
	if s.count >= len(s.heads) {
		t.grow(s, max(16, 2*len(s.heads)))
	}
	if len(s.heads) == 0 {
		return nil
	}
	return &s.heads[key&uint64(len(s.heads)-1)]
}

func (t *table[T, E]) grow(s *stripe, n int) {
	g, bytes := t.pool.graph, int64(n-len(s.heads))*4
	if !g.claim(bytes) {
		return
	}
	g.used.Add(bytes)
	old := s.heads
	s.heads = make([]int32, n)
	for _, i := range old {
		for i != 0 {
			l := t.pool.linkOf(i)
			head := &s.heads[l.key&uint64(n-1)]
			i, l.next, *head = l.next, *head, i
		}
	}
}

// keep removes all elements that are not live from the table, and drops them. Elements of the pool that are
// neither live nor in the table are dropped as well.
func (t *table[T, E]) keep(live []bool, drop func(i int32)) {
	for k := range t.stripes {
		s := &t.stripes[k]
		for h := range s.heads {
			for at := &s.heads[h]; *at != 0; {
				l := t.pool.linkOf(*at)
				if live[*at] {
					at = &l.next
					continue
				}
				*at = l.next
				s.count--
			}
		}
	}
	t.pool.sweep(live, drop)
}

// clear forgets all elements and buckets.
func (t *table[T, E]) clear() {
	for i := range t.stripes {
		s := &t.stripes[i]
		s.heads, s.count = nil, 0
	}
}
