package server

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"
)

// accept begins a WebSocket with messages of at most this many bytes, -1 for any number; where it errs, it has
// answered. The context lasts until end, which closes the connection and has to be called. A server that
// closes tells the client, and cuts off who does not listen.
func (s *Server) accept(w http.ResponseWriter, r *http.Request, limit int64) (socket *websocket.Conn, ctx context.Context, end func(), err error) {
	if !strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
		w.Header().Set("Connection", "Upgrade")
		w.Header().Set("Upgrade", "websocket")
		err := fail(http.StatusUpgradeRequired, "", "GET %s is a WebSocket, and this request does not ask for one", r.URL.Path)
		s.refuse(w, r, err)
		return nil, nil, nil, err
	}
	line := &hijacked{ResponseWriter: w}
	if socket, err = websocket.Accept(line, r, nil); err != nil {
		return nil, nil, nil, err
	}
	socket.SetReadLimit(limit)
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
	forget := context.AfterFunc(s.ctx, func() {
		defer cancel()
		defer time.AfterFunc(s.grace, func() { _ = line.conn.Close() }).Stop()
		_ = socket.Close(websocket.StatusGoingAway, "the server is closing")
	})
	return socket, ctx, func() {
		forget()
		cancel()
		_ = socket.CloseNow()
	}, nil
}

// hijacked keeps the connection that a WebSocket takes over: the WebSocket's own way of closing waits for an
// answer of the client for five seconds, and nothing but the end of the connection cuts that short.
type hijacked struct {
	http.ResponseWriter
	conn net.Conn
}

// Hijack is that of [http.Hijacker].
func (h *hijacked) Hijack() (conn net.Conn, buffered *bufio.ReadWriter, err error) {
	h.conn, buffered, err = http.NewResponseController(h.ResponseWriter).Hijack()
	return h.conn, buffered, err
}
