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

// guard lets through the requests of our own page and of programs:
//
//   - The Host must be a name of ours or an IP address. A foreign name that points at this machine (DNS rebinding)
//     would make a foreign page "same origin"; an address cannot be made to point elsewhere. Programs that use the
//     engine may use any name, see byProgram.
//   - A browser must say that a request to the interface comes from our page. Programs other than browsers send
//     neither Origin nor Sec-Fetch-Site. They are not a danger: they can reach this machine by other means, too.
//   - The page may load and run only what we serve.
//
// A route limits the bodies that it reads, see [wire.Route].
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.touch()
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "+
			"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if !s.hostAllowed(wire.Hostname(r.Host)) && !byProgram(r) {
			s.service.Refuse(w, r, wire.Fail(http.StatusForbidden, "", "this server does not answer to the host name %q", r.Host))
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
// unspecified address, which foreign pages use as a trick: it leads to loopback, but browsers do not treat it as
// such.
func (s *Server) hostAllowed(host string) bool {
	if addr, err := netip.ParseAddr(host); err == nil {
		return !addr.Unmap().IsUnspecified()
	}
	return host == "localhost" || host != "" && slices.ContainsFunc(s.opt.AllowedHosts, func(name string) bool { return wire.Hostname(name) == host })
}

// byProgram reports whether a program other than a browser asks for the engine. A browser sends the origin of the
// page with every POST and every WebSocket.
func byProgram(r *http.Request) bool {
	return protocols.IsOne(r.URL.Path) && r.Header.Get("Origin") == "" &&
		(r.Method == http.MethodPost || strings.EqualFold(r.Header.Get("Upgrade"), "websocket"))
}

// sameOrigin reports whether a request comes from our own page, or not from a browser.
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
