package mcts

import (
	"unsafe"

	"tengen/baduk"
)

// tree is an arena: nodes and edges refer to each other by index, so that the
// garbage collector has nothing to follow and a subtree can be copied out.
type tree struct {
	nodes []node
	edges []edge
}

// node is a position whose moves have been entered. Its edges stand together.
type node struct {
	first  int32 // index of its first edge
	count  int32 // number of edges
	visits int32 // playouts through or into it, this and reused ones
	toPlay baduk.Color
}

// edge is a move from a node, with all statistics: visits live here, so that a
// position reached by two ways would keep them apart. Sums are Black's values.
type edge struct {
	sum        float64 // of values
	raveMean   float32 // mean value of the playouts in which the same player came here later
	raveVisits int32
	visits     int32
	prior      float32 // 0..1
	child      int32   // node index, 0 while not expanded
	move       baduk.Point
	pending    int16 // playouts in progress through it
}

const root = 1 // node 0 stays unused, so that child 0 means none

func newTree() *tree {
	t := &tree{}
	t.clear()
	return t
}

func (t *tree) clear() {
	t.nodes = append(t.nodes[:0], node{})
	t.edges = t.edges[:0]
}

// bytes is the memory in use.
func (t *tree) bytes() int64 {
	return int64(len(t.nodes))*int64(unsafe.Sizeof(node{})) + int64(len(t.edges))*int64(unsafe.Sizeof(edge{}))
}

// edgesOf is the edges of a node; valid until the next expansion.
func (t *tree) edgesOf(n int32) []edge {
	nd := &t.nodes[n]
	return t.edges[nd.first : nd.first+nd.count]
}

// expand adds a node with an edge for every move that has a prior.
func (t *tree) expand(toPlay baduk.Color, policy []float32) int32 {
	n := node{first: int32(len(t.edges)), toPlay: toPlay}
	for p, prior := range policy {
		if prior > 0 {
			move := baduk.Point(p)
			if p == len(policy)-1 {
				move = baduk.Pass
			}
			t.edges = append(t.edges, edge{prior: prior, move: move})
		}
	}
	n.count = int32(len(t.edges)) - n.first
	t.nodes = append(t.nodes, n)
	return int32(len(t.nodes) - 1)
}

// subtree copies what hangs below node n of from into t, n becoming the root.
func (t *tree) subtree(from *tree, n int32) {
	t.clear()
	type link struct{ old, edge int32 } // edge: which edge of t leads here, -1 for the root
	for queue := []link{{n, -1}}; len(queue) > 0; queue = queue[1:] {
		l := queue[0]
		old := from.nodes[l.old]
		index := int32(len(t.nodes))
		fresh := old
		fresh.first = int32(len(t.edges))
		t.nodes = append(t.nodes, fresh)
		if l.edge >= 0 {
			t.edges[l.edge].child = index
		}
		for i, e := range from.edgesOf(l.old) {
			if e.child != 0 {
				queue = append(queue, link{e.child, fresh.first + int32(i)})
				e.child = 0
			}
			t.edges = append(t.edges, e)
		}
	}
}
