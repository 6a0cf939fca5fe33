package training

import (
	"io/fs"
	"net/http"
	"slices"
	"time"

	"tengen/server/wire"
)

const (
	maxFollowed = 12                     // the most runs that a request follows
	lookAgain   = 500 * time.Millisecond // the time between two checks of a file
)

// getEvents streams the curves of the runs that the request names as Server-Sent Events. It sends each whole curve
// first, and then the changes as the files grow.
func (t *Training) getEvents(w http.ResponseWriter, r *http.Request) error {
	names := slices.Compact(slices.Sorted(slices.Values(r.URL.Query()["run"])))
	if err := t.mayFollow(names); err != nil {
		return err
	}
	leave, err := t.service.TakeStream()
	if err != nil {
		return err
	}
	defer leave()
	e, end := t.service.Events(w, r)
	defer end()
	known := map[string]*told{}
	for _, name := range names {
		known[name] = &told{}
	}
	for e.Open() {
		wait := lookAgain
		for _, name := range names {
			more, news := t.look(name, known[name])
			if more {
				wait = 0
			}
			if news != nil && !wire.Send(e, "curve", news) {
				return nil
			}
		}
		if !e.KeepAlive() || !e.Sleep(wait) {
			return nil
		}
	}
	return nil
}

// mayFollow returns an error if a name cannot be that of a run. A valid name is accepted even if the run does not exist
// yet.
func (t *Training) mayFollow(names []string) error {
	if t.dir == "" {
		return errNoRuns
	}
	if len(names) == 0 || len(names) > maxFollowed {
		return wire.Misuse(http.StatusBadRequest, "run", "name 1 to %d runs, not %d", maxFollowed, len(names))
	}
	for _, name := range names {
		if !fs.ValidPath(name) {
			return wire.Misuse(http.StatusBadRequest, "run", "%q is not a name of a run", name)
		}
	}
	return nil
}

// look reads the lines that were added to a run. It returns the changes for a client, and whether there is more to
// read.
func (t *Training) look(name string, known *told) (more bool, news *curveNews) {
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
