package eval

import "tengen/baduk"

// CacheBytes is like [CacheBy] for positions on one board, but its limit is in bytes. The cache never uses more
// memory than this limit. A full cache uses nearly all of this memory.
func CacheBytes(e Evaluator, bytes int64, g *baduk.Graph) Evaluator {
	return newCache(e, int(min(max(bytes, 0)/PositionBytes(g), maxPositions)))
}

// maxPositions is the largest capacity. The number fits into an int on every system, and no memory has room for
// this number of positions.
const maxPositions = 1<<31 - 1

// PositionBytes is the most memory that a cache with keys of 8 bytes takes for a position on this board. It consists of
// the cache's entry and of the memory that [Evaluation.Resize] allocates. This memory is rounded up as far as the
// allocator may round it.
func PositionBytes(g *baduk.Graph) int64 {
	const (
		found = 256 // the entry, its element in the list, and its place in the map
		point = 4 + 4 + 1
	)
	return found + int64(g.Len()+1)*point*5/4
}
