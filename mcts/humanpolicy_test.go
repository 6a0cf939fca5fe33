package mcts

import (
	"bytes"
	"math"
	"testing"

	"tengen/baduk"
	"tengen/eval"
)

// newHuman returns a search with the parameters for nets. Its human policy has another seed than the search.
func newHuman(t *testing.T, g *baduk.Game, p HumanPolicy, threads int) *Search {
	t.Helper()
	params := NetParams()
	params.HumanPolicy, params.Threads = p, threads
	s, err := NewWithHumanPolicy(eval.Hashed(1), eval.Hashed(2), params)
	if err != nil {
		t.Fatal(err)
	}
	s.SetGame(g)
	return s
}

// TestFreePlayouts: if all playouts are free the root keeps the value of its own evaluation, but positions
// after its moves are explored.
func TestFreePlayouts(t *testing.T) {
	g := rectangle(5, 5)
	s := newHuman(t, g, HumanPolicy{CPUCT: 1, Root: Following{Free: 1}}, 1)
	r := run(t, s, Playouts(300))
	if r.Visits != 1 || math.Abs(r.Root.Win-r.Root.EvalWin) > 1e-6 || r.Playouts != 300 {
		t.Errorf("%d visits of the root after %d playouts, win %v, by its evaluation %v", r.Visits, r.Playouts, r.Root.Win, r.Root.EvalWin)
	}
	looked := 0
	for _, m := range r.Moves {
		if m.Visits != 0 {
			t.Errorf("%v has %d visits", m.Move, m.Visits)
		}
		looked += m.NodeVisits
	}
	if looked < 299 {
		t.Errorf("%d visits of the positions after its moves", looked)
	}
	half := newHuman(t, g, HumanPolicy{CPUCT: 1, Root: Following{Free: 0.5}}, 1)
	if r := run(t, half, Playouts(1000)); r.Visits < 400 || r.Visits > 600 {
		t.Errorf("with half of the playouts free, %d of 1000 playouts count", r.Visits)
	}
}

// TestHumanPolicyOnLargeBoards: human priors of all moves are kept on boards of more than 16,383 points.
func TestHumanPolicyOnLargeBoards(t *testing.T) {
	for _, g := range []*baduk.Game{rectangle(128, 128), rectangle(1, baduk.MaxPoints)} {
		s := newHuman(t, g, HumanPolicy{CPUCTForever: 1, Root: Following{Counted: 1}, Own: Following{Counted: 1}}, 1)
		if run(t, s, Playouts(8)); len(s.graph.humanPriorsOf(s.rootNode)) != g.Graph().Len()+1 {
			t.Errorf("%v: %d human priors, want one for each move", g.Graph(), len(s.graph.humanPriorsOf(s.rootNode)))
		}
	}
}

// TestHumanPolicyFollowed: with a large CPUCTForever, playouts follow the human priors, at the root and below
// it.
func TestHumanPolicyFollowed(t *testing.T) {
	g := rectangle(5, 5)
	s := newHuman(t, g, HumanPolicy{CPUCTForever: 1000, Root: Following{Counted: 1}, Own: Following{Counted: 1}, Opponent: Following{Counted: 1}}, 1)
	r := run(t, s, Playouts(3000))
	sum := 0.0 // sum of weights; uncertain evaluations have smaller weights
	for _, m := range r.Moves {
		sum += m.Weight
	}
	for _, m := range r.Moves {
		if got := m.Weight / sum; math.Abs(got-m.HumanPrior) > 0.001 {
			t.Errorf("%v has %.4f of the weight, and people play it with %.4f", m.Move, got, m.HumanPrior)
		}
	}
	compared := 0
	for _, e := range s.graph.edgesOf(s.rootNode) {
		n := s.graph.nodes.at(e.child)
		if e.child == 0 || n.visits < 100 || n.opened == 0 {
			continue
		}
		compared++
		human := s.graph.humanPriorsOf(n)
		for i, e := range s.graph.edgesOf(n) {
			if got, want := float64(e.visits)/float64(n.visits), human[i].weight(); math.Abs(got-want) > 0.02 {
				t.Errorf("below the root a move has a share of %.4f of the visits, but a human policy of %.4f", got, want)
			}
		}
	}
	if compared < 10 {
		t.Errorf("only %d positions below the root were compared", compared)
	}
}

// TestHumanPolicySearch: a search with a human policy is sound, gives the same graph for the same seed,
// survives a move, and can be saved and continued.
func TestHumanPolicySearch(t *testing.T) {
	p := HumanPolicy{CPUCT: 0.5, CPUCTForever: 0.5, Root: Following{0.3, 0.2}, Own: Following{0.2, 0.3}, Opponent: Following{Counted: 0.5}, Choice: 1}
	for _, threads := range []int{1, 4} {
		g := rectangle(5, 5)
		s := newHuman(t, g, p, threads)
		r := run(t, s, Playouts(1500))
		if err := s.CheckInvariants(); err != nil {
			t.Error(err)
		}
		if threads == 1 {
			again := newHuman(t, g, p, 1)
			run(t, again, Playouts(1500))
			if fingerprint(s) != fingerprint(again) {
				t.Error("the same seed gave two graphs")
			}
			var b bytes.Buffer
			loaded := newHuman(t, g, p, 1)
			if err := s.Save(&b); err != nil {
				t.Fatal(err)
			}
			if err := loaded.Load(&b); err != nil || fingerprint(loaded) != fingerprint(s) {
				t.Errorf("another graph was loaded than was saved, %v", err)
			}
			run(t, loaded, Playouts(100))
		}
		if err := g.Play(r.Moves[0].Move); err != nil {
			t.Fatal(err)
		}
		s.SetGame(g)
		if r = run(t, s, Playouts(500)); r.Human == nil || r.Human.Policy[0] < 0 {
			t.Error("the human policy was not asked about the new root")
		}
		if err := s.CheckInvariants(); err != nil {
			t.Error(err)
		}
	}
}

