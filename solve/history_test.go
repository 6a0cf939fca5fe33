package solve

import (
	"slices"
	"testing"

	"tengen/baduk"
	"tengen/topology"
)

// TestAgainstHistories compares the values with a search over whole games under superko, which stores nothing. A value
// that no rule about cycles can change must be the same; other values are bounds.
func TestAgainstHistories(t *testing.T) {
	for _, test := range []struct {
		board string
		value int
	}{{"2x1", 0}, {"3x1", 3}, {"4x1", 4}, {"2x2", 1}, {"5x1", 0}, {"ring 3", 0}, {"ring 4", 1}} {
		r := fixPoint(t, test.board)
		b, err := topology.Parse(test.board)
		if err != nil {
			t.Fatal(err)
		}
		for _, ko := range []baduk.KoRule{baduk.KoPositional, baduk.KoSituational} {
			if test.board == "5x1" && ko == baduk.KoSituational {
				continue // slow
			}
			rules := baduk.Rules{Ko: ko, Suicide: baduk.SuicideForbidden}
			got := overHistories(baduk.NewGame(b.Graph, rules))
			if v := r.Value(); got != test.value || float64(got) < v.Low || float64(got) > v.High {
				t.Errorf("%s, %v: worth %d over whole games, want %d, and the positions say %v", test.board, ko, got, test.value, v)
			}
		}
	}
}

// overHistories returns Black's lead at the end if both players play perfectly from here on.
func overHistories(g *baduk.Game) int {
	n := g.Graph().Len()
	turns := []baduk.Point{baduk.Pass} // two passes end the game, so they come first
	for p := range n {
		turns = append(turns, baduk.Point(p))
	}
	slices.SortStableFunc(turns[1:], func(a, b baduk.Point) int {
		return len(g.Graph().Neighbours(b)) - len(g.Graph().Neighbours(a))
	})
	var search func(alpha, beta int) int
	search = func(alpha, beta int) int {
		white := g.ToPlay() == baduk.White
		if g.Over() {
			score := g.Score(nil)
			if white {
				return -int(score.Lead())
			}
			return int(score.Lead())
		}
		for _, p := range turns {
			m := baduk.Move{Color: g.ToPlay(), Point: p}
			if g.Legal(m) != baduk.Legal {
				continue
			}
			if err := g.Play(m); err != nil {
				panic(err)
			}
			alpha = max(alpha, -search(-beta, -alpha))
			g.Undo()
			if alpha >= beta {
				break
			}
		}
		return alpha
	}
	return search(-n, n)
}
