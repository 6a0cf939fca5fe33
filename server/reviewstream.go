package server

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
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
// searched for as long as somebody listens.
func (s *Server) getReviewEvents(w http.ResponseWriter, r *http.Request) {
	of, level, err := reviewWish(r)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	select {
	case s.streams <- struct{}{}:
		defer func() { <-s.streams }()
	default:
		s.refuse(w, r, fail(http.StatusServiceUnavailable, "", "%d pages are following games or reviews, which is as many as may: close one first", s.opt.MaxStreams))
		return
	}
	l, leave, err := s.reviews.look(of, isTrue(r.URL.Query().Get("search")))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	defer leave()
	signal, unwatch := l.watch()
	defer unwatch()
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
	var told []byte
	beat, tick := time.Now(), time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		if err := l.follow(); err != nil {
			// The next look may find a game again; a record that is gone stays gone.
			text, _ := json.Marshal(asAPIError(err))
			if !send(fmt.Sprintf("event: refused\ndata: %s\n\n", text)) || isGone(err) {
				return
			}
		} else {
			data, err := json.Marshal(l.state(level))
			if err != nil {
				panic(err) // plain data
			}
			if !bytes.Equal(data, told) {
				if told, beat = data, time.Now(); !send(fmt.Sprintf("event: review\ndata: %s\n\n", data)) {
					return
				}
			}
		}
		if time.Since(beat) > heartbeat {
			if beat = time.Now(); !send(": still here\n\n") {
				return
			}
		}
		select {
		case <-time.After(reviewEvery):
		case <-r.Context().Done():
			return
		case <-s.ctx.Done():
			return
		}
		select {
		case <-signal:
		case <-tick.C:
		case <-r.Context().Done():
			return
		case <-s.ctx.Done():
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
