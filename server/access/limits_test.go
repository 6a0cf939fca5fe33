package access

import (
	"net/netip"
	"testing"
	"time"
)

// TestLimits counts the requests of clients at chosen times.
func TestLimits(t *testing.T) {
	c := clients{by: map[netip.Prefix]*client{}}
	now := time.Unix(0, 0)
	enter := func(addr string, cost int) (ok bool, leave func()) {
		leave, err := c.enter(Network(netip.MustParseAddr(addr)), cost, now)
		return err == nil, leave
	}
	count := func(addr string, cost int) (n int) {
		for ok, leave := enter(addr, cost); ok; ok, leave = enter(addr, cost) {
			leave()
			n++
		}
		return n
	}
	if n := count("192.0.2.1", 1); n != burst {
		t.Errorf("%d requests at once were allowed, want %d", n, burst)
	}
	if n := count("192.0.2.2", wrongKey); n != burst/wrongKey {
		t.Errorf("%d wrong keys at once were allowed, want %d", n, burst/wrongKey)
	}
	now = now.Add(time.Second)
	if n := count("192.0.2.1", 1); n != perSecond {
		t.Errorf("%d requests were allowed after a second, want %d", n, perSecond)
	}
	if n := count("2001:db8::1", 1); n != burst {
		t.Errorf("%d requests from IPv6 were allowed, want %d", n, burst)
	}
	if n := count("2001:db8::2:1", 1); n != 0 {
		t.Errorf("%d more requests from the same network were allowed, want none", n)
	}
	if n := count("2001:db8:0:1::1", 1); n != burst {
		t.Errorf("%d requests from another network were allowed, want %d", n, burst)
	}
	var leaves []func()
	for ok, leave := enter("192.0.2.3", 1); ok; ok, leave = enter("192.0.2.3", 1) {
		leaves = append(leaves, leave)
	}
	if len(leaves) != maxOpen {
		t.Errorf("%d requests could be open, want %d", len(leaves), maxOpen)
	}
	leaves[0]()
	if ok, _ := enter("192.0.2.3", 1); !ok {
		t.Error("no request is allowed after one has ended")
	}
}

// TestManyClients checks that the clients that are remembered have a limit, and that clients with open requests stay.
func TestManyClients(t *testing.T) {
	c := clients{by: map[netip.Prefix]*client{}}
	busy := Network(netip.MustParseAddr("192.0.2.1"))
	if _, err := c.enter(busy, 1, time.Now()); err != nil {
		t.Fatal(err)
	}
	for i := range 2 * maxClients {
		leave, err := c.enter(Network(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)})), 1, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		leave()
	}
	if len(c.by) != maxClients || c.by[busy] == nil {
		t.Errorf("%d clients are remembered, want %d; the busy one: %v", len(c.by), maxClients, c.by[busy])
	}
}
