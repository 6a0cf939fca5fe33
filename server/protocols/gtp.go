package protocols

import (
	"context"
	"io"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/coder/websocket"

	"tengen/gtp"
	"tengen/gtpserver"
	"tengen/server/wire"
	"tengen/topology"
)

const (
	MaxSessions   = 16      // the most GTP sessions at the same time; each has its own search
	maxGTPMessage = 1 << 20 // the most bytes of a message from a GTP client
)

// getGTP serves a GTP session over a WebSocket. The messages of each side form one stream of bytes; the boundaries of
// messages have no meaning. An empty message from the client ends its input. The server then answers the remaining
// commands and closes the connection, as it does after the command quit. When the connection breaks, the session ends
// at once. The guard has already refused requests of pages from other origins.
func (p *Protocols) getGTP(w http.ResponseWriter, r *http.Request) error {
	defer p.service.Enter()() // when the server closes, it waits for its sessions
	commands, done, err := p.session()
	if err != nil {
		return err
	}
	defer done()
	socket, ctx, end, err := p.service.AcceptSocket(w, r, maxGTPMessage)
	if err != nil {
		return nil // AcceptSocket has answered
	}
	defer end()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream := &gtpStream{ctx: ctx, gone: cancel, socket: socket}
	if commands.Serve(ctx, stream, stream) == nil {
		_ = socket.Close(websocket.StatusNormalClosure, "")
	}
	return nil
}

// session makes a GTP engine with a Player of its own. The caller must call done at the end.
func (p *Protocols) session() (commands *gtp.Server, done func(), err error) {
	if p.opt.GTP == nil {
		return nil, nil, wire.Misuse(http.StatusNotFound, "", "GTP is turned off on this server")
	}
	select {
	case p.sessions <- struct{}{}:
	default:
		return nil, nil, wire.Misuse(http.StatusTooManyRequests, "", "%d GTP sessions are open, and no more are allowed: end one first", MaxSessions)
	}
	config, err := p.opt.GTP()
	done = func() {
		if player, ok := config.Player.(gtpserver.Ponderer); ok {
			player.StopPondering()
		}
		if c, ok := config.Player.(io.Closer); ok {
			if err := c.Close(); err != nil {
				p.service.Log.Warn("closing the player of a GTP session", "error", err)
			}
		}
		<-p.sessions
	}
	var e *gtpserver.Engine
	if err == nil {
		e, err = gtpserver.New(config)
	}
	if err != nil {
		done()
		return nil, nil, err
	}
	commands = e.Server()
	withoutFiles(commands)
	return commands, done, nil
}

// withoutFiles changes all commands that read or write files on this machine: they answer with an error.
func withoutFiles(commands *gtp.Server) {
	only := func(name string, may func(args []string) bool) {
		handler := commands.Handlers[name]
		commands.Handlers[name] = func(ctx context.Context, args []string) (string, error) {
			if !may(args) {
				return "", gtp.Failf("%s cannot reach files over the network", name)
			}
			return handler(ctx, args)
		}
	}
	none := func(args []string) bool { return len(args) == 0 }
	only("loadsgf", none)
	only("gomill-savesgf", none)
	only("tengen-save_search", none)
	only("tengen-load_search", none)
	only("printsgf", func(args []string) bool { return none(args) || len(args) == 1 && args[0] == "-" })
	only("tengen-board", func(args []string) bool {
		text := strings.Join(args, " ")
		_, err := topology.Parse(text)
		return none(args) || err == nil || strings.HasPrefix(text, "{")
	})
}

// gtpStream is a connection that is used as the input and the output of a GTP session.
type gtpStream struct {
	ctx    context.Context // ends with the session
	gone   func()          // ends the session when the client has left
	socket *websocket.Conn
	rest   []byte // unread part of the latest message
}

// Read reads the client's stream. When the client ends its input, the session still finishes its commands; when the
// connection breaks, the session ends at once.
func (g *gtpStream) Read(p []byte) (int, error) {
	if len(g.rest) == 0 {
		_, message, err := g.socket.Read(g.ctx)
		if err != nil {
			g.gone()
			return 0, io.EOF
		}
		if len(message) == 0 {
			context.AfterFunc(g.socket.CloseRead(g.ctx), g.gone)
			return 0, io.EOF
		}
		g.rest = message
	}
	n := copy(p, g.rest)
	g.rest = g.rest[n:]
	return n, nil
}

// Write sends a message, which the client must receive within wire.StreamGrace. A message that is not UTF-8 is sent as
// binary. This can happen when an answer repeats a name that the client chose.
func (g *gtpStream) Write(p []byte) (int, error) {
	kind := websocket.MessageText
	if !utf8.Valid(p) {
		kind = websocket.MessageBinary
	}
	ctx, cancel := context.WithTimeout(g.ctx, wire.StreamGrace)
	defer cancel()
	if err := g.socket.Write(ctx, kind, p); err != nil {
		return 0, err
	}
	return len(p), nil
}
