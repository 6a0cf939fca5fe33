package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/engine"
)

// first is a Player without a mind: it plays the first legal point that fills no
// eye of its own, and passes after a pass. Zero hooks do nothing.
type first struct {
	before func(ctx context.Context) error // called before each move
	dead   func(g *baduk.Game) baduk.PointSet
	closed *atomic.Int32
	asking atomic.Int32 // how many calls are running, which must be at most one
}

func (f *first) Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error) {
	if f.asking.Add(1) > 1 {
		panic("asked two things at once")
	}
	defer f.asking.Add(-1)
	if f.before != nil {
		if err := f.before(ctx); err != nil {
			return engine.Decision{}, err
		}
	}
	d := engine.Decision{Move: baduk.Move{Color: c, Point: baduk.Pass}, Win: 0.25, Lead: -3, Visits: 1}
	if n := g.Len(); n > 0 && g.Turn(n-1).IsPass() {
		return d, nil
	}
	for p := range baduk.Point(g.Graph().Len()) {
		m := baduk.Move{Color: c, Point: p}
		if g.Legal(m) == baduk.Legal && !g.Position().Enclosed(p, c) {
			d.Move = m
			break
		}
	}
	return d, nil
}

func (f *first) Dead(_ context.Context, g *baduk.Game) (baduk.PointSet, error) {
	if f.dead == nil {
		return nil, nil
	}
	return f.dead(g), nil
}

func (f *first) Close() error {
	if f.closed != nil {
		f.closed.Add(1)
	}
	return nil
}

// lab is a running server and a client that speaks its interface.
type lab struct {
	*testing.T
	dir    string
	server *Server
	http   *httptest.Server
	log    *bytes.Buffer
}

