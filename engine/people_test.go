package engine

import (
	"context"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"tengen/baduk"
	"tengen/clock"
	"tengen/eval"
	"tengen/mcts"
)

// twoMoves is an evaluator whose policy has the middle of 9x9 with 0.2, and the point next to it with 0.8.
type twoMoves struct{ eval.Evaluator }

const middle, beside = baduk.Point(40), baduk.Point(41)

func (w twoMoves) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	err := w.Evaluator.Evaluate(ctx, in, out)
	for i := range in {
		clear(out[i].Policy)
		out[i].Policy[middle], out[i].Policy[beside] = 0.2, 0.8
	}
	return err
}

// middleFirst is an evaluator that gives Black a lead of 10 points if a black stone is in the middle of 9x9.
type middleFirst struct{ eval.Evaluator }

func (c middleFirst) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	err := c.Evaluator.Evaluate(ctx, in, out)
	for i := range in {
		out[i].Lead, out[i].Win = 0, 0.5
		if in[i].Game.At(middle) == baduk.Black {
			out[i].Lead = 10
		}
	}
	return err
}

// peopleEngine returns an engine with the evaluators middleFirst and twoMoves.
func peopleEngine(t *testing.T) *Engine {
	t.Helper()
	factory := func(e eval.Evaluator) eval.Factory {
		return func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return e, nil }
	}
	e, err := New(NetParams(), factory(middleFirst{eval.Uniform()}))
	if err != nil {
		t.Fatal(err)
	}
	e.SetPeople(func(Rank) eval.Factory { return factory(twoMoves{eval.Uniform()}) })
	return e
}

// TestPeopleChances: the first move has four times the prior of the second. It loses 10 points, which are the tolerance
// of 20 kyu times 10/45. The third move is not considered.
func TestPeopleChances(t *testing.T) {
	asked := 0
	got, err := PeopleChances(Kyu20, []float64{0.8, 0.2, 0.0001}, func(move, visits int) (float64, error) {
		if asked++; visits != 1 || move > 1 {
			t.Errorf("move %d is examined with %d visits", move, visits)
		}
		return []float64{-5, 5}[move], nil
	})
	weight := math.Exp(-10.0 / 45)
	rest := math.Pow(0.25, 1/1.1)
	want := []float64{weight / (weight + rest), rest / (weight + rest), 0}
	for i := range want {
		if err != nil || math.Abs(got[i]-want[i]) > 1e-9 || asked != 2 {
			t.Fatalf("the chances are %v, %v, want %v", got, err, want)
		}
	}
}

// TestDrawsLikePeople: the best move has a weight of 0.2. The other has a weight of 0.8, and loses 10 points. With a
// tolerance of 10 points, it is played 0.8/e times for each 0.2 times of the best move.
func TestDrawsLikePeople(t *testing.T) {
	e := peopleEngine(t)
	g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.Chinese())
	e.rank = Kyu20
	if err := e.prepare(g); err != nil {
		t.Fatal(err)
	}
	m := baduk.Move{Color: baduk.Black, Point: middle}
	best := &mcts.MoveInfo{Move: m}
	r := mcts.Result{Moves: []mcts.MoveInfo{*best}}
	const games = 1000
	for _, c := range []struct {
		rung Rung
		want float64 // share of the other move
	}{
		{Rung{Temperature: 1, Visits: 8, Loss: 20}, 0.8},
		{Rung{Temperature: 1, Visits: 8, Loss: 20, Tolerance: 10}, 0.8 / math.E / (0.8/math.E + 0.2)},
		{Rung{Temperature: 1, Visits: 8, Loss: 9, Tolerance: 10}, 0},
		{Rung{Temperature: 2, Visits: 8, Loss: 20}, 2.0 / 3},
		{Rung{Temperature: 0, Visits: 8, Loss: 20}, 0},
	} {
		others := 0
		for seed := range uint64(games) {
			e.params.Search.Seed = baduk.Mix(seed + 1)
			switch got := e.weaken(t.Context(), g, r, best, c.rung, timing{slow: e.evaluator.slow}); got.Move.Point {
			case beside:
				others++
			case middle:
			default:
				t.Fatalf("%+v: it plays %v, which people do not play", c.rung, got.Move)
			}
		}
		if got, error := float64(others)/games, 4*math.Sqrt(c.want*(1-c.want)/games); math.Abs(got-c.want) > error {
			t.Errorf("%+v: the other move is played %.3f of the time, want %.3f±%.3f", c.rung, got, c.want, error)
		}
	}
}

