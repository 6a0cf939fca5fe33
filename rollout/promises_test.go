package rollout

import (
	"context"
	"math"
	"reflect"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/topology"
)

// shapes are boards on which each test of this file must pass.
func shapes(t *testing.T) []*baduk.Graph {
	t.Helper()
	ring := make([][]baduk.Point, 12)
	for i := range ring {
		ring[i] = []baduk.Point{baduk.Point((i + 1) % 12), baduk.Point((i + 11) % 12)}
	}
	g, err := baduk.NewGraph(ring)
	if err != nil {
		t.Fatal(err)
	}
	return []*baduk.Graph{g, baduk.MustRectangle(1, 1), baduk.MustRectangle(1, 9), baduk.MustRectangle(2, 2), baduk.MustRectangle(5, 5), baduk.MustRectangle(9, 9), baduk.MustRectangle(13, 7)}
}

// watched plays one rollout with choose and checks each move. It must be legal under simple ko, and must not
// be a suicide or fill an own eye. A pass is allowed only if there is no other move.
func watched(t *testing.T, s *shape, choose func(*baduk.Position, baduk.Point) baduk.Point) {
	t.Helper()
	g := s.graph
	pos, passes, last := baduk.NewPosition(g), 0, baduk.NoPoint
	for n := 0; passes < 2; n++ {
		if n == 3*g.Len() {
			if g.Len() >= 81 {
				t.Fatalf("%v: a rollout of %d moves", g, n)
			}
			return // on small boards and rings a cycle is possible under simple ko; the limit ends it
		}
		c := pos.ToPlay
		p := choose(pos, last)
		if p == baduk.Pass {
			for _, q := range pos.Empties() {
				if q != pos.KoBan && !s.isEye(&pos.Board, q, c) && !pos.IsSuicide(baduk.Move{Color: c, Point: q}) {
					t.Fatalf("%v: %v passes with %s to play", g, c, g.Vertex(q))
				}
			}
			passes++
		} else {
			passes = 0
			if pos.At(p) != baduk.Empty || p == pos.KoBan || s.isEye(&pos.Board, p, c) || pos.IsSuicide(baduk.Move{Color: c, Point: p}) {
				t.Fatalf("%v: %v plays %s", g, c, g.Vertex(p))
			}
		}
		pos.Play(baduk.Move{Color: c, Point: p})
		last = p
	}
}

func TestPoliciesKeepTheirPromises(t *testing.T) {
	for _, g := range shapes(t) {
		u, e := NewUniform(g), NewEvaluator(g, DefaultParams())
		w := e.free.Get().(*worker)
		for seed := range 200 {
			rng := Rand(seed)
			watched(t, u.shape, func(pos *baduk.Position, _ baduk.Point) baduk.Point { return u.choose(pos, &rng) })
			watched(t, e.shape, func(pos *baduk.Position, last baduk.Point) baduk.Point { return w.choose(pos, last, &rng) })
		}
	}
}

// TestLeadIsTheAreaScore compares the quick count with the rules' own.
func TestLeadIsTheAreaScore(t *testing.T) {
	for _, g := range shapes(t) {
		u, rng := NewUniform(g), Rand(5)
		pos := baduk.NewPosition(g)
		owner := make([]float32, g.Len())
		for n := range 300 {
			pos.CopyFrom(baduk.NewPosition(g))
			u.Play(pos, &rng, n%(3*g.Len()+1)) // a position from any stage of a game
			score := baduk.AreaScore(&pos.Board, nil)
			clear(owner)
			lead := u.counter.lead(&pos.Board, owner)
			if want := float64(score.Area(baduk.Black) - score.Area(baduk.White)); lead != want || u.Lead(&pos.Board) != want {
				t.Fatalf("%v: the rollout gives the lead %v, the score gives %v", g, lead, want)
			}
			for p, ps := range score.Points {
				if owner[p] != float32(ps.Owner.Number()) {
					t.Fatalf("%v: %s is %v's, not %v", g, g.Vertex(baduk.Point(p)), ps.Owner, owner[p])
				}
			}
		}
	}
}

func TestRolloutsAllocateNothing(t *testing.T) {
	g := baduk.MustRectangle(9, 9)
	u, rng := NewUniform(g), Rand(1)
	start, pos := baduk.NewPosition(g), baduk.NewPosition(g)
	if n := testing.AllocsPerRun(100, func() {
		pos.CopyFrom(start)
		u.Play(pos, &rng, 3*g.Len())
		u.Lead(&pos.Board)
	}); n > 0 {
		t.Errorf("a uniform rollout allocates %v times", n)
	}
	e, game := NewEvaluator(g, DefaultParams()), baduk.NewGame(g, baduk.TrompTaylor())
	w := e.free.Get().(*worker)
	q, out := eval.Query{Game: game, Policy: true, Ownership: true, First: true}, eval.Evaluation{}
	w.evaluate(&q, &out) // allocates the memory
	if n := testing.AllocsPerRun(100, func() { q.Seed++; w.evaluate(&q, &out) }); n > 0 {
		t.Errorf("an evaluation allocates %v times", n)
	}
}

