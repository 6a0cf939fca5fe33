package mcts

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// runState is the state of a run, shared by all threads.
type runState struct {
	running atomic.Bool
	begun   time.Time
	before  int          // visits of the root before the run
	started atomic.Int64 // playouts started
	done    atomic.Int64 // playouts finished
	ahead   atomic.Int64 // Progress.Ahead
	halted  atomic.Bool
	cycles  atomic.Int64 // playouts, since the graph was last emptied, that ended at a node that is not a leaf
	ask     Ask
	halving *halving // plan of the root's search; nil if the root is searched like other nodes

	mu      sync.Mutex // guards the fields below
	stopped Stopped
	err     error
	elapsed time.Duration
}

// grow makes a run. At the end of the run, even after an error, the threads give back memory of the graph that
// they did not use.
func (s *Search) grow(ctx context.Context, stop Stopper, ask Ask) error {
	defer s.finish()
	if err := s.begin(ctx, stop, ask); err != nil {
		return err
	}
	if panicked := s.work(ctx, stop); panicked != nil {
		s.use.Lock()
		s.forget() // a playout may have been left incomplete
		s.use.Unlock()
		panic(panicked)
	}
	if s.run.err == nil && ask.Ownership && s.ownersOf(-1).playouts == 0 {
		s.run.err = s.scratch[0].evaluateRootOwners(ctx) // the run's playouts have evaluated no position
	}
	return s.run.err
}

// begin prepares a run: its threads, its root, and the plan for the root.
func (s *Search) begin(ctx context.Context, stop Stopper, ask Ask) error {
	s.use.Lock()
	defer s.use.Unlock()
	r := &s.run
	r.begun, r.before, r.ask, r.halving = time.Now(), 0, ask, nil
	r.started.Store(0)
	r.done.Store(0)
	r.ahead.Store(0)
	r.halted.Store(false)
	r.stopped, r.err = StoppedByStopper, nil
	for len(s.scratch) < s.params.Threads*max(ask.Batch, 1) {
		s.scratch = append(s.scratch, &thread{rng: rand.New(rand.NewPCG(s.params.Seed, uint64(len(s.scratch))))})
	}
	for _, t := range s.scratch {
		t.prepare(s)
	}
	fresh, err := s.scratch[0].prepareRoot(ctx)
	if errors.Is(err, errFull) { // the part of the graph that was kept leaves no room for the root's moves
		s.forget()
		fresh, err = s.scratch[0].prepareRoot(ctx)
	}
	if err != nil {
		return err
	}
	r.before = int(atomic.LoadInt32(&s.rootNode.visits))
	if fresh {
		r.before--
		r.started.Store(1)
		r.done.Store(1)
	}
	r.halving = s.newHalving(stop)
	return nil
}

// work runs the threads. If a thread panicked, work returns the value of the panic.
func (s *Search) work(ctx context.Context, stop Stopper) any {
	var wg sync.WaitGroup
	var panicked atomic.Value
	batch := max(s.run.ask.Batch, 1)
	for threads := range slices.Chunk(s.scratch[:s.params.Threads*batch], batch) {
		wg.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					panicked.Store(fmt.Sprintf("%v\n\nin a search thread:\n%s", v, debug.Stack()))
					s.leave(threads)
				}
			}()
			if batch == 1 {
				threads[0].loop(ctx, stop)
			} else {
				s.inTurns(ctx, threads, stop)
			}
		})
	}
	wg.Wait()
	return panicked.Load()
}

// leave ends the run after a panic in one of these threads. Other threads may wait for a lock that it held.
func (s *Search) leave(threads []*thread) {
	s.halt(StoppedByError, nil)
	for _, t := range threads {
		if t.locked != nil {
			t.release(t.locked)
		}
	}
}

// finish ends a run: the threads' unused memory goes back to the graph.
func (s *Search) finish() {
	for _, t := range s.scratch {
		s.graph.restock(&t.stock)
	}
	s.run.mu.Lock()
	defer s.run.mu.Unlock()
	s.run.elapsed = time.Since(s.run.begun)
}

// halt makes all threads end the run.
func (s *Search) halt(why Stopped, err error) {
	r := &s.run
	r.mu.Lock()
	if r.err == nil {
		r.stopped, r.err = why, err
	}
	r.mu.Unlock()
	r.halted.Store(true)
	s.wait.wakeAll()
}

// noteStop notes why a thread ended.
func (s *Search) noteStop(why Stopped) {
	s.run.mu.Lock()
	defer s.run.mu.Unlock()
	if !s.run.halted.Load() {
		s.run.stopped = why
	}
}

// mostVisits is the largest number of visits of a node.
const mostVisits = math.MaxInt32 - 1<<16

// progress is the state that a stopper sees before playout n of the run.
func (s *Search) progress(n int) Progress {
	r := &s.run
	if n < 16 || n&15 == 0 { // before each of the first playouts, because an earlier run may have found the lead
		r.ahead.Store(s.visitMargin())
	}
	return Progress{Playouts: n, Visits: r.before + n, Elapsed: time.Since(r.begun), Bytes: s.graph.used.Load(), Ahead: int(r.ahead.Load())}
}

// visitMargin returns the difference in visits between the most visited move of the root and the second.
func (s *Search) visitMargin() int64 {
	nd := s.rootNode
	nd.acquire()
	defer nd.release()
	best, second := int32(0), int32(0)
	if nd.opened > 0 {
		for _, e := range s.graph.edgesOf(nd) {
			if e.visits > best {
				best, second = e.visits, best
			} else if e.visits > second {
				second = e.visits
			}
		}
	}
	return int64(best - second)
}

// loop makes playouts until the run ends.
func (t *thread) loop(ctx context.Context, stop Stopper) {
	s := t.search
	for collisions := 0; ; {
		n := s.run.started.Add(1) - 1
		switch {
		case s.run.halted.Load():
		case n > 0 && ctx.Err() != nil:
			s.noteStop(StoppedByContext)
		case n > 0 && stop(s.progress(int(n))):
			s.noteStop(StoppedByStopper)
		case s.run.before+int(n) >= mostVisits:
			s.noteStop(StoppedByMemory)
		default:
			once := ctx
			if n == 0 {
				once = context.WithoutCancel(ctx) // the first playout of a run is not interrupted
			}
			met, err := t.playout(once)
			switch {
			case err != nil:
				s.run.started.Add(-1)
				t.fail(ctx, err)
				return
			case met != nil:
				// Another thread is evaluating this leaf. The path keeps its pending marks, so that the next
				// playout of this thread takes other moves. If several playouts in a row meet such leaves, the
				// thread waits.
				s.run.started.Add(-1)
				if collisions++; collisions > 3 {
					t.dropHeld()
					t.await(met)
					collisions = 0
				}
			default:
				t.dropHeld()
				s.run.done.Add(1)
				collisions = 0
				t.rest()
			}
			continue
		}
		t.dropHeld()
		s.run.started.Add(-1)
		return
	}
}

// errFull is the error of a playout that needed memory beyond the limit.
var errFull = errors.New("mcts: memory is at its limit")

// fail ends the run because of a playout's error.
func (t *thread) fail(ctx context.Context, err error) {
	switch {
	case errors.Is(err, errFull):
		t.search.halt(StoppedByMemory, nil)
	case ctx.Err() != nil:
		t.search.halt(StoppedByContext, nil)
	default:
		t.search.halt(StoppedByError, err)
	}
}
