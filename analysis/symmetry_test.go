package analysis

import (
	"math/rand/v2"
	"testing"

	"tengen/baduk"
	"tengen/neteval"
)

// TestTurned checks that each of the eight symmetries is one-to-one and keeps neighbours.
func TestTurned(t *testing.T) {
	for _, size := range [][2]int{{5, 5}, {3, 6}} {
		w, h := size[0], size[1]
		g := baduk.MustRectangle(w, h)
		for s := range neteval.Symmetries {
			tw := w
			if s&4 != 0 {
				tw = h
			}
			seen := map[baduk.Point]bool{}
			for p := baduk.Point(0); int(p) < w*h; p++ {
				q := turned(p, s, w, h)
				seen[q] = true
				for _, n := range g.Neighbours(p) {
					m := turned(n, s, w, h)
					dx, dy := int(m)%tw-int(q)%tw, int(m)/tw-int(q)/tw
					if dx*dx+dy*dy != 1 {
						t.Fatalf("symmetry %d of %v does not keep the neighbours %d and %d", s, size, p, n)
					}
				}
			}
			if len(seen) != w*h {
				t.Fatalf("symmetry %d of %v is not one to one", s, size)
			}
		}
		if turned(baduk.Pass, 7, w, h) != baduk.Pass {
			t.Error("a symmetry changes the pass")
		}
	}
}

// TestHashes checks that the symmetric hash is the same exactly for symmetric positions with the same player to move.
func TestHashes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	this, symmetric := map[string]bool{}, map[string]bool{}
	for round := range 50 {
		w, h := 2+rng.IntN(6), 2+rng.IntN(6)
		g := baduk.NewGame(baduk.MustRectangle(w, h), baduk.TrompTaylor())
		for range rng.IntN(12) {
			moves := g.Actions(nil)
			if g.Over() {
				break
			}
			g.Play(moves[rng.IntN(len(moves))])
		}
		stones := colors(&g.Position().Board)
		a, sym := hashes(g, w, h)
		if len(a) != 32 || sym > a {
			t.Fatalf("got %s and %s, want 32 digits, and the symmetric hash not larger", a, sym)
		}
		for s := range 8 {
			tw, th := w, h
			if s&4 != 0 {
				tw, th = h, w
			}
			moved := make([]baduk.Color, len(stones))
			for p, c := range stones {
				moved[turned(baduk.Point(p), s, w, h)] = c
			}
			other, err := baduk.NewGameFrom(baduk.MustRectangle(tw, th), g.Rules(), baduk.SetupOf(moved, g.ToPlay()))
			if err != nil {
				t.Fatal(err)
			}
			if g.Position().KoBan != baduk.NoPoint {
				continue // the set-up does not have the ko
			}
			b, again := hashes(other, tw, th)
			if again != sym || s == 0 && b != a {
				t.Fatalf("round %d symmetry %d: got %s %s, want %s %s", round, s, b, again, a, sym)
			}
			other.SetToPlay(g.ToPlay().Opponent())
			if c, d := hashes(other, tw, th); c == b || d == again {
				t.Fatal("the hashes do not depend on the player to move")
			}
		}
		this[a], symmetric[sym] = true, true
	}
	if len(this) < 40 || len(symmetric) > len(this) {
		t.Errorf("%d different hashes and %d symmetric ones of 50 positions, want at least 40 and not more", len(this), len(symmetric))
	}
}

// TestDuplicates checks, by a slower method, that exactly one of several symmetric moves is allowed.
func TestDuplicates(t *testing.T) {
	for _, c := range []struct {
		w, h  int
		moves []string
		many  int // number of symmetries
	}{{9, 9, nil, 8}, {9, 9, []string{"D4"}, 2}, {9, 9, []string{"E5"}, 8}, {9, 9, []string{"C4"}, 1}, {5, 9, nil, 4}, {9, 9, []string{"D6", "F4"}, 2}, {9, 9, []string{"E3", "E7"}, 2}} {
		g := baduk.NewGame(baduk.MustRectangle(c.w, c.h), baduk.TrompTaylor())
		for _, v := range c.moves {
			p, _ := g.Graph().ParseVertex(v)
			if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: p}); err != nil {
				t.Fatal(err)
			}
		}
		list := symmetries(g, c.w, c.h)
		if len(list) != c.many {
			t.Errorf("%v: %d symmetries, want %d", c, len(list), c.many)
		}
		var a avoided
		a.of(g.ToPlay(), c.w*c.h)[3] = 2 // the query avoids this point
		a.duplicates(g, list, c.w, c.h)
		for p := baduk.Point(0); int(p) < c.w*c.h; p++ {
			kind := map[baduk.Point]bool{}
			for _, s := range list {
				kind[turned(p, s, c.w, c.h)] = true
			}
			left := 0
			for q := range kind {
				if a.at(g.ToPlay(), q) == 0 {
					left++
				}
			}
			if want := 1; left != want && !(kind[3] && len(kind) == 1 && left == 0) {
				t.Errorf("%v: %d of the moves that are symmetric to %s are left, want %d", c, left, g.Graph().Vertex(p), want)
			}
		}
		if a.at(g.ToPlay(), 3) != 2 {
			t.Error("the restriction of the query itself was changed")
		}
	}
}