func newLab(t *testing.T, dir string, change ...func(*Options)) *lab {
	t.Helper()
	l := &lab{T: t, dir: dir, log: &bytes.Buffer{}}
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
func (l *lab) stop() {
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
func (l *lab) call(method, path string, body, into any) int {
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
func (l *lab) create(wish object) State {
	l.Helper()
	var s State
	if status := l.call("POST", "/api/games", wish, &s); status != 200 {
		l.Fatalf("new game %v: status %d", wish, status)
	}
	return s
}

func (l *lab) state(id string) State {
	l.Helper()
	var s State
	if status := l.call("GET", "/api/games/"+id, nil, &s); status != 200 {
		l.Fatalf("game %s: status %d", id, status)
	}
	return s
}

// act does something in the game, as a client that is up to date.
func (l *lab) act(id, name string, more object) State {
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
func (l *lab) rest(id string) State {
	l.Helper()
	return l.until(id, func(s State) bool { return s.Thinking == "" })
}

// until follows the events until a state satisfies.
func (l *lab) until(id string, done func(State) bool) State {
	l.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
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
func (l *lab) refused(status int, method, path string, body any) apiError {
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

func (l *lab) play(id, vertices string) State {
	l.Helper()
	var s State
	for v := range strings.FieldsSeq(vertices) {
		s = l.act(id, "play", object{"vertex": v})
	}
	return s
}

func TestWholeGame(t *testing.T) {
	l := newLab(t, t.TempDir())
	s := l.create(object{"width": 5, "height": 5, "rules": "tromp-taylor", "komi": 0.5})
	if s.Graph == nil || len(s.Graph.Points) != 25 || len(s.Graph.Edges) != 40 || !s.YourTurn || s.Number != 1 {
		t.Fatalf("first state %+v", s)
	}
	s = l.play(s.ID, "C3")
	if s.LastMove != "A5" || s.Number != 3 || !s.YourTurn || s.Stones[0] != -1 || s.Stones[12] != 1 {
		t.Fatalf("after a move each: %+v", s)
	}
	if s.Estimate == nil || s.Estimate.Number != 2 || s.Estimate.Win != 0.25 {
		t.Errorf("estimate %+v", s.Estimate)
	}
	// Black walls off the third row; White fills from the top.
	s = l.play(s.ID, "A3 B3 D3 E3")
	if s.Score != nil || s.Result != "" {
		t.Errorf("a score in the middle: %+v", s.Score)
	}
	s = l.play(s.ID, "pass")
	if s.Phase != phaseOver || s.YourTurn || s.Score == nil {
		t.Fatalf("after two passes: %+v", s)
	}
	// 5 black stones and 10 points below them, 5 white stones, and 5 empty points
	// in the fourth row that touch both.
	b, w := s.Score.Black, s.Score.White
	if b != (SideScore{Stones: 5, Territory: 10, Total: 15}) || w != (SideScore{Stones: 5, Komi: 0.5, Total: 5.5}) || s.Score.Neutral != 5 {
		t.Errorf("score %+v", s.Score)
	}
	if s.Result != "B+9.5" || s.ResultText != "Black wins by 9.5 points" || s.Score.Result != s.Result {
		t.Errorf("result %q, %q", s.Result, s.ResultText)
	}
	if p := s.Score.Points[24]; p.Owner != 1 || p.Kind != "territory" || p.Reason == "" {
		t.Errorf("the corner counts %+v", p)
	}
	e := l.refused(422, "POST", "/api/games/"+s.ID+"/play", object{"number": s.Number, "vertex": "A1"})
	if !strings.Contains(e.Sentence, "the game has ended") {
		t.Errorf("a move after the end: %q", e.Sentence)
	}
}

func TestDeadStones(t *testing.T) {
	l := newLab(t, t.TempDir(), func(o *Options) {
		o.NewPlayer = func() (Player, error) {
			return &first{dead: func(g *baduk.Game) baduk.PointSet {
				var s baduk.PointSet
				s.Add(0) // the white stone in the corner
				return s
			}}, nil
		}
	})
	s := l.create(object{"width": 5, "height": 5, "komi": 0, "human": "black"})
	s = l.play(s.ID, "C3 pass")
	if s.Phase != phaseDead || len(s.Dead) != 1 || s.Dead[0] != "A5" || s.Result != "" {
		t.Fatalf("after two passes: %+v", s)
	}
	if s.Score.Black.Total != 25 || s.Score.White.Dead != 1 || s.Score.Points[0].Kind != "dead" {
		t.Errorf("proposed count %+v", s.Score)
	}
	l.refused(422, "POST", "/api/games/"+s.ID+"/dead", object{"number": s.Number, "vertex": "A1"})
	l.refused(409, "POST", "/api/games/"+s.ID+"/play", object{"number": s.Number, "vertex": "A1"})
	if s = l.act(s.ID, "dead", object{"vertex": "A5"}); len(s.Dead) != 0 || s.Score.White.Stones != 1 {
		t.Errorf("alive again: %v", s.Dead)
	}
	if s = l.act(s.ID, "dead", object{"vertex": "A5"}); len(s.Dead) != 1 {
		t.Errorf("dead again: %v", s.Dead)
	}
	if s = l.act(s.ID, "resume", nil); s.Phase != phasePlay || !s.YourTurn || s.Dead == nil {
		t.Fatalf("resumed: %+v", s)
	}
	s = l.play(s.ID, "pass") // the engine answers with a pass
	s = l.act(s.ID, "accept", nil)
	if s.Phase != phaseOver || s.Result != "B+25" {
		t.Fatalf("accepted: %+v", s)
	}
	l.refused(409, "POST", "/api/games/"+s.ID+"/accept", object{"number": s.Number})
	if s = l.act(s.ID, "undo", nil); s.Phase != phasePlay || s.Number != 5 || !s.YourTurn {
		t.Errorf("undone: %+v", s)
	}
}

func TestIllegalMovesSayWhy(t *testing.T) {
	l := newLab(t, t.TempDir())
	for _, test := range []struct{ name, rules, moves, bad, want string }{
		{"occupied", "chinese", "C3", "C3", "there is a stone already"},
		{"suicide", "chinese", "A2 E5 B1 E4 D4 D5 E1", "A1", "suicide"},
		// Black takes at C3; White may not take back at B3 at once.
		{"ko", "chinese", "B4 C4 B2 C2 A3 D3 C3 B3", "C3", "ko"},
		{"superko", "tromp-taylor", "B4 C4 B2 C2 A3 D3 C3 B3", "C3", "superko, it would repeat the position after move 7"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := l.create(object{"width": 5, "height": 5, "human": "both", "rules": test.rules})
			s = l.play(s.ID, test.moves)
			e := l.refused(422, "POST", "/api/games/"+s.ID+"/play", object{"number": s.Number, "vertex": test.bad})
			if !strings.Contains(e.Sentence, test.want) || !strings.Contains(e.Sentence, fmt.Sprintf("move %d", s.Number)) {
				t.Errorf("%q, want %q in it", e.Sentence, test.want)
			}
			if e.Field != "vertex" {
				t.Errorf("field %q", e.Field)
			}
			after := l.state(s.ID)
			if after.Number != s.Number || after.Version != s.Version {
				t.Errorf("a refused move changed the game")
			}
			if ko := strings.Contains(test.name, "ko"); ko != (s.KoBan == "C3") {
				t.Errorf("ko ban %q", s.KoBan)
			}
		})
	}
}

func TestUndoAndResign(t *testing.T) {
	l := newLab(t, t.TempDir())
	s := l.create(object{"width": 9, "height": 9, "human": "white"})
	s = l.rest(s.ID)
	if s.Number != 2 || s.CanUndo {
		t.Fatalf("the engine began: %+v", s)
	}
	l.refused(409, "POST", "/api/games/"+s.ID+"/undo", object{"number": 2})
	s = l.play(s.ID, "E5 D5")
	if s = l.act(s.ID, "undo", nil); s.Number != 4 || !s.YourTurn {
		t.Errorf("undo left %d moves", s.Number-1)
	}
	s = l.act(s.ID, "resign", nil)
	if s.Result != "B+R" || s.ResultText != "Black wins: White resigned" || s.Score != nil {
		t.Errorf("resigned: %q, %q, %v", s.Result, s.ResultText, s.Score)
	}
	if s = l.act(s.ID, "undo", nil); s.Phase != phasePlay || s.Number != 4 {
		t.Errorf("a resignation is taken back alone: %+v", s)
	}
	both := l.create(object{"human": "both"})
	l.play(both.ID, "E5 D5")
	if s = l.act(both.ID, "undo", nil); s.Number != 2 || s.ToPlay != "white" {
		t.Errorf("two people take back a move at a time: %+v", s)
	}
}

func TestUndoStopsTheEngine(t *testing.T) {
	started := make(chan bool, 10)
	l := newLab(t, t.TempDir(), func(o *Options) {
		o.NewPlayer = func() (Player, error) {
			return &first{before: func(ctx context.Context) error {
				started <- true
				<-ctx.Done() // thinks until it is told to stop
				return ctx.Err()
			}}, nil
		}
	})
	s := l.create(object{})
	var got State
	if status := l.call("POST", "/api/games/"+s.ID+"/play", object{"number": 1, "vertex": "E5"}, &got); status != 200 || got.Thinking == "" {
		t.Fatalf("status %d, thinking %q", status, got.Thinking)
	}
	<-started
	e := l.refused(409, "POST", "/api/games/"+s.ID+"/play", object{"number": 2, "vertex": "D5"})
	if !strings.Contains(e.Sentence, "engine's turn") {
		t.Errorf("out of turn: %q", e.Sentence)
	}
	if status := l.call("POST", "/api/games/"+s.ID+"/undo", object{"number": 2}, &got); status != 200 || got.Number != 1 || got.Thinking != "" {
		t.Fatalf("status %d, %+v", status, got)
	}
	l.call("POST", "/api/games/"+s.ID+"/play", object{"number": 1, "vertex": "D4"}, &got)
	<-started // and Close, in the cleanup, stops it again
}

func TestStaleNumber(t *testing.T) {
	l := newLab(t, t.TempDir())
	s := l.create(object{"human": "both"})
	// Of many tabs that play the same move at once, one succeeds.
	var won, lost atomic.Int32
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			var x object
			switch l.call("POST", "/api/games/"+s.ID+"/play", object{"number": 1, "vertex": fmt.Sprintf("A%d", i+1)}, &x) {
			case 200:
				won.Add(1)
			case 409:
				lost.Add(1)
			}
		})
	}
	wg.Wait()
	if won.Load() != 1 || lost.Load() != 7 {
		t.Errorf("%d moves were accepted and %d refused", won.Load(), lost.Load())
	}
}

func TestEngineFailure(t *testing.T) {
	l := newLab(t, t.TempDir(), func(o *Options) {
		o.NewPlayer = func() (Player, error) { return nil, errors.New("no model") }
	})
	s := l.create(object{})
	s = l.play(s.ID, "E5")
	if !strings.Contains(s.Message, "no model") || s.Thinking != "" {
		t.Fatalf("%+v", s)
	}
	if s = l.act(s.ID, "undo", nil); s.Message != "" || !s.YourTurn {
		t.Errorf("after undo: %+v", s)
	}
}

func TestEngineAlone(t *testing.T) {
	l := newLab(t, t.TempDir())
	s := l.create(object{"human": "none", "width": 3, "height": 3})
	s = l.until(s.ID, func(s State) bool { return s.Phase == phaseOver })
	if s.Result == "" || s.Score == nil {
		t.Errorf("%+v", s)
	}
	l.refused(409, "POST", "/api/games/"+s.ID+"/undo", object{"number": s.Number})
	l.refused(409, "POST", "/api/games/"+s.ID+"/resign", object{"number": s.Number})
}

func TestHandicap(t *testing.T) {
	l := newLab(t, t.TempDir())
	s := l.create(object{"handicap": 4, "human": "both", "komi": 0.5})
	if s.ToPlay != "white" || s.Handicap != 4 {
		t.Fatalf("%+v", s)
	}
	l.play(s.ID, "E5 pass")
	s = l.play(s.ID, "pass")
	s = l.act(s.ID, "accept", nil)
	if s.Score.White.Bonus != 4 || s.Score.White.Total != 5.5 {
		t.Errorf("score %+v", s.Score.White)
	}
	e := l.refused(400, "POST", "/api/games", object{"handicap": 9, "width": 5, "height": 5})
	if e.Field != "handicap" {
		t.Errorf("%+v", e)
	}
}

func TestPosition(t *testing.T) {
	l := newLab(t, t.TempDir())
	s := l.create(object{"human": "both"})
	l.play(s.ID, "E5 D5")
	var v object
	l.call("GET", "/api/games/"+s.ID+"/position?after=1", nil, &v)
	if v["lastMove"] != "E5" || v["toPlay"] != "white" || len(v["stones"].([]any)) != 81 {
		t.Errorf("%v", v)
	}
	for _, n := range []string{"", "3", "-1", "x", "1e9"} {
		l.refused(400, "GET", "/api/games/"+s.ID+"/position?after="+n, nil)
	}
}

func TestIdleGamesLeaveMemory(t *testing.T) {
	var closed atomic.Int32
	l := newLab(t, t.TempDir(), func(o *Options) {
		o.NewPlayer = func() (Player, error) { return &first{closed: &closed}, nil }
	})
	s := l.create(object{})
	l.play(s.ID, "E5")
	// The stream that rest used may take a moment to notice that it is over.
	for deadline := time.Now().Add(5 * time.Second); closed.Load() == 0 && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		l.server.shelf.sweep(time.Now().Add(time.Hour))
	}
	if closed.Load() != 1 || len(l.server.shelf.tables) != 0 {
		t.Fatalf("%d players closed, %d tables left", closed.Load(), len(l.server.shelf.tables))
	}
	if s = l.play(s.ID, "D5"); s.Number != 5 {
		t.Errorf("after coming back: %+v", s)
	}
}

func TestDelete(t *testing.T) {
	l := newLab(t, t.TempDir())
	s := l.create(object{})
	var x object
	if status := l.call("DELETE", "/api/games/"+s.ID, nil, &x); status != 200 {
		t.Fatal(status)
	}
	l.refused(404, "GET", "/api/games/"+s.ID, nil)
	l.refused(404, "DELETE", "/api/games/"+s.ID, nil)
	if left, _ := os.ReadDir(filepath.Join(l.dir, "games")); len(left) != 0 {
		t.Errorf("left over: %v", left)
	}
}
