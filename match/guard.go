package match

import "sync"

// maxNoise is the number of bytes of unrequested output that a program may write during a game. A program that writes
// more is ended. Unrequested output is everything on stderr, and everything on stdout outside of answers to commands.
// For comparison, a program with much output writes some kilobytes a move.
const maxNoise = 256 << 20

// A guard counts the unrequested output of a program and reports when it exceeds a limit. It does
// not keep the output.
type guard struct {
	limit int64
	done  chan struct{} // closed when the limit is exceeded

	mu    sync.Mutex
	bytes int64
	over  bool
}

func newGuard(limit int64) *guard {
	return &guard{limit: limit, done: make(chan struct{})}
}

// count adds n bytes of unrequested output.
func (g *guard) count(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.bytes += int64(n); g.bytes > g.limit && !g.over {
		g.over = true
		close(g.done)
	}
}

// reset begins a new game.
func (g *guard) reset() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.bytes = 0
}

// Write counts output to stderr.
func (g *guard) Write(p []byte) (int, error) {
	g.count(len(p))
	return len(p), nil
}
