package mcts

import (
	"context"
	"math"
	"slices"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/rollout"
)

// TestResultAddsUp compares the parts of a result with each other.
func TestResultAddsUp(t *testing.T) {
	s := searchOf(t, rectangle(5, 5), eval.Hashed(6), netLike)
	r := run(t, s, Playouts(1200))
	visits := 1
	for i, m := range r.Moves {
		visits += m.Visits
		if m.Order != i || i > 0 && m.PlaySelection > r.Moves[i-1].PlaySelection {
			t.Errorf("move %d: order %d, play selection %v", i, m.Order, m.PlaySelection)
		}
		if m.NodeVisits < m.Visits || len(m.PV) != len(m.PVVisits) || m.PV[0] != m.Move || m.PVVisits[0] != m.Visits {
			t.Errorf("move %d: %+v", i, m)
		}
		if m.UtilityLCB > m.Utility || m.LCB > m.Win+1e-9 || m.Value < 0 || m.Value > 1 { // Black is to move
			t.Errorf("move %d: utility %v, bound %v; win %v, bound %v; value %v", i, m.Utility, m.UtilityLCB, m.Win, m.LCB, m.Value)
		}
	}
	if visits != r.Visits || r.Root.Win != r.Win || r.Root.EvalWin == 0 {
		t.Errorf("%d visits of moves, %d of the root, %+v", visits, r.Visits, r.Root)
	}
	if first, ok := s.Snapshot(); !ok || first.Moves[0].Move != r.Moves[0].Move {
		t.Error("a snapshot after the run differs from the result of the run")
	}
}

// TestBounds: the bounds of the winning chance and of the utility are equally wide, apart from the share of winning in
// the utility. Wide bounds go beyond the range of the winning chance.
func TestBounds(t *testing.T) {
	s := searchOf(t, rectangle(5, 5), eval.Hashed(6), netLike)
	p := s.params
	wide := 0
	for _, m := range run(t, s, Playouts(10)).Moves {
		radius := m.Utility - m.UtilityLCB // Black is to move
		want := m.Win - radius/2*p.WinFactor/(p.WinFactor+p.StaticScore+p.DynamicScore)
		if math.Abs(m.LCB-want) > 1e-9 {
			t.Errorf("%v: the bound is %v, want %v", m.Move, m.LCB, want)
		}
		if m.LCB < 0 {
			wide++
		}
	}
	if wide == 0 {
		t.Error("no bound is below 0 after a few playouts")
	}
}

// TestRawPolicy: with one playout the moves are those of the evaluator.
func TestRawPolicy(t *testing.T) {
	s := newSearch(t, eval.Hashed(6), netLike)
	if _, ok := s.Snapshot(); ok {
		t.Error("a snapshot of nothing")
	}
	s.SetGame(rectangle(5, 5))
	r := run(t, s, Visits(1))
	if r.Playouts != 1 || len(r.Moves) != 26 {
		t.Errorf("%d playouts, %d moves", r.Playouts, len(r.Moves))
	}
	for i, m := range r.Moves {
		if m.Visits != 0 || i > 0 && m.Prior > r.Moves[i-1].Prior {
			t.Errorf("move %d: %d visits, prior %v", i, m.Visits, m.Prior)
		}
	}
}

// TestOwnership: the ownership of the root is the mean over its own evaluation and all its moves. The
// ownership of a move is the mean over the playouts of this move.
func TestOwnership(t *testing.T) {
	g := rectangle(3, 3)
	for _, e := range []eval.Evaluator{eval.Hashed(2), rollout.NewEvaluator(g.Graph(), rollout.DefaultParams())} {
		for _, threads := range []int{1, 3} {
			s := searchOf(t, g, e, func(p *Params) { p.ExpandVisits, p.Threads = 1, threads })
			r, err := s.RunFor(t.Context(), Playouts(300), Ask{Moves: true})
			if err != nil {
				t.Fatal(err)
			}
			for p, o := range r.Ownership {
				if o < -1 || o > 1 || r.OwnershipStdev[p] < 0 || r.OwnershipStdev[p] > 1.01 {
					t.Errorf("%s: point %d has %v±%v", e.Info().Name, p, o, r.OwnershipStdev[p])
				}
			}
			for _, m := range r.Moves {
				if m.Ownership == nil && m.Visits > 1 {
					t.Errorf("%s: %v with %d visits has no owners", e.Info().Name, m.Move, m.Visits)
				}
			}
		}
	}
	s := searchOf(t, g, eval.Hashed(2), netLike)
	if r := run(t, s, Playouts(3000)); r.Ownership == nil {
		t.Error("no owners")
	}
	for range 20 { // also when no new position is evaluated
		if r := run(t, s, Playouts(1)); r.Ownership == nil {
			t.Fatal("no owners")
		}
	}
}

