package eval

import "tengen/baduk"

// CacheBytes remembers evaluations of positions on boards of this graph, and drops the least recently used
// first. It takes about this number of bytes, and never more; see [CacheBy].
func CacheBytes(e Evaluator, bytes int64, g *baduk.Graph) Evaluator {
	return newCache(e, int(min(max(bytes, 0)/positionBytes(g), maxPositions)))
}

// maxPositions is more positions than any memory has room for, and fits into an int on every system.
const maxPositions = 1<<31 - 1

// positionBytes is the most memory that a cache takes for a position on such a board: what
// [Evaluation.Resize] allocates, rounded up as much as the allocator may, and the entry that finds it again.
func positionBytes(g *baduk.Graph) int64 {
	const (
		found = 256 // the entry, its place in the order of use and in the map
		point = 4 + 4 + 1
	)
	return found + int64(g.Len()+1)*point*5/4
}
