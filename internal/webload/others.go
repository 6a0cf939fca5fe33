package webload

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// flooders is the number of connections of a flood, as many as TestFlooder of package server has.
const flooders = 64

// noHTTP2 turns HTTP/2 off in a transport.
var noHTTP2 = map[string]func(string, *tls.Conn) http.RoundTripper{}

// dial opens a connection to the server.
func (s *Server) dial(ctx context.Context) (net.Conn, error) {
	host := s.base.Host
	if s.base.Port() == "" {
		host = net.JoinHostPort(s.base.Hostname(), map[string]string{"http": "80", "https": "443"}[s.base.Scheme])
	}
	d := net.Dialer{Timeout: requestTime}
	if s.base.Scheme == "https" {
		return (&tls.Dialer{NetDialer: &d}).DialContext(ctx, "tcp", host)
	}
	return d.DialContext(ctx, "tcp", host)
}

// Idle opens connections, makes a request on each, and leaves them open. The function end closes them and returns the
// number of those that the server had closed.
func (s *Server) Idle(ctx context.Context, n int) (end func() (closed int), err error) {
	all := make([]net.Conn, n)
	end = func() (closed int) {
		for _, conn := range all {
			if conn == nil {
				continue
			}
			_ = conn.SetReadDeadline(time.Now().Add(time.Millisecond))
			if _, err := conn.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
				closed++
			}
			_ = conn.Close()
		}
		return closed
	}
	err = parallel(n, func(i int) error {
		conn, err := s.dial(ctx)
		if err != nil {
			return err
		}
		all[i] = conn
		_ = conn.SetDeadline(time.Now().Add(requestTime))
		if _, err := fmt.Fprintf(conn, "GET /icon.svg HTTP/1.1\r\nHost: %s\r\n\r\n", s.base.Host); err != nil {
			return err
		}
		resp, err := http.ReadResponse(bufio.NewReaderSize(conn, 4<<10), nil)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		_, err = io.Copy(io.Discard, resp.Body)
		return err
	})
	if err != nil {
		end()
		return nil, fmt.Errorf("idle connections could not be opened: %w", err)
	}
	return end, nil
}

// Flood sends as many requests as the server takes, as one client with the link of a guest, over several connections.
// It does not wait for the answers. The function end stops it and returns the number of answers, and of those that
// refuse.
func (s *Server) Flood(ctx context.Context) (end func() (answers, refused int64, err error), err error) {
	type link struct{ Role, Key string }
	var links struct{ Links []link }
	guest := func() string {
		for _, l := range links.Links {
			if l.Role == "guest" {
				return l.Key
			}
		}
		return ""
	}
	if err := s.call(ctx, http.MethodGet, "/api/access", nil, &links); err != nil {
		return nil, err
	}
	made := guest() == ""
	if made {
		if err := s.call(ctx, http.MethodPost, "/api/access", map[string]any{"role": "guest", "on": true}, &links); err != nil {
			return nil, err
		}
	}
	request := []byte("GET /api/games/aaaaaaaaaaaa HTTP/1.1\r\nHost: " + s.base.Host + "\r\nAuthorization: Bearer " + guest() + "\r\n\r\n")
	ctx, cancel := context.WithCancel(ctx)
	var answered, refused atomic.Int64
	var all sync.WaitGroup
	for range flooders {
		all.Go(func() {
			for ctx.Err() == nil {
				s.flood(ctx, request, &answered, &refused)
			}
		})
	}
	return func() (int64, int64, error) {
		cancel()
		all.Wait()
		var err error
		if made {
			err = s.call(context.Background(), http.MethodPost, "/api/access", map[string]any{"role": "guest", "on": false}, nil)
		}
		return answered.Load(), refused.Load(), err
	}, nil
}

// flood writes requests on one connection until it breaks or ctx ends.
func (s *Server) flood(ctx context.Context, request []byte, answered, refused *atomic.Int64) {
	conn, err := s.dial(ctx)
	if err != nil {
		return
	}
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	var reader sync.WaitGroup
	defer reader.Wait()
	defer conn.Close()
	reader.Go(func() {
		lines := bufio.NewScanner(conn)
		for lines.Scan() { // ends when the connection is closed
			if status, ok := strings.CutPrefix(lines.Text(), "HTTP/1.1 "); ok {
				answered.Add(1)
				if strings.HasPrefix(status, "429") {
					refused.Add(1)
				}
			}
		}
	})
	for err == nil {
		_, err = conn.Write(request)
	}
}