// TestRestrictions: forbidden moves are not searched, down to the depth of the restriction. They are searched
// again when the restriction is lifted.
func TestRestrictions(t *testing.T) {
	g := rectangle(4, 4)
	for _, change := range []func(*Params){netLike, nil} {
		s := searchOf(t, g, eval.Hashed(2), change)
		only := []baduk.Point{5, 6, baduk.Pass}
		s.Restrict(Restriction{Color: baduk.Black, Points: only, Only: true, Depth: 3}, Restriction{Color: baduk.White, Points: []baduk.Point{9, 10}, Depth: 2})
		r := run(t, s, Playouts(1500))
		if len(r.Moves) != 3 {
			t.Errorf("%d moves were tried, 3 are allowed", len(r.Moves))
		}
		var walk func(i int32, depth int)
		walk = func(i int32, depth int) {
			n := s.graph.nodes.at(i)
			if n.opened == 0 || depth > 2 {
				return
			}
			for k, e := range s.graph.edgesOf(n) {
				if e.child == 0 {
					continue
				}
				p := s.graph.movesOf(n)[k].point()
				black := n.toPlay() == baduk.Black
				if black && !slices.Contains(only, p) || !black && depth < 2 && (p == 9 || p == 10) {
					t.Fatalf("%v plays %v, %d moves from the root", n.toPlay(), p, depth)
				}
				walk(e.child, depth+1)
			}
		}
		walk(s.root, 0)
		s.Restrict()
		if r := run(t, s, Playouts(1500)); len(r.Moves) <= 3 {
			t.Errorf("without restrictions %d moves were tried", len(r.Moves))
		}
		s.Restrict(Restriction{Color: baduk.Black, Points: []baduk.Point{r.Moves[0].Move.Point}, Depth: 1})
		if again := run(t, s, Playouts(1)); again.Moves[0].Move == r.Moves[0].Move {
			t.Error("the move that is forbidden now was chosen")
		}
		s.Restrict(Restriction{Color: baduk.Black, Only: true, Depth: 1})
		if r := run(t, s, Playouts(50)); r.Playouts != 50 {
			t.Errorf("with nothing allowed: %d playouts", r.Playouts)
		}
	}
}

// TestPVNodeVisits: several paths can lead to a position of a variation. The position has the visits of all
// these paths together, so it has at least the visits of the move that leads to it.
func TestPVNodeVisits(t *testing.T) {
	s := searchOf(t, rectangle(4, 4), eval.Hashed(6), netLike)
	more := 0
	for _, m := range run(t, s, Playouts(2000)).Moves {
		if len(m.PVNodeVisits) != len(m.PV) || m.PVNodeVisits[0] != m.NodeVisits {
			t.Errorf("%v: %d visits, of the variation %v", m.Move, m.NodeVisits, m.PVNodeVisits)
			continue
		}
		for i, n := range m.PVNodeVisits[1:] {
			if n < m.PVVisits[i+1] {
				t.Errorf("%v: visits %v, of the positions %v", m.Move, m.PVVisits, m.PVNodeVisits)
			}
			more += n - m.PVVisits[i+1]
		}
	}
	if more == 0 {
		t.Error("no position after the first is reached in two ways, so the test checks nothing")
	}
}

// TestRootIsJudgedByWhatIsWanted: the root has the value of its good moves, although noise sends many
// playouts to bad moves. If each move has exactly the weight that the search wants for it, the root's value
// is the mean over the moves.
func TestRootIsJudgedByWhatIsWanted(t *testing.T) {
	for seed := range uint64(6) {
		s := searchOf(t, rectangle(5, 5), eval.Hashed(seed), func(p *Params) {
			*p = NetParams()
			p.RootWide, p.Seed = 2, seed
		})
		r := run(t, s, Playouts(600))
		root := s.values(s.rootNode)
		best, wanted := r.Moves[0].Utility, r.Root.Utility
		if math.Abs(wanted-best) >= math.Abs(root.Utility-best) {
			t.Errorf("seed %d: the best move is worth %.4f, the root %.4f, by all visits %.4f", seed, best, wanted, root.Utility)
		}
		if r.Win != r.Root.Win || r.Lead != r.Root.Lead || r.Root.NodeVisits != 600 {
			t.Errorf("seed %d: the root is %+v, the result %v, %v", seed, r.Root, r.Win, r.Lead)
		}
	}
	s := searchOf(t, rectangle(5, 5), eval.Hashed(1), nil)
	if r := run(t, s, Playouts(300)); r.Root != s.values(s.rootNode) {
		t.Errorf("rollouts: %+v, not %+v", r.Root, s.values(s.rootNode))
	}
}

// hiding is an evaluator that records which turns are hidden from it.
type hiding struct {
	eval.Evaluator
	since map[int]int
}

func (h *hiding) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	for _, q := range in {
		h.since[q.Since]++
	}
	return h.Evaluator.Evaluate(ctx, in, out)
}

// TestHidePast: the past before the root is hidden from the evaluator only if the parameters say so.
func TestHidePast(t *testing.T) {
	for _, hide := range []bool{false, true} {
		g := rectangle(5, 5)
		for _, p := range []baduk.Point{12, 7, 8} {
			if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: p}); err != nil {
				t.Fatal(err)
			}
		}
		h := &hiding{eval.Hashed(1), map[int]int{}}
		s := searchOf(t, g, h, func(p *Params) {
			*p = NetParams()
			p.HidePast = hide
		})
		run(t, s, Playouts(30))
		want := 0
		if hide {
			want = 3
		}
		if len(h.since) != 1 || h.since[want] == 0 {
			t.Errorf("hide %v: %v", hide, h.since)
		}
	}
}
