package baduk_test

import (
	"testing"
	"time"
	"os"
	"fmt"

	"tengen/baduk"
)

var nodes int

func superkoValue(g *baduk.Game, alpha, beta int) int {
	nodes++
	if g.Over() {
		score := g.Score(nil)
		if g.ToPlay() == baduk.White {
			return -int(score.Lead())
		}
		return int(score.Lead())
	}
	best := alpha
	for p := baduk.Pass; int(p) < g.Graph().Len(); p++ {
		m := baduk.Move{Color: g.ToPlay(), Point: p}
		if g.Legal(m) != baduk.Legal { continue }
		if err := g.Play(m); err != nil {
			panic(err)
		}
		best = max(best, -superkoValue(g, -beta, -best))
		g.Undo()
		if best >= beta {
			break
		}
	}
	return best
}

func TestProbe2(t *testing.T) {
	_ = time.Now
	for _, test := range []struct{ w, h int }{{1, 1}, {2, 1}, {3, 1}, {4, 1}, {2, 2}, {5, 1}} {
		if test.w*test.h == 5 && os.Getenv("FIVE") == "" { continue }
		for _, ko := range []baduk.KoRule{baduk.KoPositional, baduk.KoSituational} {
			for _, suicide := range []baduk.SuicideRule{baduk.SuicideLiteral, baduk.SuicideMulti, baduk.SuicideForbidden} {
				rules := preset("tromp-taylor-000")
				rules.Komi, rules.Ko, rules.Suicide = 0, ko, suicide
				g := baduk.NewGame(baduk.MustRectangle(test.w, test.h), rules)
				out := ""
				start := cpu()
				nodes = 0
				for p := baduk.NoPoint; int(p) < g.Graph().Len(); p++ {
				n := g.Graph().Len()
					v := 0
					if p == baduk.NoPoint {
						v = superkoValue(g, -n, n)
						out += fmt.Sprint("whole ", v, " ", nodes, cpu()-start)
						if n == 5 { break }
					} else if g.Play(baduk.Move{Color: baduk.Black, Point: p}) == nil {
						v = -superkoValue(g, -n, n)
						g.Undo()
						out += fmt.Sprint(" ", g.Graph().Vertex(p), " ", v)
					}
				}
				t.Log(test, ko, suicide, out, nodes, cpu()-start)
			}
		}
	}
}
