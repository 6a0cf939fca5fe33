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

// analyst begins a session of the analysis engine, which counts as an open stream. The caller must call done at the
// end.
func (p *Protocols) analyst() (session *analysis.Session, done func(), err error) {
	if p.opt.Analysis == nil {
		return nil, nil, wire.Fail(http.StatusNotFound, "", "analysis is turned off on this server")
	}
	leave, err := p.service.TakeStream()
	if err != nil {
		return nil, nil, err
	}
	session = p.opt.Analysis.NewSession()
	return session, func() { session.Close(); leave() }, nil
}

// postAnalysis answers one query. It sends a line as soon as a search has ended. Errors in the query are answered as
// the analysis protocol defines. When the client leaves, its searches end.
func (p *Protocols) postAnalysis(w http.ResponseWriter, r *http.Request) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return wire.Misuse(http.StatusUnsupportedMediaType, "", "the query must be of type application/json")
	}
	query, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(query)) == 0 {
		return wire.Misuse(http.StatusBadRequest, "", "the body of the request is empty: send a query as a JSON object")
	}
	session, done, err := p.analyst()
	if err != nil {
		return err
	}
	defer done()
	ctx, cancel := p.service.WhileServing(r.Context())
	defer cancel()
	if err := session.Line(ctx, query); err != nil {
		return nil // the client has left, or the server is closing
	}
	session.End()
	rc := http.NewResponseController(w)
	_ = rc.SetReadDeadline(time.Time{}) // the read deadline is only for ordinary requests
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

// analysisStatus returns the HTTP status for a stream of answers. The first answer decides, because only warnings can
// precede an error.
func analysisStatus(answer []byte) int {
	switch {
	case analysis.Overloaded(answer):
		return http.StatusTooManyRequests
	case bytes.HasPrefix(answer, []byte(`{"error":`)):
		return http.StatusBadRequest
	}
	return http.StatusOK
}
