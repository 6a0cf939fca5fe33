package wire

import (
	"context"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sync"
	"time"
)

// Service has the parts that all packages of a server share: the log, the context, the goroutines, and the limit for
// open streams.
type Service struct {
	Log *slog.Logger
	// Grace is the time that running requests have to finish when the server closes.
	Grace time.Duration

	streams chan struct{}   // a token for each open stream
	ctx     context.Context // ends when the server closes
	cancel  context.CancelFunc
	running sync.WaitGroup // every goroutine of the server
}

// NewService makes a Service. maxStreams is the most streams that may be open at the same time.
func NewService(log *slog.Logger, maxStreams int) *Service {
	s := &Service{Log: log, Grace: 1500 * time.Millisecond, streams: make(chan struct{}, maxStreams)}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Context returns a context that ends when the server closes. Code that waits must also wait for the end of this
// context.
func (s *Service) Context() context.Context { return s.ctx }

// Go runs f in a goroutine that Wait waits for.
func (s *Service) Go(f func()) { s.running.Go(f) }

// Enter makes [Service.Wait] wait until leave is called.
func (s *Service) Enter() (leave func()) {
	s.running.Add(1)
	return s.running.Done
}

// Safely runs a function that searches or calls a player, so that a panic in it ends only the work of the caller. It
// returns the value of the panic and its stack for the log, or nil without a panic.
func Safely(call func() error) (panicked any, stack string, err error) {
	defer func() {
		if panicked = recover(); panicked != nil {
			stack = string(debug.Stack())
		}
	}()
	return nil, "", call()
}

// Cancel ends the context.
func (s *Service) Cancel() { s.cancel() }

// Wait returns when all goroutines have ended.
func (s *Service) Wait() { s.running.Wait() }

// TakeStream counts a stream as open until leave is called. It fails if too many streams are open.
func (s *Service) TakeStream() (leave func(), err error) {
	select {
	case s.streams <- struct{}{}:
		return func() { <-s.streams }, nil
	default:
		return nil, Fail(http.StatusServiceUnavailable, "", "%d streams of pages and clients are open, and no more are allowed: close one first", cap(s.streams))
	}
}

// Streams returns how many streams are open, and how many may be.
func (s *Service) Streams() (open, most int) { return len(s.streams), cap(s.streams) }

// WhileServing returns a context that ends with ctx, or when the server closes.
func (s *Service) WhileServing(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(s.ctx, cancel)
	return ctx, func() { stop(); cancel() }
}
