package mcts

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/eval"
	"tengen/rollout"
)

// odd changes what an evaluator says.
type odd struct {
	eval.Evaluator
	change func(*eval.Query, *eval.Evaluation)
}

func (o odd) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	if err := o.Evaluator.Evaluate(ctx, in, out); err != nil {
		return err
	}
	for i := range in {
		o.change(&in[i], &out[i])
	}
	return nil
}

// TestNoNumbers: an evaluator that answers with what is no number, or with moves that
// cannot be made, is an error in words, and the graph stays sound.
func TestNoNumbers(t *testing.T) {
	nan := float32(math.NaN())
	for name, change := range map[string]func(*eval.Query, *eval.Evaluation){
		"win":    func(_ *eval.Query, e *eval.Evaluation) { e.Win = nan },
		"lead":   func(_ *eval.Query, e *eval.Evaluation) { e.Lead = float32(math.Inf(1)) },
		"beyond": func(_ *eval.Query, e *eval.Evaluation) { e.Win = 3 },
		"policy": func(_ *eval.Query, e *eval.Evaluation) { e.Policy[1] = nan },
		"stdev":  func(_ *eval.Query, e *eval.Evaluation) { e.ScoreStdev = nan },
		"occupied": func(q *eval.Query, e *eval.Evaluation) {
			if q.Game.Len() > 0 {
				e.Policy[q.Game.Turn(0).Point] = 1
			}
		},
	} {
		for after := range 2 {
			calls := 0
			e := odd{eval.Hashed(1), func(q *eval.Query, out *eval.Evaluation) {
				if calls++; calls > 5*after {
					change(q, out)
				}
			}}
			s := newSearch(t, e, netLike)
			s.SetGame(baduk.NewGame(baduk.MustRectangle(3, 3), baduk.TrompTaylor()))
			_, err := s.Run(t.Context(), Playouts(200), false)
			if err == nil || !strings.Contains(err.Error(), "hashed") {
				t.Errorf("%s, after %d evaluations: %v", name, 5*after, err)
			}
			if err := s.CheckInvariants(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// counting counts evaluations, and takes its time.
type counting struct {
	eval.Evaluator
	calls *atomic.Int64
	time  time.Duration
}

func (c counting) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	c.calls.Add(1)
	time.Sleep(c.time)
	return c.Evaluator.Evaluate(ctx, in, out)
}

// TestThreads has more threads than leaves at hand: none is evaluated twice, snapshots
// work meanwhile, and nothing is left behind.
func TestThreads(t *testing.T) {
	for _, size := range []int{1, 3, 5} {
		var calls atomic.Int64
		s := newSearch(t, counting{eval.Hashed(1), &calls, 50 * time.Microsecond}, func(p *Params) { *p = NetParams(); p.Threads = 8 })
		s.SetGame(baduk.NewGame(baduk.MustRectangle(size, 3), baduk.TrompTaylor()))
		ctx, cancel := context.WithCancel(t.Context())
		var watch sync.WaitGroup
		seen := 0
		watch.Go(func() {
			for ctx.Err() == nil {
				if r, ok := s.Snapshot(); ok {
					seen++
					sum := 0
					for _, m := range r.Moves {
						sum += m.Visits
					}
					if sum > 2100 || len(r.Moves) == 0 {
						t.Errorf("a snapshot of %d moves with %d visits", len(r.Moves), sum)
					}
				}
			}
		})
		r := run(t, s, Playouts(2000))
		cancel()
		watch.Wait()
		nodes, ends, wide := 0, 0, 0
		for _, i := range s.reachable() {
			n := s.graph.nodes.at(i)
			if nodes++; n.flags&flagEnd != 0 {
				ends++
			}
			if n.count > mostMoves {
				wide++
			}
		}
		if int(calls.Load()) > nodes-ends+wide+1 {
			t.Errorf("%d evaluations of %d positions, %d of them ends", calls.Load(), nodes, ends)
		}
		if r.Playouts != 2000 || seen == 0 {
			t.Errorf("%d playouts, %d snapshots", r.Playouts, seen)
		}
	}
}

// TestThreadsAgree: many threads find about what one finds.
func TestThreadsAgree(t *testing.T) {
	var win [2]float64
	for i, threads := range []int{1, 6} {
		s := newSearch(t, eval.Hashed(5), func(p *Params) { *p = NetParams(); p.Threads = threads })
		s.SetGame(baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor()))
		win[i] = run(t, s, Playouts(6000)).Win
	}
	if math.Abs(win[0]-win[1]) > 0.1 {
		t.Errorf("one thread finds %v, six %v", win[0], win[1])
	}
}

// TestStopsAnytime cancels a run of several threads at any time, on and on.
func TestStopsAnytime(t *testing.T) {
	s := newSearch(t, eval.Hashed(1), func(p *Params) { *p = NetParams(); p.Threads = 4 })
	s.SetGame(baduk.NewGame(baduk.MustRectangle(4, 4), baduk.TrompTaylor()))
	for n := range 60 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(n*20)*time.Microsecond)
		r, err := s.Run(ctx, Playouts(1<<30), false)
		cancel()
		if err != nil || r.Playouts < 1 || r.Stopped != StoppedByContext {
			t.Fatalf("%d playouts, %v, %v", r.Playouts, r.Stopped, err)
		}
		if err := s.CheckInvariants(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRestrictions: what must not be played is not looked at, as deep as it holds; and
// lifted, it is again.
func TestRestrictions(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(4, 4), baduk.TrompTaylor())
	for _, change := range []func(*Params){netLike, nil} {
		s := newSearch(t, eval.Hashed(2), change)
		s.SetGame(g)
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
				if black && !among(only, p) || !black && depth < 2 && (p == 9 || p == 10) {
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

// TestOwnership: the owners of the root are the mean over its moves and itself, each
// move's the mean over its own playouts.
func TestOwnership(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(3, 3), baduk.TrompTaylor())
	for _, e := range []eval.Evaluator{eval.Hashed(2), rollout.NewEvaluator(g.Graph(), rollout.DefaultParams())} {
		for _, threads := range []int{1, 3} {
			s := newSearch(t, e, func(p *Params) { p.ExpandVisits, p.Threads = 1, threads })
			s.SetGame(g)
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
	s := newSearch(t, eval.Hashed(2), netLike)
	s.SetGame(g)
	if r := run(t, s, Playouts(3000)); r.Ownership == nil {
		t.Error("no owners")
	}
	for range 20 { // also where nothing is new
		if r := run(t, s, Playouts(1)); r.Ownership == nil {
			t.Fatal("no owners")
		}
	}
}

// TestResultAddsUp compares the parts of a result with each other.
func TestResultAddsUp(t *testing.T) {
	s := newSearch(t, eval.Hashed(6), netLike)
	s.SetGame(baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor()))
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
		t.Error("a snapshot after the run says something else")
	}
}

// TestRawPolicy: with one playout the moves are those of the evaluator.
func TestRawPolicy(t *testing.T) {
	s := newSearch(t, eval.Hashed(6), netLike)
	if _, ok := s.Snapshot(); ok {
		t.Error("a snapshot of nothing")
	}
	s.SetGame(baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor()))
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

// TestRunTwice refuses a run while another one runs.
func TestRunTwice(t *testing.T) {
	s := newSearch(t, counting{eval.Hashed(6), new(atomic.Int64), time.Millisecond}, netLike)
	s.SetGame(baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor()))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := s.Run(ctx, Playouts(1<<30), false)
		done <- err
	}()
	for {
		if _, ok := s.Snapshot(); ok {
			break
		}
	}
	if _, err := s.Run(ctx, Playouts(1), false); err == nil {
		t.Error("a second run began")
	}
	cancel()
	if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
