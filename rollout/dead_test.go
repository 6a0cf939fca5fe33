package rollout

import (
	"strings"
	"testing"

	"tengen/baduk"
)

// TestDead: Dead returns the only dead stone of the article's example, and no stones of a seki.
func TestDead(t *testing.T) {
	for _, c := range []struct {
		rows string
		dead []string
	}{
		{".X..XXXO. X.X.XOO.O ...XXO.O. X..XO.O.O X.XOOO... .XXXOO... ...XXOO.. ....XXOX. ....XOOO.", []string{"H2"}},
		{".XXO. XX.OO .XXO. XXXOO ..XO.", nil},
	} {
		b := place(t, strings.Fields(c.rows)...)
		colors := make([]baduk.Color, b.Graph().Len())
		for p := range colors {
			colors[p] = b.At(baduk.Point(p))
		}
		g, err := baduk.NewGameFrom(b.Graph(), baduk.Rules{}, baduk.SetupOf(colors, baduk.Black))
		if err != nil {
			t.Fatal(err)
		}
		e := NewEvaluator(g.Graph(), DefaultParams())
		dead, err := e.Dead(t.Context(), g, 200, 1)
		if err != nil {
			t.Fatal(err)
		}
		var want baduk.PointSet
		for _, name := range c.dead {
			p, err := g.Graph().ParseVertex(name)
			if err != nil {
				t.Fatal(err)
			}
			want.Add(p)
		}
		for p := range g.Graph().Len() {
			if q := baduk.Point(p); dead.Has(q) != want.Has(q) {
				t.Errorf("%s is dead: %v", g.Graph().Vertex(q), dead.Has(q))
			}
		}
	}
}

// TestNobodyDeadIsNotNil: without dead stones the result is an empty set. With nil the rules would decide by
// themselves, see [baduk.Game.Score].
func TestNobodyDeadIsNotNil(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(3, 3), baduk.Chinese())
	e := NewEvaluator(g.Graph(), DefaultParams())
	for _, stone := range []baduk.Point{4, baduk.Pass} {
		sets := []baduk.PointSet{DeadChains(&g.Position().Board, make([]float32, 9), 0.5)}
		dead, err := e.Dead(t.Context(), g, 5, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, set := range append(sets, dead) {
			if set == nil {
				t.Errorf("after %d moves the set is nil", g.Len())
			}
			for p := range baduk.Point(9) {
				if set.Has(p) {
					t.Errorf("after %d moves %s is dead", g.Len(), g.Graph().Vertex(p))
				}
			}
		}
		if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: stone}); err != nil {
			t.Fatal(err)
		}
	}
}
