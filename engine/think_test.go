package engine

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tengen/baduk"
	"tengen/clock"
	"tengen/eval"
	"tengen/internal/boardtest"
	"tengen/mcts"
)

// sleepy is an evaluator without an opinion that sleeps for each position: at least a third of the longest time, and a
// random part of the rest.
type sleepy struct {
	eval.Evaluator
	most    time.Duration
	largest atomic.Int64 // number of positions in the largest call
}

// Info describes the evaluator, which prefers batches of 4.
func (s *sleepy) Info() eval.Info {
	i := s.Evaluator.Info()
	i.Batch = 4
	return i
}

func (s *sleepy) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	for n := int64(len(in)); ; {
		if most := s.largest.Load(); n <= most || s.largest.CompareAndSwap(most, n) {
			break
		}
	}
	for _, q := range in {
		lot := rand.New(rand.NewPCG(q.Seed, uint64(q.Game.Len()))).Int64N(int64(s.most) * 2 / 3)
		time.Sleep(s.most/3 + time.Duration(lot))
	}
	return s.Evaluator.Evaluate(ctx, in, out)
}

// TestStopsEarly: a search stops early if no other move can become the best. If the rest of the time would be lost, it
// stops only shortly before the end, except on a board that is half full.
func TestStopsEarly(t *testing.T) {
	e, err := New(NetParams(), nil)
	if err != nil {
		t.Fatal(err)
	}
	empty := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor())
	full := boardtest.Game(t, baduk.TrompTaylor(), baduk.Black, "XXXXX", "XX.XX", "OOOOO", "OO.O.", ".....")
	certain, open := 900, 10 // visits by which the best move of 1,000 leads
	for _, test := range []struct {
		at      *baduk.Game
		lost    bool
		elapsed time.Duration // of a second
		ahead   int
		want    bool
	}{
		{empty, false, 50 * time.Millisecond, certain, false},
		{empty, false, 550 * time.Millisecond, certain, true},
		{empty, false, 550 * time.Millisecond, open, false},
		{empty, true, 550 * time.Millisecond, certain, false},
		{empty, true, 960 * time.Millisecond, certain, true},
		{empty, true, 960 * time.Millisecond, open, false},
		{full, true, 550 * time.Millisecond, certain, true},
		{full, true, 550 * time.Millisecond, open, false},
	} {
		d := timing{allowed: allowance{time.Second, time.Second, test.lost}, begun: time.Now(), slow: func() time.Duration { return time.Millisecond }}
		got := e.inTime(test.at, d, 1)(mcts.Progress{Playouts: 1000, Visits: 1000, Ahead: test.ahead, Elapsed: test.elapsed})
		if got != test.want {
			t.Errorf("%d stones, time is lost: %v: stops after %v with a lead of %d: %v", 25-len(test.at.Position().Empties()), test.lost, test.elapsed, test.ahead, got)
		}
	}
}