// TestPrior: in positions from any stage of a game, the prior is a distribution over exactly the legal moves.
func TestPrior(t *testing.T) {
	for _, g := range shapes(t) {
		e, rng := NewEvaluator(g, DefaultParams()), Rand(3)
		game := baduk.NewGame(g, baduk.TrompTaylor())
		for range 4 * g.Len() {
			if game.Over() {
				break
			}
			out := make([]eval.Evaluation, 1)
			if err := e.Evaluate(t.Context(), []eval.Query{{Game: game, Policy: true}}, out); err != nil {
				t.Fatal(err)
			}
			sum := 0.0
			for i, p := range out[0].Policy {
				point := baduk.Point(i)
				if i == g.Len() {
					point = baduk.Pass
				}
				if legal := game.Legal(baduk.Move{Color: game.ToPlay(), Point: point}) == baduk.Legal; legal != (p > 0) {
					t.Fatalf("%v: %s has the prior %v, legal: %v", g, g.Vertex(point), p, legal)
				}
				sum += float64(p)
			}
			if math.Abs(sum-1) > 1e-5 {
				t.Fatalf("%v: the priors sum to %v", g, sum)
			}
			actions := game.Actions(nil)
			if err := game.Play(actions[rng.Below(len(actions))]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestEvaluateIsReproducible(t *testing.T) {
	game := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.TrompTaylor())
	e := NewEvaluator(game.Graph(), DefaultParams())
	var a, b [1]eval.Evaluation
	differ := false
	for seed := range uint64(50) {
		in := []eval.Query{{Game: game, Seed: seed}}
		for _, out := range [][]eval.Evaluation{a[:], b[:]} {
			if err := e.Evaluate(t.Context(), in, out); err != nil {
				t.Fatal(err)
			}
		}
		if a[0].Lead != b[0].Lead {
			t.Fatalf("seed %d gave %v and %v", seed, a[0].Lead, b[0].Lead)
		}
		in[0].Seed += 1000
		if err := e.Evaluate(t.Context(), in, b[:]); err != nil {
			t.Fatal(err)
		}
		differ = differ || a[0].Lead != b[0].Lead
	}
	if !differ {
		t.Error("the seed does not matter")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := e.Evaluate(ctx, []eval.Query{{Game: game}}, a[:]); err == nil {
		t.Error("an ended context is not an error")
	}
}

// TestUsedEvaluator: on the infinite board, where rollouts choose among points with weights, an evaluation
// depends only on the position and the seed, and not on earlier evaluations.
func TestUsedEvaluator(t *testing.T) {
	board, err := topology.Parse("infinite")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := baduk.ParseRules("mango-002")
	if err != nil {
		t.Fatal(err)
	}
	game := baduk.NewGame(board.Graph, rules)
	used := NewEvaluator(board.Graph, DefaultParams()).free.Get().(*worker)
	for move := range 4 {
		for seed := range uint64(5) {
			q := eval.Query{Game: game, Seed: seed, Policy: true, Ownership: true, First: true}
			var a, b, other eval.Evaluation
			used.evaluate(&q, &a)
			NewEvaluator(board.Graph, DefaultParams()).free.Get().(*worker).evaluate(&q, &b)
			if !reflect.DeepEqual(a, b) {
				t.Fatalf("move %d, seed %d: a used evaluator gives the lead %v, a new evaluator gives %v", move, seed, a.Lead, b.Lead)
			}
			q.Seed += 100
			if used.evaluate(&q, &other); reflect.DeepEqual(a, other) {
				t.Errorf("move %d: the seeds %d and %d make no difference", move, seed, q.Seed)
			}
		}
		if err := game.Play(baduk.Move{Color: game.ToPlay(), Point: baduk.Point(3 * move)}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestValuableCorner checks that a valuable point on the first line has the same prior as one in the middle, far from
// all stones.
func TestValuableCorner(t *testing.T) {
	board, err := topology.Read("F", []byte(`{"shape": "9x9", "weight": "x == y && (x == 1 || x == 5) ? 100 : 1"}`))
	if err != nil {
		t.Fatal(err)
	}
	q := eval.Query{Game: baduk.NewGame(board.Graph, baduk.TrompTaylor()), Policy: true}
	var out eval.Evaluation
	NewEvaluator(board.Graph, DefaultParams()).free.Get().(*worker).evaluate(&q, &out)
	grid, _ := board.Graph.Rectangle()
	if corner, middle := out.Policy[grid.At(0, 8)], out.Policy[grid.At(4, 4)]; board.Graph.Weight(grid.At(0, 8)) != 100 || corner != middle {
		t.Errorf("the prior of A1 is %v, want %v as for E5", corner, middle)
	}
}

// TestRandIsEven counts how often each number is drawn. The limit is five standard deviations.
func TestRandIsEven(t *testing.T) {
	const n, draws = 7, 70000
	var count [n]int
	rng := Rand(1)
	for range draws {
		count[rng.Below(n)]++
	}
	for i, c := range count {
		if d := float64(c) - draws/n; math.Abs(d) > 5*math.Sqrt(draws/n) {
			t.Errorf("point %d was drawn %d times in %d draws", i, c, draws)
		}
	}
}
