package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"tengen/server/access"
)

// portsTried is the number of ports that Listen tries, including the first.
const portsTried = 20

// Listen listens on the address addr. If the port is taken, it uses the next free port and returns a notice about
// this. Otherwise the notice is empty.
func Listen(addr string) (ln net.Listener, notice string, err error) {
	host, service, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, "", fmt.Errorf("%q is not HOST:PORT such as 127.0.0.1:8017", addr)
	}
	first, err := strconv.Atoi(service)
	if err != nil || first < 0 || first > 65535 {
		return nil, "", fmt.Errorf("%q is not a port: a number from 0 to 65535", service)
	}
	last := min(first+portsTried-1, 65535)
	for port := first; port <= last; port++ {
		ln, err = net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
		switch {
		case err == nil && port == first:
			return ln, "", nil
		case err == nil:
			return ln, fmt.Sprintf("port %d is taken, using %d", first, port), nil
		case !inUse(err):
			return nil, "", err
		}
	}
	return nil, "", fmt.Errorf("the ports from %d to %d are all taken: %w", first, last, err)
}

// inUse reports whether an error says that an address is taken. On Windows this error has a number that
// syscall.EADDRINUSE does not match.
func inUse(err error) bool {
	const wsaEADDRINUSE = syscall.Errno(10048)
	return errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, wsaEADDRINUSE)
}

// URL returns the address of the page for a browser on this machine, which may need a key. For a server that listens on
// all addresses, URL returns the loopback address, because browsers cannot open the unspecified address.
func (s *Server) URL(ln net.Listener) string {
	at := ln.Addr().(*net.TCPAddr).AddrPort()
	ip := at.Addr().Unmap()
	if ip.IsUnspecified() {
		ip = netip.AddrFrom4([4]byte{127, 0, 0, 1})
	}
	switch named := s.Addresses(ln); {
	case s.opt.Proxy != nil || s.opt.TLS != nil && len(named) > 0:
		return named[0]
	case s.opt.TLS != nil:
		return "https://" + netip.AddrPortFrom(ip, at.Port()).String() + "/"
	}
	return "http://" + netip.AddrPortFrom(ip, at.Port()).String() + "/"
}

// Links returns the link for a browser on this machine, and the links for the owner's other machines.
func (s *Server) Links(ln net.Listener) (here string, others []string, err error) {
	here, others = s.URL(ln), s.Addresses(ln)
	if len(others) == 0 || s.opt.Open {
		return here, others, nil
	}
	key, err := s.access.OwnerKey()
	for i := range others {
		others[i] += "?key=" + key
	}
	if u, _ := url.Parse(here); s.opt.Proxy != nil || isForeignAddress(u.Hostname()) || s.opt.TLS != nil {
		here += "?key=" + key
	}
	return here, others, err
}

// Addresses returns the addresses at which other machines reach the page: that of the proxy, those of the hosts in the
// certificate, or those of this machine's networks and its name for multicast DNS. There are none if the server listens
// only to this machine.
func (s *Server) Addresses(ln net.Listener) []string {
	if s.opt.Proxy != nil {
		return []string{strings.TrimSuffix(s.opt.Proxy.String(), "/") + "/"}
	}
	at := ln.Addr().(*net.TCPAddr).AddrPort()
	if at.Addr().IsLoopback() {
		return nil
	}
	scheme, hosts := "http", []string{}
	if s.opt.TLS != nil {
		scheme, hosts = "https", namesOf(s.opt.TLS)
	}
	if len(hosts) == 0 {
		hosts = ownHosts(at.Addr().Unmap())
	}
	for i, host := range hosts {
		hosts[i] = scheme + "://" + net.JoinHostPort(host, strconv.Itoa(int(at.Port()))) + "/"
	}
	return hosts
}

// ownHosts returns the hosts under which other machines know this machine, if it listens at an address.
func ownHosts(at netip.Addr) []string {
	if !at.IsUnspecified() {
		return []string{at.String()}
	}
	var hosts []string
	all, _ := net.InterfaceAddrs() // without them, the name is left
	for _, a := range all {
		if p, err := netip.ParsePrefix(a.String()); err == nil && p.Addr().IsGlobalUnicast() && (at.Is6() || p.Addr().Is4()) {
			hosts = append(hosts, p.Addr().String())
		}
	}
	if name, err := os.Hostname(); err == nil && name != "localhost" {
		name, _, _ = strings.Cut(name, ".")
		hosts = append(hosts, strings.ToLower(name)+".local")
	}
	return hosts
}

// Serve answers requests on ln until ctx ends, and then closes the server. Event streams end at once. Running requests
// have a short time to finish; after that time their connections are closed.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	h := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		TLSConfig:         s.opt.TLS,
		ErrorLog:          slog.NewLogLogger(s.service.Log.Handler(), slog.LevelWarn),
	}
	bound := ln
	s.access.SetAddresses(func() []string { return s.Addresses(bound) }) // they change with the networks
	if s.opt.Proxy == nil {
		ln = access.Limit(ln)
	}
	served := make(chan error, 1)
	go func() {
		if h.TLSConfig != nil {
			served <- h.ServeTLS(ln, "", "")
			return
		}
		served <- h.Serve(ln)
	}()
	var err error
	select {
	case err = <-served:
	case <-ctx.Done():
		s.service.Cancel() // otherwise Shutdown would wait for the event streams
		grace, cancel := context.WithTimeout(context.Background(), s.service.Grace)
		defer cancel()
		if err = h.Shutdown(grace); errors.Is(err, context.DeadlineExceeded) {
			s.service.Log.Warn("closing the connections of unfinished requests", "after", s.service.Grace)
			err = h.Close()
		}
		<-served
	}
	return errors.Join(err, s.Close())
}
