package sgf

// slab allocates slices of T one after another in large blocks. A file of a hundred
// megabytes has tens of millions of small slices. Separate allocations would take most
// of the time and much of the memory. A block is freed when all of its slices are unused.
type slab[T any] struct {
	block []T // finished slices, then the slice under construction
	start int // index in block of the slice under construction
	size  int // size of the next block, in elements
}

// The sizes of the first and the largest block, in elements. The first is small, so
// that a file with a single game stays cheap.
const (
	firstBlock   = 16
	largestBlock = 4096
)

// newSlab returns a slab for about n elements.
func newSlab[T any](n int) slab[T] {
	n = min(n, largestBlock)
	return slab[T]{block: make([]T, 0, n), size: n}
}

// push adds an element to the slice under construction.
func (s *slab[T]) push(v T) {
	if len(s.block) == cap(s.block) {
		s.grow()
	}
	s.block = append(s.block, v)
}

// grow moves the slice under construction to the beginning of a new block.
func (s *slab[T]) grow() {
	s.size = min(max(2*s.size, firstBlock), largestBlock)
	part := s.block[s.start:]
	s.block = append(make([]T, 0, max(s.size, 2*len(part))), part...)
	s.start = 0
}

// finish returns the slice under construction, or nil if it is empty. The slice has no
// spare capacity, so an append copies it.
func (s *slab[T]) finish() []T {
	end := len(s.block)
	if s.start == end {
		return nil
	}
	done := s.block[s.start:end:end]
	s.start = end
	return done
}

// one allocates a single element.
func (s *slab[T]) one() *T {
	var zero T
	s.push(zero)
	return &s.finish()[0]
}