// TestHumanPolicyRestricted: a move that is forbidden at the root is never chosen, although it was searched
// before. The human policy can be followed differently at the turns of the two players. In this case a graph
// is not reused when the player to move changes.
func TestHumanPolicyRestricted(t *testing.T) {
	g := rectangle(5, 5)
	for _, p := range []HumanPolicy{{CPUCT: 1, Root: Following{Free: 1}, Choice: 1}, {CPUCT: 1, Root: Following{Counted: 0.5}, Choice: 1}} {
		s := newHuman(t, g, p, 1)
		first := run(t, s, Playouts(6)).Moves[0].Move.Point
		s.Restrict(Restriction{Color: baduk.Black, Points: []baduk.Point{first}, Depth: 1})
		r := run(t, s, Playouts(1))
		for _, m := range p.Rerank(&r, nil) {
			if m.Move.Point == first && (m.PlaySelection > 0 || m.HumanPrior > 0) {
				t.Errorf("a forbidden move counts %v, and people play it with %v", m.PlaySelection, m.HumanPrior)
			}
		}
	}
	for _, c := range []struct {
		p    HumanPolicy
		kept bool
	}{{HumanPolicy{}, true}, {HumanPolicy{CPUCT: 1, Opponent: Following{Counted: 0.5}}, false}} {
		s := newHuman(t, g, c.p, 1)
		next := g.Clone()
		if err := next.Play(run(t, s, Playouts(200)).Moves[0].Move); err != nil {
			t.Fatal(err)
		}
		s.SetGame(next)
		if r := run(t, s, Playouts(1)); (r.Visits > 1) != c.kept {
			t.Errorf("%+v: %d visits after a move", c.p, r.Visits)
		}
	}
}

// TestRerank compares play-selection values with values worked out by hand.
func TestRerank(t *testing.T) {
	move := func(p baduk.Point, selection, prior, utility float64) MoveInfo {
		return MoveInfo{Move: baduk.Move{Color: baduk.White, Point: p}, PlaySelection: selection, HumanPrior: prior, Values: Values{Utility: utility}}
	}
	r := &Result{Moves: []MoveInfo{move(0, 60, 0.1, -0.5), move(1, 30, 0.2, 0.5), move(baduk.Pass, 10, 0.4, 0)},
		Human: &eval.Evaluation{Policy: []float32{0.1, 0.2, 0.3, 0, 0.4}}}
	all := func(baduk.Point) bool { return true }
	e := math.E
	for _, test := range []struct {
		name    string
		p       HumanPolicy
		allowed func(baduk.Point) bool
		want    map[baduk.Point]float64 // shares
	}{
		{"none", HumanPolicy{}, all, map[baduk.Point]float64{0: 0.6, 1: 0.3, baduk.Pass: 0.1}},
		{"people", HumanPolicy{Choice: 1}, all, map[baduk.Point]float64{0: 0.1, 1: 0.2, 2: 0.3, baduk.Pass: 0.4}},
		{"people, of what was tried", HumanPolicy{Choice: 1}, nil, map[baduk.Point]float64{0: 0.1 / 0.7, 1: 0.2 / 0.7, baduk.Pass: 0.4 / 0.7}},
		{"half", HumanPolicy{Choice: 0.5}, all, map[baduk.Point]float64{0: 0.35, 1: 0.25, 2: 0.15, baduk.Pass: 0.25}},
		{"own pass", HumanPolicy{Choice: 1, OwnPass: true}, all, map[baduk.Point]float64{0: 0.9 / 6, 1: 0.9 / 3, 2: 0.9 / 2, baduk.Pass: 0.1}},
		// White's best move has the utility -0.5 for Black. The other moves are worse for White.
		{"disapproval", HumanPolicy{Choice: 1, Disapproval: 0.5}, nil, map[baduk.Point]float64{
			0: 0.1 / (0.1 + 0.2/e/e + 0.4/e), 1: 0.2 / e / e / (0.1 + 0.2/e/e + 0.4/e), baduk.Pass: 0.4 / e / (0.1 + 0.2/e/e + 0.4/e)}},
	} {
		list := test.p.Rerank(r, test.allowed)
		if len(list) != len(test.want) && test.p.Choice > 0 {
			t.Errorf("%s: %d moves", test.name, len(list))
		}
		for i, m := range list {
			if want := 100 * test.want[m.Move.Point]; math.Abs(m.PlaySelection-want) > 1e-4 || m.Order != i && test.p.Choice > 0 {
				t.Errorf("%s: point %d has %.3f, not %.3f, in place %d", test.name, m.Move.Point, m.PlaySelection, want, m.Order)
			}
		}
	}
	if err := (&HumanPolicy{Root: Following{Free: 2}}).validate(); err == nil {
		t.Error("two of one playout")
	}
}
