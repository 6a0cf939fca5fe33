package analysis

import (
	"math/rand/v2"
	"testing"

	"tengen/baduk"
	"tengen/katago"
)

// TestWithoutPast plays on from games whose past was hidden and from the same games with it, in random
// moves: for the time that was promised they have the same moves, ends and counts.
func TestWithoutPast(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	hidden, total := map[string]int{}, 0
	for round := range 600 {
		name := []string{"tromp-taylor", "japanese", "chinese", "aga", "aga-button", "ancient-territory"}[round%6]
		rules, err := baduk.ParseRules(name)
		if err != nil {
			t.Fatal(err)
		}
		side := 4 + rng.IntN(4)
		q := &query{width: side, height: side, rules: rules, settings: katago.Default(katago.ForAnalysis)}
		c := baduk.Black
		for range rng.IntN(2 * side * side) {
			p := baduk.Point(rng.IntN(side * side))
			if rng.IntN(15) == 0 {
				p = baduk.Pass
			}
			q.moves = append(q.moves, baduk.Move{Color: c, Point: p})
			if rng.IntN(20) > 0 {
				c = c.Opponent()
			}
		}
		graph := baduk.MustRectangle(side, side)
		r, err := q.begin(graph)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range q.moves {
			if _, err := r.play(m); err != nil {
				t.Fatal(err)
			}
		}
		r.game.Reopen()
		r.game.SetRules(rules)
		g := r.game
		total++
		fresh := q.withoutPast(g)
		if fresh == nil {
			continue
		}
		hidden[name]++
		if fresh.Recent() != 0 {
			t.Fatalf("%d moves can be seen", fresh.Recent())
		}
		for ahead := range farAhead {
			if a, b := g.Score(nil), fresh.Score(nil); a.Lead() != b.Lead() || g.Over() != fresh.Over() || g.Phase() != fresh.Phase() {
				t.Fatalf("%s, round %d, %d ahead: %v and %v", name, round, ahead, a.String(), b.String())
			}
			if g.Over() {
				break
			}
			var legal []baduk.Move
			for p := baduk.Pass; int(p) < graph.Len(); p++ {
				m := baduk.Move{Color: g.ToPlay(), Point: p}
				v := g.Legal(m)
				if w := fresh.Legal(m); v != w {
					t.Fatalf("%s, round %d, %d ahead: %s is %v and %v", name, round, ahead, graph.Vertex(p), v, w)
				}
				if v == baduk.Legal {
					legal = append(legal, m)
				}
			}
			m := legal[rng.IntN(len(legal))]
			if g.Play(m) != nil || fresh.Play(m) != nil {
				t.Fatal("a legal move is refused")
			}
		}
	}
	if len(hidden) < 6 {
		t.Errorf("of %d: %v", total, hidden)
	}
	t.Logf("of %d: %v", total, hidden)
}
