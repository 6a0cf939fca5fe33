package engine

import (
	"slices"
	"testing"

	"tengen/baduk"
	"tengen/internal/boardtest"
	"tengen/topology"
)

// TestSensibleWithWeights checks that a valuable point on the first line is sensible even if it is far from all stones.
func TestSensibleWithWeights(t *testing.T) {
	board, err := topology.Read("F", []byte(`{"shape": "9x9", "weight": "x == 1 && y == 1 ? 100 : 1"}`))
	if err != nil {
		t.Fatal(err)
	}
	corner, err := board.Graph.ParseVertex("A1")
	if err != nil {
		t.Fatal(err)
	}
	g := baduk.NewGame(board.Graph, baduk.TrompTaylor())
	if list := sensible(g); board.Graph.Weight(corner) != 100 || !slices.Contains(list, corner) || len(list) != 81 {
		t.Errorf("the sensible moves are %v, want all 81 points", list)
	}
}

// TestSensible lists the points that are not sensible: eyes, decided points, and the first line far from all
// stones.
func TestSensible(t *testing.T) {
	for _, test := range []struct {
		rules baduk.Rules
		rows  []string // o marks points where a move by Black is sensible
	}{
		{baduk.TrompTaylor(), []string{
			".....",
			".ooo.",
			".ooo.",
			".ooo.",
			"....."}},
		{baduk.TrompTaylor(), []string{
			"..o....",
			".ooooo.",
			"ooXooo.",
			".ooooo.",
			".ooooo.",
			".ooooo.",
			"......."}},
		{baduk.TrompTaylor(), []string{ // Black's stones and eyes live, and White's do not yet
			".X.XOo",
			"XXXXOo",
			"OOOOOo",
			"oooooo"}},
		{baduk.TrompTaylor(), []string{"oooo", "oooo"}}, // a small board is all edge
		{baduk.Rules{Scoring: baduk.ScoringStones}, []string{ // under stone scoring eyes should be filled
			"oXoXOo",
			"XXXXOo",
			"OOOOOo",
			"oooooo"}},
	} {
		g := boardtest.Game(t, test.rules, baduk.Black, test.rows...)
		var want []baduk.Point
		for y, row := range test.rows {
			for x, r := range row {
				if r == 'o' {
					want = append(want, baduk.Point(y*len(row)+x))
				}
			}
		}
		if got := sensible(g); !slices.Equal(got, want) {
			t.Errorf("%v, not %v:\n%s", got, want, picture(g))
		}
	}
}
