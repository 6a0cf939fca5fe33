package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"tengen/baduk"
	"tengen/gtpserver"
	"tengen/server/protocols"
)

// newGTPRig starts a server whose engines play on the first legal point. It counts the engines that were freed.
func newGTPRig(t *testing.T, before func(context.Context) error) (*rig, *atomic.Int32) {
	freed := new(atomic.Int32)
	return newRig(t, t.TempDir(), func(o *Options) {
		o.GTP = func() (gtpserver.Config, error) {
			return gtpserver.Config{Name: "first", Player: &first{before: before, closed: freed}, Width: 5}, nil
		}
	}), freed
}

// session is the client's side of a GTP session.
type session struct {
	*testing.T
	*websocket.Conn
}

// session opens a session. A session that has just ended may hold its place for a moment longer.
func (l *rig) session() *session {
	l.Helper()
	var c *websocket.Conn
	for begun := time.Now(); c == nil; time.Sleep(time.Millisecond) {
		var resp *http.Response
		var err error
		c, resp, err = websocket.Dial(l.Context(), l.http.URL+"/api/gtp", nil)
		if err != nil && (resp == nil || resp.StatusCode != http.StatusTooManyRequests || time.Since(begun) > 10*time.Second) {
			l.Fatal(err)
		}
	}
	l.Cleanup(func() { c.CloseNow() })
	return &session{l.T, c}
}

// say sends each piece as one message.
func (s *session) say(pieces ...string) {
	s.Helper()
	for _, text := range pieces {
		if err := s.Write(s.Context(), websocket.MessageText, []byte(text)); err != nil {
			s.Fatal(err)
		}
	}
}

// hear reads the given number of answers.
func (s *session) hear(n int) string {
	s.Helper()
	ctx, cancel := context.WithTimeout(s.Context(), 20*time.Second)
	defer cancel()
	var b strings.Builder
	for strings.Count(b.String(), "\n\n") < n {
		_, text, err := s.Read(ctx)
		if err != nil {
			s.Fatalf("after %q: %v", b.String(), err)
		}
		b.Write(text)
	}
	return b.String()
}

// ends expects the end of the session.
func (s *session) ends(want websocket.StatusCode) {
	s.Helper()
	_, text, err := s.Read(s.Context())
	if got := websocket.CloseStatus(err); got != want {
		s.Errorf("%q, %v; want the connection closed with status %d", text, err, want)
	}
}

// freed waits until want players were freed.
func (l *rig) freed(closed *atomic.Int32, want int32) {
	l.Helper()
	for begun := time.Now(); closed.Load() != want; time.Sleep(time.Millisecond) {
		if time.Since(begun) > 10*time.Second {
			l.Fatalf("%d players were freed, want %d", closed.Load(), want)
		}
	}
}

// TestGTPSessions plays two games at the same time, with commands split into arbitrary messages. One session ends by
// quit and the other by the end of the input. Before that, all commands are answered.
func TestGTPSessions(t *testing.T) {
	l, freed := newGTPRig(t, nil)
	a, b := l.session(), l.session()
	a.say("1 play b ", "A5\n2 gen", "move w\n3")
	b.say("genmove b\nprintsgf\n")
	if got := b.hear(2); !strings.HasPrefix(got, "= A5\n\n= (;") || strings.Contains(got, ";W[") {
		t.Errorf(`the answers are %q, want "= A5" and a record without a move of White`, got)
	}
	a.say(" genmove b\nxyz \xff\n")
	if got, want := a.hear(4), "=1\n\n=2 B5\n\n=3 C5\n\n? unknown command\n\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	a.say("name\nquit\nname\n")
	if got := a.hear(2); got != "= first\n\n=\n\n" {
		t.Errorf(`the answers to name and quit are %q, want "= first" and an empty one`, got)
	}
	a.ends(websocket.StatusNormalClosure)
	b.say("genmove w\nname", "")
	if got := b.hear(2); got != "= B5\n\n= first\n\n" {
		t.Errorf(`the answers are %q, want "= B5" and "= first"`, got)
	}
	b.ends(websocket.StatusNormalClosure)
	l.freed(freed, 2)
}

// TestGTPSessionLeaves checks that a search ends when its client leaves, with and without an end of the input before.
func TestGTPSessionLeaves(t *testing.T) {
	thinking := make(chan struct{})
	l, freed := newGTPRig(t, func(ctx context.Context) error {
		thinking <- struct{}{}
		<-ctx.Done()
		return ctx.Err()
	})
	for i, pieces := range [][]string{{"genmove b\n"}, {"genmove b\n", ""}} {
		s := l.session()
		s.say(pieces...)
		<-thinking
		s.CloseNow()
		l.freed(freed, int32(i)+1)
	}
}

// ponderer thinks on the opponent's time until it is told to stop.
type ponderer struct {
	first
	pondering *atomic.Bool
}

func (p *ponderer) Ponder(context.Context, *baduk.Game) error { p.pondering.Store(true); return nil }
func (p *ponderer) StopPondering()                            { p.pondering.Store(false) }

// TestGTPSessionPonders ends the pondering with the session.
func TestGTPSessionPonders(t *testing.T) {
	p, freed := new(atomic.Bool), new(atomic.Int32)
	l := newRig(t, t.TempDir(), func(o *Options) {
		o.GTP = func() (gtpserver.Config, error) {
			return gtpserver.Config{Name: "first", Player: &ponderer{first{closed: freed}, p}}, nil
		}
	})
	s := l.session()
	s.say("kata-set-param ponderingEnabled true\ngenmove b\nname\n")
	if s.hear(3); !p.Load() {
		t.Error("the engine does not ponder")
	}
	s.CloseNow()
	if l.freed(freed, 1); p.Load() {
		t.Error("the engine still ponders after the client has left")
	}
}

