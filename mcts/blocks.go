package mcts

import (
	"cmp"
	"slices"
)

// blocks is an arena of blocks that have one of a few sizes. A block that was given back is reused as a block
// of the same size. When memory is at its limit, free blocks are also split into smaller ones, and free
// neighbours are joined into larger ones.
type blocks[T any] struct {
	arena[T]
	graph    *graph       // graph.limit applies to the blocks, and graph.mu guards free
	parallel *arena[amaf] // an arena that grows together with this one, or nil
	bytes    int64        // size of an element, including its element of the parallel arena
	free     [sizeClasses][]int32
	given    int64 // number of elements that were given back since the last join
}

// blockStock is the unused memory of a thread: blocks that it has taken, and a region from which it cuts
// further blocks.
type blockStock struct {
	blocks   [sizeClasses][]int32
	from, to int32
}

func (k *blockStock) put(i int32, class uint8) { k.blocks[class] = append(k.blocks[class], i) }

func newBlocks[T any](g *graph, bytes int64) *blocks[T] {
	b := &blocks[T]{graph: g, bytes: bytes}
	b.prepare(blockShift)
	return b
}

// take takes a block from the thread's stock. If the stock does not have a block of this size, take takes one
// from the graph.
func (b *blocks[T]) take(k *blockStock, class uint8) (i int32, ok bool) {
	if i, ok := pop(&k.blocks[class]); ok {
		return i, true
	}
	size := blockSizes[class]
	if k.to-k.from >= size {
		k.from += size
		return k.from - size, true
	}
	b.graph.mu.Lock()
	defer b.graph.mu.Unlock()
	if i, ok := pop(&b.free[class]); ok {
		b.graph.used.Add(int64(size) * b.bytes)
		return i, true
	}
	if size >= regionSize/4 {
		i, ok = takeRegion(b.graph, &b.arena, b.parallel, size, b.bytes)
	} else if i, ok = takeRegion(b.graph, &b.arena, b.parallel, regionSize, b.bytes); ok {
		b.put(k.from, k.to-k.from)
		b.graph.used.Add(int64(k.from-k.to) * b.bytes)
		k.from, k.to = i+size, i+regionSize
	}
	if ok {
		return i, true
	}
	if b.given >= int64(b.top)/32 {
		b.join()
	}
	return b.split(class)
}

// pop removes the last element of a list and returns it.
func pop(list *[]int32) (i int32, ok bool) {
	last := len(*list) - 1
	if last < 0 {
		return 0, false
	}
	i, *list = (*list)[last], (*list)[:last]
	return i, true
}

// give frees a block. The caller must have removed all references to it.
func (b *blocks[T]) give(i int32, class uint8) {
	b.free[class] = append(b.free[class], i)
	b.given += int64(blockSizes[class])
	b.graph.used.Add(-int64(blockSizes[class]) * b.bytes)
}

// giveAll frees the blocks of a thread's stock.
func (b *blocks[T]) giveAll(k *blockStock) {
	for class, list := range k.blocks {
		for _, i := range list {
			b.give(i, uint8(class))
		}
		k.blocks[class] = list[:0]
	}
}

// split takes a free block of this size, or cuts it from a larger free block.
func (b *blocks[T]) split(class uint8) (i int32, ok bool) {
	for from := int(class); from < sizeClasses; from++ {
		if i, ok := pop(&b.free[from]); ok {
			size := blockSizes[class]
			b.put(i+size, blockSizes[from]-size)
			b.graph.used.Add(int64(size) * b.bytes)
			return i, true
		}
	}
	return 0, false
}

// put frees n elements, beginning with element i, as blocks that are as large as possible. Each block size is a
// multiple of the smallest one.
func (b *blocks[T]) put(i, n int32) {
	for class := sizeClasses - 1; n > 0; class-- {
		for size := blockSizes[class]; n >= size; n -= size {
			b.free[class] = append(b.free[class], i)
			i += size
		}
	}
}

// join merges free blocks that lie next to each other.
func (b *blocks[T]) join() {
	type run struct{ from, to int32 }
	var runs []run
	for class, list := range b.free {
		for _, i := range list {
			runs = append(runs, run{i, i + blockSizes[class]})
		}
		b.free[class] = list[:0]
	}
	slices.SortFunc(runs, func(x, y run) int { return cmp.Compare(x.from, y.from) })
	for len(runs) > 0 {
		r := runs[0]
		for runs = runs[1:]; len(runs) > 0 && runs[0].from == r.to && r.to&(1<<b.shift-1) != 0; runs = runs[1:] {
			r.to = runs[0].to
		}
		b.put(r.from, r.to-r.from)
	}
	b.given = 0
}

// clear drops all blocks and keeps the first chunk.
func (b *blocks[T]) clear() {
	b.arena.clear()
	b.free, b.given = [sizeClasses][]int32{}, 0
}
