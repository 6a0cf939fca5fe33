package mcts

import (
	"math"
	"sync"
	"sync/atomic"
	"unsafe"
)

// graph is the memory of the search: the nodes, the blocks of moves and edges, and the entries of the
// biasTable. It grows by chunks up to a limit, and reuses memory that was given back.
type graph struct {
	nodes     *pool[node, *node]
	learned   *pool[surrounding, *surrounding]
	moves     *blocks[candidate]
	amafs     *arena[amaf] // parallel to moves; has no chunks without RAVE
	edges     *blocks[edge]
	withHuman bool  // see keepHumanPriors
	limit     int64 // largest number of allocated bytes; 0 for no limit

	mu sync.Mutex // guards free memory; a thread locks it rarely, once in many playouts

	allocated atomic.Int64 // bytes
	used      atomic.Int64 // number of allocated bytes in use
}

const (
	nodeBytes = int64(unsafe.Sizeof(node{}))
	edgeBytes = int64(unsafe.Sizeof(edge{}))
	moveBytes = int64(unsafe.Sizeof(candidate{}))
	amafBytes = int64(unsafe.Sizeof(amaf{}))

	nodeShift  = 10
	blockShift = 15
	regionSize = 1024 // elements that a thread takes at a time
)

func newGraph(rave bool, limit int64) *graph {
	g := &graph{amafs: newArena[amaf](blockShift), limit: limit}
	g.edges = newBlocks[edge](g, edgeBytes)
	g.moves = newBlocks[candidate](g, moveBytes)
	if rave {
		g.moves.parallel, g.moves.bytes = g.amafs, moveBytes+amafBytes
	}
	g.nodes = newPool[node, *node](g, nodeShift)
	g.learned = newPool[surrounding, *surrounding](g, nodeShift)
	return g
}

// keepHumanPriors gives every block of moves a second half: the same moves with human priors. A block for the largest
// board must fit into a chunk, so the chunks of moves are twice as large. The graph must be new.
func (g *graph) keepHumanPriors() {
	g.withHuman = true
	g.moves.prepare(blockShift + 1)
	g.amafs.prepare(blockShift + 1)
}

// clear removes everything from the graph and keeps only a little memory.
func (g *graph) clear() {
	g.nodes.clear()
	g.learned.clear()
	g.moves.clear()
	g.amafs.clear()
	g.edges.clear()
	g.used.Store(0)
	g.allocated.Store(g.nodes.size()*nodeBytes + g.learned.size()*g.learned.bytes() +
		g.moves.size()*moveBytes + g.amafs.size()*amafBytes + g.edges.size()*edgeBytes)
}

// claim adds bytes to the allocated ones. If the sum would exceed the limit, it returns false and adds nothing.
func (g *graph) claim(bytes int64) bool {
	if g.allocated.Add(bytes) > g.limit && g.limit > 0 {
		g.allocated.Add(-bytes)
		return false
	}
	return true
}

// takeRegion takes n adjacent unused elements of an arena. If parallel is not nil, it grows together with the
// arena.
func takeRegion[T any](g *graph, a *arena[T], parallel *arena[amaf], n int32, bytes int64) (int32, bool) {
	start := a.nextStart(n)
	if start < 0 || start > math.MaxInt32-1<<a.shift {
		return 0, false
	}
	for !a.has(start) { // adds two chunks for a first block that fills a whole chunk: index 0 is not used
		if !g.claim(bytes << a.shift) {
			return 0, false
		}
		a.add()
		if parallel != nil {
			parallel.add()
		}
	}
	a.top = start + n
	g.used.Add(int64(n) * bytes)
	return start, true
}

// movesOf lists the moves of a node, best prior first.
func (g *graph) movesOf(n *node) []candidate { return g.moves.slice(n.moves, int(n.count)) }

// humanPriorsOf lists the moves of a node with human priors instead of priors. It may be called only if
// withHuman is true.
func (g *graph) humanPriorsOf(n *node) []candidate {
	return g.moves.slice(n.moves, 2*int(n.count))[n.count:]
}

// moveClass is the class of the block for n moves.
func (g *graph) moveClass(n int) uint8 {
	if g.withHuman {
		n *= 2
	}
	return sizeClass(n)
}

// edgesOf lists the edges of a node. Edge i belongs to move i.
func (g *graph) edgesOf(n *node) []edge { return g.edges.slice(n.edges, int(n.opened)) }

// amafsOf lists the all-moves-as-first statistics of a node's moves.
func (g *graph) amafsOf(n *node) []amaf { return g.amafs.slice(n.moves, int(n.count)) }
