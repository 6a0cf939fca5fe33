package server

import (
	"encoding/json"
	"fmt"
	"io"
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
	select {
	case s.streams <- struct{}{}:
		defer func() { <-s.streams }()
	default:
		s.refuse(w, r, fail(http.StatusServiceUnavailable, "", "%d pages are following games or training, which is as many as may: close one first", s.opt.MaxStreams))
		return
	}
	rc := http.NewResponseController(w)
	_ = rc.SetReadDeadline(time.Time{}) // that of an ordinary request would end the stream
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
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
	known := map[string]*told{}
	for _, name := range names {
		known[name] = &told{}
	}
	beat := time.Now()
	for {
		more := false
		for _, name := range names {
			again, news := s.training.look(name, known[name])
			if more = more || again; news == nil {
				continue
			}
			data, err := json.Marshal(news)
			if err != nil {
				panic(err) // plain data
			}
			if !send(fmt.Sprintf("event: curve\ndata: %s\n\n", data)) {
				return
			}
			beat = time.Now()
		}
		if time.Since(beat) > heartbeat {
			if beat = time.Now(); !send(": still here\n\n") {
				return
			}
		}
		wait := lookAgain
		if more {
			wait = 0
		}
		select {
		case <-time.After(wait):
		case <-r.Context().Done():
			return
		case <-s.ctx.Done():
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
			return fail(http.StatusBadRequest, "run", "%q is no name of a run", name)
		}
	}
	return nil
}

// look reads on in a run and says what is new for somebody who was told that much, and
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
