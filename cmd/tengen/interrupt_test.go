package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestMeasuringInterrupted checks that interrupted measurements and checks report the interrupt.
func TestMeasuringInterrupted(t *testing.T) {
	for _, command := range []string{"selfcheck", "selfcheck --json", "bench board", "bench search", "bench search --model built-in", "bench net built-in", "bench peers built-in", "benchmark -model built-in", "model check built-in"} {
		m, _, out := newMain(t, "", nil)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if status := m.Run(ctx, strings.Fields(command)); status != exitInterrupted || !strings.Contains(out[1].String(), "interrupted: not everything was ") {
			t.Errorf("%s: status %d, %s%s", command, status, out[0], out[1])
		}
	}
}

// TestUnread checks that a command is interrupted when the reader of stdout closes the pipe.
func TestUnread(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	gone := 0
	to := pipedFile{w, func() { gone++ }}
	if _, err := fmt.Fprintln(to, "before"); err != nil || gone != 0 {
		t.Fatalf("with a reader: %v, called %d times, want nil and not called", err, gone)
	}
	r.Close()
	if _, err := fmt.Fprintln(to, "after"); !errors.Is(err, syscall.EPIPE) || gone != 1 {
		t.Errorf("without a reader: %v, called %d times, want EPIPE and one call", err, gone)
	}
	m, _, out := newMain(t, "", nil)
	m.Stdout = to
	if status := m.Run(t.Context(), []string{"rules", "list"}); status != exitUnread || out[1].Len() > 0 {
		t.Errorf("status %d, stderr %q, want %d and nothing", status, out[1], exitUnread)
	}
}
