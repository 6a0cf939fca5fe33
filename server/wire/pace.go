package wire

import (
	"io"
	"net/http"
	"time"
)

const (
	// piece is the part of a body, in bytes, for which a slow connection gets pieceTime. A connection that is slower
	// is closed.
	piece     = 64 << 10
	pieceTime = 30 * time.Second
	// bodyTime is the time for the whole body of a request, if its route takes more than MaxJSON and not only from the
	// owner. Many clients may send such bodies at the same time, and they are in memory while they arrive.
	bodyTime = 30 * time.Second
)

// pacedBody is the body of a request. Each piece of it must arrive within pieceTime. The end of the body removes the
// deadline: a deadline that passed while the handler works would end the request's context.
type pacedBody struct {
	io.ReadCloser
	rc    *http.ResponseController
	until time.Time // when the whole body must have arrived; zero without such a deadline
	left  int       // bytes that may arrive before the deadline is renewed
}

// paceBody returns the body of a request with deadlines. If whole is not 0, it is the time for the whole body. Errors
// of deadlines are ignored: a writer that cannot set deadlines has none.
func paceBody(w http.ResponseWriter, r *http.Request, whole time.Duration) io.ReadCloser {
	rc := http.NewResponseController(w)
	if r.ContentLength == 0 {
		_ = rc.SetReadDeadline(time.Time{})
		return r.Body
	}
	b := &pacedBody{ReadCloser: r.Body, rc: rc}
	if whole > 0 {
		b.until = time.Now().Add(whole)
	}
	return b
}

func (b *pacedBody) Read(p []byte) (int, error) {
	if b.left <= 0 {
		b.left = piece
		deadline := time.Now().Add(pieceTime)
		if !b.until.IsZero() && b.until.Before(deadline) {
			deadline = b.until
		}
		_ = b.rc.SetReadDeadline(deadline)
	}
	n, err := b.ReadCloser.Read(p)
	b.left -= n
	if err == io.EOF {
		_ = b.rc.SetReadDeadline(time.Time{})
	}
	return n, err
}

// Paced returns a writer of an answer. Each piece of the answer must reach the client within pieceTime.
func Paced(w http.ResponseWriter) http.ResponseWriter {
	return pacedWriter{w, http.NewResponseController(w)}
}

type pacedWriter struct {
	http.ResponseWriter
	rc *http.ResponseController
}

func (w pacedWriter) Write(data []byte) (written int, err error) {
	for {
		_ = w.rc.SetWriteDeadline(time.Now().Add(pieceTime))
		n, err := w.ResponseWriter.Write(data[:min(len(data), piece)])
		written += n
		if data = data[n:]; err != nil || len(data) == 0 {
			return written, err
		}
	}
}

// Unwrap returns the writer below, for [http.ResponseController].
func (w pacedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
