package sgf

// slab hands out slices of T that lie one after another in large blocks: a file
// of a hundred megabytes has tens of millions of small slices, and allocating
// each alone takes most of the time and much of the memory. A block is freed when
// nothing in it is used any more.
type slab[T any] struct {
	block []T // what is handed out, and the slice that is being built at its end
	start int // where that slice begins
	size  int // of the next block, in elements
}

// The sizes of the first and the largest block, in elements: a record of one
// game shall not pay for a large one.
const (
	firstBlock   = 16
	largestBlock = 4096
)

// newSlab is a slab for about n elements.
func newSlab[T any](n int) slab[T] {
	n = min(n, largestBlock)
	return slab[T]{block: make([]T, 0, n), size: n}
}

// push adds an element to the slice that is being built.
func (s *slab[T]) push(v T) {
	if len(s.block) == cap(s.block) {
		s.grow()
	}
	s.block = append(s.block, v)
}

// grow moves the slice that is being built to the beginning of a new block.
func (s *slab[T]) grow() {
	s.size = min(max(2*s.size, firstBlock), largestBlock)
	part := s.block[s.start:]
	s.block = append(make([]T, 0, max(s.size, 2*len(part))), part...)
	s.start = 0
}

// finish hands out the slice that was built, nil if it is empty. It has no room
// to grow, so appending to it copies it.
func (s *slab[T]) finish() []T {
	end := len(s.block)
	if s.start == end {
		return nil
	}
	done := s.block[s.start:end:end]
	s.start = end
	return done
}

// one hands out a single element.
func (s *slab[T]) one() *T {
	var zero T
	s.push(zero)
	return &s.finish()[0]
}