// TestBatchesInTime: positions are evaluated together if only time limits a search, and if it suffices for many calls.
// The time of the evaluator is known from the second search on.
func TestBatchesInTime(t *testing.T) {
	const each = time.Millisecond
	for _, test := range []struct {
		limit   Limit
		threads int
		want    int
	}{
		{Limit{Time: 300 * each}, 1, 4},
		{Limit{Time: 300 * each}, 4, 4},
		{Limit{Time: 300 * each}, 8, 2},
		{Limit{Time: 300 * each}, 12, 1},
		{Limit{Time: 40 * each}, 1, 1},
		{Limit{Visits: 100}, 1, 1},
		{Limit{Playouts: 100}, 1, 1},
		{Limit{Visits: 100, Time: time.Minute}, 1, 1},
		{Limit{Rank: Dan9}, 1, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			asked := &sleepy{Evaluator: eval.Hashed(1), most: each}
			p := NetParams()
			p.Search.Threads = test.threads
			e, err := New(p, func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return asked, nil })
			if err != nil {
				t.Fatal(err)
			}
			g := baduk.NewGame(baduk.MustRectangle(7, 7), baduk.TrompTaylor())
			for i, want := range []int{1, test.want} {
				if _, err := e.Genmove(t.Context(), g, g.ToPlay(), test.limit); err != nil || asked.largest.Load() != int64(want) {
					t.Errorf("%+v, %d threads: %d positions in one call, want %d; %v", test.limit, test.threads, asked.largest.Load(), want, err)
				}
				if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: baduk.Point(16 + 16*i)}); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestPlaysInTime plays whole games with slow evaluators on clocks that run only while an evaluator sleeps.
// The engine does not know beforehand how long the first evaluation takes, so every time control of the test
// has enough time for one evaluation.
func TestPlaysInTime(t *testing.T) {
	games := 80
	if testing.Short() {
		games = 15
	}
	var spent, given time.Duration
	for n := range games {
		synctest.Test(t, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(n), 3))
			p := NetParams()
			p.Clock.Lag = time.Duration(r.IntN(300)) * time.Millisecond
			p.Resign.After = 0
			p.Search.Seed, p.Search.Threads = uint64(n+1), 1+n%3
			look := []time.Duration{20, 150, 500, 1500}[r.IntN(4)] * time.Millisecond
			e, err := New(p, func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
				return &sleepy{Evaluator: eval.Hashed(uint64(n)), most: look}, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			size := 6 + r.IntN(3)
			rules := []baduk.Rules{baduk.TrompTaylor(), baduk.Chinese(), baduk.Japanese()}[r.IntN(3)]
			g := baduk.NewGame(baduk.MustRectangle(size, size), rules)
			s := control(r, p.Clock.Lag, look/4, 60)
			s.Main += 4*look + 2*p.Clock.Lag
			var clocks [3]*clock.Clock
			for c := range clocks {
				clocks[c] = clock.New(s)
			}
			for !g.Over() && g.Len() < 50 {
				c := g.ToPlay()
				begun, was := time.Now(), *clocks[c]
				d, err := e.Genmove(t.Context(), g, c, Limit{Clock: clocks[c]})
				if err != nil {
					t.Fatal(err)
				}
				took := time.Since(begun)
				if clocks[c].Spend(took + time.Duration(r.Float64()*float64(p.Clock.Lag))) {
					t.Errorf("game %d, %v, lag %v, looks of %v: the time is up at move %d: the player had %v left and used %v",
						n, s, p.Clock.Lag, look, g.Len(), &was, took)
					return
				}
				spent += took
				if err := g.Play(d.Move); err != nil {
					t.Fatalf("game %d: %v", n, err)
				}
			}
			given += 2 * s.Main
		})
	}
	t.Logf("%v spent, %v of main time given", spent, given)
}

// TestPrompt: a move that needs no search takes almost no time, and an undecided position takes longer than a
// decided one.
func TestPrompt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, err := New(NetParams(), func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
			return &sleepy{Evaluator: eval.Uniform(), most: 20 * time.Millisecond}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		took := func(g *baduk.Game, main time.Duration) time.Duration {
			d, err := e.Genmove(t.Context(), g, g.ToPlay(), Limit{Clock: clock.New(clock.Settings{Kind: clock.Absolute, Main: main})})
			if err != nil {
				t.Fatal(err)
			}
			return d.Elapsed
		}
		full := boardtest.Game(t, baduk.TrompTaylor(), baduk.White,
			".X.XX",
			"XXXXX",
			".X.XX",
			"XXXXX",
			"XXX.X")
		if d := took(full, time.Hour); d != 0 {
			t.Errorf("a board without moves takes %v", d)
		}
		if d := took(baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor()), 5*time.Millisecond); d > 50*time.Millisecond {
			t.Errorf("no time takes %v", d)
		}
	})
}

