package engine

import (
	"testing"

	"tengen/baduk"
)

// TestBeatsRandom plays a few games against the random player; matches that
// measure strength are played elsewhere.
func TestBeatsRandom(t *testing.T) {
	games := 4
	if testing.Short() {
		games = 1
	}
	for i := range games {
		g := baduk.NewGame(baduk.MustRectangle(9, 9), komi(baduk.TrompTaylor(), 7))
		e, r := newEngine(t), NewRandom(uint64(i+1))
		ours := baduk.Black + baduk.Color(i%2)
		for !g.Over() {
			if g.Len() > 500 {
				t.Fatal("the game does not end")
			}
			c := g.ToPlay()
			var d Decision
			var err error
			if c == ours {
				d, err = e.Genmove(t.Context(), g, c, Limit{Playouts: 300})
			} else {
				d, err = r.Genmove(t.Context(), g, c, Limit{})
			}
			if err != nil {
				t.Fatal(err)
			}
			if d.Resign {
				t.Fatalf("game %d: %v resigns", i, c)
			}
			if err := g.Play(d.Move); err != nil {
				t.Fatal(err)
			}
		}
		if s := g.Score(nil); s.Winner() != ours {
			t.Errorf("game %d: %s", i, s.Result())
		}
	}
}