// TestGTPSessionShutdown checks that a closing server tells its clients, and does not wait long for a client that never
// reads.
func TestGTPSessionShutdown(t *testing.T) {
	thinking := make(chan struct{})
	l, freed := newGTPRig(t, func(ctx context.Context) error {
		thinking <- struct{}{}
		<-ctx.Done()
		return ctx.Err()
	})
	s, deaf := l.session(), l.session()
	for _, c := range []*session{s, deaf} {
		c.say("genmove b\n")
		<-thinking
	}
	stopped := make(chan struct{})
	go func() {
		l.stop()
		close(stopped)
	}()
	_, _, err := s.Read(t.Context())
	var closed websocket.CloseError
	if !errors.As(err, &closed) || closed.Code != websocket.StatusGoingAway || closed.Reason == "" {
		t.Errorf("the session ended with %v, want the close status %v and a reason", err, websocket.StatusGoingAway)
	}
	if <-stopped; freed.Load() != 2 {
		t.Errorf("the server freed %d players, want 2", freed.Load())
	}
}

// TestSocketCutOff checks that a closing server ends a WebSocket within its grace even if neither side reads. The
// WebSocket library's own wait for the client's answer must not delay that.
func TestSocketCutOff(t *testing.T) {
	l := newRig(t, t.TempDir())
	l.server.service.Grace = 50 * time.Millisecond
	accepted, ended := make(chan struct{}), make(chan time.Duration)
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, ctx, end, err := l.server.service.AcceptSocket(w, r, -1)
		if err != nil {
			t.Error(err)
			return
		}
		accepted <- struct{}{}
		begun := time.Now()
		<-ctx.Done()
		end()
		ended <- time.Since(begun)
	}))
	defer h.Close()
	c, _, err := websocket.Dial(t.Context(), h.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	<-accepted
	l.server.service.Cancel()
	if d := <-ended; d > 4*time.Second { // the library gives up after 5
		t.Errorf("the session ended after %v, want at most 4s", d)
	}
}

// TestGTPSessionsRefused checks that sessions are refused if there are too many, if the request is from another origin,
// and if the engine is missing or cannot be made.
func TestGTPSessionsRefused(t *testing.T) {
	l, freed := newGTPRig(t, nil)
	refused := func(l *rig, status int, origin string) {
		t.Helper()
		_, resp, err := websocket.Dial(t.Context(), l.http.URL+"/api/gtp", &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}})
		if err == nil || resp == nil || resp.StatusCode != status {
			t.Fatalf("a session from %q: got %v (error: %v), want an error and status %d", origin, resp, err, status)
		}
		if text, err := io.ReadAll(resp.Body); err != nil || !strings.HasPrefix(string(text), `{"error":"`) {
			t.Errorf("a session from %q: got the answer %s (error: %v), want an error in JSON", origin, text, err)
		}
	}
	refused(l, 403, "http://evil.example")
	if status, text, _ := l.raw("GET", "/api/gtp", ""); status != 426 {
		t.Errorf("GET of what is no WebSocket: got status %d, %s; want status 426", status, text)
	}
	l.freed(freed, 1)
	for range protocols.MaxSessions - 1 {
		l.session()
	}
	last := l.session()
	refused(l, 429, l.http.URL)
	last.say("quit\n")
	last.hear(1)
	last.ends(websocket.StatusNormalClosure)
	l.session() // in the place of the session that ended
	refused(newRig(t, t.TempDir()), 404, "")
	broken := newRig(t, t.TempDir(), func(o *Options) {
		o.GTP = func() (gtpserver.Config, error) { return gtpserver.Config{}, errors.New("no net") }
	})
	for range protocols.MaxSessions + 1 {
		refused(broken, 500, "")
	}
}

// TestGTPSessionFiles checks every command of docs/gtp.md that can read or write a file. The command is refused with a
// file and allowed without one.
func TestGTPSessionFiles(t *testing.T) {
	l, _ := newGTPRig(t, nil)
	dir := t.TempDir()
	record, board, written := filepath.Join(dir, "a.sgf"), filepath.Join(dir, "a.json"), filepath.Join(dir, "b.sgf")
	for path, text := range map[string]string{record: "(;SZ[3];B[aa])", board: `{"board": "torus 3x3"}`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile("../docs/gtp.md")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile("(?m)^\\| `([^`]+)` \\| `[^`]*FILE").FindAllSubmatch(page, -1)
	if len(found) < 3 {
		t.Fatalf("the page names only %q", found)
	}
	commands := []string{"loadsgf " + record, "tengen-board " + board, "tengen-board " + filepath.Join(dir, "none.json")}
	for _, f := range found {
		commands = append(commands, string(f[1])+" "+written)
	}
	s := l.session()
	for _, command := range commands {
		s.say(command + "\n")
		name, _, _ := strings.Cut(command, " ")
		if got, want := s.hear(1), fmt.Sprintf("? %s cannot reach files over the network\n\n", name); got != want {
			t.Errorf("%s: got %q, want %q", command, got, want)
		}
	}
	if _, err := os.Stat(written); err == nil {
		t.Error("a file was written")
	}
	s.say("printsgf\nprintsgf -\ntengen-board\ntengen-board torus 3x3\nloadsgf\n")
	if got := s.hear(5); strings.Count(got, "(;FF[4]") != 2 || !strings.Contains(got, "torus 3x3, 9 points") || strings.Contains(got, "over the network") {
		t.Errorf("the answers are %s, want two records, the board torus 3x3 of 9 points, and no command refused over the network", got)
	}
}
