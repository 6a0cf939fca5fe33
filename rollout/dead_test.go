package rollout

import (
	"strings"
	"testing"

	"tengen/baduk"
)

// TestDead marks the one dead stone of specification 004's example, and nothing
// of a seki.
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
