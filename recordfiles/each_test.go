package recordfiles

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
)

// manyFiles are files without content.
func manyFiles(yield func(File, int64) bool) {
	for range 100 {
		if !yield(File{}, 0) {
			return
		}
	}
}

// TestEachWaits checks that no goroutine is working when Each returns the error of take.
func TestEachWaits(t *testing.T) {
	var working atomic.Int32
	full := errors.New("the disk is full")
	work := func(_ File, yield func(int) bool) {
		working.Add(1)
		defer working.Add(-1)
		for yield(0) { // until Each no longer takes results
		}
	}
	err := Each(t.Context(), Files{All: manyFiles}, work, func(int) error { return full }, func(int64) {})
	if n := working.Load(); err != full || n != 0 {
		t.Errorf("Each returned %v while %d goroutines were working, want %v and 0", err, n, full)
	}
}

// TestEachInterrupted checks that Each does not wait for a read that blocks when it is interrupted.
func TestEachInterrupted(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	unblock := make(chan struct{})
	defer close(unblock)
	blocked := func(func(File, int64) bool) {
		interrupt()
		<-unblock
	}
	work := func(File, func(int) bool) {}
	err := Each(ctx, Files{All: blocked}, work, func(int) error { return nil }, func(int64) {})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Each returned %v, want %v", err, context.Canceled)
	}
}
