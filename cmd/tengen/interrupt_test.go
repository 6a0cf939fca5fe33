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

// TestMeasuringInterrupted: what measures and checks says that it was interrupted, and does not pass for done.
func TestMeasuringInterrupted(t *testing.T) {
	for _, command := range []string{"selfcheck", "selfcheck --json", "bench board", "bench search", "bench search --model built-in", "bench net built-in", "benchmark -model built-in", "model check built-in"} {
		m, _, out := newMain(t, "", nil)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if status := m.Run(ctx, strings.Fields(command)); status != exitInterrupted || !strings.Contains(out[1].String(), "interrupted: not everything was ") {
			t.Errorf("%s: status %d, %s%s", command, status, out[0], out[1])
		}
	}
}

// TestUnread: when the reader of stdout is gone, the command is interrupted.
func TestUnread(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	gone := 0
	to := pipedFile{w, func() { gone++ }}
	if _, err := fmt.Fprintln(to, "somebody reads"); err != nil || gone != 0 {
		t.Fatalf("%v, %d", err, gone)
	}
	r.Close()
	if _, err := fmt.Fprintln(to, "nobody reads"); !errors.Is(err, syscall.EPIPE) || gone != 1 {
		t.Errorf("%v, %d", err, gone)
	}
	m, _, out := newMain(t, "", nil)
	m.Stdout = to
	if status := m.Run(t.Context(), []string{"rules", "list"}); status != exitUnread || out[1].Len() > 0 {
		t.Errorf("status %d, %s", status, out[1])
	}
}
