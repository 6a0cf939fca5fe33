package neteval

import "tengen/baduk"

// MadeFor is the side of the largest boards that nets of the game are made for. Larger ones are computed
// all the same, and judged less reliably.
const MadeFor = 19

// Beyond reports whether a board is larger than those that nets are made for.
func Beyond(g *baduk.Graph) bool {
	grid, _ := g.Rectangle()
	return max(grid.Width, grid.Height) > MadeFor
}
