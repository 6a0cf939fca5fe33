package mcts

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"tengen/eval"
)

// TestBytesPerVisit checks that the counted memory for a visit, on 19x19 with a net, is below a limit.
func TestBytesPerVisit(t *testing.T) {
	playouts := 20000
	if testing.Short() {
		playouts = 4000
	}
	for _, moves := range []int{0, 150} {
		s := searchOf(t, middle(t, 19, moves), focused{}, netLike)
		r, err := s.Run(t.Context(), Playouts(playouts), false)
		if err != nil {
			t.Fatal(err)
		}
		used, all := float64(r.Bytes)/float64(r.Visits), float64(s.graph.allocated.Load())/float64(r.Visits)
		t.Logf("after %d moves %.0f bytes a visit are used, %.0f allocated", moves, used, all)
		if used > 400 || all > 700 {
			t.Errorf("after %d moves %.0f bytes a visit are used, %.0f allocated", moves, used, all)
		}
	}
}

// TestResidentMemory measures how much memory the process uses per visit.
func TestResidentMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	before, ok := resident()
	if !ok {
		t.Skip("this system does not say how much memory is resident")
	}
	s := searchOf(t, rectangle(19, 19), focused{}, netLike)
	r, err := s.Run(t.Context(), Playouts(100000), false)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	debug.FreeOSMemory()
	after, _ := resident()
	each := float64(after-before) / float64(r.Visits)
	t.Logf("%.0f bytes a visit", each)
	if each > 700 {
		t.Errorf("%.0f bytes a visit are resident", each)
	}
	runtime.KeepAlive(s)
}

// resident is the memory of this process that is in use, in bytes.
func resident() (size int64, ok bool) {
	runtime.GC()
	debug.FreeOSMemory()
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, false
	}
	pages, err := strconv.ParseInt(strings.Fields(string(b))[1], 10, 64)
	return pages * int64(os.Getpagesize()), err == nil
}

// TestNoGarbage: in the steady state playouts allocate only the graph's chunks.
func TestNoGarbage(t *testing.T) {
	if testing.Short() {
		t.Skip("short tests run under the race detector, which allocates for itself")
	}
	s := searchOf(t, rectangle(9, 9), focused{}, netLike)
	if _, err := s.Run(t.Context(), Playouts(3000), false); err != nil {
		t.Fatal(err)
	}
	th := s.scratch[0]
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const playouts = 3000
	for range playouts {
		if _, err := th.playout(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	if n := after.Mallocs - before.Mallocs; n > playouts/20 {
		t.Errorf("%d allocations in %d playouts", n, playouts)
	}
}

// TestMemoryStops limits the graph's memory and checks what is used and what is allocated.
func TestMemoryStops(t *testing.T) {
	g := rectangle(9, 9)
	for _, change := range []func(*Params){func(p *Params) { p.ExpandVisits = 1 }, netLike} {
		s := searchOf(t, g, eval.Hashed(1), change)
		r := run(t, s, AnyOf(func(p Progress) bool { return p.Bytes >= 1<<20 }, Playouts(1<<20)))
		if r.Bytes < 1<<20-1<<14 || r.Bytes > 1<<20+1<<16 {
			t.Errorf("the graph stopped at %d bytes", r.Bytes)
		}
		s = searchOf(t, g, eval.Hashed(1), func(p *Params) { change(p); p.MaxBytes, p.Threads = 4<<20, 3 })
		for range 2 {
			r = run(t, s, Playouts(1<<20))
			if r.Stopped != StoppedByMemory || len(r.Moves) == 0 || r.Bytes > 4<<20 || r.Bytes < 2<<20 {
				t.Errorf("stopped by %v, with %d of %d bytes", r.Stopped, r.Bytes, 4<<20)
			}
		}
		g2 := g.Clone()
		g2.Play(r.Moves[len(r.Moves)-1].Move) // the move below which the graph is smallest
		s.SetGame(g2)
		r = run(t, s, Playouts(500))
		if r.Playouts < 100 {
			t.Errorf("after a move there was memory for %d more playouts, with %d bytes used; want at least 100 playouts", r.Playouts, r.Bytes)
		}
	}
}

// TestNoStopper runs searches without a stopper. The memory or the context ends them.
func TestNoStopper(t *testing.T) {
	for _, gumbel := range []int{0, 16} {
		s := searchOf(t, rectangle(9, 9), eval.Hashed(1), func(p *Params) { p.MaxBytes, p.Gumbel = 2*smallestBudget, gumbel })
		if r := run(t, s, nil); r.Stopped != StoppedByMemory {
			t.Errorf("stopped by %v, want the memory", r.Stopped)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	s := searchOf(t, rectangle(5, 5), hooked{Evaluator: eval.Hashed(1), after: func(*eval.Query, *eval.Evaluation) { cancel() }}, nil)
	if r, err := s.Run(ctx, nil, false); err != nil || r.Stopped != StoppedByContext {
		t.Errorf("stopped by %v, %v, want the context", r.Stopped, err)
	}
}

// TestMemoryEndsBetweenBlocks: whatever the memory limit is, a leaf is marked as expanded if and only if it
// has moves.
func TestMemoryEndsBetweenBlocks(t *testing.T) {
	e := hooked{Evaluator: eval.Hashed(1), first: true}
	for limit := int64(smallestBudget); limit < 2*smallestBudget; limit += 1 << 17 {
		s := searchOf(t, rectangle(9, 9), e, func(p *Params) { p.ExpandVisits, p.MaxBytes = 1, limit })
		if r := run(t, s, Playouts(1<<20)); r.Stopped != StoppedByMemory {
			t.Errorf("with %d bytes: stopped %v", limit, r.Stopped)
		}
	}
}

// TestLargestBoards searches boards so large that the moves of the root take more than one chunk of memory.
func TestLargestBoards(t *testing.T) {
	s := searchOf(t, rectangle(180, 180), eval.Uniform(), netLike)
	if r := run(t, s, Playouts(2)); r.Playouts != 2 {
		t.Errorf("%d playouts", r.Playouts)
	}
}

// TestSizes: for each number of moves there is a block size that is large enough and not much larger.
func TestSizes(t *testing.T) {
	for n := 1; n <= 32768; n++ {
		size := int(blockSizes[sizeClass(n)])
		if size < n || n > 8 && size > n+n/4+8 {
			t.Fatalf("%d moves take %d", n, size)
		}
	}
}
