package count

// border is the border of a board whose points are coloured one after another: the state of the coloured points, as far
// as it decides which colourings of the remaining points are legal.
type border interface {
	// steps returns the number of points.
	steps() int
	// start returns the state before the first point is coloured.
	start() uint64
	// expand colours point number step in all ways. It returns the number of states that follow.
	expand(step int, s uint64, to *[3]uint64) int
	// legal reports whether the board is legal, after the last point was coloured.
	legal(s uint64) bool
}
