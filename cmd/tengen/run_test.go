package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// safeBuffer is a buffer for concurrent reading and writing.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// start runs a command line until ctx ends.
func start(ctx context.Context, t *testing.T, args ...string) (stdout, stderr *safeBuffer, status <-chan int) {
	t.Helper()
	m, _, _ := newMain(t, "", nil)
	in, w := io.Pipe() // never ends
	t.Cleanup(func() { w.Close() })
	stdout, stderr = new(safeBuffer), new(safeBuffer)
	m.Stdin, m.Stdout, m.Stderr = in, stdout, stderr
	done := make(chan int, 1)
	go func() { done <- m.Run(ctx, args) }()
	return stdout, stderr, done
}

// wait waits for text that matches, and returns its first group.
func wait(t *testing.T, b *safeBuffer, pattern string) string {
	t.Helper()
	re := regexp.MustCompile(pattern)
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(10 * time.Millisecond) {
		if found := re.FindStringSubmatch(b.String()); found != nil {
			return found[1]
		}
	}
	t.Fatalf("%q does not come in %q", pattern, b.String())
	return ""
}

// TestInterrupted interrupts running servers, which end with success.
func TestInterrupted(t *testing.T) {
	for _, args := range [][]string{{"gtp"}, {"web", "--no-browser", "--addr", "127.0.0.1:0"}} {
		ctx, cancel := context.WithCancel(t.Context())
		_, stderr, status := start(ctx, t, args...)
		cancel()
		if got := <-status; got != 0 || stderr.String() != "" {
			t.Errorf("%v: status %d, stderr %q", args, got, stderr)
		}
	}
}

// TestMatchInterrupted checks that an interrupted match reports its games and how to continue.
func TestMatchInterrupted(t *testing.T) {
	dir := t.TempDir()
	for want, out := range map[string][]string{" of 1000000 games: to continue, run tengen match --resume " + dir + "": {"--out", dir}, "without --out no games are kept": nil} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		stdout, stderr, status := start(ctx, t, append([]string{"match", "random", "random", "--size", "5", "--games", "1000000"}, out...)...)
		wait(t, stdout, "(game 1): ")
		cancel()
		if got := <-status; got != exitInterrupted || !strings.Contains(stdout.String(), "random #1 against random #2, after ") || !strings.Contains(stderr.String(), want) {
			t.Errorf("status %d, stderr %q", got, stderr)
		}
	}
	if data, err := os.ReadFile(filepath.Join(dir, "summary.json")); err != nil || !strings.Contains(string(data), `"interrupted": true`) {
		t.Errorf("the summary is %s (error: %v), want it to say that the match was interrupted", data, err)
	}
}

func TestMatchDoesNotStart(t *testing.T) {
	got := tengen(t, "", nil, "match", "cmd:no-such-program", "random")
	if got.status != 1 || got.stdout != "" || strings.Count(got.stderr, "does not start") != 1 || strings.Count(got.stderr, "\n") != 1 {
		t.Errorf("tengen match with a missing program: got %+v, want status 1, nothing on stdout and one line on stderr, that it does not start", got)
	}
}

// TestBrowser checks that the board is served while the browser runs, and if it fails.
func TestBrowser(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		t.Skip("needs xdg-open")
	}
	path := os.Getenv("PATH")
	for _, c := range []struct{ script, log string }{
		{"exec sleep 3\n", "^()"},
		{"exit 3\n", "(the browser did not open).*exit status 3"},
	} {
		dir := t.TempDir() // one per case, since the first browser may still be starting
		t.Setenv("PATH", dir+":"+path)
		if err := os.WriteFile(filepath.Join(dir, "xdg-open"), []byte("#!/bin/sh\n"+c.script), 0o755); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		stdout, stderr, status := start(ctx, t, "web", "--addr", "127.0.0.1:0")
		response, err := http.Get(wait(t, stdout, `(http://[^ ]+) `))
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		wait(t, stderr, c.log)
		cancel()
		if got := <-status; got != 0 || response.StatusCode != 200 {
			t.Errorf("status %d, %s", got, response.Status)
		}
	}
}
