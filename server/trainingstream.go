package server

import (
	"io/fs"
	"net/http"
	"slices"
	"time"
)

const (
	maxFollowed = 12                     // runs that a page follows at the same time
	lookAgain   = 500 * time.Millisecond // after which a file is looked at again
)

// getTrainingEvents streams the curves of the runs that the request names as Server-Sent
// Events: all of them at once, and what has changed as the files grow.
func (s *Server) getTrainingEvents(w http.ResponseWriter, r *http.Request) {
	names := slices.Compact(slices.Sorted(slices.Values(r.URL.Query()["run"])))
	if err := s.training.mayFollow(names); err != nil {
		s.refuse(w, r, err)
		return
	}
	leave, err := s.mayStream()
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	defer leave()
	e, end := s.events(w, r)
	defer end()
	known := map[string]*told{}
	for _, name := range names {
		known[name] = &told{}
	}
	for e.Err() == nil {
		wait := lookAgain
		for _, name := range names {
			more, news := s.training.look(name, known[name])
			if more {
				wait = 0
			}
			if news != nil && !e.event("curve", news) {
				return
			}
		}
		if !e.still() || !e.wait(wait) {
			return
		}
	}
}

// mayFollow refuses what cannot be names of runs. A run that is not there may still come.
func (t *training) mayFollow(names []string) error {
	if t.dir == "" {
		return errNoRuns
	}
	if len(names) == 0 || len(names) > maxFollowed {
		return fail(http.StatusBadRequest, "run", "name 1 to %d runs, not %d", maxFollowed, len(names))
	}
	for _, name := range names {
		if !fs.ValidPath(name) {
			return fail(http.StatusBadRequest, "run", "%q is not a name of a run", name)
		}
	}
	return nil
}

// look reads on in a run and says what is new for a client that was told that much, and
// whether there is more to read at once.
func (t *training) look(name string, known *told) (more bool, news *Curve) {
	c := t.curve(name)
	root, err := t.open()
	if err != nil {
		c.mu.Lock()
		c.lost()
		c.mu.Unlock()
		return false, c.news(known)
	}
	defer root.Close()
	more = c.advance(root)
	return more, c.news(known)
}
