package protocols

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"tengen/analysis"
	"tengen/server/wire"
)

// analyst begins a session of the analysis engine, which takes a place for a stream. The caller calls done at the
// end.
func (p *Protocols) analyst() (session *analysis.Session, done func(), err error) {
	if p.opt.Analysis == nil {
		return nil, nil, wire.Fail(http.StatusNotFound, "", "this server does not analyse")
	}
	leave, err := p.service.TakeStream()
	if err != nil {
		return nil, nil, err
	}
	session = p.opt.Analysis.NewSession()
	return session, func() { session.Close(); leave() }, nil
}

// postAnalysis answers one query, line by line as its searches end. An error in the query is answered in the form
// of the protocol. A client that leaves ends its searches.
func (p *Protocols) postAnalysis(w http.ResponseWriter, r *http.Request) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return wire.Fail(http.StatusUnsupportedMediaType, "", "the query must be of type application/json")
	}
	query, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(query)) == 0 {
		return wire.Fail(http.StatusBadRequest, "", "the request has no query in it: send a JSON object")
	}
	session, done, err := p.analyst()
	if err != nil {
		return err
	}
	defer done()
	ctx, cancel := p.service.WhileServing(r.Context())
	defer cancel()
	if err := session.Line(ctx, query); err != nil {
		return nil // the client has gone, or the server closes
	}
	session.End()
	rc := http.NewResponseController(w)
	_ = rc.SetReadDeadline(time.Time{}) // the deadline is for ordinary requests
	h := w.Header()
	h.Set("Content-Type", "application/x-ndjson")
	h.Set("Cache-Control", "no-store")
	for first := true; ; first = false {
		answer, err := session.Next(ctx)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil
		}
		if first {
			w.WriteHeader(analysisStatus(answer))
		}
		if err != nil {
			return nil
		}
		_ = rc.SetWriteDeadline(time.Now().Add(wire.StreamGrace))
		if _, err := w.Write(append(answer, '\n')); err != nil || rc.Flush() != nil {
			return nil
		}
	}
}

// analysisStatus returns the status of a stream of answers by the first of them: only warnings come before errors.
func analysisStatus(answer []byte) int {
	switch {
	case bytes.HasPrefix(answer, []byte(`{"error":"too many `)):
		return http.StatusTooManyRequests
	case bytes.HasPrefix(answer, []byte(`{"error":`)):
		return http.StatusBadRequest
	}
	return http.StatusOK
}