// favouring is an evaluator that gives one point the given share of the policy. If the share is 0, no point
// is favoured.
type favouring struct {
	steady
	p     baduk.Point
	share float32
}

func (f favouring) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	err := f.steady.Evaluate(ctx, in, out)
	for i := range in {
		if in[i].Game.At(f.p) != baduk.Empty {
			continue
		}
		for p := range out[i].Policy {
			out[i].Policy[p] *= 1 - f.share
		}
		out[i].Policy[f.p] += f.share
	}
	return err
}

// TestHurried: without time for a search, the engine plays the move with the best prior. The prior
// comes from the evaluator if the evaluator is quick, and from rollouts otherwise.
func TestHurried(t *testing.T) {
	const odd = 70 // where rollouts would not play
	for _, test := range []struct {
		look, left time.Duration
		asked      bool
	}{
		{2 * time.Millisecond, 0, true},
		{2 * time.Millisecond, 20 * time.Millisecond, true},
		{2 * time.Millisecond, 10 * time.Millisecond, false},
		{15 * time.Millisecond, 0, false},
		{300 * time.Millisecond, 0, false},
		{300 * time.Millisecond, 2 * time.Second, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			e, err := New(NetParams(), func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
				return favouring{steady{eval.Uniform(), test.look}, odd, 0.97}, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.TrompTaylor())
			if _, err := e.Genmove(t.Context(), g, baduk.Black, Limit{Visits: 2}); err != nil {
				t.Fatal(err)
			}
			watch := clock.New(clock.Settings{Kind: clock.Absolute, Main: time.Hour})
			if err := watch.SetTimeLeft(test.left, 0); err != nil {
				t.Fatal(err)
			}
			d, err := e.Genmove(t.Context(), g, baduk.Black, Limit{Clock: watch})
			if asked := d.Move.Point == odd; err != nil || asked != test.asked || d.Elapsed > leastTime || d.Move.IsPass() {
				t.Errorf("%v to look, %v left: %v after %v, %v", test.look, test.left, d.Move, d.Elapsed, err)
			}
		})
	}
}

// stalling is an evaluator that once takes much longer.
type stalling struct {
	steady
	at   *int // number of the long evaluation
	long time.Duration
}

func (s stalling) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	if *s.at--; *s.at == 0 {
		time.Sleep(s.long)
	}
	return s.steady.Evaluate(ctx, in, out)
}

// TestStall: after one long evaluation the engine has time for searches again.
func TestStall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		at := 100
		e, err := New(NetParams(), func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
			return stalling{steady{eval.Uniform(), 2 * time.Millisecond}, &at, 500 * time.Millisecond}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.TrompTaylor())
		for n := range 4 {
			watch := clock.New(clock.Settings{Kind: clock.Fischer, Increment: time.Second})
			d, err := e.Genmove(t.Context(), g, baduk.Black, Limit{Clock: watch, Playouts: 60})
			if err != nil || n == 3 && d.Playouts != 60 {
				t.Errorf("move %d: %d playouts in %v, %v", n, d.Playouts, d.Elapsed, err)
			}
		}
		if at > 0 {
			t.Error("nothing was held up")
		}
	})
}

