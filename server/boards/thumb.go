package boards

import "tengen/baduk"

// Thumb is a position as a small picture, for lists of games. It is empty for a board without rows and columns.
type Thumb struct {
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Stones string `json:"stones"` // by row from the top: X Black, O White, . empty
}

// NewThumb returns the picture of the position of a game.
func NewThumb(game *baduk.Game) Thumb {
	grid, ok := game.Graph().Rows()
	if !ok {
		return Thumb{}
	}
	text := make([]byte, 0, grid.Width*grid.Height)
	for y := range grid.Height {
		for x := range grid.Width {
			text = append(text, ".XO"[game.At(grid.At(x, y))])
		}
	}
	return Thumb{grid.Width, grid.Height, string(text)}
}
