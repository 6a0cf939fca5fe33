package access

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"

	"tengen/server/wire"
)

// cookieLife is the longest life that browsers give a cookie, 400 days, in seconds. Each visit renews it.
const cookieLife = 400 * 24 * 60 * 60

// Options configure an Access.
type Options struct {
	// Proxy is the public address of a proxy through which all requests come; nil without one.
	Proxy *url.URL
	// TLS says that the server itself answers with TLS.
	TLS bool
	// Open says that visitors without a key have the rights of the owner.
	Open bool
}

// Access finds the role of visitors.
type Access struct {
	service   *wire.Service
	keys      *keys
	requests  *clients
	newGames  *clients
	opt       Options
	addresses atomic.Pointer[func() []string]
}

// Open reads the keys in the folder of the data.
func Open(service *wire.Service, data string, opt Options) (*Access, error) {
	k, err := openKeys(data)
	if err != nil {
		return nil, err
	}
	return &Access{service: service, keys: k, requests: newClients(requestLimits), newGames: newClients(newGameLimits), opt: opt}, nil
}

// SetAddresses sets the function that returns the addresses at which other machines reach the server. Without it there
// are none.
func (a *Access) SetAddresses(addresses func() []string) { a.addresses.Store(&addresses) }

// Addresses returns the addresses at which other machines reach the server.
func (a *Access) Addresses() []string {
	if addresses := a.addresses.Load(); addresses != nil {
		return (*addresses)()
	}
	return nil
}

// OwnerKey returns the key of the owner's link. The first call makes it.
func (a *Access) OwnerKey() (string, error) {
	if key := a.keys.of(wire.Owner); key != "" {
		return key, nil
	}
	err := a.keys.renew(wire.Owner)
	return a.keys.of(wire.Owner), err
}

// Visitor returns the sender of a request, as far as keys and cookies tell, and a context that ends when the visitor's
// key is not valid any more. Cookies with such keys are removed from the browser.
func (a *Access) Visitor(w http.ResponseWriter, r *http.Request) (v wire.Visitor, valid context.Context) {
	v = wire.Visitor{Role: wire.Anyone, Addr: a.addr(r)}
	valid = context.Background()
	if key, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		v.Role, valid = a.keys.role(key)
	}
	for _, c := range r.Cookies() {
		name, isKey := strings.CutPrefix(c.Name, a.cookies())
		if !isKey {
			continue
		}
		role, ctx := a.keys.role(c.Value)
		if role.String() != name {
			a.setCookie(w, c.Name, "", -1)
		} else if role > v.Role {
			v.Role, valid = role, ctx
		}
	}
	return v, valid
}

// cookies returns the beginning of the names of this server's cookies. The role follows, so that a weaker link does not
// replace a stronger one. Browsers send a cookie to all ports of a host, so the name has the id of the data's folder:
// servers on the same host do not replace each other's cookies.
func (a *Access) cookies() string { return "tengen-key-" + a.keys.id + "-" }

// addr returns the address of the visitor's machine. The proxy adds the address from which a request reached it to the
// end of X-Forwarded-For. Everything before it is a claim of the visitor.
func (a *Access) addr(r *http.Request) netip.Addr {
	if a.opt.Proxy != nil {
		all := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		if addr, err := netip.ParseAddr(strings.TrimSpace(all[len(all)-1])); err == nil {
			return addr.Unmap().WithZone("")
		}
	}
	return Peer(r)
}

// Peer returns the address at the other end of the connection of a request.
func Peer(r *http.Request) netip.Addr { return parseAddr(r.RemoteAddr) }

// FromMachine reports whether a connection has the same machine at both ends.
func FromMachine(r *http.Request) bool {
	at, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	peer := Peer(r)
	return peer.IsLoopback() || at != nil && peer.IsValid() && parseAddr(at.String()) == peer
}

// parseAddr returns the address in "address:port". It is not valid for a connection without addresses.
func parseAddr(addrPort string) netip.Addr {
	p, _ := netip.ParseAddrPort(addrPort)
	return p.Addr().Unmap().WithZone("")
}

// SameOrigin reports whether an origin is that of the page of this server.
func (a *Access) SameOrigin(origin string, r *http.Request) bool {
	u, err := url.Parse(origin)
	if err != nil {
		return false
	}
	if p := a.opt.Proxy; p != nil && u.Scheme == p.Scheme && strings.EqualFold(u.Host, p.Host) {
		return true
	}
	scheme := "http"
	if a.opt.TLS {
		scheme = "https"
	}
	return u.Scheme == scheme && strings.EqualFold(u.Host, r.Host)
}

// Welcome sets the cookies of a browser that opens the page. If its address has a key, the browser is sent to the
// address without it, and keeps the key if the visitor has a smaller role without it. Welcome then returns true,
// because it has answered the request.
func (a *Access) Welcome(w http.ResponseWriter, r *http.Request, v wire.Visitor) bool {
	query := r.URL.Query()
	if !query.Has("key") {
		for _, c := range r.Cookies() {
			if role, _ := a.keys.role(c.Value); c.Name == a.cookies()+role.String() && role > wire.Anyone {
				a.setCookie(w, c.Name, c.Value, cookieLife)
			}
		}
		return false
	}
	to := "/"
	switch role, _ := a.keys.role(query.Get("key")); {
	case role == wire.Anyone:
		to = "/?wrong" // the page says so if it is not open to this browser anyway
	case role > v.Role:
		a.setCookie(w, a.cookies()+role.String(), query.Get("key"), cookieLife)
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, to, http.StatusSeeOther) // the browser keeps the part of the address after #
	return true
}

func (a *Access) setCookie(w http.ResponseWriter, name, value string, life int) {
	http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: "/", MaxAge: life, HttpOnly: true,
		SameSite: http.SameSiteStrictMode, Secure: a.opt.TLS || a.opt.Proxy != nil && a.opt.Proxy.Scheme == "https"})
}
