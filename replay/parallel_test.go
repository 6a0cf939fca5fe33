package replay

import (
	"context"
	"iter"
	"testing"
	"time"
)

// TestInOrder checks that results come in the order of the items however long each takes, and that no
// goroutine is left running.
func TestInOrder(t *testing.T) {
	var in iter.Seq[int] = func(yield func(int) bool) {
		for i := 0; yield(i); i++ {
		}
	}
	work := func(_ context.Context, i int) int {
		time.Sleep(time.Duration(i*7%5) * 100 * time.Microsecond)
		return i
	}
	next := 0
	for i := range inOrder(t.Context(), 4, in, work) {
		if i != next {
			t.Fatalf("got %d, want %d", i, next)
		}
		if next++; next == 500 {
			break
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	n := 0
	for range inOrder(ctx, 3, in, work) {
		if n++; n == 50 {
			stop()
		}
	}
	if n != 50 {
		t.Errorf("%d results came after the end, want 0", n-50)
	}
}
