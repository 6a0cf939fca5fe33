package server

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"tengen/analysis"
)

// analysisRoutes are KataGo's analysis protocol over HTTP and WebSocket, see package
// analysis for what is said.
func (s *Server) analysisRoutes(mux *http.ServeMux) {
	mux.HandleFunc("POST /api/analysis", s.postAnalysis)
	mux.HandleFunc("GET /api/analysis", s.getAnalysis)
}

// analyst is a new session of the analysis engine, for a client who has a stream open:
// done gives that back.
func (s *Server) analyst() (session *analysis.Session, done func(), err error) {
	if s.opt.Analysis == nil {
		return nil, nil, fail(http.StatusNotFound, "", "this server does not analyse")
	}
	leave, err := s.mayStream()
	if err != nil {
		return nil, nil, err
	}
	session = s.opt.Analysis.NewSession()
	return session, func() { session.Close(); leave() }, nil
}

// postAnalysis answers one query, line by line as its searches are done. What is wrong
// with a query is told in the protocol's form. A client that leaves ends its searches.
func (s *Server) postAnalysis(w http.ResponseWriter, r *http.Request) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		s.refuse(w, r, fail(http.StatusUnsupportedMediaType, "", "the query must be of type application/json"))
		return
	}
	query, err := io.ReadAll(r.Body)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	if len(bytes.TrimSpace(query)) == 0 {
		s.refuse(w, r, fail(http.StatusBadRequest, "", "the request has no query in it: send a JSON object"))
		return
	}
	session, done, err := s.analyst()
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	defer done()
	ctx, cancel := s.whileServing(r.Context())
	defer cancel()
	if err := session.Line(ctx, query); err != nil {
		return // the client has gone, or the server goes
	}
	session.End()
	rc := http.NewResponseController(w)
	_ = rc.SetReadDeadline(time.Time{}) // which is for ordinary requests
	h := w.Header()
	h.Set("Content-Type", "application/x-ndjson")
	h.Set("Cache-Control", "no-store")
	for first := true; ; first = false {
		answer, err := session.Next(ctx)
		if err != nil && !errors.Is(err, io.EOF) {
			return
		}
		if first {
			w.WriteHeader(analysisStatus(answer))
		}
		if err != nil {
			return
		}
		_ = rc.SetWriteDeadline(time.Now().Add(streamGrace))
		if _, err := w.Write(append(answer, '\n')); err != nil || rc.Flush() != nil {
			return
		}
	}
}

// analysisStatus is the status of a stream of answers, by the first of them: errors are
// told before anything else, except for warnings.
func analysisStatus(answer []byte) int {
	switch {
	case bytes.HasPrefix(answer, []byte(`{"error":"too many `)):
		return http.StatusTooManyRequests
	case bytes.HasPrefix(answer, []byte(`{"error":`)):
		return http.StatusBadRequest
	}
	return http.StatusOK
}
