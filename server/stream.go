package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"tengen/baduk"
)

const (
	heartbeat   = 15 * time.Second // a comment, so that dead connections show
	streamGrace = 20 * time.Second // a client that takes longer for a message is gone
)

// getEvents streams the states of a game as Server-Sent Events. A slow client
// misses states in between, never the latest.
func (s *Server) getEvents(w http.ResponseWriter, r *http.Request) {
	select {
	case s.streams <- struct{}{}:
		defer func() { <-s.streams }()
	default:
		s.refuse(w, r, fail(http.StatusServiceUnavailable, "", "%d pages are following games, which is as many as may: close one first", s.opt.MaxStreams))
		return
	}
	t, err := s.shelf.acquire(r.PathValue("id"))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	defer s.shelf.release(t)
	signal, unwatch := t.watch()
	defer unwatch()

	// The deadlines of an ordinary request would end the stream. A writer that
	// knows no deadlines needs none.
	rc := http.NewResponseController(w)
	_ = rc.SetReadDeadline(time.Time{})
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	send := func(text string) bool {
		_ = rc.SetWriteDeadline(time.Now().Add(streamGrace))
		if _, err := io.WriteString(w, text); err != nil {
			return false
		}
		return rc.Flush() == nil
	}
	if !send("retry: 1000\n\n") {
		return
	}
	tick := time.NewTicker(heartbeat)
	defer tick.Stop()
	var known *baduk.Graph
	for {
		graph := t.graph()
		state, err := t.state(known)
		if err != nil {
			if !errors.Is(err, errClosing) {
				send("event: gone\ndata: {}\n\n")
			}
			return
		}
		data, err := json.Marshal(state)
		if err != nil {
			panic(err) // plain data
		}
		if !send(fmt.Sprintf("event: state\ndata: %s\n\n", data)) {
			return
		}
		// One that has grown since is sent again next time.
		known = graph
		for again := false; !again; {
			select {
			case <-signal:
				again = true
			case <-tick.C:
				if !send(": still here\n\n") {
					return
				}
			case <-r.Context().Done():
				return
			case <-s.ctx.Done():
				return
			}
		}
	}
}
