package wire

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"
)

// MaxJSON is the largest ordinary request, in bytes.
const MaxJSON = 64 << 10

const (
	maxDrain  = 64 << 20 // the most bytes beyond the limit that are read and discarded
	drainTime = 10 * time.Second
)

// Route is one request of the interface.
type Route struct {
	Pattern string // "GET /api/games/{id}", as [http.ServeMux] reads it
	// Limit is the largest body in bytes; 0 stands for MaxJSON.
	Limit int64
	// Role is the least role that may send the request; 0 stands for Owner.
	Role Role
	// Cost is the number of requests that the request counts as, in the limits of each client; 0 stands for 1.
	Cost int
	// Creates says that the request makes a new game, or asks another player for one. Each client may send only few of
	// these requests.
	Creates bool
	// Invited returns the role that the invitations in a request give to its visitor, for this request only. If it is
	// nil, there are no invitations to the route.
	Invited func(*http.Request) Role
	Handler http.HandlerFunc
}

// Least returns the least role that may send the request.
func (route Route) Least() Role { return cmp.Or(route.Role, Owner) }

// ServeHTTP runs the handler. It limits the size of the request's body and the time in which it has to arrive.
func (route Route) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	limit := route.Limit
	if limit == 0 {
		limit = MaxJSON
	}
	whole := time.Duration(0)
	if limit > MaxJSON && route.Least() < Owner {
		whole = bodyTime
	}
	body := &cappedBody{limited: http.MaxBytesReader(w, paceBody(w, r, whole), limit), all: r.Body}
	r.Body = body
	defer body.drain(w)
	route.Handler(w, r)
}

// Answer makes a handler from a function that returns the answer.
func Answer[T any](s *Service, f func(*http.Request) (T, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		value, err := f(r)
		if err != nil {
			s.Refuse(w, r, err)
			return
		}
		writeJSON(w, http.StatusOK, value)
	}
}

// Take makes a handler from a function that receives the decoded JSON body of the request and returns the answer.
func Take[Q, T any](s *Service, f func(*http.Request, Q) (T, error)) http.HandlerFunc {
	return Answer(s, func(r *http.Request) (answer T, err error) {
		request, err := ReadJSON[Q](r)
		if err != nil {
			return answer, err
		}
		return f(r, request)
	})
}

// Handle makes a handler from a function that writes the answer. If the function returns an error, it must not have
// written anything.
func Handle(s *Service, f func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := f(w, r); err != nil {
			s.Refuse(w, r, err)
		}
	}
}

// Nothing is the answer to a request that returns no data.
type Nothing struct{}

// File is an answer that the browser saves as a file.
type File struct {
	Name, Type string
	Data       []byte
}

// Send answers with the file.
func (f File) Send(w http.ResponseWriter) {
	disposition := mime.FormatMediaType("attachment", map[string]string{"filename": f.Name})
	if disposition == "" {
		disposition = "attachment"
	}
	h := w.Header()
	h.Set("Content-Type", f.Type)
	h.Set("Content-Disposition", disposition)
	h.Set("Content-Length", fmt.Sprint(len(f.Data)))
	h.Set("Cache-Control", "no-store")
	_, _ = Paced(w).Write(f.Data) // the client may have gone away
}

// cappedBody is the body of a request with a limit.
type cappedBody struct {
	limited io.ReadCloser
	all     io.Reader
	over    bool
}

// Read reads up to the limit. A body that the client did not send completely is a client error, not a server error.
func (b *cappedBody) Read(p []byte) (int, error) {
	n, err := b.limited.Read(p)
	var tooLarge *http.MaxBytesError
	b.over = b.over || errors.As(err, &tooLarge)
	if err != nil && err != io.EOF && !b.over {
		err = Misuse(http.StatusBadRequest, "", "the request is incomplete: %v", err)
	}
	return n, err
}

// Close closes the body.
func (b *cappedBody) Close() error { return b.limited.Close() }

// drain reads the rest of a body that is too large, up to maxDrain bytes, because most clients read the answer only
// after they have sent the whole body. Until then the answer, which is short, stays in the buffer.
func (b *cappedBody) drain(w http.ResponseWriter) {
	if b.over {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(drainTime))
		_, _ = io.CopyN(io.Discard, b.all, maxDrain)
	}
}
