package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	// heartbeat is the time after which a silent stream gets a comment, so that a dead connection shows.
	heartbeat = 15 * time.Second
	// StreamGrace is the time that a client has to take one message of a stream.
	StreamGrace = 20 * time.Second
)

// Events is an answer of Server-Sent Events. Its methods report false when no client listens any more.
type Events struct {
	ctx      context.Context // ends with the request and with the server
	w        io.Writer
	rc       *http.ResponseController
	lastSent time.Time
}

// Events begins such an answer; the caller calls end.
func (s *Service) Events(w http.ResponseWriter, r *http.Request) (e *Events, end func()) {
	e = &Events{w: w, rc: http.NewResponseController(w)}
	e.ctx, end = s.WhileServing(r.Context())
	// The deadlines of an ordinary request would end the stream. A writer without deadlines needs no change.
	_ = e.rc.SetReadDeadline(time.Time{})
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	if !e.write("retry: 1000\n\n") {
		end()
	}
	return e, end
}

// Open reports whether a client listens.
func (e *Events) Open() bool { return e.ctx.Err() == nil }

// Done is closed when no client listens any more.
func (e *Events) Done() <-chan struct{} { return e.ctx.Done() }

// Send sends plain data under a name.
func Send[T any](e *Events, name string, v T) bool {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain data
	}
	return e.write(fmt.Sprintf("event: %s\ndata: %s\n\n", name, data))
}

// KeepAlive sends a sign of life when nothing else was sent for long.
func (e *Events) KeepAlive() bool {
	return time.Since(e.lastSent) < heartbeat || e.write(": still here\n\n")
}

// Sleep reports whether a client still listens after that time.
func (e *Events) Sleep(d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-e.Done():
		return false
	}
}

// Await waits for a signal and sends signs of life meanwhile.
func (e *Events) Await(signal <-chan struct{}) bool {
	for {
		select {
		case <-signal:
			return true
		case <-time.After(heartbeat):
			if !e.KeepAlive() {
				return false
			}
		case <-e.Done():
			return false
		}
	}
}

func (e *Events) write(text string) bool {
	e.lastSent = time.Now()
	_ = e.rc.SetWriteDeadline(e.lastSent.Add(StreamGrace))
	if _, err := io.WriteString(e.w, text); err != nil {
		return false
	}
	return e.rc.Flush() == nil
}
