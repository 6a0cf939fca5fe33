package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"tengen/server/wire"
)

// TestFlood floods the server from one machine, with a right key and with wrong ones. Other machines and the owner
// notice nothing, and the flood ends in refusals that say when to try again.
func TestFlood(t *testing.T) {
	l := newRig(t, t.TempDir())
	keys := l.keys()
	id := l.create(object{"human": "both"}).ID
	handler := l.server.Handler()
	for key, most := range map[string]int{keys[wire.Guest]: 2000, "wrong": 80} {
		from := fmt.Sprintf("203.0.113.%d:9", most%256)
		var allowed, refused, closed atomic.Int32
		var all sync.WaitGroup
		for range most {
			all.Go(func() {
				r := httptest.NewRequest("GET", "/api/games/"+id, nil)
				r.RemoteAddr = from
				r.Header.Set("Authorization", "Bearer "+key)
				w := httptest.NewRecorder()
				handler.ServeHTTP(w, r)
				if w.Code != http.StatusTooManyRequests {
					allowed.Add(1)
					return
				}
				if refused.Add(1); w.Header().Get("Retry-After") != "1" {
					t.Errorf("Retry-After is %q", w.Header().Get("Retry-After"))
				}
				if w.Header().Get("Connection") == "close" {
					closed.Add(1)
				}
			})
		}
		all.Wait()
		if allowed.Load() == 0 || refused.Load() < int32(most/4) || (closed.Load() > 0) != (most == 2000) {
			t.Errorf("the key %q: %d requests were allowed, %d refused and %d of them closed", key, allowed.Load(), refused.Load(), closed.Load())
		}
		if w := l.visit("GET", "/api/games/"+id, "", "From", from, "Authorization", "Bearer "+keys[wire.Owner]); w.Code != 200 {
			t.Errorf("the owner, from the same address: status %d", w.Code)
		}
	}
	if w := l.visit("GET", "/api/games/"+id, "", "Authorization", "Bearer "+keys[wire.Guest]); w.Code != 200 {
		t.Errorf("another guest: status %d", w.Code)
	}
}

// serve starts the server as the program does and returns its address.
func (l *rig) serve() (address string) {
	l.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		l.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- l.server.Serve(ctx, ln) }()
	l.Cleanup(func() {
		cancel()
		if err := <-served; err != nil {
			l.Error(err)
		}
		l.http.Close()
		l.http = nil // the server is closed already
	})
	return ln.Addr().String()
}

// slow skips a test that waits for half a minute if there is little time.
func slow(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("the deadlines of the server take half a minute")
	}
	t.Parallel()
}

// TestSlowClients sends requests slowly, and never completely. The server closes their connections.
func TestSlowClients(t *testing.T) {
	slow(t)
	l := newRig(t, t.TempDir())
	address := l.serve()
	var conns []net.Conn
	for _, part := range []string{
		"", "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n",
		"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
	} {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := io.WriteString(conn, part); err != nil {
			t.Fatal(err)
		}
		conns = append(conns, conn)
	}
	for i, conn := range conns {
		_ = conn.SetReadDeadline(time.Now().Add(2 * late))
		if _, err := io.Copy(io.Discard, conn); err != nil {
			t.Errorf("request %d: %v; want its connection closed", i, err)
		}
	}
}

// TestSlowReader follows a game without reading. The server ends the stream, and does not keep the states that the
// client has not read.
func TestSlowReader(t *testing.T) {
	slow(t)
	l := newRig(t, t.TempDir())
	id := l.create(object{"human": "both", "width": 19, "height": 19}).ID
	conn, err := net.Dial("tcp", l.http.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.(*net.TCPConn).SetReadBuffer(4096)
	_, _ = io.WriteString(conn, "GET /api/games/"+id+"/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
	if _, err := bufio.NewReaderSize(conn, 16).ReadByte(); err != nil {
		t.Fatal(err)
	}
	for n, begun := 1, time.Now(); l.openStreams() > 0; n++ {
		if time.Since(begun) > 2*late {
			t.Fatal("the stream of a client that does not read is still open")
		}
		var s struct{ Number int }
		l.call("GET", "/api/games/"+id, nil, &s)
		name, body := "play", object{"number": s.Number, "vertex": "D4"}
		if s.Number > 1 {
			name, body = "undo", object{"number": s.Number}
		}
		if status := l.call("POST", "/api/games/"+id+"/"+name, body, &struct{}{}); status != 200 {
			t.Fatalf("%s: status %d", name, status)
		}
	}
}

// TestOversized sends more than the server accepts, in each part of a request and in a message of a WebSocket. The
// messages of the analysis are in TestAnalysisSocket.
func TestOversized(t *testing.T) {
	l := newRig(t, t.TempDir())
	address := l.serve()
	key := l.keys()[wire.Guest]
	id := l.create(object{"human": "both"}).ID
	for what, head := range map[string]string{
		"header 431":  "GET / HTTP/1.1\r\nHost: localhost\r\nX-A: " + strings.Repeat("x", 64<<10) + "\r\n\r\n",
		"headers 431": "GET / HTTP/1.1\r\nHost: localhost\r\n" + strings.Repeat("X-A: b\r\n", 16<<10) + "\r\n",
		"address 431": "GET /" + strings.Repeat("x", 64<<10) + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"cookies 431": "GET / HTTP/1.1\r\nHost: localhost\r\nCookie: " + strings.Repeat("a=b; ", 16<<10) + "\r\n\r\n",
	} {
		what, status, _ := strings.Cut(what, " ")
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		go func() { _, _ = io.WriteString(conn, head) }() // the server may close the connection before it has read everything
		line, err := bufio.NewReader(conn).ReadString('\n')
		if !strings.Contains(line, status) {
			t.Errorf("%s: %q, %v; want status %s", what, line, err, status)
		}
	}
	if w := l.visit("POST", "/api/games/"+id+"/play", `{"vertex":"`+strings.Repeat("x", wire.MaxJSON)+`"}`, "Authorization", "Bearer "+key); w.Code != 413 {
		t.Errorf("a body: status %d, want 413", w.Code)
	}
	engine, _ := newGTPRig(t, nil)
	session := engine.session()
	session.say(strings.Repeat("x", 1<<20+1))
	session.ends(websocket.StatusMessageTooBig)
}
