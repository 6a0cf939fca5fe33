package mcts

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"tengen/eval"
)

// TestThreads has more threads than leaves. No leaf is evaluated twice, snapshots work during the run, and no
// pending marks are left.
func TestThreads(t *testing.T) {
	for _, size := range []int{1, 3, 5} {
		var calls atomic.Int64
		looked := make(chan struct{})
		counted := hooked{Evaluator: slow(eval.Hashed(1), 50*time.Microsecond), before: func(context.Context, *eval.Query) error {
			if calls.Add(1) > 4 {
				<-looked // wait until a snapshot was taken while the search runs
			}
			return nil
		}}
		s := searchOf(t, rectangle(size, 3), counted, func(p *Params) { *p = NetParams(); p.Threads = 8 })
		ctx, cancel := context.WithCancel(t.Context())
		var watch sync.WaitGroup
		seen := 0
		watch.Go(func() {
			for ctx.Err() == nil {
				if r, ok := s.Snapshot(); ok {
					if seen++; seen == 1 {
						close(looked)
					}
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
			if n.count > leafMoves {
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

// TestThreadsAgree: the result with many threads is about the same as with one.
func TestThreadsAgree(t *testing.T) {
	var win [2]float64
	for i, threads := range []int{1, 6} {
		s := searchOf(t, rectangle(5, 5), eval.Hashed(5), func(p *Params) { *p = NetParams(); p.Threads = threads })
		win[i] = run(t, s, Playouts(6000)).Win
	}
	if math.Abs(win[0]-win[1]) > 0.1 {
		t.Errorf("one thread finds %v, six %v", win[0], win[1])
	}
}

// TestStopsAnytime cancels runs of several threads at many different times.
func TestStopsAnytime(t *testing.T) {
	s := searchOf(t, rectangle(4, 4), eval.Hashed(1), func(p *Params) { *p = NetParams(); p.Threads = 4 })
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

// TestRunTwice checks that a run is refused while another run is in progress.
func TestRunTwice(t *testing.T) {
	s := searchOf(t, rectangle(5, 5), slow(eval.Hashed(6), time.Millisecond), netLike)
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

// TestRunningSearchIsLeftAlone checks that methods which would interfere with the threads of a run panic if
// they are called during the run.
func TestRunningSearchIsLeftAlone(t *testing.T) {
	begun, end := make(chan bool), make(chan bool)
	calls := 0
	e := hooked{Evaluator: eval.Hashed(1), after: func(*eval.Query, *eval.Evaluation) {
		if calls++; calls == 2 {
			close(begun)
			<-end
		}
	}}
	s := newSearch(t, e, netLike)
	g := rectangle(3, 3)
	s.SetGame(g)
	done := make(chan error)
	go func() {
		_, err := s.Run(t.Context(), Playouts(5), false)
		done <- err
	}()
	<-begun
	for method, call := range map[string]func(){
		"SetGame": func() { s.SetGame(g) }, "Restrict": func() { s.Restrict() }, "CheckInvariants": func() { s.CheckInvariants() },
		"Save": func() { s.Save(io.Discard) }, "Load": func() { s.Load(bytes.NewReader(nil)) },
	} {
		if text := panics(call); !strings.Contains(text, method) {
			t.Errorf("%s during a run: %q", method, text)
		}
	}
	close(end)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestLeafLeavesWideningAlone: a playout that ends at a node does not clear the node's mark while another
// thread widens the node.
func TestLeafLeavesWideningAlone(t *testing.T) {
	nd := &node{}
	e := hooked{Evaluator: eval.Hashed(1), stochastic: true}
	e.after = func(*eval.Query, *eval.Evaluation) { nd.flags |= flagEvaluating }
	s := searchOf(t, rectangle(3, 3), e, func(p *Params) { p.ExpandVisits = 1 })
	run(t, s, Playouts(1))
	nd = &node{lock: 1}
	th := s.scratch[0]
	th.path = th.path[:0]
	if _, err := th.leaf(t.Context(), nd); err != nil {
		t.Fatal(err)
	}
	if nd.flags&flagEvaluating == 0 || nd.flags&flagExpanded == 0 || nd.lock != 0 {
		t.Errorf("flags %x, lock %d", nd.flags, nd.lock)
	}
}

// TestStripesShareNoCacheLine: the locks of neighbouring stripes are in different cache lines.
func TestStripesShareNoCacheLine(t *testing.T) {
	for name, size := range map[string][2]uintptr{
		"stripe":  {unsafe.Sizeof(stripe{}), unsafe.Sizeof(stripeData{})},
		"waiting": {unsafe.Sizeof(waitingPlace{}), unsafe.Sizeof(waitingData{})},
	} {
		if size[0]%64 != 0 || size[0]-size[1] < 64 {
			t.Errorf("%s takes %d bytes for %d", name, size[0], size[1])
		}
	}
}
