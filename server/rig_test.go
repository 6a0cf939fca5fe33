package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"tengen/server/games"
	"tengen/server/records"
	"tengen/server/wire"
	"tengen/server/wire/wiretest"
)

// late is the longest time that a test waits for an event, even on a busy machine.
const late = time.Minute

// rig is a running server with a client of its interface.
type rig struct {
	*testing.T
	dir    string
	server *Server
	http   *httptest.Server
	log    *bytes.Buffer
	visits int // requests of visit
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
	l.server, l.http = s, httptest.NewServer(wiretest.Checked(t, s.Handler()))
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

// openStreams counts the open streams.
func (l *rig) openStreams() int {
	open, _ := l.server.service.Streams()
	return open
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

func (l *rig) client() *wiretest.Client { return &wiretest.Client{T: l.T, URL: l.http.URL} }

// call makes a request and decodes the answer, which may have any status.
func (l *rig) call(method, path string, body, into any) int {
	l.Helper()
	return l.client().Call(method, path, body, into)
}

// raw sends a request with the given body and headers.
func (l *rig) raw(method, path, body string, headers ...string) (int, string, http.Header) {
	l.Helper()
	return l.client().Raw(method, path, body, headers...)
}

// refused makes a request and expects an error with the given status.
func (l *rig) refused(status int, method, path string, body any) wire.Error {
	l.Helper()
	return l.client().Refused(status, method, path, body)
}

type object = wiretest.Object

// create makes a game and returns its first state.
func (l *rig) create(wish object) games.State {
	l.Helper()
	var s games.State
	if status := l.call("POST", "/api/games", wish, &s); status != 200 {
		l.Fatalf("new game %v: status %d", wish, status)
	}
	return s
}

func (l *rig) state(id string) games.State {
	l.Helper()
	var s games.State
	if status := l.call("GET", "/api/games/"+id, nil, &s); status != 200 {
		l.Fatalf("game %s: status %d", id, status)
	}
	return s
}

// act sends an action to the game as a client with the latest state.
func (l *rig) act(id, name string, more object) games.State {
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
func (l *rig) rest(id string) games.State {
	l.Helper()
	return l.until(id, func(s games.State) bool { return s.Thinking == "" })
}

// until follows the events until the state, with the latest estimate, satisfies the condition.
func (l *rig) until(id string, done func(games.State) bool) games.State {
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
	var s games.State
	into := map[string]any{"state": &s, "estimate": &s.Estimate}
	for name := ""; lines.Scan(); {
		if event, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			name = event
		}
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok || into[name] == nil {
			continue
		}
		if name == "state" {
			s = games.State{}
		}
		if err := json.Unmarshal([]byte(data), into[name]); err != nil {
			l.Fatal(err)
		}
		if done(s) {
			return s
		}
	}
	l.Fatalf("the stream of game %s ended too early: %v", id, lines.Err())
	return games.State{}
}

func (l *rig) play(id, vertices string) games.State {
	l.Helper()
	var s games.State
	for v := range strings.FieldsSeq(vertices) {
		s = l.act(id, "play", object{"vertex": v})
	}
	return s
}

// record is a records.Record whose tree a test can read.
type record struct {
	records.Record
	Tree tree `json:"tree"`
}

// change is a records.Change whose tree a test can read.
type change struct {
	records.Change
	Tree *tree `json:"tree"`
}

type tree struct {
	Root  int     `json:"root"`
	Nodes []entry `json:"nodes"`
}

// entry is a node of a tree.
type entry struct {
	node, parent int
	vertex       string
	flags        int
}

// The flags of a node that tests check.
const (
	flagComment  = 1
	flagAnalysis = 64
)

// UnmarshalJSON reads a node, which is an array in JSON.
func (e *entry) UnmarshalJSON(data []byte) error {
	var row [7]json.RawMessage
	if err := json.Unmarshal(data, &row); err != nil {
		return err
	}
	return errors.Join(json.Unmarshal(row[0], &e.node), json.Unmarshal(row[1], &e.parent), json.Unmarshal(row[3], &e.vertex), json.Unmarshal(row[4], &e.flags))
}

// upload opens a file as a record.
func (l *rig) upload(name, content string) record {
	l.Helper()
	status, text, _ := l.raw("POST", "/api/records?name="+url.QueryEscape(name), content, "Content-Type", "application/octet-stream")
	var r record
	if err := json.Unmarshal([]byte(text), &r); status != 200 || err != nil {
		l.Fatalf("%.80q: status %d, %.300s, %v", content, status, text, err)
	}
	return r
}

// edit changes a record as a client with the latest version.
func (l *rig) edit(id string, body object) change {
	l.Helper()
	if body["version"] == nil {
		body["version"] = l.recordNow(id).Version
	}
	var c change
	if status := l.call("POST", "/api/records/"+id+"/edit", body, &c); status != 200 {
		l.Fatalf("%v: status %d", body, status)
	}
	return c
}

// sample is a record with variations and a second game.
const sample = "(;SZ[9]KM[6.5]PB[Ann]PW[Bob]C[root\\] here];B[ee];W[cc]N[third]CR[aa]" +
	"(;B[gg]BM[1];W[gc]BL[12.5]OB[3])(;B[gc];AW[aa]PL[B]XY[a][b]))(;SZ[5];B[cc])"
