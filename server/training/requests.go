package training

import (
	"io/fs"
	"net/http"
	"slices"
	"time"

	"tengen/server/wire"
)

const (
	maxFollowed = 12                     // runs that a request follows at the same time
	lookAgain   = 500 * time.Millisecond // the time after which a file is read again
)

// getEvents streams the curves of the runs that the request names as Server-Sent Events: all of each curve at once,
// and what has changed as the files grow.
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

// mayFollow refuses names that cannot be runs. A run that does not exist may still come.
func (t *Training) mayFollow(names []string) error {
	if t.dir == "" {
		return errNoRuns
	}
	if len(names) == 0 || len(names) > maxFollowed {
		return wire.Fail(http.StatusBadRequest, "run", "name 1 to %d runs, not %d", maxFollowed, len(names))
	}
	for _, name := range names {
		if !fs.ValidPath(name) {
			return wire.Fail(http.StatusBadRequest, "run", "%q is not a name of a run", name)
		}
	}
	return nil
}

// look reads what was added to a run. It returns what is new for a client, and whether there is more to read now.
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
