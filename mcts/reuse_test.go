package mcts

import (
	"testing"

	"tengen/baduk"
	"tengen/eval"
)

// TestReuse: after some moves were played, the search keeps exactly the visits below these moves. It reuses
// the memory of the other visits.
func TestReuse(t *testing.T) {
	for _, change := range []func(*Params){func(p *Params) { p.ExpandVisits = 1 }, netLike} {
		g := rectangle(5, 5)
		s := searchOf(t, g, eval.Hashed(1), change)
		r := run(t, s, Playouts(3000))
		first := r.Moves[0].PV
		for range 3 {
			pv := r.Moves[0].PV
			if len(pv) < 2 {
				break
			}
			n := s.root
			for _, m := range pv[:2] {
				nd := s.graph.nodes.at(n)
				for i, e := range s.graph.edgesOf(nd) {
					if s.graph.movesOf(nd)[i].point() == m.Point {
						n = e.child
						break
					}
				}
				if err := g.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			want, before := int(s.graph.nodes.at(n).visits), s.graph.used.Load()
			s.SetGame(g)
			if err := s.CheckInvariants(); err != nil {
				t.Fatal(err)
			}
			if int(s.rootNode.visits) != want || want < 2 || s.graph.used.Load() >= before {
				t.Errorf("reused %d visits, want %d; %d bytes of %d", s.rootNode.visits, want, s.graph.used.Load(), before)
			}
			allocated := s.graph.allocated.Load()
			r = run(t, s, Playouts(10))
			if r.Visits != want+10 {
				t.Errorf("after 10 playouts the root has %d visits, want %d", r.Visits, want+10)
			}
			r = run(t, s, Playouts(200))
			if s.graph.allocated.Load() > allocated {
				t.Errorf("%d more bytes were needed for what fits in what was freed", s.graph.allocated.Load()-allocated)
			}
		}
		// Nothing is kept if moves were taken back or if another game is searched.
		g.UndoTo(1)
		s.SetGame(g)
		if r := run(t, s, Playouts(10)); r.Visits != 10 {
			t.Errorf("after going back there were %d visits", r.Visits-10)
		}
		s.SetGame(baduk.NewGame(g.Graph(), baduk.Chinese()))
		if r := run(t, s, Playouts(10)); r.Visits != 10 || len(first) == 0 {
			t.Errorf("another game began with %d visits", r.Visits-10)
		}
	}
}

// TestScoresStartAfresh: a game that differs only in the players' initial points is another game, so the
// search keeps nothing.
func TestScoresStartAfresh(t *testing.T) {
	graph := baduk.MustRectangle(5, 5)
	start := func(black float64) *baduk.Game {
		g, err := baduk.NewGameFrom(graph, baduk.TrompTaylor(), baduk.Setup{Scores: [3]float64{baduk.Black: black}})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	s := searchOf(t, start(0), eval.Hashed(1), nil)
	run(t, s, Playouts(50))
	s.SetGame(start(0))
	if r := run(t, s, Playouts(10)); r.Visits != 60 {
		t.Errorf("the same game went on with %d visits", r.Visits-10)
	}
	s.SetGame(start(20))
	if r := run(t, s, Playouts(10)); r.Visits != 10 {
		t.Errorf("with other scores the game began with %d visits", r.Visits-10)
	}
}

// TestConservativePass: with ConservativePass, a pass at the root that ends the game is evaluated, and the moves
// after it are searched. A graph that was built without this is not reused.
func TestConservativePass(t *testing.T) {
	for _, change := range []func(*Params){func(p *Params) { p.ExpandVisits = 1 }, netLike} {
		g := rectangle(5, 5)
		if err := g.Play(baduk.Move{Color: baduk.Black, Point: 12}); err != nil {
			t.Fatal(err)
		}
		s := searchOf(t, g, eval.Hashed(1), func(p *Params) { change(p); p.ConservativePass = true })
		run(t, s, Playouts(2000))
		if err := g.Play(baduk.Move{Color: baduk.White, Point: baduk.Pass}); err != nil {
			t.Fatal(err)
		}
		pass := Restriction{Color: baduk.Black, Points: []baduk.Point{baduk.Pass}, Only: true, Depth: 1}
		for i, on := range []bool{true, true, false} {
			s.SetConservativePass(on)
			s.SetGame(g)
			s.Restrict(pass)
			kept := s.root != 0
			r := run(t, s, Playouts(100))
			m := r.Moves[0]
			if counted := m.Win == 1 && m.Lead == 17.5; len(r.Moves) != 1 || counted == on || (len(m.PV) > 2) != on {
				t.Errorf("conservative %v: got %+v, want a pass that is searched or counted", on, r.Moves)
			}
			if kept != (i == 1) {
				t.Errorf("run %d: the graph was kept: %v, want this only in the second run", i, kept)
			}
		}
	}
}

// TestAheadAtOnce checks that a stopper knows the lead of the best move from the first playouts on, if the search
// continues from earlier results.
func TestAheadAtOnce(t *testing.T) {
	s := searchOf(t, rectangle(5, 5), eval.Hashed(42), netLike)
	want := run(t, s, Playouts(800))
	lead := want.Moves[0].Visits - want.Moves[1].Visits
	if lead < 40 {
		t.Fatalf("the best move leads by %d visits, too few for this test", lead)
	}
	for range 2 {
		run(t, s, func(p Progress) bool {
			if p.Playouts > 0 && p.Ahead < lead-20 {
				t.Errorf("the best move leads by %d after %d playouts, want at least %d", p.Ahead, p.Playouts, lead-20)
			}
			return p.Playouts >= 4
		})
	}
}
