package mcts

import "sync/atomic"

// arena is an array that grows without moving its elements. Elements refer to each other by index, so the
// garbage collector finds no pointers in the arena's chunks. Threads may read elements while another thread
// makes the arena grow.
type arena[T any] struct {
	chunks atomic.Pointer[[][]T]
	shift  uint  // a chunk has 1<<shift elements
	top    int32 // all indices below this one were taken at least once; guarded by graph.mu
}

func newArena[T any](shift uint) *arena[T] {
	a := &arena[T]{}
	a.prepare(shift)
	return a
}

func (a *arena[T]) prepare(shift uint) {
	a.shift, a.top = shift, 1 // index 0 means none
	a.chunks.Store(new([][]T))
}

// at returns element i.
func (a *arena[T]) at(i int32) *T {
	c := *a.chunks.Load()
	return &c[uint32(i)>>a.shift][uint32(i)&(1<<a.shift-1)]
}

// slice returns n elements, beginning with element i. They must have been taken together.
func (a *arena[T]) slice(i int32, n int) []T {
	c := *a.chunks.Load()
	from := int(uint32(i) & (1<<a.shift - 1))
	return c[uint32(i)>>a.shift][from : from+n : from+n]
}

// nextStart returns the first unused index from which n elements fit into one chunk. It is possible that this
// chunk does not exist yet.
func (a *arena[T]) nextStart(n int32) (start int32) {
	size := int32(1) << a.shift
	start = a.top
	if left := size - start&(size-1); left < n {
		start += left
	}
	return start
}

// has reports whether the chunk of element i exists.
func (a *arena[T]) has(i int32) bool { return int(i>>a.shift) < len(*a.chunks.Load()) }

// add adds a chunk. Readers may keep using the old list of chunks: its entries do not change.
func (a *arena[T]) add() {
	list := append(*a.chunks.Load(), make([]T, 1<<a.shift))
	a.chunks.Store(&list)
}

// size is the number of elements in all chunks.
func (a *arena[T]) size() int64 { return int64(len(*a.chunks.Load())) << a.shift }

// clear drops all elements and keeps the first chunk.
func (a *arena[T]) clear() {
	if list := *a.chunks.Load(); len(list) > 1 {
		list = list[:1:1]
		a.chunks.Store(&list)
	}
	a.top = 1
}
