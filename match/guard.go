package match

import (
	"context"
	"log/slog"
	"sync"
)

// maxNoise is how many bytes a program may write during a game that nobody asked
// for, to its stderr and to its stdout beside the answers, before it is cut off. A
// talkative program writes some kilobytes a move.
const maxNoise = 256 << 20

// A guard counts what a program says unasked and ends it when that is too much. It
// keeps none of it.
type guard struct {
	limit int64
	log   slog.Handler  // gets what the client logs, if anybody listens
	done  chan struct{} // closed when it was too much

	mu    sync.Mutex
	bytes int64
	over  bool
}

func newGuard(log *slog.Logger, limit int64) *guard {
	return &guard{limit: limit, log: log.Handler(), done: make(chan struct{})}
}

// count adds bytes.
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

// A guard is a log's handler as well: the client of the program logs every line of
// its stdout that belongs to no answer.

// Enabled implements slog.Handler: everything is counted.
func (g *guard) Enabled(context.Context, slog.Level) bool { return true }

// Handle implements slog.Handler.
func (g *guard) Handle(ctx context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "line" {
			g.count(len(a.Value.String()) + 1)
		}
		return true
	})
	if g.log.Enabled(ctx, r.Level) {
		return g.log.Handle(ctx, r)
	}
	return nil
}

// WithAttrs implements slog.Handler; the client does not use it.
func (g *guard) WithAttrs([]slog.Attr) slog.Handler { return g }

// WithGroup implements slog.Handler; the client does not use it.
func (g *guard) WithGroup(string) slog.Handler { return g }
