package mcts

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"tengen/baduk"
	"tengen/eval"
)

// minimax returns the value of a game for Black under perfect play, in points without komi. It finds the
// value by exhaustive search.
func minimax(g *baduk.Game, alpha, beta float64) float64 {
	if g.Over() {
		return g.Reward(baduk.RewardDifference)
	}
	black := g.ToPlay() == baduk.Black
	for _, m := range g.Actions(nil) {
		if err := g.Play(m); err != nil {
			panic(err)
		}
		v := minimax(g, alpha, beta)
		g.Undo()
		if black {
			alpha = max(alpha, v)
		} else {
			beta = min(beta, v)
		}
		if alpha >= beta {
			break
		}
	}
	if black {
		return alpha
	}
	return beta
}

// TestTinyBoards compares the search with exhaustive minimax: the search's move must keep the exact value.
func TestTinyBoards(t *testing.T) {
	for _, board := range []struct {
		w, h  int
		value float64
	}{{1, 2, 0}, {1, 3, 3}, {2, 2, 1}} {
		rules := baduk.Rules{Ko: baduk.KoPositional}
		g := baduk.NewGame(baduk.MustRectangle(board.w, board.h), rules)
		if v := minimax(g, -100, 100); v != board.value {
			t.Fatalf("%v: minimax gives %v, the literature says %v", g.Graph(), v, board.value)
		}
		s := searchOf(t, g, eval.Uniform(), func(p *Params) { p.ExpandVisits, p.CPUCT, p.StaticScore = 1, 2, 0.5 })
		best := run(t, s, Playouts(20000)).Moves[0].Move
		if err := g.Play(best); err != nil {
			t.Fatal(err)
		}
		if v := minimax(g, -100, 100); v != board.value {
			t.Errorf("%v: the search plays %s, worth %v instead of %v", g.Graph(), g.Graph().Vertex(best.Point), v, board.value)
		}
	}
}

// TestGraphFindsMinimax compares the search with exhaustive minimax on tiny boards, as a tree and as a graph.
// Its move keeps the exact value, and its score is close to it.
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
				s := searchOf(t, g, eval.Uniform(), func(p *Params) { *p = NetParams(); p.Graph = graph; p.StaticScore = 0.5; p.CPUCT = 2 })
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
				t.Errorf("%v, %v: Black leads by %v in the graph search and by %v in the tree search, want a difference of at most 0.5", g.Graph(), ko, leads[true], leads[false])
			}
		}
	}
}

// TestMergedPositionsAreTheSame walks all paths through a graph. On every path to a node the same moves are
// legal and the same player is to move.
func TestMergedPositionsAreTheSame(t *testing.T) {
	for _, ko := range []baduk.KoRule{baduk.KoPositional, baduk.KoSituational, baduk.KoSimple, baduk.KoSpight} {
		for _, size := range []int{2, 4} {
			g := baduk.NewGame(baduk.MustRectangle(size, size+1), baduk.Rules{Ko: ko, Suicide: baduk.SuicideMulti})
			s := searchOf(t, g, eval.Hashed(3), netLike)
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

// TestGraphSharesWork: in the opening a search tree evaluates many positions twice. A search graph evaluates
// most of these positions only once.
func TestGraphSharesWork(t *testing.T) {
	count := func(graph bool) int {
		s := searchOf(t, rectangle(4, 4), eval.Uniform(), func(p *Params) { *p = NetParams(); p.Graph = graph })
		run(t, s, Playouts(4000))
		return len(s.reachable())
	}
	tree, graph := count(false), count(true)
	t.Logf("%d nodes as a tree, %d as a graph", tree, graph)
	if graph*10 > tree*9 {
		t.Errorf("the tree search has %d nodes and the graph search has %d, want at most 90 %% in the graph search", tree, graph)
	}
}

// TestRefreshIsTheMean: after a run of a tree search with one thread, the value of each node is the mean of
// its own evaluation and its children's present values.
func TestRefreshIsTheMean(t *testing.T) {
	for _, change := range []func(*Params){
		func(p *Params) { *p = NetParams(); p.Graph, p.Bias = false, 0 },
		func(p *Params) { p.ExpandVisits = 1 },
	} {
		s := searchOf(t, rectangle(5, 5), eval.Hashed(9), change)
		run(t, s, Playouts(3000))
		for _, i := range s.reachable() {
			n := s.graph.nodes.at(i)
			was := n.value
			s.scratch[0].refresh(n)
			for k, f := range []*float{&n.value.win, &n.value.utility, &n.value.lead, &n.value.weight} {
				old := []*float{&was.win, &was.utility, &was.lead, &was.weight}[k]
				if math.Abs(f.load()-old.load()) > 1e-3*(1+math.Abs(old.load())) {
					t.Fatalf("node %d, number %d: got %v, want %v as computed again", i, k, old.load(), f.load())
				}
			}
		}
	}
}

// TestCorrectionsAreBounded: a correction is computed from values that were corrected before. Values can
// therefore grow far beyond the evaluations, but not beyond Params.reach. A search with such values can be
// saved and loaded.
func TestCorrectionsAreBounded(t *testing.T) {
	sure := hooked{Evaluator: eval.Hashed(5), after: func(_ *eval.Query, out *eval.Evaluation) {
		out.Win = float32(math.Round(float64(out.Win)))
		out.Lead = 1000 * (2*out.Win - 1)
	}}
	s := searchOf(t, rectangle(7, 1), sure, func(p *Params) { *p = NetParams(); p.CPUCT, p.Graph = 3, false })
	run(t, s, Playouts(3000))
	// learned is the largest utility that would be possible if corrections were computed only from
	// uncorrected values.
	most, learned := 0.0, s.params.radius()*(1+2*s.params.Bias)
	for _, i := range s.reachable() {
		most = max(most, math.Abs(s.graph.nodes.at(i).value.utility.load()))
	}
	if most <= learned {
		t.Errorf("utilities go up to %v, which is not a test", most)
	}
	if err := s.Load(bytes.NewReader(saved(t, s, 1))); err != nil {
		t.Error(err)
	}
}

// TestCyclesEnd searches a triple ko under simple ko. The same position can occur again and again, because
// few other moves are left.
func TestCyclesEnd(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(1, 5), baduk.Rules{Suicide: baduk.SuicideLiteral})
	playouts := 20000
	if testing.Short() {
		playouts = 3000
	}
	s := searchOf(t, g, eval.Uniform(), netLike)
	r := run(t, s, Playouts(playouts))
	if r.Playouts != playouts {
		t.Errorf("%d playouts", r.Playouts)
	}
	rules := baduk.Japanese() // passes lead to a clean-up phase
	s = searchOf(t, baduk.NewGame(baduk.MustRectangle(2, 2), rules), eval.Hashed(1), netLike)
	run(t, s, Playouts(playouts))
}
