package baduk_test

import (
	"testing"
	"os"
	"strings"
	"fmt"

	"tengen/baduk"
)

var order []baduk.Point

func superkoValue3(g *baduk.Game, alpha, beta int) int {
	nodes++
	if g.Over() {
		score := g.Score(nil)
		if g.ToPlay() == baduk.White {
			return -int(score.Lead())
		}
		return int(score.Lead())
	}
	best := alpha
	for _, p := range order {
		m := baduk.Move{Color: g.ToPlay(), Point: p}
		if g.Legal(m) != baduk.Legal { continue }
		g.Play(m)
		best = max(best, -superkoValue3(g, -beta, -best))
		g.Undo()
		if best >= beta {
			break
		}
	}
	return best
}

func TestProbe3(t *testing.T) {
	for _, f := range strings.Fields(os.Getenv("ORDER")) { var p int; fmt.Sscan(f, &p); order = append(order, baduk.Point(p)) }
	var ko, su, a, b int
	fmt.Sscan(os.Getenv("CFG"), &ko, &su, &a, &b)
	rules := preset("tromp-taylor-000")
	rules.Komi, rules.Ko, rules.Suicide = 0, baduk.KoRule(ko), baduk.SuicideRule(su)
	g := baduk.NewGame(baduk.MustRectangle(5, 1), rules)
	start := cpu()
	v := superkoValue3(g, a, b)
	t.Log(os.Getenv("ORDER"), os.Getenv("CFG"), v, nodes, cpu()-start)
}
