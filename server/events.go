package server

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	heartbeat   = 15 * time.Second // a comment, so that dead connections show
	streamGrace = 20 * time.Second // a client that takes longer for a message is gone
)

// mayStream takes one of the places for who follows something, until leave is called.
func (s *Server) mayStream() (leave func(), err error) {
	select {
	case s.streams <- struct{}{}:
		return func() { <-s.streams }, nil
	default:
		return nil, fail(http.StatusServiceUnavailable, "", "%d pages and clients have streams open, which is as many as may: close one first", s.opt.MaxStreams)
	}
}

// whileServing is a context that ends with another, or with the server.
func (s *Server) whileServing(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(s.ctx, cancel)
	return ctx, func() { stop(); cancel() }
}

// eventStream is an answer of Server-Sent Events. What sends reports false when no client
// listens any more.
type eventStream struct {
	context.Context // ends with the request and with the server
	w               io.Writer
	rc              *http.ResponseController
	sent            time.Time // when something was, the last time
}

// events begins such an answer; end ends it.
func (s *Server) events(w http.ResponseWriter, r *http.Request) (e *eventStream, end func()) {
	e = &eventStream{w: w, rc: http.NewResponseController(w)}
	e.Context, end = s.whileServing(r.Context())
	// The deadlines of an ordinary request would end the stream. A writer that
	// knows no deadlines needs none.
	_ = e.rc.SetReadDeadline(time.Time{})
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	if !e.write("retry: 1000\n\n") {
		end()
	}
	return e, end
}

// event sends plain data under a name.
func (e *eventStream) event(name string, v any) bool {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain data
	}
	return e.write(fmt.Sprintf("event: %s\ndata: %s\n\n", name, data))
}

// still sends a sign of life when nothing else was sent for long.
func (e *eventStream) still() bool {
	return time.Since(e.sent) < heartbeat || e.write(": still here\n\n")
}

// wait reports whether a client still listens after that time.
func (e *eventStream) wait(d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-e.Done():
		return false
	}
}

func (e *eventStream) write(text string) bool {
	e.sent = time.Now()
	_ = e.rc.SetWriteDeadline(e.sent.Add(streamGrace))
	if _, err := io.WriteString(e.w, text); err != nil {
		return false
	}
	return e.rc.Flush() == nil
}
