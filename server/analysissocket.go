package server

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/coder/websocket"

	"tengen/analysis"
)

// getAnalysis is a conversation over a WebSocket: a message is a line of the protocol, in
// both directions. A client that leaves ends its searches. That a page of another origin
// asks was ruled out before, see [Server.guard].
func (s *Server) getAnalysis(w http.ResponseWriter, r *http.Request) {
	session, done, err := s.analyst()
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	defer done()
	socket, ctx, end, err := s.accept(w, r, -1) // too long a message is answered like too long a line
	if err != nil {
		return
	}
	defer end()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.wg.Go(func() {
		defer cancel()
		s.listen(ctx, socket, session)
	})
	for {
		answer, err := session.Next(ctx)
		if err != nil || s.tell(ctx, socket, answer) != nil {
			return
		}
	}
}

// tell sends an answer, within the time that a client has for it.
func (s *Server) tell(ctx context.Context, socket *websocket.Conn, answer []byte) error {
	ctx, cancel := context.WithTimeout(ctx, streamGrace)
	defer cancel()
	return socket.Write(ctx, websocket.MessageText, answer)
}

// listen gives the messages of a client to its session until it leaves.
func (s *Server) listen(ctx context.Context, socket *websocket.Conn, session *analysis.Session) {
	for {
		_, message, err := socket.Reader(ctx)
		if err != nil {
			return
		}
		line, err := io.ReadAll(io.LimitReader(message, analysis.MaxLine+1))
		if err == nil {
			_, err = io.Copy(io.Discard, message)
		}
		if err == nil || errors.Is(err, io.EOF) {
			err = session.Line(ctx, line)
		}
		if err != nil {
			return
		}
	}
}
