package boards_test

import (
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/server/boards"
	"tengen/topology"
)

func TestThumb(t *testing.T) {
	for _, c := range []struct {
		board, moves string
		want         boards.Thumb
	}{
		{"3x2", "A1 C2", boards.Thumb{Width: 3, Height: 2, Stones: "..OX.."}},
		{"torus 3x3", "B3", boards.Thumb{Width: 3, Height: 3, Stones: ".X......."}},
		{"infinite", "0,0", boards.Thumb{}},
	} {
		board, err := topology.Parse(c.board)
		if err != nil {
			t.Fatal(err)
		}
		game := baduk.NewGame(board.Graph, baduk.TrompTaylor())
		for i, name := range strings.Fields(c.moves) {
			point, err := board.Graph.ParseVertex(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := game.Play(baduk.Move{Color: baduk.Color(1 + i%2), Point: point}); err != nil {
				t.Fatal(err)
			}
		}
		if got := boards.NewThumb(game); got != c.want {
			t.Errorf("%s after %s: %+v, want %+v", c.board, c.moves, got, c.want)
		}
	}
}
