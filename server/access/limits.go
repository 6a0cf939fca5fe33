package access

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"tengen/server/wire"
)

// The limits for each client. A person needs a few requests a second, and a club behind one address has many people.
var (
	requestLimits    = limits{perSecond: 50, burst: 500, open: 256} // streams are open requests
	connectionLimits = limits{perSecond: 20, burst: 512, open: 512}
	newGameLimits    = limits{perSecond: 2.0 / 60, burst: NewGames}
)

// NewGames is the most new games that a client can make at once, after a pause. A club evening behind one address needs
// many, and a client should need days to fill the server.
const NewGames = 120

const (
	wrongKey = 20 // a request with a wrong key counts as this many requests
	// refusalDelay is the time before a refusal, which slows down a client that sends one request after another. Only
	// maxDelayed requests of a client wait at the same time.
	refusalDelay = time.Second
	maxDelayed   = 64
	// maxClients is the most clients that are remembered. A client beyond them takes the place of an idle one.
	maxClients = 10_000
)

// limits are the most that one client may have.
type limits struct {
	perSecond rate.Limit // on average
	burst     int        // at once, after a pause
	open      int        // at the same time
}

// clients counts what each client has.
type clients struct {
	limits
	mu sync.Mutex
	by map[netip.Prefix]*client
}

type client struct {
	bucket        *rate.Limiter
	open, delayed int
}

func newClients(l limits) *clients { return &clients{limits: l, by: map[netip.Prefix]*client{}} }

// clientOf returns the addresses that count as one client: an IPv4 address, or a network of 64 bits, which is what one
// user of IPv6 has.
func clientOf(addr netip.Addr) netip.Prefix {
	bits := addr.BitLen()
	if addr.Is6() {
		bits = 64
	}
	p, _ := addr.Prefix(bits) // an address that is not valid makes an empty prefix
	return p
}

// enter counts something of a client, which counts as cost, until leave is called. It returns false if the client may
// not have more.
func (c *clients) enter(addr netip.Addr, cost int, now time.Time) (leave func(), ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	one := c.client(addr)
	if !one.bucket.AllowN(now, cost) || one.open >= c.open {
		return nil, false
	}
	one.open++
	return func() { c.add(&one.open, -1) }, true
}

// spend counts more of a client. It returns false if the client may not have more.
func (c *clients) spend(addr netip.Addr, cost int, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.client(addr).bucket.AllowN(now, cost)
}

// delay waits before a refusal until the time is over or gone is closed. It returns false at once if too many requests
// of the client are waiting.
func (c *clients) delay(addr netip.Addr, gone <-chan struct{}) bool {
	c.mu.Lock()
	one := c.client(addr)
	full := one.delayed >= maxDelayed
	if !full {
		one.delayed++
	}
	c.mu.Unlock()
	if full {
		return false
	}
	defer c.add(&one.delayed, -1)
	select {
	case <-time.After(refusalDelay):
	case <-gone:
	}
	return true
}

func (c *clients) add(to *int, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*to += n
}

// client returns the client at an address. The caller holds c.mu.
func (c *clients) client(addr netip.Addr) *client {
	from := clientOf(addr)
	if one := c.by[from]; one != nil {
		return one
	}
	if len(c.by) >= maxClients {
		for idle, one := range c.by {
			if one.open+one.delayed == 0 {
				delete(c.by, idle)
				break
			}
		}
	}
	one := &client{bucket: rate.NewLimiter(c.perSecond, c.burst)}
	c.by[from] = one
	return one
}

// Enter counts a request until leave is called. If its client sends too many, Enter waits and then refuses the request.
// If too many of them wait already, the connection is closed. The owner has no limits.
func (a *Access) Enter(w http.ResponseWriter, r *http.Request, v wire.Visitor) (leave func(), err error) {
	if a.unlimited(v) {
		return func() {}, nil
	}
	cost := 1
	if v.Role == wire.Anyone && a.hasKey(r) {
		cost = wrongKey
	}
	leave, ok := a.requests.enter(v.Addr, cost, time.Now())
	if ok {
		return leave, nil
	}
	return nil, a.refuse(w, r, v)
}

// Spend counts a request that has entered as more requests, and refuses it like Enter.
func (a *Access) Spend(w http.ResponseWriter, r *http.Request, v wire.Visitor, more int) error {
	if more <= 0 || a.unlimited(v) || a.requests.spend(v.Addr, more, time.Now()) {
		return nil
	}
	return a.refuse(w, r, v)
}

// Create counts a request that makes or asks for a new game, and refuses it if its client makes too many. The owner has
// no limits.
func (a *Access) Create(w http.ResponseWriter, r *http.Request, v wire.Visitor) error {
	if a.unlimited(v) || a.newGames.spend(v.Addr, 1, time.Now()) {
		return nil
	}
	return a.refuseWith(w, r, v, "too many new games come from your network: try again in a minute", 30)
}

// unlimited reports whether a visitor is the owner, and not one of all those to whom the server is open.
func (a *Access) unlimited(v wire.Visitor) bool {
	return v.Role == wire.Owner && (v.Here || !a.opt.Open)
}

// refuse waits and returns the refusal of a request of a client that sends too many.
func (a *Access) refuse(w http.ResponseWriter, r *http.Request, v wire.Visitor) error {
	return a.refuseWith(w, r, v, "too many requests come from your network: try again in a moment", 1)
}

// refuseWith is like refuse with a sentence, and with the seconds after which the client may try again.
func (a *Access) refuseWith(w http.ResponseWriter, r *http.Request, v wire.Visitor, sentence string, retry int) error {
	if !a.requests.delay(v.Addr, r.Context().Done()) {
		w.Header().Set("Connection", "close")
	}
	return &wire.Error{Status: http.StatusTooManyRequests, Sentence: sentence, Retry: retry}
}

// hasKey reports whether a request has a key, valid or not.
func (a *Access) hasKey(r *http.Request) bool {
	return r.Header.Get("Authorization") != "" || r.URL.Path == "/" && r.URL.Query().Has("key") || strings.Contains(r.Header.Get("Cookie"), a.cookies())
}

// Limit returns a listener that closes a connection at once if its client has or makes too many. This machine has no
// limits.
func Limit(ln net.Listener) net.Listener { return &listener{ln, newClients(connectionLimits)} }

type listener struct {
	net.Listener
	clients *clients
}

// Accept returns the next connection.
func (l *listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		addr := parseAddr(c.RemoteAddr().String())
		if addr.IsLoopback() {
			return c, nil
		}
		if leave, ok := l.clients.enter(addr, 1, time.Now()); ok {
			return &conn{c, sync.OnceFunc(leave)}, nil
		}
		_ = c.Close() // nothing was sent
	}
}

// conn is a connection that counts until it is closed.
type conn struct {
	net.Conn
	leave func()
}

// Close closes the connection.
func (c *conn) Close() error {
	c.leave()
	return c.Conn.Close()
}
