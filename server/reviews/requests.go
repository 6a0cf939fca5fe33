package reviews

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"time"

	"tengen/engine"
	"tengen/server/records"
	"tengen/server/wire"
)

const (
	reviewEvery = 300 * time.Millisecond // the shortest time between two events of a review
	followEvery = time.Second            // the time between two checks of the record for changes
)

func shortSum(sum [32]byte) string { return hex.EncodeToString(sum[:6]) }

// readRequest returns the game that a request names, and the level of the players.
func readRequest(r *http.Request) (id gameID, level engine.Rank, err error) {
	game, err := wire.IntOf(r, "game", 0)
	if err == nil {
		level, err = levelOf(r.URL.Query().Get("level"))
	}
	return gameID{r.PathValue("id"), game}, level, err
}

// getReview answers with the finished part of a review. It does not start a search.
func (r *Reviews) getReview(req *http.Request) (*State, error) {
	id, level, err := readRequest(req)
	if err != nil {
		return nil, err
	}
	l, leave, err := r.look(id, false)
	if err != nil {
		return nil, err
	}
	defer leave()
	return l.state(level), nil
}

// getEvents streams a review as Server-Sent Events. With ?search=1 the positions are searched as long as a client is
// connected.
func (r *Reviews) getEvents(w http.ResponseWriter, req *http.Request) error {
	id, level, err := readRequest(req)
	if err != nil {
		return err
	}
	leaveStream, err := r.service.TakeStream()
	if err != nil {
		return err
	}
	defer leaveStream()
	l, leave, err := r.look(id, wire.IsTrue(req.URL.Query().Get("search")))
	if err != nil {
		return err
	}
	defer leave()
	signal, unwatch := l.watchers.Watch()
	defer unwatch()
	e, end := r.service.Events(w, req)
	defer end()
	var told []byte
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for e.Open() {
		if err := l.follow(); err != nil {
			// A game that cannot be read now may be readable later, so the stream continues. It ends if the record or
			// the game was deleted.
			if !wire.Send(e, "refused", wire.AsError(err)) || isGone(err) {
				return nil
			}
		} else {
			data, err := json.Marshal(l.state(level))
			if err != nil {
				panic(err) // plain data
			}
			if !bytes.Equal(data, told) {
				if told = data; !wire.Send(e, "review", json.RawMessage(data)) {
					return nil
				}
			}
		}
		if !e.KeepAlive() || !e.Sleep(reviewEvery) {
			return nil
		}
		select {
		case <-signal:
		case <-tick.C:
		case <-e.Done():
			return nil
		}
	}
	return nil
}

// getReport sends the report on the finished part of a review as a single HTML file.
func (r *Reviews) getReport(w http.ResponseWriter, req *http.Request) error {
	id, level, err := readRequest(req)
	if err != nil {
		return err
	}
	l, leave, err := r.look(id, false)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	err = l.made(l.snapshot(), level).WriteHTML(&b)
	leave()
	if err != nil {
		return err
	}
	file := wire.File{Type: "text/html; charset=utf-8", Data: b.Bytes()}
	err = r.records.With(id.record, func(d *records.Document) error {
		file.Name = d.FileNameWith(".html")
		return nil
	})
	if err != nil {
		return err
	}
	file.Send(w)
	return nil
}
