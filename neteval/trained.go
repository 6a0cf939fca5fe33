package neteval

import "tengen/baduk"

// TrainedSide is the side of the largest boards on which published nets were trained. Nets can read larger
// boards, but judge them less reliably.
const TrainedSide = 19

// LargerThanTrained reports whether a side of the board is larger than [TrainedSide].
func LargerThanTrained(g *baduk.Graph) bool {
	grid, _ := g.Rectangle()
	return max(grid.Width, grid.Height) > TrainedSide
}
