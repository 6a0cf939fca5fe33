package engine

import (
	"math"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/neteval"
)

// TestHandicap plays the beginning of handicap games with a net for both players. White neither passes nor
// resigns. Black does not waste moves and stays ahead.
func TestHandicap(t *testing.T) {
	f := nets(t)
	for _, stones := range []int{2, 5} {
		graph := baduk.MustRectangle(13, 13)
		points, err := graph.HandicapPoints(stones)
		if err != nil {
			t.Fatal(err)
		}
		g, err := baduk.NewGameFrom(graph, komi(baduk.Chinese(), 0.5), baduk.Setup{Black: points, Handicap: stones, ToPlay: baduk.White})
		if err != nil {
			t.Fatal(err)
		}
		e, err := New(NetParams(), f)
		if err != nil {
			t.Fatal(err)
		}
		var first, last float64
		for g.Len() < 30 {
			d, err := e.Genmove(t.Context(), g, g.ToPlay(), Limit{Visits: 12})
			if err != nil {
				t.Fatal(err)
			}
			if g.Len() == 0 {
				first = d.Lead
			}
			last = d.Lead
			if d.Resign || d.Move.IsPass() || lonelyOnEdge(g, d.Move.Point) {
				t.Fatalf("%d stones, move %d: %+v\n%s", stones, g.Len(), d, picture(g))
			}
			if err := g.Play(d.Move); err != nil {
				t.Fatal(err)
			}
		}
		if first < 5 || last < first/3 {
			t.Errorf("%d stones: Black leads by %.1f at first and by %.1f after 30 moves\n%s", stones, first, last, picture(g))
		}
	}
}

// TestOddsReachTheNet: some rules give White one point for each handicap stone. The net sees these points as
// komi.
func TestOddsReachTheNet(t *testing.T) {
	nets(t)
	net, err := theNet()
	if err != nil {
		t.Fatal(err)
	}
	graph := baduk.MustRectangle(9, 9)
	points, err := graph.HandicapPoints(4)
	if err != nil {
		t.Fatal(err)
	}
	ev, err := neteval.New(net, graph, neteval.Options{Average: neteval.Symmetries})
	if err != nil {
		t.Fatal(err)
	}
	lead := func(bonus baduk.HandicapBonus, points float64, setup baduk.Setup) float64 {
		rules := komi(baduk.Chinese(), points)
		rules.HandicapBonus = bonus
		g, err := baduk.NewGameFrom(graph, rules, setup)
		if err != nil {
			t.Fatal(err)
		}
		var out [1]eval.Evaluation
		out[0].Resize(graph)
		if err := ev.Evaluate(t.Context(), []eval.Query{{Game: g}}, out[:]); err != nil {
			t.Fatal(err)
		}
		return float64(out[0].Lead)
	}
	setup := baduk.Setup{Black: points, Handicap: 4, ToPlay: baduk.White}
	none, bonus, more := lead(baduk.BonusNone, 0.5, setup), lead(baduk.BonusEachGets, 0.5, setup), lead(baduk.BonusNone, 4.5, setup)
	if math.Abs(bonus-more) > 1e-3 || bonus >= none {
		t.Errorf("Black leads by %.2f, with 4 points for White by %.2f, with as much komi by %.2f", none, bonus, more)
	}
}
