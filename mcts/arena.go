package mcts

import "sync/atomic"

// arena is an array that grows without moving: elements are named by index, live in
// chunks in which the garbage collector finds nothing to follow, and stay where they
// are. Elements may be read while another thread makes it grow.
type arena[T any] struct {
	chunks atomic.Pointer[[][]T]
	shift  uint  // 1<<shift elements to a chunk
	top    int32 // below this index everything was given out once; guarded by the graph
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

// at is element i.
func (a *arena[T]) at(i int32) *T {
	c := *a.chunks.Load()
	return &c[uint32(i)>>a.shift][uint32(i)&(1<<a.shift-1)]
}

// slice is n elements from i, which must have been taken at once.
func (a *arena[T]) slice(i int32, n int) []T {
	c := *a.chunks.Load()
	from := int(uint32(i) & (1<<a.shift - 1))
	return c[uint32(i)>>a.shift][from : from+n : from+n]
}

// nextStart is where the next n elements start, so that they are in one chunk, which may have
// to be added first.
func (a *arena[T]) nextStart(n int32) (start int32) {
	size := int32(1) << a.shift
	start = a.top
	if left := size - start&(size-1); left < n {
		start += left
	}
	return start
}

// has reports whether the chunk of element i is there.
func (a *arena[T]) has(i int32) bool { return int(i>>a.shift) < len(*a.chunks.Load()) }

// add adds a chunk. Readers keep the list that they have, of which nothing changes.
func (a *arena[T]) add() {
	list := append(*a.chunks.Load(), make([]T, 1<<a.shift))
	a.chunks.Store(&list)
}

// size is what its chunks take, in elements.
func (a *arena[T]) size() int64 { return int64(len(*a.chunks.Load())) << a.shift }

// clear forgets all elements and keeps the first chunk.
func (a *arena[T]) clear() {
	if list := *a.chunks.Load(); len(list) > 1 {
		list = list[:1:1]
		a.chunks.Store(&list)
	}
	a.top = 1
}
