package neteval

// Symmetry is one of the eight ways to turn and mirror a board, as KataGo counts
// them: 1 turns the rows around, 2 the columns, 4 exchanges both, which only square
// boards have.
type Symmetry uint8

// Symmetries is their number.
const Symmetries = 8

// permutation is where every point goes.
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
