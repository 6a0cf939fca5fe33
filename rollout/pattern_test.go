package rollout

import (
	"testing"

	"tengen/baduk"
)

// place puts stones on a board drawn with X, O and dots.
func place(t *testing.T, rows ...string) *baduk.Board {
	t.Helper()
	g := baduk.MustRectangle(len(rows[0]), len(rows))
	b := baduk.NewBoard(g)
	for y, row := range rows {
		for x, r := range row {
			switch r {
			case 'X':
				b.Place(baduk.Move{Color: baduk.Black, Point: baduk.Point(y*len(row) + x)})
			case 'O':
				b.Place(baduk.Move{Color: baduk.White, Point: baduk.Point(y*len(row) + x)})
			}
		}
	}
	return b
}

func TestPatterns(t *testing.T) {
	table := newPatterns()
	for _, test := range []struct {
		name         string
		rows         []string
		at           baduk.Point
		black, white bool
	}{
		{"hane", []string{".....", ".XOX.", ".....", ".....", "....."}, 12, true, false},
		{"hane, colours swapped", []string{".....", ".OXO.", ".....", ".....", "....."}, 12, false, true},
		{"hane, turned", []string{".....", ".X...", ".O...", ".X...", "....."}, 12, true, false},
		{"empty board", []string{".....", ".....", ".....", ".....", "....."}, 12, false, false},
		{"open cut", []string{".....", ".XO..", ".O...", ".....", "....."}, 12, true, false},
	} {
		b := place(t, test.rows...)
		s := newShape(b.Graph())
		for _, c := range []baduk.Color{baduk.Black, baduk.White} {
			want := test.black
			if c == baduk.White {
				want = test.white
			}
			if got := table.matches(s, b, test.at, c); got != want {
				t.Errorf("%s: %v to play: %v, want %v", test.name, c, got, want)
			}
		}
	}
}
