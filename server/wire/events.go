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
	// heartbeat is the time after which an idle stream sends a comment, so that a dead connection is noticed.
	heartbeat = 15 * time.Second
	// StreamGrace is the time in which a client must receive one message of a stream.
	StreamGrace = 20 * time.Second
)

// Events is an answer that consists of Server-Sent Events. Its methods return false when the client has left or the
// server closes.
type Events struct {
	ctx      context.Context // ends with the request and with the server
	w        io.Writer
	rc       *http.ResponseController
	lastSent time.Time
}

// Events begins an answer of Server-Sent Events. The caller must call end.
func (s *Service) Events(w http.ResponseWriter, r *http.Request) (e *Events, end func()) {
	e = &Events{w: w, rc: http.NewResponseController(w)}
	e.ctx, end = s.WhileServing(r.Context())
	// The deadlines of an ordinary request would end the stream. Errors are ignored: a writer that cannot set deadlines
	// has none.
	_ = e.rc.SetReadDeadline(time.Time{})
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	if !e.write("retry: 1000\n\n") {
		end()
	}
	return e, end
}

// Open reports whether the client is still connected and the server is not closing.
func (e *Events) Open() bool { return e.ctx.Err() == nil }

// Done returns a channel that is closed when the client has left or the server closes.
func (e *Events) Done() <-chan struct{} { return e.ctx.Done() }

// Send sends v in JSON as an event with a name.
func Send[T any](e *Events, name string, v T) bool {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain data
	}
	return e.SendJSON(name, data)
}

// SendJSON sends JSON as an event with a name.
func (e *Events) SendJSON(name string, data []byte) bool {
	return e.write(fmt.Sprintf("event: %s\ndata: %s\n\n", name, data))
}

// KeepAlive sends a comment if nothing was sent for a while.
func (e *Events) KeepAlive() bool {
	return time.Since(e.lastSent) < heartbeat || e.write(": still here\n\n")
}

// Sleep waits for the duration d. If the stream ends earlier, Sleep returns false at once.
func (e *Events) Sleep(d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-e.Done():
		return false
	}
}

// Await waits for a signal and keeps the stream alive while it waits.
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