// TestPeopleRungs: a stronger rank is less tolerant, and does not read less.
func TestPeopleRungs(t *testing.T) {
	before := peopleRung(Kyu30)
	for r := Kyu30 + 1; r <= Dan9; r++ {
		now := peopleRung(r)
		if now.Temperature >= before.Temperature || now.Loss >= before.Loss || now.Tolerance >= before.Tolerance || now.Visits < before.Visits {
			t.Errorf("%v: %+v after %+v", r, now, before)
		}
		before = now
	}
}

// TestImitatesOnUsualBoards: people are imitated on rectangles of the usual sizes. Other boards have the rungs of
// Scale.
func TestImitatesOnUsualBoards(t *testing.T) {
	e := peopleEngine(t)
	for _, c := range []struct {
		graph *baduk.Graph
		want  bool
	}{
		{baduk.MustRectangle(9, 9), true}, {baduk.MustRectangle(13, 13), true}, {baduk.MustRectangle(19, 19), true}, {baduk.MustRectangle(9, 19), true},
		{baduk.MustRectangle(7, 7), false}, {baduk.MustRectangle(25, 25), false}, {baduk.MustRectangle(5, 19), false},
	} {
		g := baduk.NewGame(c.graph, baduk.Chinese())
		if got := e.imitates(g); got != c.want {
			t.Errorf("%v: imitates people: %v, want %v", c.graph, got, c.want)
		}
		if err := e.prepare(g); err != nil {
			t.Fatal(err)
		}
		tolerant := e.rung(g, Kyu20).Tolerance > 0
		if tolerant != c.want {
			t.Errorf("%v: the rung has a tolerance: %v, want %v", c.graph, tolerant, c.want)
		}
	}
	e.SetPeople(nil)
	if e.imitates(baduk.NewGame(baduk.MustRectangle(9, 9), baduk.Chinese())) {
		t.Error("without a source, people are imitated")
	}
}

// TestPeopleInTime: the time to load and to ask a net of people's games counts as time of the move. The player does not
// ask the net if no time is left.
func TestPeopleInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const load, each, search = time.Second, 600 * time.Millisecond, 100 * time.Millisecond
		p := NetParams()
		p.Search.Threads = 1
		e, err := New(p, func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
			return favouring{steady{middleFirst{eval.Uniform()}, search}, middle, 0.5}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		e.SetPeople(func(Rank) eval.Factory {
			return func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
				time.Sleep(load)
				return steady{twoMoves{eval.Uniform()}, each}, nil
			}
		})
		g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.Chinese())
		for _, test := range []struct {
			name        string
			period      time.Duration
			least, most time.Duration
		}{
			{"the net has to be loaded", load + 5*search, load, load + 5*search},
			{"enough time", 10 * each, 8*search + each, 10 * each},
			{"time for the search alone", 13 * search, 0, 13 * search},
			{"too little time", each, 0, each},
		} {
			watch := clock.New(clock.Settings{Kind: clock.ByoYomi, Period: test.period, Periods: 1})
			d, err := e.Genmove(t.Context(), g, baduk.Black, Limit{Rank: Kyu20, Clock: watch})
			if err != nil || d.Elapsed < test.least || d.Elapsed > test.most {
				t.Errorf("%s: the move took %v, want %v to %v: %v", test.name, d.Elapsed, test.least, test.most, err)
			}
		}
	})
}
