package protocols

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/coder/websocket"

	"tengen/analysis"
	"tengen/server/wire"
)

// getAnalysis serves the protocol over a WebSocket: a message in either direction is a line. A client that leaves
// ends its searches. Requests of pages from another origin were refused before.
func (p *Protocols) getAnalysis(w http.ResponseWriter, r *http.Request) error {
	session, done, err := p.analyst()
	if err != nil {
		return err
	}
	defer done()
	socket, ctx, end, err := p.service.AcceptSocket(w, r, -1) // a message that is too long is answered like a line that is
	if err != nil {
		return nil // it has answered
	}
	defer end()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p.service.Go(func() {
		defer cancel()
		listen(ctx, socket, session)
	})
	for {
		answer, err := session.Next(ctx)
		if err != nil || tell(ctx, socket, answer) != nil {
			return nil
		}
	}
}

// tell sends an answer. The client must take it within wire.StreamGrace.
func tell(ctx context.Context, socket *websocket.Conn, answer []byte) error {
	ctx, cancel := context.WithTimeout(ctx, wire.StreamGrace)
	defer cancel()
	return socket.Write(ctx, websocket.MessageText, answer)
}

// listen passes the messages of a client to its session until the client leaves.
func listen(ctx context.Context, socket *websocket.Conn, session *analysis.Session) {
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
