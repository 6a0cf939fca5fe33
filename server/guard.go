package server

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"tengen/analysis"
)

const (
	maxJSON = 64 << 10     // bytes of a request in JSON
	maxWish = 2 * maxBoard // bytes of one that may contain a board file
	maxSGF  = 2 << 20      // bytes of a record

	maxDrain  = 64 << 20 // bytes beyond that which are read and forgotten
	drainTime = 10 * time.Second
)

// guard lets through what our own page, or a program on purpose, would send:
//
//   - The Host must be a name of ours or an IP address. A foreign name that was
//     made to point at this machine (DNS rebinding) would make a foreign page
//     "same origin"; an address cannot be made to point elsewhere. Programs that ask an
//     engine may use any name, see byProgram.
//   - A browser must say that a request to the interface comes from our page.
//     Programs other than browsers send neither Origin nor Sec-Fetch-Site, and are no
//     danger: it could do the same by any other means.
//   - Bodies are capped, and the page may load and run only what we serve.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.touch()
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "+
			"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if !s.hostAllowed(hostname(r.Host)) && !byProgram(r) {
			s.refuse(w, r, fail(http.StatusForbidden, "", "this server does not answer to the host name %q", r.Host))
			return
		}
		if strings.HasPrefix(r.URL.Path, "/api/") {
			if !sameOrigin(r) {
				s.refuse(w, r, fail(http.StatusForbidden, "", "this request comes from another page (%q)", r.Header.Get("Origin")))
				return
			}
			limit := int64(maxJSON)
			switch path := r.URL.Path; {
			case path == "/api/open":
				limit = maxSGF
			case path == "/api/analysis":
				limit = analysis.MaxLine
			case path == "/api/records", path == "/api/library/import":
				limit = maxUpload
			case path == "/api/games", path == "/api/board", path == "/api/lab/compare", strings.HasPrefix(path, "/api/records/"):
				limit = maxWish
			}
			body := &cappedBody{ReadCloser: http.MaxBytesReader(w, r.Body, limit), all: r.Body}
			r.Body = body
			defer body.drain(w)
		}
		next.ServeHTTP(w, r)
	})
}

// cappedBody is a request's body that is too large when it is larger than the
// limit.
type cappedBody struct {
	io.ReadCloser
	all  io.Reader
	over bool
}

// Read reads up to the limit. A client that breaks off is not a failure of the server.
func (b *cappedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	var tooLarge *http.MaxBytesError
	b.over = b.over || errors.As(err, &tooLarge)
	if err != nil && err != io.EOF && !b.over {
		err = fail(http.StatusBadRequest, "", "the request breaks off: %v", err)
	}
	return n, err
}

// drain lets a client that is still sending too large a body come to an end,
// within bounds: most read the answer only then. The answer is short, so that it
// waits in its buffer.
func (b *cappedBody) drain(w http.ResponseWriter) {
	if b.over {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(drainTime))
		_, _ = io.CopyN(io.Discard, b.all, maxDrain)
	}
}

// hostAllowed reports whether the host is localhost, a name that the options
// allow, or an IP address. The unspecified one is a trick of foreign pages: it
// leads to loopback, but browsers do not treat it as such.
func (s *Server) hostAllowed(host string) bool {
	if addr, err := netip.ParseAddr(host); err == nil {
		return !addr.Unmap().IsUnspecified()
	}
	return host == "localhost" || host != "" && slices.ContainsFunc(s.opt.AllowedHosts, func(name string) bool { return hostname(name) == host })
}

// hostname is the host without its port and brackets, in lower case.
func hostname(hostport string) string {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// byProgram reports whether a request is one to an engine, and no browser's: those say with every
// POST and every WebSocket what page it is from.
func byProgram(r *http.Request) bool {
	switch r.URL.Path {
	case "/api/analysis", "/api/gtp":
		return r.Header.Get("Origin") == "" && (r.Method == http.MethodPost || strings.EqualFold(r.Header.Get("Upgrade"), "websocket"))
	}
	return false
}

// sameOrigin reports whether a browser says that our own page asks, or whether
// no browser asks.
func sameOrigin(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
	default:
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && strings.EqualFold(u.Host, r.Host)
}
