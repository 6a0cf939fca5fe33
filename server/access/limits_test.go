package access

import (
	"fmt"
	"net"
	"net/netip"
	"testing"
	"time"
)

// TestLimits counts the requests of clients at chosen times.
func TestLimits(t *testing.T) {
	c := newClients(requestLimits)
	now := time.Unix(0, 0)
	enter := func(addr string, cost int) (ok bool, leave func()) {
		leave, ok = c.enter(netip.MustParseAddr(addr), cost, now)
		return ok, leave
	}
	count := func(addr string, cost int) (n int) {
		for ok, leave := enter(addr, cost); ok; ok, leave = enter(addr, cost) {
			leave()
			n++
		}
		return n
	}
	if n := count("192.0.2.1", 1); n != requestLimits.burst {
		t.Errorf("%d requests at once were allowed, want %d", n, requestLimits.burst)
	}
	if n := count("192.0.2.2", wrongKey); n != requestLimits.burst/wrongKey {
		t.Errorf("%d wrong keys at once were allowed, want %d", n, requestLimits.burst/wrongKey)
	}
	now = now.Add(time.Second)
	if n := count("192.0.2.1", 1); n != int(requestLimits.perSecond) {
		t.Errorf("%d requests were allowed after a second, want %v", n, requestLimits.perSecond)
	}
	if n := count("2001:db8::1", 1); n != requestLimits.burst {
		t.Errorf("%d requests from IPv6 were allowed, want %d", n, requestLimits.burst)
	}
	if n := count("2001:db8::2:1", 1); n != 0 {
		t.Errorf("%d more requests from the same network were allowed, want none", n)
	}
	if n := count("2001:db8:0:1::1", 1); n != requestLimits.burst {
		t.Errorf("%d requests from another network were allowed, want %d", n, requestLimits.burst)
	}
	var leaves []func()
	for ok, leave := enter("192.0.2.3", 1); ok; ok, leave = enter("192.0.2.3", 1) {
		leaves = append(leaves, leave)
	}
	if len(leaves) != requestLimits.open {
		t.Errorf("%d requests could be open, want %d", len(leaves), requestLimits.open)
	}
	leaves[0]()
	if ok, _ := enter("192.0.2.3", 1); !ok {
		t.Error("no request is allowed after one has ended")
	}
}

// TestManyClients checks that the clients that are remembered have a limit, and that clients with open requests stay.
func TestManyClients(t *testing.T) {
	c := newClients(requestLimits)
	busy := netip.MustParseAddr("192.0.2.1")
	if _, ok := c.enter(busy, 1, time.Now()); !ok {
		t.Fatal("the first request was refused")
	}
	for i := range 2 * maxClients {
		leave, ok := c.enter(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), 1, time.Now())
		if !ok {
			t.Fatalf("the first request of client %d was refused", i)
		}
		leave()
	}
	if one := c.by[clientOf(busy)]; len(c.by) != maxClients || one == nil {
		t.Errorf("%d clients are remembered, want %d; the busy one: %v", len(c.by), maxClients, one)
	}
}

// stub is a listener that accepts connections from given addresses.
type stub struct {
	net.Listener
	from chan string
}

type stubConn struct {
	net.Conn
	from netip.AddrPort
}

func (c stubConn) RemoteAddr() net.Addr { return net.TCPAddrFromAddrPort(c.from) }
func (c stubConn) Close() error         { return nil }

func (s *stub) Accept() (net.Conn, error) {
	from, ok := <-s.from
	if !ok {
		return nil, net.ErrClosed
	}
	return stubConn{from: netip.MustParseAddrPort(from)}, nil
}

// TestManyConnections opens connections from one machine, and from its network of IPv6. Those beyond the limit are
// closed at once. Other machines, and this one, are not limited.
func TestManyConnections(t *testing.T) {
	most := connectionLimits.open
	for _, test := range []struct {
		from    func(i int) string
		limited bool
	}{
		{func(i int) string { return fmt.Sprintf("203.0.113.9:%d", i) }, true},
		{func(i int) string { return fmt.Sprintf("[2001:db8::%x]:9", i) }, true},
		{func(i int) string { return fmt.Sprintf("127.0.0.1:%d", i) }, false},
		{func(i int) string { return fmt.Sprintf("203.0.%d.%d:9", i/256, i%256) }, false},
	} {
		s := &stub{from: make(chan string, most+1)}
		l := Limit(s)
		for i := range most + 1 {
			s.from <- test.from(i + 1)
		}
		close(s.from)
		var open []net.Conn
		for c, err := l.Accept(); err == nil; c, err = l.Accept() {
			open = append(open, c)
		}
		want := most + 1
		if test.limited {
			want--
		}
		if len(open) != want {
			t.Errorf("%s and so on: %d connections are open, want %d", test.from(1), len(open), want)
		}
		for _, c := range open {
			_, _ = c.Close(), c.Close() // the second call must not count
		}
		for from, one := range l.(*listener).clients.by {
			if one.open != 0 {
				t.Errorf("%s: %d connections are counted after all are closed", from, one.open)
			}
		}
	}
}