// TestThinksWhereItMatters: a clear move takes less than the usual time, and a move in an undecided position
// takes more. Neither takes more than the longest time.
func TestThinksWhereItMatters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.TrompTaylor())
		for _, p := range []baduk.Point{20, 24, 56, 60, 40, 42, 38, 31, 49, 22} {
			if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: p}); err != nil {
				t.Fatal(err)
			}
		}
		watch := clock.New(clock.Settings{Kind: clock.Absolute, Main: 5 * time.Minute})
		a := NetParams().Clock.allowIn(watch, g)
		took := func(share float32) time.Duration {
			e, err := New(NetParams(), func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
				return favouring{steady{eval.Uniform(), 20 * time.Millisecond}, 32, share}, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			d, err := e.Genmove(t.Context(), g, g.ToPlay(), Limit{Clock: watch})
			if err != nil {
				t.Fatal(err)
			}
			return d.Elapsed
		}
		clear, open := took(0.97), took(0)
		if clear > a.usual*3/4 || open < a.usual*3/2 || open > a.most {
			t.Errorf("a clear move takes %v, an open position %v, of %v usually and %v at most", clear, open, a.usual, a.most)
		}
		// The longest time leaves out the lag.
		short := clock.New(clock.Settings{Kind: clock.ByoYomi, Period: 4 * time.Second, Periods: 1})
		e, err := New(NetParams(), func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
			return steady{eval.Uniform(), 10 * time.Millisecond}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, lag := range []time.Duration{500 * time.Millisecond, 2 * time.Second} {
			if d, err := e.Genmove(t.Context(), g, g.ToPlay(), Limit{Clock: short, Lag: lag}); err != nil || d.Elapsed > 4*time.Second-lag || d.Elapsed < 3*time.Second-lag {
				t.Errorf("a lag of %v: %v, %v", lag, d.Elapsed, err)
			}
		}
	})
}

// TestMovesOwnershipInTime: an analysis with the ownership after each move takes no more than the time of the move,
// even after a pass of the opponent, which asks for a longer search.
func TestMovesOwnershipInTime(t *testing.T) {
	for name, l := range map[string]Limit{
		"time":  {Time: 3 * time.Second},
		"clock": {Clock: clock.New(clock.Settings{Kind: clock.ByoYomi, Period: 3 * time.Second, Periods: 1})},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := NetParams()
			p.Search.Threads = 1
			e, err := New(p, func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
				return steady{eval.Uniform(), 200 * time.Millisecond}, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			rows := slices.Clone(finished)
			rows[0] = rows[0][:3] + "..OO" // neutral points
			g := boardtest.Game(t, komi(baduk.TrompTaylor(), 20), baduk.White, rows...)
			if err := g.Play(baduk.Move{Color: baduk.White, Point: baduk.Pass}); err != nil {
				t.Fatal(err)
			}
			begun := time.Now()
			_, r, err := e.GenmoveAnalyze(t.Context(), g, baduk.Black, l, Analysis{Ask: mcts.Ask{Moves: true}})
			if took := time.Since(begun); err != nil || took > 3*time.Second || len(r.Ownership) != 49 {
				t.Errorf("%s: it takes %v, with ownership of %d points, %v", name, took, len(r.Ownership), err)
			}
		})
	}
}

// TestTimesAreKept: a new search on the same board starts with the times that were measured before, unless the
// evaluators have changed.
func TestTimesAreKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const each = 20 * time.Millisecond
		slow := func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return steady{eval.Uniform(), each}, nil }
		e, err := New(NetParams(), slow)
		if err != nil {
			t.Fatal(err)
		}
		graph := baduk.MustRectangle(5, 5)
		if _, err := e.Genmove(t.Context(), baduk.NewGame(graph, baduk.TrompTaylor()), baduk.Black, Limit{Visits: 2}); err != nil {
			t.Fatal(err)
		}
		for _, test := range []struct {
			name   string
			graph  *baduk.Graph
			change func()
			want   time.Duration
		}{
			{"nothing is remembered", graph, e.Forget, each},
			{"another search", graph, func() { _ = e.Adjust(func(p *Params) { p.Search.CPUCT = 2 }) }, each},
			{"other evaluators", graph, func() { e.SetEvaluators(slow, nil) }, 0},
			{"another board", baduk.MustRectangle(7, 7), func() {}, 0},
		} {
			test.change()
			if err := e.prepare(baduk.NewGame(test.graph, baduk.TrompTaylor())); err != nil {
				t.Fatal(err)
			}
			if got := e.evaluator.slow(); got > test.want || got < test.want-time.Millisecond {
				t.Errorf("%s: an evaluation is expected to take %v, want %v", test.name, got, test.want)
			}
		}
	})
}
