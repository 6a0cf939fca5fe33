package server

import (
	"context"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"tengen/server/access"
	"tengen/server/protocols"
	"tengen/server/wire"
)

// guard finds out who sends a request, and accepts only requests from our own page and from programs that are not
// browsers:
//
//   - A visitor has the role of the link that the browser has opened. A request from this machine comes from the owner,
//     unless a program sends another key. A browser on this machine may have opened links for others.
//   - The Host of a request without a key must be one of our names or an IP address. If a foreign name resolves to this
//     machine (DNS rebinding), a browser treats the page of that name and our interface as the same origin. An IP
//     address has no such risk, and such a page has no key. Programs that use the engine may use any name, see
//     byProgram.
//   - A browser's request to the interface must come from our page, according to its Origin or Sec-Fetch-Site. Programs
//     other than browsers send neither header. They are accepted, because they do not need a browser to reach this
//     machine.
//   - The page may load and run only files from this server.
//
// A route limits the roles that may use it, and the bodies that it reads, see [wire.Route].
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/metrics" { // regular requests of a program, which do not mean that the server is used
			s.touch()
		}
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "+
			"connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		visitor, valid, err := s.visitor(w, r)
		if err == nil {
			var leave func()
			if leave, err = s.access.Enter(w, r, visitor); err == nil {
				defer leave()
			}
		}
		if err == nil && (r.URL.Path == "/api" || strings.HasPrefix(r.URL.Path, "/api/")) && !s.sameOrigin(r) {
			err = wire.Fail(http.StatusForbidden, "", "this request comes from another page (%q)", r.Header.Get("Origin"))
		}
		if err != nil {
			s.service.Refuse(w, r, err)
			return
		}
		if r.URL.Path == "/" && s.access.Welcome(w, r, visitor) {
			return
		}
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		defer context.AfterFunc(valid, cancel)() // a stream does not outlive the link of its visitor
		next.ServeHTTP(w, wire.WithVisitor(r.WithContext(ctx), visitor))
	})
}

// visitor returns the sender of a request, and a context that ends when the link of the visitor is not valid any more.
func (s *Server) visitor(w http.ResponseWriter, r *http.Request) (v wire.Visitor, valid context.Context, err error) {
	v, valid = s.access.Visitor(w, r)
	host := wire.Hostname(r.Host)
	known := s.hostAllowed(host)
	local := s.opt.Proxy == nil && access.Peer(r).IsLoopback()
	v.Machine = s.opt.Proxy == nil && access.FromMachine(r)
	v.Here = local && known && !isForeignAddress(host) && !forwarded(r)
	switch program := byProgram(r); {
	case v.Here && r.Header.Get("Authorization") == "":
		v.Role, valid = wire.Owner, context.Background()
	case v.Role > wire.Anyone || !local && !s.opt.Open:
	case !known && !program:
		err = wire.Fail(http.StatusForbidden, "", "this server does not accept requests for the host name %q", r.Host)
	case local && forwarded(r):
		err = wire.Fail(http.StatusForbidden, "", "this request comes through a proxy: start tengen with --proxy and the address of the proxy")
	case v.Here || program || s.opt.Open:
		v.Role = wire.Owner
	}
	return v, valid, err
}

// isForeignAddress reports whether the host is the IP address of another machine. A request for such a host that comes
// from this machine was passed on by a tunnel or by a proxy, whose visitors may be anyone.
func isForeignAddress(host string) bool {
	addr, err := netip.ParseAddr(host)
	return err == nil && !addr.Unmap().IsLoopback()
}

// forwarded reports whether a request says that a proxy has passed it on.
func forwarded(r *http.Request) bool {
	return slices.ContainsFunc([]string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip"}, func(name string) bool { return r.Header.Get(name) != "" })
}

// admit passes requests on to a route if their visitors may send them.
func (s *Server) admit(route wire.Route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v := wire.VisitorOf(r)
		least := route.Least()
		if v.Role < least && route.Invited != nil {
			v.Role = max(v.Role, route.Invited(r))
		}
		switch {
		case v.Role >= least:
			err := s.access.Spend(w, r, v, route.Cost-1)
			if err == nil && route.Creates {
				err = s.access.Create(w, r, v)
			}
			if err != nil {
				s.service.Refuse(w, r, err)
				return
			}
			route.ServeHTTP(w, wire.WithVisitor(r, v))
		case v.Role == wire.Anyone:
			s.service.Refuse(w, r, wire.Fail(http.StatusUnauthorized, "", "this needs a link: the owner of this tengen finds one where tengen was started, and can make links for others"))
		default:
			s.service.Refuse(w, r, wire.Fail(http.StatusForbidden, "", "your link does not allow this: ask the owner of this tengen for another one"))
		}
	}
}

// hostAllowed reports whether the host is localhost, a name that the options allow, or an IP address. On a server that
// is open to all, it may also be a name in one of the addresses for other machines. hostAllowed refuses the unspecified
// address (0.0.0.0 or ::). That address leads to loopback, but browsers do not treat it as loopback, so foreign pages
// could use it.
func (s *Server) hostAllowed(host string) bool {
	if addr, err := netip.ParseAddr(host); err == nil {
		return !addr.Unmap().IsUnspecified()
	}
	named := func(name string) bool { return host != "" && wire.Hostname(name) == host }
	return host == "localhost" || slices.ContainsFunc(s.opt.AllowedHosts, named) ||
		s.opt.Open && slices.ContainsFunc(s.access.Addresses(), func(address string) bool {
			u, err := url.Parse(address)
			return err == nil && named(u.Host)
		})
}

// byProgram reports whether a request for the engine comes from a program other than a browser. Such a request has no
// Origin, which a browser sends with every POST and every WebSocket.
func byProgram(r *http.Request) bool {
	return protocols.IsOne(r.URL.Path) && r.Header.Get("Origin") == "" &&
		(r.Method == http.MethodPost || strings.EqualFold(r.Header.Get("Upgrade"), "websocket"))
}

// sameOrigin reports whether a request comes from our own page or from a program that is not a browser.
func (s *Server) sameOrigin(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
	default:
		return false
	}
	origin := r.Header.Get("Origin")
	return origin == "" || s.access.SameOrigin(origin, r)
}
