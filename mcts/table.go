package mcts

import (
	"sync"
	"unsafe"
)

// table finds a node by its position. It is cut into stripes, each with a lock of its
// own that is held for one look.
type table struct {
	stripes [64]stripe
}

type stripe struct {
	stripeData
	_ [apart - unsafe.Sizeof(stripeData{})]byte
}

type stripeData struct {
	mu    sync.Mutex
	heads []int32 // by the low bits of the key, the rest chained by node.next
	count int
}

// apart is the size of what threads lock side by side: at least a cache line of 64 bytes
// is between the data of neighbours, wherever the first of them begins.
const apart = 128

// find is the node of that position, made if there is none. Two nodes are the same when
// all 96 bits are, the lower half of which the graph did not have to believe.
func (t *table) find(g *graph, k *stock, key uint64, check uint32, flags uint32) (i int32, ok bool) {
	s := &t.stripes[key>>58]
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.count >= len(s.heads) {
		s.grow(g)
	}
	if len(s.heads) == 0 {
		return 0, false
	}
	head := &s.heads[key&uint64(len(s.heads)-1)]
	for i = *head; i != 0; i = g.nodes.at(i).next {
		if n := g.nodes.at(i); n.key == key && n.check == check {
			return i, true
		}
	}
	if i, ok = k.node(g); ok {
		n := g.nodes.at(i)
		n.key, n.check, n.flags, n.next = key, check, flags, *head
		*head = i
		s.count++
	}
	return i, ok
}

// grow doubles the heads, as far as memory is left.
func (s *stripe) grow(g *graph) {
	n := max(16, 2*len(s.heads))
	if !g.grow(int64(n-len(s.heads)) * 4) {
		return
	}
	g.used.Add(int64(n-len(s.heads)) * 4)
	old := s.heads
	s.heads = make([]int32, n)
	for _, i := range old {
		for i != 0 {
			node := g.nodes.at(i)
			head := &s.heads[node.key&uint64(n-1)]
			i, node.next, *head = node.next, *head, i
		}
	}
}

// enter puts a node into the table; it must not be there.
func (t *table) enter(g *graph, i int32) {
	n := g.nodes.at(i)
	s := &t.stripes[n.key>>58]
	if s.count >= len(s.heads) {
		s.grow(g)
	}
	if len(s.heads) == 0 {
		return
	}
	head := &s.heads[n.key&uint64(len(s.heads)-1)]
	n.next, *head = *head, i
	s.count++
}

// empty forgets all nodes and keeps the heads.
func (t *table) empty() {
	for i := range t.stripes {
		s := &t.stripes[i]
		clear(s.heads)
		s.count = 0
	}
}

// drop forgets the heads too.
func (t *table) drop() {
	for i := range t.stripes {
		s := &t.stripes[i]
		s.heads, s.count = nil, 0
	}
}
