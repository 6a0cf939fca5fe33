package baduk

import "fmt"

// PackedLen is the number of bytes of a packed board of n points: two bits a
// point, 91 bytes for 19x19 (the article, "Board representation").
func PackedLen(n int) int { return (n + 3) / 4 }

// AppendPacked appends the stones to dst, two bits a point, the lowest bits
// first: 0 is empty, 1 black, 2 white. The value 3 is never written.
func (b *Board) AppendPacked(dst []byte) []byte {
	var octet byte
	for i := range b.cells {
		octet |= byte(b.cells[i].color) << (2 * (i & 3))
		if i&3 == 3 || i == len(b.cells)-1 {
			dst = append(dst, octet)
			octet = 0
		}
	}
	return dst
}

// Unpack reads the colours of a packed board of n points. It returns an error
// if the length is wrong, a point has the unused value 3, or a bit after those
// of the last point is set.
func Unpack(data []byte, n int) ([]Color, error) {
	if n < 0 || len(data) != PackedLen(n) {
		return nil, fmt.Errorf("a packed board of %d points has %d bytes, not %d", n, PackedLen(n), len(data))
	}
	colors := make([]Color, n)
	for i := range 4 * len(data) {
		c := Color(data[i/4] >> (2 * (i & 3)) & 3)
		switch {
		case i >= n && c != 0:
			return nil, fmt.Errorf("packed board: a bit is set that does not belong to any of the %d points", n)
		case c == 3:
			return nil, fmt.Errorf("packed board: point %d has the unused value 3", i)
		case i < n:
			colors[i] = c
		}
	}
	return colors, nil
}

// SetupOf is a start with the given colour on every point.
func SetupOf(colors []Color, toPlay Color) Setup {
	s := Setup{ToPlay: toPlay}
	for p, c := range colors {
		switch c {
		case Black:
			s.Black = append(s.Black, Point(p))
		case White:
			s.White = append(s.White, Point(p))
		}
	}
	return s
}
