package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestGTPEnds checks that a script gets all of its answers, and that a search of ten minutes ends
// with a move when the client is gone.
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
		{"an interrupt", "--time=600", "genmove b\n", func(_ *io.PipeWriter, interrupt func()) { time.Sleep(1200 * time.Millisecond); interrupt() }, `^= \w\d\n\n$`},
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
				if _, err := w.Write(nil); err != nil { // returns when the program reads again: it has read these lines
					t.Fatal(err)
				}
				c.then(w, interrupt)
			}
			select {
			case got := <-status:
				if text := out[0].String(); got != exitSuccess || !regexp.MustCompile(c.want).MatchString(text) {
					t.Errorf("status %d: %q, stderr %q", got, text, out[1])
				}
			case <-time.After(2 * time.Minute):
				t.Error("it does not end")
			}
		})
	}
}

// TestFinalScoreAfterPasses checks that two passes end a game for the score, although territory rules
// continue with a clean-up phase, and that the score is computed from the board, not estimated by a
// search.
func TestFinalScoreAfterPasses(t *testing.T) {
	wall := "clear_board\nset_position"
	for y := 1; y <= 9; y++ {
		wall += fmt.Sprintf(" b D%d w E%d", y, y)
	}
	m, _, out := newMain(t, "", nil)
	m.Stdin = strings.NewReader("boardsize 9\nkata-set-rules japanese\nkomi 6.5\n" + wall + "\nplay b pass\nplay w pass\n1 final_score\n" +
		wall + "\nplay b B5\nplay w pass\nplay b pass\n2 final_score\ntengen-board hex 4\n3 debug_moves\n")
	if status := m.Run(t.Context(), []string{"gtp", "--model", "none", "--visits", "50", "--threads", "1", "--seed", "1"}); status != 0 {
		t.Fatalf("status %d: %s", status, out[1])
	}
	for _, want := range []string{"=1 W+15.5\n", "=2 W+16.5\n", "=3  "} {
		if !strings.Contains(out[0].String(), want) {
			t.Errorf("no %q in %s", want, out[0])
		}
	}
}

// TestKeptSearch checks that another process can continue a search, but only of the same game.
func TestKeptSearch(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kept search")
	talk := func(script string) string {
		m, _, out := newMain(t, "", nil)
		m.Stdin = strings.NewReader("boardsize 5\nkomi 4\n" + script + "quit\n")
		if status := m.Run(t.Context(), []string{"gtp", "--visits", "200", "--threads", "1"}); status != 0 {
			t.Fatalf("status %d: %s", status, out[1])
		}
		return out[0].String()
	}
	saved := talk("1 tengen-save_search " + file + "\nplay b C3\nkata-search w\n2 tengen-save_search " + file + "\n3 tengen-save_search\n")
	for _, want := range []string{"?1 the search is not saved: this position was not searched yet\n", "=2\n", "?3 expected the name of a file\n"} {
		if !strings.Contains(saved, want) {
			t.Errorf("no %q in %s", want, saved)
		}
	}
	const ask = "kata-set-param maxVisits 5\nkata-search_analyze w interval 100 rootInfo true\n"
	loaded := talk("4 tengen-load_search " + file + "\nplay b C3\n5 tengen-load_search " + file + "\n" + ask + "6 tengen-load_search " + file + ".part\n")
	for _, want := range []string{"?4 the search is not loaded: mcts: a saved search cannot be used: it is for another position", "=5\n", "?6 the search is not loaded: open "} {
		if !strings.Contains(loaded, want) {
			t.Errorf("no %q in %s", want, loaded)
		}
	}
	if _, after, found := strings.Cut(loaded, "rootInfo "); !found || !strings.HasPrefix(after, "visits 2") {
		t.Errorf("the search began from the start, want it continued: %s", loaded)
	}
}

// TestMemoryUsed checks that a search reports when it ends because its memory is used up, and that
// lz-setoption raises the limit.
func TestMemoryUsed(t *testing.T) {
	m, _, out := newMain(t, "", nil)
	m.Stdin = strings.NewReader("boardsize 9\nkata-search b\n" +
		"lz-setoption name Maximum Memory Use (MiB) value 128\n3 protocol_version\n")
	if status := m.Run(t.Context(), []string{"gtp", "--model", "none", "--memory", "8", "--visits", "1000000", "--time", "300"}); status != 0 {
		t.Fatalf("status %d: %s", status, out[1])
	}
	if n := strings.Count(out[1].String(), "memory is used up"); n == 0 {
		t.Errorf("nothing was said: %s", out[1])
	}
	if text := out[0].String(); strings.Contains(text, "?") || !strings.Contains(text, "=3 2\n") {
		t.Errorf("tengen gtp: got %s, want no failed command and the answer =3 2", text)
	}
}
