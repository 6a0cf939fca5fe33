package eval

import "tengen/baduk"

// CacheBytes is [Cache] with as many positions on boards of that graph as take about
// so many bytes of memory, and never more; see [PositionBytes].
func CacheBytes(e Evaluator, bytes int64, g *baduk.Graph) Evaluator {
	return newCache(e, int(min(max(bytes, 0)/positionBytes(g), maxPositions)))
}

// maxPositions is more than any memory has room for, and fits into an int everywhere.
const maxPositions = 1<<31 - 1

// positionBytes is how much memory [Cache] takes for a position on such a board, at
// most: what [Evaluation.Resize] makes, rounded up by as much as the allocator does,
// and what it takes to find it again.
func positionBytes(g *baduk.Graph) int64 {
	const (
		found = 256 // the entry, its place in the order of use and in the map
		point = 4 + 4 + 1
	)
	return found + int64(g.Len()+1)*point*5/4
}
