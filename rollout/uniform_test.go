package rollout

import (
	"testing"

	"tengen/baduk"
	"tengen/topology"
)

// TestCandidates compares the candidates with the rules, and with the moves of random games: a candidate is legal, is
// neither a suicide nor an own eye, and is one of the moves that Choose draws from.
func TestCandidates(t *testing.T) {
	torus, err := topology.Parse("torus 5x5")
	if err != nil {
		t.Fatal(err)
	}
	rng := Rand(4)
	for _, graph := range []*baduk.Graph{baduk.MustRectangle(4, 4), baduk.MustRectangle(6, 5), torus.Graph} {
		u := NewUniform(graph)
		var list []bool
		for range 30 {
			at := baduk.NewGame(graph, baduk.TrompTaylor())
			for !at.Over() {
				list = u.Candidates(at, list)
				c, n := at.ToPlay(), 0
				for p, may := range list[:graph.Len()] {
					m := baduk.Move{Color: c, Point: baduk.Point(p)}
					b := &at.Position().Board
					want := at.At(m.Point) == baduk.Empty && at.Legal(m) == baduk.Legal && !b.IsSuicide(m) && !u.shape.isEye(b, m.Point, c)
					if may != want {
						t.Fatalf("%v: candidate %v, want %v\n%v", m, may, want, at.Position())
					}
					if may {
						n++
					}
				}
				if list[graph.Len()] != (n == 0) {
					t.Fatalf("a pass is a candidate beside %d moves: %v", n, list[graph.Len()])
				}
				p := u.Choose(at, c, &rng) // may be a suicide, which is legal here
				if err := at.Play(baduk.Move{Color: c, Point: p}); err != nil {
					t.Fatal(err)
				}
				if at.Len() > 20*graph.Len() {
					break
				}
			}
		}
	}
}
