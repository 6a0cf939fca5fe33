package boardtest

import (
	"testing"

	"tengen/baduk"
)

// Game returns a game on a rectangle that begins with a drawn position, the highest row first: X is Black, O is White,
// and any other character is an empty point.
func Game(t testing.TB, rules baduk.Rules, toPlay baduk.Color, rows ...string) *baduk.Game {
	t.Helper()
	s := baduk.Setup{ToPlay: toPlay}
	for y, row := range rows {
		for x, r := range row {
			switch p := baduk.Point(y*len(row) + x); r {
			case 'X':
				s.Black = append(s.Black, p)
			case 'O':
				s.White = append(s.White, p)
			}
		}
	}
	g, err := baduk.NewGameFrom(baduk.MustRectangle(len(rows[0]), len(rows)), rules, s)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
