package server

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"time"

	"tengen/engine"
)

const (
	reviewEvery = 300 * time.Millisecond // between two events of a review, at least
	followEvery = time.Second            // after which it is looked whether the record is another
)

func shortSum(sum [32]byte) string { return hex.EncodeToString(sum[:6]) }

// reviewWish is which review a request is about.
func reviewWish(r *http.Request) (of reviewOf, level engine.Rank, err error) {
	game, err := intOf(r, "game", 0)
	if err == nil {
		level, err = levelOf(r.URL.Query().Get("level"))
	}
	return reviewOf{r.PathValue("id"), game}, level, err
}

// getReview answers what is known, and searches nothing.
func (s *Server) getReview(_ http.ResponseWriter, r *http.Request) (any, error) {
	of, level, err := reviewWish(r)
	if err != nil {
		return nil, err
	}
	l, leave, err := s.reviews.look(of, false)
	if err != nil {
		return nil, err
	}
	defer leave()
	return l.state(level), nil
}

// getReviewEvents streams the review as Server-Sent Events, and with ?search=1 the positions are
// searched for as long as a client listens.
func (s *Server) getReviewEvents(w http.ResponseWriter, r *http.Request) {
	of, level, err := reviewWish(r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	leaveStream, err := s.mayStream()
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	defer leaveStream()
	l, leave, err := s.reviews.look(of, isTrue(r.URL.Query().Get("search")))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	defer leave()
	signal, unwatch := l.watch()
	defer unwatch()
	e, end := s.events(w, r)
	defer end()
	var told []byte
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for e.Err() == nil {
		if err := l.follow(); err != nil {
			// The next look may find a game again; a record that is gone stays gone.
			if !e.event("refused", asAPIError(err)) || isGone(err) {
				return
			}
		} else {
			data, err := json.Marshal(l.state(level))
			if err != nil {
				panic(err) // plain data
			}
			if !bytes.Equal(data, told) {
				if told = data; !e.event("review", json.RawMessage(data)) {
					return
				}
			}
		}
		if !e.still() || !e.wait(reviewEvery) {
			return
		}
		select {
		case <-signal:
		case <-tick.C:
		case <-e.Done():
			return
		}
	}
}

// getReviewReport sends the report of what is known as one page that needs nothing else.
func (s *Server) getReviewReport(w http.ResponseWriter, r *http.Request) {
	var b bytes.Buffer
	of, level, err := reviewWish(r)
	if err == nil {
		var l *liveReview
		var leave func()
		if l, leave, err = s.reviews.look(of, false); err == nil {
			err = l.made(l.glance(), level).WriteHTML(&b)
			leave()
		}
	}
	var name any
	if err == nil {
		name, err = s.withDocument(of.id, func(d *document) (any, error) { return withExt(d.meta.Name, ".html"), nil })
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	sendFile(w, name.(string), "text/html; charset=utf-8", b.Bytes())
}
