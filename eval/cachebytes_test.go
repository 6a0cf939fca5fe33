package eval

import (
	"context"
	"runtime"
	"testing"

	"tengen/baduk"
)

// TestCacheBytesKeepsItsBudget fills caches with more positions than they have room for, and measures the
// heap.
func TestCacheBytesKeepsItsBudget(t *testing.T) {
	const budget = 4 << 20
	for _, side := range []int{2, 5, 9, 13, 19} {
		graph := baduk.MustRectangle(side, side)
		g := baduk.NewGame(graph, baduk.Rules{})
		inner := &counting{Evaluator: Uniform()}
		before := heap()
		c := CacheBytes(inner, budget, graph)
		capacity := int(budget / PositionBytes(graph))
		out := make([]Evaluation, 1)
		ask := func(komi int) {
			g.SetRules(baduk.Rules{Komi: baduk.Komi(komi)}) // with another komi the position is a different one
			if err := c.Evaluate(context.Background(), []Query{{Game: g}}, out); err != nil {
				t.Fatal(err)
			}
		}
		for i := range capacity + 100 {
			ask(i)
		}
		used := heap() - before
		if used > budget || used < budget/2 {
			t.Errorf("%d positions of %v take %d bytes, of a budget of %d", capacity, graph, used, budget)
		}
		t.Logf("%v: %d positions, %.0f%% of the budget", graph, capacity, 100*float64(used)/budget)
		n := inner.n
		for i := 100; i < capacity+100; i++ {
			ask(i)
		}
		if inner.n != n {
			t.Errorf("%d of %d positions of %v were forgotten", inner.n-n, capacity, graph)
		}
		runtime.KeepAlive(c)
	}
	graph := baduk.MustRectangle(19, 19)
	for _, bytes := range []int64{-1, 0, PositionBytes(graph) - 1} {
		if e := Uniform(); CacheBytes(e, bytes, graph) != e {
			t.Errorf("there is a cache of %d bytes", bytes)
		}
	}
}

// heap returns the memory in use, in bytes.
func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
