package protocols

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"

	"github.com/coder/websocket"

	"tengen/analysis"
	"tengen/server/wire"
)

// getAnalysis serves the analysis protocol over a WebSocket. Each message, in either direction, is a line of the
// protocol. When the client leaves, its searches end. The guard has already refused requests of pages from other
// origins.
func (p *Protocols) getAnalysis(w http.ResponseWriter, r *http.Request) error {
	defer p.service.Enter()() // when the server closes, it waits for its sessions
	session, done, err := p.analyst()
	if err != nil {
		return err
	}
	defer done()
	socket, ctx, end, err := p.service.AcceptSocket(w, r, -1) // the session answers a message that is too long
	if err != nil {
		return nil // AcceptSocket has answered
	}
	var listening sync.WaitGroup
	defer listening.Wait()
	defer end()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	listening.Go(func() {
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

// tell sends an answer. The client must receive it within wire.StreamGrace.
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
