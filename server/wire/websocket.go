package wire

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"
)

// AcceptSocket begins a WebSocket whose messages have at most limit bytes; -1 means no limit. If it returns an error,
// it has already answered the request. The caller must call end, which closes the connection and ends ctx. When the
// server closes, the client is told. If it does not answer, the connection is closed.
func (s *Service) AcceptSocket(w http.ResponseWriter, r *http.Request, limit int64) (socket *websocket.Conn, ctx context.Context, end func(), err error) {
	if !strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
		w.Header().Set("Connection", "Upgrade")
		w.Header().Set("Upgrade", "websocket")
		err := Misuse(http.StatusUpgradeRequired, "", "GET %s is a WebSocket, and this request does not ask for one", r.URL.Path)
		s.Refuse(w, r, err)
		return nil, nil, nil, err
	}
	line := &hijacked{w: w}
	if socket, err = websocket.Accept(line, r, nil); err != nil {
		return nil, nil, nil, err
	}
	socket.SetReadLimit(limit)
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
	forget := context.AfterFunc(s.ctx, func() {
		defer cancel()
		defer time.AfterFunc(s.Grace, func() { _ = line.conn.Close() }).Stop()
		_ = socket.Close(websocket.StatusGoingAway, "the server is closing")
	})
	return socket, ctx, func() {
		forget()
		cancel()
		_ = socket.CloseNow()
	}, nil
}

// hijacked is a ResponseWriter that remembers the connection which a WebSocket takes over. Closing a WebSocket waits up
// to five seconds for the client's answer. Closing the connection ends that wait.
type hijacked struct {
	w    http.ResponseWriter
	conn net.Conn
}

// Header returns the header of the answer.
func (h *hijacked) Header() http.Header { return h.w.Header() }

// Write writes to the answer.
func (h *hijacked) Write(p []byte) (int, error) { return h.w.Write(p) }

// WriteHeader writes the status of the answer.
func (h *hijacked) WriteHeader(status int) { h.w.WriteHeader(status) }

// Hijack implements [http.Hijacker].
func (h *hijacked) Hijack() (conn net.Conn, buffered *bufio.ReadWriter, err error) {
	h.conn, buffered, err = http.NewResponseController(h.w).Hijack()
	return h.conn, buffered, err
}
