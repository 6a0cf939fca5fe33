package access

import (
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"tengen/server/wire"
)

// The limits for each client. A person needs a few requests a second, and a club behind one address has many people.
const (
	perSecond = 50  // requests
	burst     = 500 // requests at once, after a pause
	maxOpen   = 256 // requests that are being answered, streams included
	wrongKey  = 20  // a request with a wrong key counts as so many
	// maxClients is the most clients with limits of their own. A client beyond them takes the place of an idle one.
	maxClients = 10_000
)

// clients counts the requests of each client. The owner has no limits.
type clients struct {
	mu sync.Mutex
	by map[netip.Prefix]*client
}

type client struct {
	bucket *rate.Limiter
	open   int
}

// Network returns the addresses that count as one client: an IPv4 address, or a network of 64 bits, which is what one
// user of IPv6 has.
func Network(addr netip.Addr) netip.Prefix {
	bits := addr.BitLen()
	if addr.Is6() {
		bits = 64
	}
	p, _ := addr.Prefix(bits) // an address that is not valid makes an empty prefix
	return p
}

// Enter counts a request until leave is called. It refuses the request if its client sends too many.
func (a *Access) Enter(r *http.Request, v wire.Visitor) (leave func(), err error) {
	if v.Role == wire.Owner && (v.Here || !a.opt.Open) {
		return func() {}, nil
	}
	cost := 1
	if v.Role == wire.Anyone && hasKey(r) {
		cost = wrongKey
	}
	return a.clients.enter(Network(v.Addr), cost, time.Now())
}

func (c *clients) enter(from netip.Prefix, cost int, now time.Time) (leave func(), err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	one := c.by[from]
	if one == nil {
		if len(c.by) >= maxClients {
			c.forget()
		}
		one = &client{bucket: rate.NewLimiter(perSecond, burst)}
		c.by[from] = one
	}
	if !one.bucket.AllowN(now, cost) || one.open >= maxOpen {
		return nil, &wire.Error{Status: http.StatusTooManyRequests, Sentence: "too many requests come from your network: try again in a moment", Retry: 1}
	}
	one.open++
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		one.open--
	}, nil
}

// forget removes a client that has no open requests.
func (c *clients) forget() {
	for from, one := range c.by {
		if one.open == 0 {
			delete(c.by, from)
			return
		}
	}
}

// hasKey reports whether a request has a key, valid or not.
func hasKey(r *http.Request) bool {
	return r.Header.Get("Authorization") != "" || r.URL.Path == "/" && r.URL.Query().Has("key") || strings.Contains(r.Header.Get("Cookie"), keyCookie)
}
