package main

import (
	"context"
	"io"
	"regexp"
	"testing"
	"time"
)

// TestGTPEnds: a script gets all of its answers; a search of ten minutes ends when
// nobody waits for it any more, with a move.
func TestGTPEnds(t *testing.T) {
	for _, c := range []struct {
		name, limit string
		script      string
		then        func(w *io.PipeWriter, interrupt func())
		want        string
	}{
		{"a script", "--visits=20", "genmove b\ngenmove w\n", func(w *io.PipeWriter, _ func()) { w.Close() }, `^= \w\d\n\n= \w\d\n\n$`},
		{"a script with quit", "--visits=20", "genmove b\ngenmove w\nquit\n", nil, `^= \w\d\n\n= \w\d\n\n=\n\n$`},
		{"the controller dies", "--time=600", "genmove b\n", func(w *io.PipeWriter, _ func()) { time.Sleep(1200 * time.Millisecond); w.Close() }, `^= \w\d\n\n$`},
		{"the controller quits", "--time=600", "genmove b\n", func(w *io.PipeWriter, _ func()) {
			time.Sleep(1200 * time.Millisecond)
			io.WriteString(w, "quit\n")
		}, `^= \w\d\n\n=\n\n$`},
		{"an interrupt", "--time=600", "genmove b\n", func(_ *io.PipeWriter, interrupt func()) { time.Sleep(100 * time.Millisecond); interrupt() }, `^= \w\d\n\n$`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel() // most of it is waiting
			ctx, interrupt := context.WithCancel(t.Context())
			defer interrupt()
			m, _, out := newMain(t, "", nil)
			r, w := io.Pipe()
			defer w.Close()
			m.Stdin = r
			status := make(chan int, 1)
			go func() { status <- m.Run(ctx, []string{"gtp", "--size=5", "--threads=1", c.limit}) }()
			if _, err := io.WriteString(w, c.script); err != nil {
				t.Fatal(err)
			}
			if c.then != nil {
				c.then(w, interrupt)
			}
			select {
			case got := <-status:
				if text := out[0].String(); got != exitSuccess || !regexp.MustCompile(c.want).MatchString(text) {
					t.Errorf("status %d: %q, stderr %q", got, text, out[1])
				}
			case <-time.After(30 * time.Second):
				t.Error("it does not end")
			}
		})
	}
}
