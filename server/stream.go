package server

import (
	"errors"
	"net/http"
	"time"

	"tengen/baduk"
)

// getEvents streams the states of a game as Server-Sent Events. A slow client
// misses states in between, never the latest.
func (s *Server) getEvents(w http.ResponseWriter, r *http.Request) {
	leave, err := s.mayStream()
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	defer leave()
	t, err := s.shelf.acquire(r.PathValue("id"))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	defer s.shelf.release(t)
	signal, unwatch := t.watch()
	defer unwatch()
	e, end := s.events(w, r)
	defer end()
	var known *baduk.Graph
	for e.Err() == nil {
		graph := t.graph()
		state, err := t.state(known)
		if err != nil {
			if !errors.Is(err, errClosing) {
				e.event("gone", struct{}{})
			}
			return
		}
		if !e.event("state", state) {
			return
		}
		// One that has grown since is sent again next time.
		known = graph
		for again := false; !again; {
			select {
			case <-signal:
				again = true
			case <-time.After(heartbeat):
				if !e.still() {
					return
				}
			case <-e.Done():
				return
			}
		}
	}
}
