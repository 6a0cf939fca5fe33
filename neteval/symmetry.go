package neteval

// Symmetry is one of the eight symmetries of a board. Its number is a sum, as in KataGo: 1 reverses the rows,
// 2 reverses the columns, and 4 transposes a square board.
type Symmetry uint8

// Symmetries is the number of symmetries.
const Symmetries = 8

// permutation returns the place of each point after the symmetry. On boards that are not square, it ignores
// transposition.
func (s Symmetry) permutation(width, height int) []int {
	flipX, flipY := s&2 != 0, s&1 != 0
	transpose := s&4 != 0 && width == height
	if transpose {
		flipX, flipY = flipY, flipX
	}
	base, row, column := 0, width, 1
	if flipY {
		base, row = base+(height-1)*width, -row
	}
	if flipX {
		base, column = base+width-1, -column
	}
	if transpose {
		row, column = column, row
	}
	to := make([]int, width*height)
	for y := range height {
		for x := range width {
			to[y*width+x] = base + y*row + x*column
		}
	}
	return to
}
