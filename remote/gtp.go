package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"
)

// dialTime is the timeout for connecting.
const dialTime = 20 * time.Second

// Engine is the address of the GTP sessions of a `tengen web`.
type Engine string

// UnmarshalText reads HOST:PORT, or a URL as `tengen web` prints it. The scheme may also be ws
// or wss.
func (r *Engine) UnmarshalText(text []byte) error {
	address := string(text)
	if !strings.Contains(address, "://") {
		if _, port, err := net.SplitHostPort(address); err != nil || port == "" {
			return fmt.Errorf("expected a URL or HOST:PORT such as 127.0.0.1:8017, not %q", text)
		}
		address = "ws://" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || !slices.Contains([]string{"ws", "wss", "http", "https"}, u.Scheme) {
		return fmt.Errorf("expected a URL such as http://127.0.0.1:8017 or HOST:PORT, not %q", text)
	}
	u.Scheme = strings.Replace(u.Scheme, "http", "ws", 1)
	key := u.Query().Get("key")
	u.RawQuery, u.Fragment = "", "" // the rest of the query and the fragment are for the page
	if !strings.HasSuffix(u.Path, "/api/gtp") {
		u = u.JoinPath("api/gtp")
	}
	if *r = Engine(u.String()); key != "" {
		*r += Engine(keyQuery + key)
	}
	return nil
}

// Play reads commands from in for the engine, and writes the engine's answers to out. It returns when the engine has
// answered all commands or the command quit. If the connection ends earlier, the goroutine that reads commands stays in
// Read, as in [gtp.Server.Serve].
func (r Engine) Play(ctx context.Context, in io.Reader, out io.Writer) error {
	socket, err := r.dial(ctx)
	if err != nil {
		return err
	}
	defer socket.CloseNow()
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	go func() {
		if err := sendCommands(ctx, socket, in); err != nil {
			fail(fmt.Errorf("reading commands: %w", err))
		}
	}()
	for {
		_, answer, err := socket.Read(ctx)
		switch {
		case err == nil:
			if _, err := out.Write(answer); err != nil {
				return fmt.Errorf("answering: %w", err)
			}
		case websocket.CloseStatus(err) == websocket.StatusNormalClosure:
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		default:
			return r.broken(err)
		}
	}
}

// sendCommands reads commands and sends them, and an empty message at the end. It returns only errors of reading.
// The goroutine that reads the answers reports errors of the connection.
func sendCommands(ctx context.Context, socket *websocket.Conn, in io.Reader) error {
	b := make([]byte, 32<<10)
	for {
		n, err := in.Read(b)
		kind := websocket.MessageText
		if !utf8.Valid(b[:n]) {
			kind = websocket.MessageBinary
		}
		if n > 0 && socket.Write(ctx, kind, b[:n]) != nil {
			return nil
		}
		if errors.Is(err, io.EOF) {
			_ = socket.Write(ctx, websocket.MessageText, nil)
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// dial opens a session.
func (r Engine) dial(ctx context.Context) (*websocket.Conn, error) {
	within, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	address, key, _ := strings.Cut(string(r), keyQuery)
	header := http.Header{}
	if key != "" {
		header.Set("Authorization", "Bearer "+key)
	}
	socket, resp, err := websocket.Dial(within, address, &websocket.DialOptions{HTTPHeader: header})
	if err == nil {
		socket.SetReadLimit(-1) // a board or an analysis may be long
		return socket, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if resp != nil {
		var refusal struct{ Error string }
		if json.NewDecoder(resp.Body).Decode(&refusal) == nil && refusal.Error != "" && resp.StatusCode != http.StatusNotFound {
			return nil, fmt.Errorf("%s refused the connection: %s", address, refusal.Error)
		}
		return nil, fmt.Errorf("%s is not an engine (%s): check that \"tengen web\" of the same version is running there", address, resp.Status)
	}
	if where, ok := errors.AsType[*url.Error](err); ok {
		err = where.Err // does not repeat the address, which the message already contains
	}
	return nil, fmt.Errorf("%s cannot be reached: check that \"tengen web\" is running there (%w)", address, err)
}

// broken returns the error of a session that the server ended.
func (r Engine) broken(err error) error {
	address, _, _ := strings.Cut(string(r), keyQuery)
	if closed, ok := errors.AsType[websocket.CloseError](err); ok && closed.Reason != "" {
		return fmt.Errorf("%s ended the session: %s; connect again when \"tengen web\" is running there", address, closed.Reason)
	}
	return fmt.Errorf("the connection to %s was lost: check that \"tengen web\" is still running there (%w)", address, err)
}
