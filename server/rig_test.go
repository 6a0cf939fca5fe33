package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// late is when what a test waits for will not happen any more, however busy the machine is.
const late = time.Minute

// rig is a running server and a client that speaks its interface.
type rig struct {
	*testing.T
	dir    string
	server *Server
	http   *httptest.Server
	log    *bytes.Buffer
}

func newRig(t *testing.T, dir string, change ...func(*Options)) *rig {
	t.Helper()
	l := &rig{T: t, dir: dir, log: &bytes.Buffer{}}
	opt := Options{
		Data: dir, NewPlayer: func() (Player, error) { return &first{}, nil },
		Log: slog.New(slog.NewTextHandler(&locked{w: l.log}, nil)),
	}
	for _, f := range change {
		f(&opt)
	}
	s, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	l.server, l.http = s, httptest.NewServer(s.Handler())
	t.Cleanup(l.stop)
	return l
}

// locked lets many goroutines log into one buffer.
type locked struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

// stop ends the server as the program does; a second call does nothing.
func (l *rig) stop() {
	if l.http == nil {
		return
	}
	if err := l.server.Close(); err != nil {
		l.Errorf("Close: %v", err)
	}
	l.http.Close()
	l.http = nil
}

// call makes a request and decodes the answer, of whatever status.
func (l *rig) call(method, path string, body, into any) int {
	l.Helper()
	var r io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			l.Fatal(err)
		}
		r = bytes.NewReader(data)
	}
	req, _ := http.NewRequest(method, l.http.URL+path, r)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		l.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(into); err != nil {
		l.Fatalf("%s %s: %v", method, path, err)
	}
	return resp.StatusCode
}

type object = map[string]any

// create makes a game and returns its first state.
func (l *rig) create(wish object) State {
	l.Helper()
	var s State
	if status := l.call("POST", "/api/games", wish, &s); status != 200 {
		l.Fatalf("new game %v: status %d", wish, status)
	}
	return s
}

func (l *rig) state(id string) State {
	l.Helper()
	var s State
	if status := l.call("GET", "/api/games/"+id, nil, &s); status != 200 {
		l.Fatalf("game %s: status %d", id, status)
	}
	return s
}

// act does something in the game, as a client that is up to date.
func (l *rig) act(id, name string, more object) State {
	l.Helper()
	body := object{"number": l.state(id).Number}
	for k, v := range more {
		body[k] = v
	}
	var answer json.RawMessage
	if status := l.call("POST", "/api/games/"+id+"/"+name, body, &answer); status != 200 {
		l.Fatalf("%s %v: status %d, %s", name, more, status, answer)
	}
	return l.rest(id)
}

// rest waits until the engine has nothing to do.
func (l *rig) rest(id string) State {
	l.Helper()
	return l.until(id, func(s State) bool { return s.Thinking == "" })
}

// until follows the events until a state satisfies.
func (l *rig) until(id string, done func(State) bool) State {
	l.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), late)
	defer cancel()
	req, _ := http.NewRequestWithContext(ctx, "GET", l.http.URL+"/api/games/"+id+"/events", nil)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		l.Fatal(err)
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var s State
		if err := json.Unmarshal([]byte(data), &s); err != nil {
			l.Fatal(err)
		}
		if done(s) {
			return s
		}
	}
	l.Fatalf("the stream of game %s ended too early: %v", id, lines.Err())
	return State{}
}

// refused expects an error and returns its sentence.
func (l *rig) refused(status int, method, path string, body any) apiError {
	l.Helper()
	var e apiError
	if got := l.call(method, path, body, &e); got != status {
		l.Fatalf("%s %s %v: status %d, want %d (%s)", method, path, body, got, status, e.Sentence)
	}
	if e.Sentence == "" {
		l.Errorf("%s %s %v: no sentence", method, path, body)
	}
	return e
}

func (l *rig) play(id, vertices string) State {
	l.Helper()
	var s State
	for v := range strings.FieldsSeq(vertices) {
		s = l.act(id, "play", object{"vertex": v})
	}
	return s
}
