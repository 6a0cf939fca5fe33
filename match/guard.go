package match

import "sync"

// maxNoise is how many bytes a program may write during a game without being asked
// for, to its stderr and to its stdout beside the answers to commands, before it is cut
// off. A talkative program writes some kilobytes a move.
const maxNoise = 256 << 20

// A guard counts what a program says unasked and ends it when that is too much. It
// keeps none of it.
type guard struct {
	limit int64
	done  chan struct{} // closed when it was too much

	mu    sync.Mutex
	bytes int64
	over  bool
}

func newGuard(limit int64) *guard {
	return &guard{limit: limit, done: make(chan struct{})}
}

// count adds bytes, such as those of stdout in no answer to a command.
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

// Write takes what the program writes to its stderr.
func (g *guard) Write(p []byte) (int, error) {
	g.count(len(p))
	return len(p), nil
}
