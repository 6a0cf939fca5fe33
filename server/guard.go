package server

import (
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"tengen/server/protocols"
	"tengen/server/wire"
)

// guard accepts only requests from our own page and from programs that are not browsers:
//
//   - The Host must be one of our names or an IP address. If a foreign name resolves to this machine (DNS rebinding), a
//     browser treats the page of that name and our interface as the same origin. An IP address has no such risk.
//     Programs that use the engine may use any name, see byProgram.
//   - A browser's request to the interface must come from our page, according to its Origin or Sec-Fetch-Site. Programs
//     other than browsers send neither header. They are accepted, because they do not need a browser to reach this
//     machine.
//   - The page may load and run only files from this server.
//
// A route limits the bodies that it reads, see [wire.Route].
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/metrics" { // regular requests of a program, which do not mean that the server is used
			s.touch()
		}
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "+
			"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if !s.hostAllowed(wire.Hostname(r.Host)) && !byProgram(r) {
			s.service.Refuse(w, r, wire.Fail(http.StatusForbidden, "", "this server does not accept requests for the host name %q", r.Host))
			return
		}
		if r.URL.Path == "/api" || strings.HasPrefix(r.URL.Path, "/api/") {
			if !sameOrigin(r) {
				s.service.Refuse(w, r, wire.Fail(http.StatusForbidden, "", "this request comes from another page (%q)", r.Header.Get("Origin")))
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// hostAllowed reports whether the host is localhost, a name that the options allow, or an IP address. It refuses the
// unspecified address (0.0.0.0 or ::). That address leads to loopback, but browsers do not treat it as loopback, so
// foreign pages could use it.
func (s *Server) hostAllowed(host string) bool {
	if addr, err := netip.ParseAddr(host); err == nil {
		return !addr.Unmap().IsUnspecified()
	}
	return host == "localhost" || host != "" && slices.ContainsFunc(s.opt.AllowedHosts, func(name string) bool { return wire.Hostname(name) == host })
}

// byProgram reports whether a request for the engine comes from a program other than a browser. Such a request has no
// Origin, which a browser sends with every POST and every WebSocket.
func byProgram(r *http.Request) bool {
	return protocols.IsOne(r.URL.Path) && r.Header.Get("Origin") == "" &&
		(r.Method == http.MethodPost || strings.EqualFold(r.Header.Get("Upgrade"), "websocket"))
}

// sameOrigin reports whether a request comes from our own page or from a program that is not a browser.
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
