package gtp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestClient(t *testing.T) {
	for _, how := range []string{"good", "banner", "garbage", "no id", "twice", "floods stderr"} {
		t.Run(how, func(t *testing.T) {
			c := startFake(t, how, nil)
			for i := range 3 {
				if got, err := c.Do(t.Context(), "genmove b"); got != "D4" || err != nil {
					t.Fatalf("command %d: got %q, %v, want D4", i, got, err)
				}
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
			_, err := c.Do(t.Context(), "genmove b")
			if want := `was not asked "genmove b": the client is closed`; !errors.Is(err, ErrClosed) || !strings.Contains(err.Error(), want) {
				t.Errorf("after Close: got %v, want %s", err, want)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestClientIDs(t *testing.T) {
	c := startFake(t, "good", nil)
	for line, want := range map[string]string{"77 echo  a # b\r\n": " echo a", "echo\tb": " echo b"} {
		if got, err := c.Do(t.Context(), line); !strings.HasSuffix(got, want) || err != nil {
			t.Errorf("%q: got %q, %v, want %q at the end", line, got, err, want)
		}
	}
	for _, line := range []string{"", "# x", "12", "a\nb", strings.Repeat("x", MaxLine)} {
		if _, err := c.Do(t.Context(), line); err == nil || !strings.Contains(err.Error(), "is not one GTP command") {
			t.Errorf("%.20q: got %v, want an error that it is not one GTP command", line, err)
		}
	}
	long := "echo " + strings.Repeat("x", MaxLine-100)
	if got, err := c.Do(t.Context(), long); !strings.HasSuffix(got, long) || err != nil {
		t.Errorf("a long line: got %.20q, %v, want the line", got, err)
	}
}

func TestClientSlow(t *testing.T) {
	c := startFake(t, "slow", nil)
	if got, err := c.Do(t.Context(), "genmove b"); got != "D4\nE5" || err != nil {
		t.Errorf("got %q, %v, want %q", got, err, "D4\nE5")
	}
}

func TestClientFailure(t *testing.T) {
	c := startFake(t, "refuses", nil)
	_, err := c.Do(t.Context(), "genmove b")
	var f *Failure
	if !errors.As(err, &f) || f.Text != "cannot\nthink" {
		t.Errorf("got %v, want a Failure with two lines", err)
	}
	if _, err := c.Do(t.Context(), "name"); err != nil {
		t.Errorf("a failure broke the client: %v", err)
	}
}

// TestClientBreaks checks the error for every fault of a program. After the fault the
// client must refuse further commands.
func TestClientBreaks(t *testing.T) {
	for _, c := range []struct {
		how  string
		kind error
		want []string
	}{
		{"hang", ErrNoAnswer, []string{`has not answered "genmove b" after `, ": its time to answer is over"}},
		{"deaf", ErrNoAnswer, []string{`has not answered "genmove b" after `}},
		{"half a line", ErrNoAnswer, []string{`has not answered "genmove b" after `}},
		{"die", ErrEnded, []string{`ended without an answer to "genmove b": exit status 3; its last messages:`, "first the weights\nthen the crash"}},
		{"die in the answer", ErrEnded, []string{`ended without an answer to "genmove b", after "D4\nE5": exit status 0`}},
		{"wrong id", ErrWrongID, []string{`answered with the wrong id to "genmove b": 99, not 1`}},
		{"floods stdout", ErrTooLong, []string{`wrote too much output in answer to "genmove b": more than 1000 bytes`}},
		{"endless answer", ErrTooLong, []string{`wrote too much output in answer to "genmove b": more than 1000 bytes`}},
		{"endless line", ErrTooLong, []string{`wrote too much output in answer to "genmove b": more than 1000 bytes`}},
	} {
		t.Run(c.how, func(t *testing.T) {
			patience := hang
			hangs := c.kind == ErrNoAnswer
			if hangs {
				t.Parallel() // it mostly waits
				patience = 3 * time.Second
			}
			client := startFake(t, c.how, func(p *Program) { p.MaxAnswer, p.Grace = 1000, 2*hang })
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			_, err := client.Do(ctx, "genmove b")
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("got %v, want %s", err, want)
				}
			}
			if errors.Is(err, context.DeadlineExceeded) != hangs {
				t.Errorf("%v wraps the error of the context: got %v, want %v", err, !hangs, hangs)
			}
			for _, kind := range []error{ErrNoAnswer, ErrEnded, ErrNotReading, ErrTooLong, ErrWrongID, ErrClosed} {
				if errors.Is(err, kind) != (kind == c.kind) {
					t.Errorf("%v wraps %q: got %v, want %v", err, kind, kind != c.kind, kind == c.kind)
				}
			}
			start := time.Now()
			_, again := client.Do(t.Context(), "name")
			if again == nil || !errors.Is(again, err) || !strings.Contains(again.Error(), `was not asked "name", because earlier: `) {
				t.Errorf("the next command: got %v, want an error that wraps %v", again, err)
			}
			if err := client.Close(); err == nil {
				t.Error("Close of a broken client returned no error")
			}
			if d := time.Since(start); d > hang { // the grace is longer
				t.Errorf("Close took %v, want at most %v", d, hang)
			}
		})
	}
}

// TestClientNotReading checks that the client does not wait for a program that runs but
// does not read commands.
func TestClientNotReading(t *testing.T) {
	c := startFake(t, "stops reading", nil)
	if _, err := c.Do(t.Context(), "name"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Do(t.Context(), "genmove b"); !errors.Is(err, ErrNotReading) {
		t.Errorf("got %v, want %v", err, ErrNotReading)
	}
}

// TestClientChild checks that the client notices the program's end even if a child holds
// its stdout open.
func TestClientChild(t *testing.T) {
	c := startFake(t, "die before a child", nil)
	start := time.Now()
	_, err := c.Do(t.Context(), "genmove b")
	if err == nil || !strings.Contains(err.Error(), "exit status 5") {
		t.Errorf("got %v, want exit status 5", err)
	}
	if d := time.Since(start); d > hang { // the child lives longer
		t.Errorf("noticed after %v, want at most %v", d, hang)
	}
}

func TestClientDeadlineBeforeAsking(t *testing.T) {
	c := startFake(t, "good", nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Do(ctx, "name"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if _, err := c.Do(t.Context(), "name"); err != nil {
		t.Errorf("broken by a command that was not sent: %v", err)
	}
}

func TestClientClose(t *testing.T) {
	for _, c := range []struct {
		how, want string
		grace     time.Duration
	}{
		{"good", "", hang},
		{"bad end", "ended badly: exit status 4", hang},
		{"slow to quit", "did not quit within 100ms and had to be ended", 100 * time.Millisecond},
		{"stubborn", "did not quit within 100ms and had to be ended", 100 * time.Millisecond},
		{"deaf", "did not quit within 100ms and had to be ended", 100 * time.Millisecond},
	} {
		t.Run(c.how, func(t *testing.T) {
			client := startFake(t, c.how, func(p *Program) { p.Grace = c.grace })
			if c.how != "deaf" {
				if _, err := client.Do(t.Context(), "name"); err != nil {
					t.Fatal(err)
				}
			}
			err := client.Close()
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestClientCloseWhileAsking(t *testing.T) {
	c := startFake(t, "hang", nil)
	var wg sync.WaitGroup
	for range 3 { // one is asked, two wait for their turn
		wg.Go(func() {
			if _, err := c.Do(t.Context(), "genmove b"); !errors.Is(err, ErrClosed) {
				t.Errorf("got %v, want %v", err, ErrClosed)
			}
		})
	}
	for begun := time.Now(); ; time.Sleep(time.Millisecond) {
		c.mu.Lock()
		asked := c.waiting != nil
		c.mu.Unlock()
		if asked {
			break
		}
		if time.Since(begun) > hang {
			t.Fatal("no command is in progress")
		}
	}
	if err := c.Close(); err == nil {
		t.Error("Close returned no error, although the program hangs")
	}
	wg.Wait()
}

func TestClientConcurrent(t *testing.T) {
	c := startFake(t, "good", nil)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 20 {
				line := fmt.Sprintf("echo %d %d", i, j)
				if got, err := c.Do(t.Context(), line); !strings.HasSuffix(got, " "+line) || err != nil {
					t.Errorf("got %q, %v, want %q at the end", got, err, line)
				}
			}
		})
	}
	wg.Wait()
}

type failingWriter struct{ n int }

func (w *failingWriter) Write([]byte) (int, error) { w.n++; return 0, errors.New("disk full") }

func TestClientLogs(t *testing.T) {
	var log, stderr bytes.Buffer
	opts := &slog.HandlerOptions{Level: slog.LevelDebug}
	c := startFake(t, "floods stderr", func(p *Program) {
		p.Log, p.Stderr, p.Dir = slog.New(slog.NewTextHandler(&log, opts)), &stderr, t.TempDir()
	})
	c.Do(t.Context(), "genmove b")
	c.Close()
	if !strings.Contains(log.String(), `command="1 genmove b" failed=false answer=D4`) {
		t.Errorf("the log does not have the command and its answer:\n%s", log.String())
	}
	if n := strings.Count(stderr.String(), "MALKOVICH: thinking hard\n"); n != 20000 {
		t.Errorf("%d lines of stderr, want 20000", n)
	}
	w := &failingWriter{}
	c = startFake(t, "floods stderr", func(p *Program) { p.Stderr = w })
	if got, err := c.Do(t.Context(), "genmove b"); got != "D4" || err != nil {
		t.Errorf("with a failing writer: got %q, %v, want D4", got, err)
	}
	if c.Close(); w.n != 1 {
		t.Errorf("%d writes to a failing writer, want 1", w.n)
	}
}

func TestStartErrors(t *testing.T) {
	for _, c := range []struct {
		p    Program
		want string
	}{
		{Program{}, "the command is empty"},
		{Program{Command: []string{"no-such-gtp-program"}}, "no-such-gtp-program does not start: "},
		{Program{Command: []string{os.Args[0]}, Dir: "/no/such/folder"}, "does not start: "},
	} {
		if _, err := Start(c.p); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
