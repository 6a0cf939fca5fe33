package neteval

import "tengen/baduk"

// MadeFor is the side of the largest boards that published nets are made for. Nets can read larger
// boards, but judge them less reliably.
const MadeFor = 19

// Beyond reports whether a board is larger than MadeFor.
func Beyond(g *baduk.Graph) bool {
	grid, _ := g.Rectangle()
	return max(grid.Width, grid.Height) > MadeFor
}
