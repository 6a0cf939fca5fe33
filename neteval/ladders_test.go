package neteval

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tengen/baduk"
	"tengen/nn"
)

// TestCachedLadders compares the inputs of whole games by one Features, which has a
// cache, with those by a new Features for every position.
func TestCachedLadders(t *testing.T) {
	w := &wanderer{rng: rand.New(rand.NewPCG(7, 8)), limit: 7}
	model := &nn.Model{Version: 8}
	known := map[*baduk.Graph]*Features{}
	positions, remembered := 0, 0
	for range 60 {
		w.play(t, func(g *baduk.Game, rules string) {
			old := known[g.Graph()]
			if old == nil {
				var err error
				if old, err = NewFeatures(g.Graph(), model); err != nil {
					t.Fatal(err)
				}
				known[g.Graph()] = old
			}
			fresh, err := NewFeatures(g.Graph(), model)
			if err != nil {
				t.Fatal(err)
			}
			if g.Len() > 0 {
				hash, ban := g.TracesAfter(g.Len() - 1)
				if old.cache[hash%cacheSize].matches(hash, ban, g.StonesAfter(g.Len()-1)) {
					remembered++
				}
			}
			positions++
			var got, want nn.Input
			old.Fill(g, &got)
			fresh.Fill(g, &want)
			if !slices.Equal(got.Spatial, want.Spatial) || !slices.Equal(got.Global, want.Global) {
				t.Fatalf("%v, %s, moves %v: the input depends on earlier positions", g.Graph(), rules, g.Moves())
			}
		})
	}
	if remembered < positions*9/10 {
		t.Errorf("the previous position was cached for %d of %d positions, want more", remembered, positions)
	}
}

// TestEqualHashes puts the ladders of another position into the cache under the hash of this position.
func TestEqualHashes(t *testing.T) {
	graph := baduk.MustRectangle(5, 5)
	f, err := NewFeatures(graph, &nn.Model{Version: 8})
	if err != nil {
		t.Fatal(err)
	}
	g := baduk.NewGame(graph, baduk.Chinese())
	for p, c := range []baduk.Color{baduk.Black, baduk.White} {
		if err := g.Play(baduk.Move{Color: c, Point: baduk.Point(p)}); err != nil {
			t.Fatal(err)
		}
	}
	read := func() (caught []baduk.Point) {
		f.laddersOf(g, 2, func(l *cachedLadders) { caught = slices.Clone(l.caught) })
		return caught
	}
	caught := read()
	if len(caught) == 0 {
		t.Fatal("a stone in the corner with one liberty is not caught in a ladder")
	}
	l := &f.cache[g.Position().Hash()%cacheSize]
	l.stones[24], l.caught = baduk.Black, nil
	if got := read(); !slices.Equal(got, caught) {
		t.Errorf("got the caught stones %v, want %v", got, caught)
	}
	l.caught = nil // now the cached ladders are used
	if got := read(); len(got) > 0 {
		t.Errorf("got %v, want none: the ladders were read again instead of taken from the cache", got)
	}
}
