package mcts

import (
	"fmt"
	"math"
	"testing"

	"tengen/baduk"
	"tengen/eval"
)

// TestGraphFindsMinimax compares the search with exhaustive minimax on tiny boards, as a
// tree and as a graph: what it plays keeps the exact value, and what it says of the score
// comes near it, whichever it is.
func TestGraphFindsMinimax(t *testing.T) {
	rules := []baduk.KoRule{baduk.KoPositional, baduk.KoSituational, baduk.KoNatural}
	if testing.Short() {
		rules = rules[:1]
	}
	for _, ko := range rules {
		for _, side := range [][2]int{{1, 3}, {1, 4}, {2, 2}} {
			g := baduk.NewGame(baduk.MustRectangle(side[0], side[1]), baduk.Rules{Ko: ko})
			value := minimax(g, -100, 100)
			leads := map[bool]float64{}
			for _, graph := range []bool{false, true} {
				s := newSearch(t, eval.Uniform(), func(p *Params) { *p = NetParams(); p.Graph = graph; p.StaticScore = 0.5; p.CPUCT = 2 })
				s.SetGame(g)
				r := run(t, s, Playouts(30000))
				leads[graph] = r.Lead
				h := g.Clone()
				if err := h.Play(r.Moves[0].Move); err != nil {
					t.Fatal(err)
				}
				if v := minimax(h, -100, 100); v != value {
					t.Errorf("%v, %v, graph %v: plays %s, worth %v instead of %v", g.Graph(), ko, graph, g.Graph().Vertex(r.Moves[0].Move.Point), v, value)
				}
				if math.Abs(r.Lead-value) > 0.5 {
					t.Errorf("%v, %v, graph %v: says a lead of %v, it is %v", g.Graph(), ko, graph, r.Lead, value)
				}
			}
			if math.Abs(leads[true]-leads[false]) > 0.5 {
				t.Errorf("%v, %v: as a graph %v, as a tree %v", g.Graph(), ko, leads[true], leads[false])
			}
		}
	}
}

// TestMergedPositionsAreTheSame walks all ways through a graph: whichever leads to a node,
// the same moves are legal there, and the same player is to move.
func TestMergedPositionsAreTheSame(t *testing.T) {
	for _, ko := range []baduk.KoRule{baduk.KoPositional, baduk.KoSituational, baduk.KoSimple, baduk.KoSpight} {
		for _, size := range []int{2, 4} {
			g := baduk.NewGame(baduk.MustRectangle(size, size+1), baduk.Rules{Ko: ko, Suicide: baduk.SuicideMulti})
			s := newSearch(t, eval.Hashed(3), netLike)
			s.SetGame(g)
			run(t, s, Playouts(4000))
			legal, ways := map[int32]string{}, map[int32]int{}
			paths := 0
			var walk func(i int32, depth int)
			walk = func(i int32, depth int) {
				if paths++; paths > 60000 {
					return
				}
				says := fmt.Sprint(g.ToPlay(), g.Over())
				for p := baduk.Pass; int(p) < g.Graph().Len(); p++ {
					says += fmt.Sprint(g.Legal(baduk.Move{Color: g.ToPlay(), Point: p}) == baduk.Legal)
				}
				if old, known := legal[i]; known && old != says {
					t.Fatalf("%v: after %v another future than by another way", ko, g.Moves())
				}
				legal[i] = says
				ways[i]++
				n := s.graph.nodes.at(i)
				if depth == horizon || n.opened == 0 || g.Over() {
					return
				}
				moves := s.graph.movesOf(n)
				for k, e := range s.graph.edgesOf(n) {
					if e.child == 0 {
						continue
					}
					if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: moves[k].point()}); err != nil {
						t.Fatalf("%v: after %v: %v", ko, g.Moves(), err)
					}
					walk(e.child, depth+1)
					g.Undo()
				}
			}
			walk(s.root, 0)
			merged := 0
			for _, n := range ways {
				if n > 1 {
					merged++
				}
			}
			t.Logf("%v, %v: %d nodes, %d reached in several ways", g.Graph(), ko, len(ways), merged)
			if merged == 0 && size == 4 {
				t.Errorf("%v: nothing was merged", ko)
			}
		}
	}
}

// TestGraphSharesWork: in the opening most of what a tree evaluates twice a graph
// evaluates once.
func TestGraphSharesWork(t *testing.T) {
	count := func(graph bool) int {
		s := newSearch(t, eval.Uniform(), func(p *Params) { *p = NetParams(); p.Graph = graph })
		s.SetGame(baduk.NewGame(baduk.MustRectangle(4, 4), baduk.TrompTaylor()))
		run(t, s, Playouts(4000))
		return len(s.reachable())
	}
	tree, graph := count(false), count(true)
	t.Logf("%d nodes as a tree, %d as a graph", tree, graph)
	if graph*10 > tree*9 {
		t.Errorf("%d nodes as a tree, %d as a graph", tree, graph)
	}
}

// TestRefreshIsTheMean: after a run with one thread as a tree, the value of each node is
// what its own evaluation and its children say now.
func TestRefreshIsTheMean(t *testing.T) {
	for _, change := range []func(*Params){
		func(p *Params) { *p = NetParams(); p.Graph, p.Bias = false, 0 },
		func(p *Params) { p.ExpandVisits = 1 },
	} {
		s := newSearch(t, eval.Hashed(9), change)
		s.SetGame(baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor()))
		run(t, s, Playouts(3000))
		for _, i := range s.reachable() {
			n := s.graph.nodes.at(i)
			was := n.value
			s.refresh(s.scratch[0], n)
			for k, f := range []*float{&n.value.win, &n.value.utility, &n.value.lead, &n.value.weight} {
				old := []*float{&was.win, &was.utility, &was.lead, &was.weight}[k]
				if math.Abs(f.load()-old.load()) > 1e-3*(1+math.Abs(old.load())) {
					t.Fatalf("node %d, number %d: %v, made anew %v", i, k, old.load(), f.load())
				}
			}
		}
	}
}

// TestCyclesEnd searches a triple ko under simple ko, in which the same position can
// come again, with little else to play.
func TestCyclesEnd(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(1, 5), baduk.Rules{Suicide: baduk.SuicideLiteral})
	playouts := 20000
	if testing.Short() {
		playouts = 3000
	}
	s := newSearch(t, eval.Uniform(), netLike)
	s.SetGame(g)
	r := run(t, s, Playouts(playouts))
	if r.Playouts != playouts {
		t.Errorf("%d playouts", r.Playouts)
	}
	rules := baduk.Japanese() // with its clean-up, in which passes lead on
	s = newSearch(t, eval.Hashed(1), netLike)
	s.SetGame(baduk.NewGame(baduk.MustRectangle(2, 2), rules))
	run(t, s, Playouts(playouts))
}
