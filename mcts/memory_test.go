package mcts

import (
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"tengen/baduk"
)

// TestBytesPerVisit bounds the memory of a visit on 19x19 with a net, as it is counted.
func TestBytesPerVisit(t *testing.T) {
	playouts := 20000
	if testing.Short() {
		playouts = 4000
	}
	for _, moves := range []int{0, 150} {
		s := newSearch(t, focused{}, netLike)
		s.SetGame(middle(t, 19, moves))
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

// TestResidentMemory asks the system how much a visit takes.
func TestResidentMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	before, ok := resident()
	if !ok {
		t.Skip("this system does not say how much memory is resident")
	}
	s := newSearch(t, focused{}, netLike)
	s.SetGame(baduk.NewGame(baduk.MustRectangle(19, 19), baduk.TrompTaylor()))
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
func resident() (bytes int64, ok bool) {
	runtime.GC()
	debug.FreeOSMemory()
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, false
	}
	pages, err := strconv.ParseInt(strings.Fields(string(b))[1], 10, 64)
	return pages * int64(os.Getpagesize()), err == nil
}

// TestNoGarbage: in the steady state playouts allocate nothing but the graph's chunks.
func TestNoGarbage(t *testing.T) {
	if testing.Short() {
		t.Skip("short tests run under the race detector, which allocates for itself")
	}
	s := newSearch(t, focused{}, netLike)
	s.SetGame(baduk.NewGame(baduk.MustRectangle(9, 9), baduk.TrompTaylor()))
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
