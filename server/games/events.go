package games

import (
	"errors"
	"net/http"

	"tengen/baduk"
	"tengen/server/wire"
)

// getEvents streams the states of a game as Server-Sent Events. A slow client may miss intermediate states, but it
// always gets the latest.
func (g *Games) getEvents(w http.ResponseWriter, r *http.Request) error {
	leave, err := g.service.TakeStream()
	if err != nil {
		return err
	}
	defer leave()
	l, release, err := g.store.Acquire(r.PathValue("id"))
	if err != nil {
		return err
	}
	defer release()
	signal, unwatch := l.watchers.Watch()
	defer unwatch()
	e, end := g.service.Events(w, r)
	defer end()
	var known *baduk.Graph
	for e.Open() {
		graph := l.graph()
		state, err := l.state(known)
		if err != nil {
			if !errors.Is(err, wire.ErrClosing) {
				wire.Send(e, "gone", wire.Nothing{})
			}
			return nil
		}
		if !wire.Send(e, "state", state) {
			return nil
		}
		known = graph // the graph is sent again only if the board grows
		if !e.Await(signal) {
			return nil
		}
	}
	return nil
}
