package mcts

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/rollout"
)

func newSearch(t *testing.T, e eval.Evaluator, change func(*Params)) *Search {
	t.Helper()
	p := DefaultParams()
	if change != nil {
		change(&p)
	}
	s, err := New(e, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func run(t *testing.T, s *Search, stop Stopper) Result {
	t.Helper()
	r, err := s.Run(t.Context(), stop, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.CheckInvariants(); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestReproducible holds two searches with the same seed together bit for bit.
func TestReproducible(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(7, 7), baduk.TrompTaylor())
	for _, e := range []eval.Evaluator{eval.Hashed(7), rollout.NewEvaluator(g.Graph(), rollout.DefaultParams())} {
		a, b := newSearch(t, e, nil), newSearch(t, e, nil)
		other := newSearch(t, e, func(p *Params) { p.Seed = 99 })
		for _, s := range []*Search{a, b, other} {
			s.SetGame(g)
			run(t, s, Playouts(2000))
		}
		if !reflect.DeepEqual(a.tree, b.tree) {
			t.Errorf("%s: the same seed gave two trees", e.Info().Name)
		}
		if e.Info().Stochastic && reflect.DeepEqual(a.tree, other.tree) {
			t.Errorf("%s: two seeds gave the same tree", e.Info().Name)
		}
	}
}

// TestCounts compares the visits of the root with what was asked for, with one
// thread and with several.
func TestCounts(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor())
	for _, threads := range []int{1, 4} {
		s := newSearch(t, rollout.NewEvaluator(g.Graph(), rollout.DefaultParams()), func(p *Params) { p.Threads = threads })
		s.SetGame(g)
		r := run(t, s, Playouts(1000))
		if r.Playouts < 1000 || r.Playouts >= 1000+threads || r.Visits != r.Playouts {
			t.Errorf("%d threads: %d playouts, %d visits", threads, r.Playouts, r.Visits)
		}
		sum := 0
		for _, m := range r.Moves {
			sum += m.Visits
		}
		if sum != r.Visits {
			t.Errorf("%d threads: the moves have %d visits, the root %d", threads, sum, r.Visits)
		}
		r = run(t, s, Visits(1500))
		if r.Visits < 1500 || r.Visits >= 1500+threads || r.Playouts != r.Visits-sum {
			t.Errorf("%d threads: going on to 1500 visits gave %d, with %d playouts", threads, r.Visits, r.Playouts)
		}
	}
}

// TestReuse follows two moves and keeps exactly the visits of that subtree.
func TestReuse(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor())
	s := newSearch(t, eval.Hashed(1), func(p *Params) { p.ExpandVisits = 1 })
	s.SetGame(g)
	r := run(t, s, Playouts(3000))
	pv := r.Moves[0].PV
	want := 0
	for _, m := range pv[:2] {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	n := int32(root)
	for _, m := range pv[:2] {
		for _, e := range s.tree.edgesOf(n) {
			if e.move == m.Point {
				n, want = e.child, int(e.visits)
				break
			}
		}
	}
	before := s.tree
	s.SetGame(g)
	if err := s.CheckInvariants(); err != nil {
		t.Fatal(err)
	}
	if s.tree == before || int(s.tree.nodes[root].visits) != want || want < 2 {
		t.Errorf("reused %d visits, want %d", s.tree.nodes[root].visits, want)
	}
	r = run(t, s, Playouts(10))
	if r.Visits != want+10 {
		t.Errorf("after 10 playouts the root has %d visits, want %d", r.Visits, want+10)
	}
	// Another game starts afresh.
	s.SetGame(baduk.NewGame(g.Graph(), baduk.Chinese()))
	if r := run(t, s, Playouts(10)); r.Visits != 10 {
		t.Errorf("another game began with %d visits", r.Visits-10)
	}
}

// TestScoresStartAfresh: a game that differs only in the points that the players
// start with is another game, of which the tree knows nothing.
func TestScoresStartAfresh(t *testing.T) {
	graph := baduk.MustRectangle(5, 5)
	start := func(black float64) *baduk.Game {
		g, err := baduk.NewGameFrom(graph, baduk.TrompTaylor(), baduk.Setup{Scores: [3]float64{baduk.Black: black}})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	s := newSearch(t, eval.Hashed(1), nil)
	s.SetGame(start(0))
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

// minimax is the exact value of a game for Black under perfect play, by
// exhaustive search, in points without komi.
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

// TestTinyBoards compares the search with exhaustive minimax: what it plays
// must keep the exact value.
func TestTinyBoards(t *testing.T) {
	for _, board := range []struct {
		w, h  int
		value float64
	}{{1, 2, 0}, {1, 3, 3}, {2, 2, 1}} {
		rules := baduk.Rules{Ko: baduk.KoPositional}
		g := baduk.NewGame(baduk.MustRectangle(board.w, board.h), rules)
		if v := minimax(g, -100, 100); v != board.value {
			t.Fatalf("%v: minimax says %v, the literature %v", g.Graph(), v, board.value)
		}
		s := newSearch(t, eval.Uniform(), func(p *Params) { p.ExpandVisits, p.CPUCT, p.ScoreWeight = 1, 1, 0.5 })
		s.SetGame(g)
		best := run(t, s, Playouts(20000)).Moves[0].Move
		if err := g.Play(best); err != nil {
			t.Fatal(err)
		}
		if v := minimax(g, -100, 100); v != board.value {
			t.Errorf("%v: the search plays %s, worth %v instead of %v", g.Graph(), g.Graph().Vertex(best.Point), v, board.value)
		}
	}
}

// cancelling errs or cancels at its n-th evaluation.
type cancelling struct {
	eval.Evaluator
	n      *int
	cancel func()
	err    error
}

func (c cancelling) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	if *c.n--; *c.n == 0 {
		if c.err != nil {
			return c.err
		}
		c.cancel()
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return c.Evaluator.Evaluate(ctx, in, out)
}

// TestCancelAtEveryPlayout stops the context at each of the first playouts: the
// tree stays sound, and there is a result.
func TestCancelAtEveryPlayout(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(3, 3), baduk.TrompTaylor())
	for n := 2; n < 40; n++ {
		ctx, cancel := context.WithCancel(t.Context())
		left := n
		s := newSearch(t, cancelling{Evaluator: eval.Hashed(3), n: &left, cancel: cancel}, func(p *Params) { p.ExpandVisits = 1 })
		s.SetGame(g)
		r, err := s.Run(ctx, Playouts(1000), false)
		if err != nil {
			t.Fatalf("cancelled at evaluation %d: %v", n, err)
		}
		if err := s.CheckInvariants(); err != nil {
			t.Fatalf("cancelled at evaluation %d: %v", n, err)
		}
		if r.Playouts < 1 || r.Playouts >= 1000 {
			t.Fatalf("cancelled at evaluation %d: %d playouts", n, r.Playouts)
		}
		if r, err := s.Run(ctx, Playouts(1000), true); err != nil || r.Playouts != 1 || r.Ownership == nil {
			t.Fatalf("again on the kept tree, cancelled: %d playouts, %v", r.Playouts, err)
		}
		if err := s.game.Position().CheckInvariants(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestEvaluatorError(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(3, 3), baduk.TrompTaylor())
	broken := errors.New("broken")
	for _, n := range []int{1, 5} {
		left := n
		s := newSearch(t, cancelling{Evaluator: eval.Hashed(3), n: &left, err: broken}, nil)
		s.SetGame(g)
		if _, err := s.Run(t.Context(), Playouts(100), false); !errors.Is(err, broken) {
			t.Errorf("evaluation %d broke, the error is %v", n, err)
		}
	}
}

// panicking is an evaluator with a bug.
type panicking struct{ eval.Evaluator }

func (p panicking) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	if in[0].Game.Len() > 1 {
		panic("a bug")
	}
	return p.Evaluator.Evaluate(ctx, in, out)
}

// TestPanicReachesTheCaller: a bug below must not end a program that recovers.
func TestPanicReachesTheCaller(t *testing.T) {
	s := newSearch(t, panicking{eval.Hashed(1)}, func(p *Params) { p.Threads, p.ExpandVisits = 3, 1 })
	s.SetGame(baduk.NewGame(baduk.MustRectangle(3, 3), baduk.TrompTaylor()))
	defer func() {
		if v := recover(); v == nil || !strings.Contains(v.(string), "a bug") {
			t.Errorf("recovered %v", v)
		}
	}()
	s.Run(t.Context(), Playouts(1000), false)
	t.Error("Run returned")
}

func TestRunNeedsAGame(t *testing.T) {
	s := newSearch(t, eval.Uniform(), nil)
	if _, err := s.Run(t.Context(), Playouts(1), false); err == nil {
		t.Error("Run without a game succeeded")
	}
	g := baduk.NewGame(baduk.MustRectangle(3, 3), baduk.TrompTaylor())
	g.Play(baduk.Move{Color: baduk.Black, Point: baduk.Pass})
	g.Play(baduk.Move{Color: baduk.White, Point: baduk.Pass})
	s.SetGame(g)
	if _, err := s.Run(t.Context(), Playouts(1), false); !errors.Is(err, ErrGameOver) {
		t.Errorf("Run after the end: %v", err)
	}
}

// TestMemoryStops bounds the tree.
func TestMemoryStops(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.TrompTaylor())
	s := newSearch(t, eval.Hashed(1), func(p *Params) { p.ExpandVisits = 1 })
	s.SetGame(g)
	r := run(t, s, AnyOf(Memory(1<<20), Playouts(1<<20)))
	if r.Bytes < 1<<20 || r.Bytes > 1<<20+100*32 {
		t.Errorf("the tree stopped at %d bytes", r.Bytes)
	}
}

func TestParamsValidate(t *testing.T) {
	for _, p := range []Params{DefaultParams(), NetParams()} {
		if err := p.Validate(); err != nil {
			t.Error(err)
		}
	}
	for _, bad := range []func(*Params){
		func(p *Params) { p.CPUCT = -1 }, func(p *Params) { p.FPU = 2 }, func(p *Params) { p.RAVE = -1 },
		func(p *Params) { p.ExpandVisits = 0 }, func(p *Params) { p.ScoreWeight = 2 },
		func(p *Params) { p.VirtualLoss = -1 }, func(p *Params) { p.Threads = 0 },
	} {
		p := DefaultParams()
		bad(&p)
		if _, err := New(eval.Uniform(), p); err == nil {
			t.Errorf("accepted %+v", p)
		}
	}
}
