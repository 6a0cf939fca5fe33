package player

import (
	"log/slog"
	"testing"

	"tengen/baduk"
	"tengen/engine"
)

// TestWeakOpponents plays games of weak ranks with the bundled nets against full strength. A weak opponent does not
// fill its own eyes, and does not resign in the opening of the game.
func TestWeakOpponents(t *testing.T) {
	loader := Loader{Log: slog.New(slog.DiscardHandler)}
	net, err := loader.Load(t.Context(), "", 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, rank := range []engine.Rank{engine.Kyu30, engine.Kyu20, engine.Dan1 - 10} {
		var players [3]Player
		for c := baduk.Black; c <= baduk.White; c++ {
			if players[c], err = New(net, Options{Threads: 1, Seed: uint64(i) + 1, People: loader.People(nil), Log: loader.Log}); err != nil {
				t.Fatal(err)
			}
		}
		g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.Chinese())
		for !g.Over() && g.Len() < 200 {
			c := g.ToPlay()
			limit := engine.Limit{Rank: rank}
			if c == baduk.White {
				limit = engine.Limit{Visits: 16}
			}
			d, err := players[c].Genmove(t.Context(), g, c, limit)
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case d.Resign && c == baduk.White:
				t.Fatalf("full strength resigns against %v", rank)
			case d.Resign:
				if played := g.Len(); played < 32 {
					t.Errorf("%v resigns after %d moves", rank, played)
				}
				g.Resign(c)
				continue
			}
			if p := d.Move.Point; c == baduk.Black && p != baduk.Pass && g.Position().Enclosed(p, c) && oneChain(g, p) {
				t.Errorf("%v fills its own eye %s at move %d", rank, g.Graph().Vertex(p), g.Len()+1)
			}
			if err := g.Play(d.Move); err != nil {
				t.Fatal(err)
			}
		}
		if !g.Over() {
			t.Errorf("the game of %v is not over after %d moves", rank, g.Len())
		}
	}
}

// oneChain reports whether the stones around a point belong to one chain with another liberty.
func oneChain(g *baduk.Game, p baduk.Point) bool {
	b, around := &g.Position().Board, g.Graph().Neighbours(p)
	for _, q := range around {
		if b.Head(q) != b.Head(around[0]) {
			return false
		}
	}
	return b.Liberties(around[0]) > 1
}
