package mcts

import (
	"math"
	"sync"
	"sync/atomic"
	"unsafe"
)

// graph is the memory of the search: nodes, and blocks of their moves and edges. It
// grows by chunks, within a limit, and gives out again what was given back.
type graph struct {
	nodes *arena[node]
	moves *arena[candidate]
	amafs *arena[amaf] // parallel to moves; without chunks where RAVE is off
	edges *arena[edge]
	rave  bool

	mu        sync.Mutex // guards the rest, which threads need once in many playouts
	limit     int64      // bytes, 0: none
	allocated atomic.Int64
	used      atomic.Int64
	freeNodes int32
	freeMoves [sizeClasses]int32
	freeEdges [sizeClasses]int32
}

const (
	nodeBytes = int64(unsafe.Sizeof(node{}))
	edgeBytes = int64(unsafe.Sizeof(edge{}))
	moveBytes = int64(unsafe.Sizeof(candidate{}))
	amafBytes = int64(unsafe.Sizeof(amaf{}))

	nodeShift  = 10
	blockShift = 15
	region     = 1024 // elements that a thread takes at once
	nodesTaken = 32
)

func newGraph(rave bool, limit int64) *graph {
	g := &graph{nodes: newArena[node](nodeShift), moves: newArena[candidate](blockShift), amafs: newArena[amaf](blockShift),
		edges: newArena[edge](blockShift), rave: rave, limit: limit}
	return g
}

// clear forgets everything and keeps little memory.
func (g *graph) clear() {
	g.nodes.clear()
	g.moves.clear()
	g.amafs.clear()
	g.edges.clear()
	g.freeNodes, g.freeMoves, g.freeEdges = 0, [sizeClasses]int32{}, [sizeClasses]int32{}
	g.used.Store(0)
	bytes := int64(len(*g.nodes.chunks.Load()))*nodeBytes<<nodeShift + int64(len(*g.edges.chunks.Load()))*edgeBytes<<blockShift +
		int64(len(*g.moves.chunks.Load()))*moveBytes<<blockShift + int64(len(*g.amafs.chunks.Load()))*amafBytes<<blockShift
	g.allocated.Store(bytes)
}

// grow counts a chunk of so many bytes, unless that is beyond the limit.
func (g *graph) grow(bytes int64) bool {
	if g.allocated.Add(bytes) > g.limit && g.limit > 0 {
		g.allocated.Add(-bytes)
		return false
	}
	return true
}

// takeRegion takes n adjacent elements of an arena that nobody had. The second arena,
// if there is one, grows along.
func takeRegion[T any](g *graph, a *arena[T], along *arena[amaf], n int32, bytes int64) (int32, bool) {
	start := a.room(n)
	if start < 0 || start > math.MaxInt32-1<<a.shift {
		return 0, false
	}
	for !a.has(start) { // twice where the first block fills a chunk, of which index 0 is taken
		if !g.grow(bytes << a.shift) {
			return 0, false
		}
		a.add()
		if along != nil {
			along.add()
		}
	}
	a.top = start + n
	g.used.Add(int64(n) * bytes)
	return start, true
}

// movesOf is the moves of a node, the best prior first.
func (g *graph) movesOf(n *node) []candidate { return g.moves.slice(n.moves, int(n.count)) }

// edgesOf is the edges of a node, for the first of its moves.
func (g *graph) edgesOf(n *node) []edge { return g.edges.slice(n.edges, int(n.opened)) }

// amafsOf is what all-moves-as-first says of its moves.
func (g *graph) amafsOf(n *node) []amaf { return g.amafs.slice(n.moves, int(n.count)) }
