package games

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/server/boards"
	"tengen/server/live"
	"tengen/server/wire"
)

// The secrets of the people in the tests.
const (
	ann = "00000000000000000000000000000001"
	bob = "00000000000000000000000000000002"
	eve = "00000000000000000000000000000003"
)

// maxClubGames is the most games of a club.
const maxClubGames = 100

// club is a server of games without a network, so that it can run with synthetic time.
type club struct {
	*testing.T
	dir   string
	games *Games
	mux   *http.ServeMux
	id    string // of the latest game
}

// idle is a Player that passes and finds no dead stones.
type idle struct{}

func (idle) Genmove(_ context.Context, _ *baduk.Game, c baduk.Color, _ engine.Limit) (engine.Decision, error) {
	return engine.Decision{Move: baduk.Move{Color: c, Point: baduk.Pass}}, nil
}

func (idle) Dead(context.Context, *baduk.Game) (baduk.PointSet, error) { return nil, nil }

// newClub opens the games in a folder. They are closed when the test ends.
func newClub(t *testing.T, dir string) *club {
	t.Helper()
	folder, err := live.OpenFolder(dir, "games")
	if err != nil {
		t.Fatal(err)
	}
	service := wire.NewService(slog.New(slog.DiscardHandler), 10)
	g := New(service, boards.New(baduk.Presets()), Options{Folder: folder, MaxGames: maxClubGames, MaxThinking: 1, Time: time.Second,
		NewPlayer: func() (Player, error) { return idle{}, nil }})
	c := &club{T: t, dir: dir, games: g, mux: http.NewServeMux()}
	for _, route := range g.Routes() {
		c.mux.Handle(route.Pattern, route)
	}
	t.Cleanup(func() {
		service.Cancel()
		g.CloseAll()
		service.Wait()
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

type fields = map[string]any

// request makes a request of the person with a secret. Two more texts are the name and the value of a header.
func (c *club) request(method, path, by string, body fields, header ...string) *http.Request {
	c.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		c.Fatal(err)
	}
	r := httptest.NewRequestWithContext(c.Context(), method, "/api/games"+path, strings.NewReader(string(text)))
	r.Header.Set("Content-Type", "application/json")
	if by != "" {
		r.Header.Set(seatHeader, by)
	}
	if len(header) == 2 {
		r.Header.Set(header[0], header[1])
	}
	return wire.WithVisitor(r, wire.Visitor{Role: wire.Owner})
}

// ask sends a request and expects an answer with the given status, which it decodes.
func (c *club) ask(status int, r *http.Request, into any) {
	c.Helper()
	w := httptest.NewRecorder()
	c.mux.ServeHTTP(w, r)
	if w.Code != status {
		c.Fatalf("%s %s: status %d, %s; want %d", r.Method, r.URL, w.Code, w.Body, status)
	}
	if err := json.Unmarshal(w.Body.Bytes(), into); err != nil {
		c.Fatal(err)
	}
}

// invite makes a game of Ann, who plays Black, with Bob.
func (c *club) invite(more fields) *State {
	c.Helper()
	body := fields{"width": 5, "height": 5, "rules": "chinese", "friend": fields{"name": "Ann", "color": "black"}}
	for k, v := range more {
		body[k] = v
	}
	var s State
	c.ask(200, c.request("POST", "", ann, body), &s)
	c.id = s.ID
	return &s
}

// begin makes a game of Ann with Bob, who takes the free seat.
func (c *club) begin(more fields) *State {
	c.Helper()
	code := c.invite(more).Seats.Invitation
	var s State
	c.ask(200, c.request("POST", "/"+c.id+"/sit", bob, fields{"name": "Bob"}, invitationHeader, code), &s)
	return &s
}

// beginEngine makes a game of a person with the engine.
func (c *club) beginEngine(human, clock string) *State {
	c.Helper()
	var s State
	c.ask(200, c.request("POST", "", "", fields{"width": 5, "height": 5, "rules": "tromp-taylor", "human": human, "clock": clock}), &s)
	c.id = s.ID
	return &s
}

// follow opens the stream of the game for the person with a secret, in synthetic time.
func (c *club) follow(by string) (leave func()) {
	ctx, stop := context.WithCancel(c.Context())
	go c.mux.ServeHTTP(httptest.NewRecorder(), c.request("GET", "/"+c.id+"/events", by, nil).WithContext(ctx))
	synctest.Wait()
	return func() { stop(); synctest.Wait() }
}

// see returns the state of the game for the person with a secret.
func (c *club) see(by string) *State {
	c.Helper()
	var s State
	c.ask(200, c.request("GET", "/"+c.id, by, nil), &s)
	return &s
}

// do sends an action of the person with a secret.
func (c *club) do(by, name string, more fields) *State {
	c.Helper()
	var s State
	c.ask(200, c.action(by, name, more), &s)
	return &s
}

func (c *club) action(by, name string, more fields) *http.Request {
	c.Helper()
	s := c.see("")
	body := fields{"number": s.Number, "dead": s.Dead}
	if s.Seats != nil {
		body["what"] = s.Seats.Asked
	}
	for k, v := range more {
		body[k] = v
	}
	return c.request("POST", "/"+c.id+"/"+name, by, body)
}

// size returns the size of the game's file in bytes.
func (c *club) size() int64 {
	c.Helper()
	info, err := os.Stat(filepath.Join(c.dir, "games", c.id+journalExt))
	if err != nil {
		c.Fatal(err)
	}
	return info.Size()
}

// ends expects that the game is over with a result.
func (c *club) ends(result string) {
	c.Helper()
	if s := c.see(""); s.Result != result {
		c.Errorf("the result is %q, want %s", s.Result, result)
	}
}

// refused sends an action and expects that it is refused with a status and a part of a sentence.
func (c *club) refused(status int, part, by, name string, more fields) {
	c.Helper()
	c.refusal(status, part, c.action(by, name, more))
}

func (c *club) refusal(status int, part string, r *http.Request) {
	c.Helper()
	var e wire.Error
	c.ask(status, r, &e)
	if !strings.Contains(e.Sentence, part) {
		c.Errorf("%s %s: refused with %q, want %q", r.Method, r.URL, e.Sentence, part)
	}
}

func (c *club) play(by, vertex string) *State {
	c.Helper()
	return c.do(by, "play", fields{"vertex": vertex})
}

// killed returns a club with a copy of the files in a folder, as a crash at this moment would leave them.
func (c *club) killed(dir string) *club {
	c.Helper()
	if err := os.CopyFS(filepath.Join(dir, "games"), os.DirFS(filepath.Join(c.dir, "games"))); err != nil {
		c.Fatal(err)
	}
	after := newClub(c.T, dir)
	after.id = c.id
	return after
}
