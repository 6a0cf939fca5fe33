package wire

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Service is what all rooms of a server share: its log, its life, and the places for streams.
type Service struct {
	Log *slog.Logger
	// Grace is the time that running requests have when the server closes.
	Grace time.Duration

	streams chan struct{}   // a token for each open stream
	ctx     context.Context // ends when the server closes
	cancel  context.CancelFunc
	running sync.WaitGroup // every goroutine of the server
}

// NewService starts the life of a server. maxStreams is the most streams that are open at the same time.
func NewService(log *slog.Logger, maxStreams int) *Service {
	s := &Service{Log: log, Grace: 1500 * time.Millisecond, streams: make(chan struct{}, maxStreams)}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Context ends when the server closes. Everything that waits watches it.
func (s *Service) Context() context.Context { return s.ctx }

// Go runs f in a goroutine that Wait waits for.
func (s *Service) Go(f func()) { s.running.Go(f) }

// Enter makes Wait wait until leave is called.
func (s *Service) Enter() (leave func()) {
	s.running.Add(1)
	return s.running.Done
}

// Cancel ends the context.
func (s *Service) Cancel() { s.cancel() }

// Wait returns when all goroutines have ended.
func (s *Service) Wait() { s.running.Wait() }

// TakeStream takes one of the places for streams until leave is called.
func (s *Service) TakeStream() (leave func(), err error) {
	select {
	case s.streams <- struct{}{}:
		return func() { <-s.streams }, nil
	default:
		return nil, Fail(http.StatusServiceUnavailable, "", "%d pages and clients have streams open, which is as many as may: close one first", cap(s.streams))
	}
}

// WhileServing returns a context that ends with ctx, or when the server closes.
func (s *Service) WhileServing(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(s.ctx, cancel)
	return ctx, func() { stop(); cancel() }
}
