package server

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"tengen/server/games"
	"tengen/server/wire"
)

// The secrets of two players.
const (
	annSecret = "0123456789abcdef0123456789abcde1"
	bobSecret = "0123456789abcdef0123456789abcde2"
)

// as sends a request of a player and decodes the answer, which must have status 200. Every answer is compared with
// docs/openapi.yaml.
func (l *rig) as(secret, path string, body object, into any, headers ...string) {
	l.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		l.Fatal(err)
	}
	status, answer, _ := l.raw("POST", "/api/games"+path, string(text), append(headers, "Content-Type", "application/json", "X-Tengen-Seat", secret)...)
	if err := json.Unmarshal([]byte(answer), into); status != 200 || err != nil {
		l.Fatalf("%s %v: status %d, %s, %v", path, body, status, answer, err)
	}
}

// TestRoom plays a game between two people over HTTP, with all requests that such a game has.
func TestRoom(t *testing.T) {
	dir := t.TempDir()
	l := newRig(t, dir)
	var s games.State
	l.as(annSecret, "", object{"width": 5, "height": 5, "clock": "10m+3x30s", "friend": object{"name": "Ann", "color": "white"}}, &s)
	id := "/" + s.ID
	l.as(bobSecret, id+"/sit", object{"name": "Bob"}, &s, "X-Tengen-Invitation", s.Seats.Invitation)
	l.as(bobSecret, id+"/play", object{"number": 1, "vertex": "C3"}, &s)
	l.as(annSecret, id+"/play", object{"number": 2, "vertex": "D3"}, &s)

	// The stream of a player has a ping, which the player answers.
	ctx, cancel := context.WithTimeout(t.Context(), late)
	defer cancel()
	req, _ := http.NewRequestWithContext(ctx, "GET", l.http.URL+"/api/games"+id+"/events", nil)
	req.Header.Set("X-Tengen-Seat", bobSecret)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var none struct{}
	l.as(annSecret, id+"/chat", object{"text": "hello"}, &none)
	lines, name, seen := bufio.NewScanner(resp.Body), "", map[string]bool{}
	lines.Buffer(nil, 1<<20)
	for len(seen) < 4 && lines.Scan() {
		if text, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			name = text
		}
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			seen[name] = true
			if name == "ping" {
				var ping object
				if err := json.Unmarshal([]byte(data), &ping); err != nil {
					t.Fatal(err)
				}
				l.as(bobSecret, id+"/pong", ping, &none)
			}
		}
	}
	if len(seen) < 4 {
		t.Fatalf("the stream has %v, want state, chat, people and ping: %v", seen, lines.Err())
	}
	l.as(bobSecret, id+"/pause", object{"number": 3}, &s)
	l.as(annSecret, id+"/agree", object{"number": 3, "what": "pause"}, &s)
	if !s.Paused || s.Clocks.Running != "" {
		t.Errorf("paused: %+v", s)
	}
	l.stop()

	l = newRig(t, dir)
	l.as(annSecret, id+"/continue", object{"number": 3}, &s)
	l.as(bobSecret, id+"/agree", object{"number": 3, "what": "continue"}, &s)
	if s.Clocks.Running != "black" || s.Clocks.White.Main > 600_000 || s.Clocks.White.Main < 540_000 {
		t.Errorf("after a restart: %+v", s.Clocks)
	}
	l.as(bobSecret, id+"/draw", object{"number": 3}, &s)
	l.as(annSecret, id+"/refuse", object{"number": 3}, &s)
	l.as(annSecret, id+"/resign", object{"number": 3}, &s)
	if s.Result != "B+R" {
		t.Errorf("the result is %s, want B+R", s.Result)
	}
	l.as(annSecret, id+"/rematch", object{"number": 3}, &s)
	l.as(bobSecret, id+"/agree", object{"number": 3, "what": "rematch"}, &s)
	if next := l.state(s.Seats.Next); next.BlackName != "Ann" || next.WhiteName != "Bob" {
		t.Errorf("the rematch: %+v", next)
	}
	own := map[string]string{}
	for _, g := range l.list() {
		own[g.ID] = g.Own
	}
	if own[s.ID] != "white" || own[s.Seats.Next] != "black" {
		t.Errorf("the colours of the host are %v, want white in %s and black in %s", own, s.ID, s.Seats.Next)
	}
}

// TestInvitationFromAfar: a visitor without a link to the server plays by an invitation, and then looks on by it. The
// other games stay closed.
func TestInvitationFromAfar(t *testing.T) {
	l := newRig(t, t.TempDir())
	other := l.create(object{"human": "both"}).ID
	var s games.State
	l.as(annSecret, "", object{"friend": object{"name": "Ann", "color": "white"}}, &s)
	path, code := "/api/games/"+s.ID, s.Seats.Invitation
	check := func(want int, method, path, body string, headers ...string) {
		t.Helper()
		if w := l.visit(method, path, body, headers...); w.Code != want {
			t.Errorf("%s %s %s %v: status %d, %s; want %d", method, path, body, headers, w.Code, w.Body, want)
		}
	}
	check(401, "GET", path, "")
	check(401, "POST", path+"/sit", `{"name": "Eve"}`, "X-Tengen-Seat", bobSecret)
	check(200, "GET", path, "", "X-Tengen-Invitation", code)
	check(200, "POST", path+"/sit", `{"name": "Bob"}`, "X-Tengen-Invitation", code, "X-Tengen-Seat", bobSecret)
	check(200, "POST", path+"/play", `{"number": 1, "vertex": "E5"}`, "X-Tengen-Seat", bobSecret)
	check(200, "GET", path, "", "X-Tengen-Invitation", code)
	check(403, "POST", path+"/play", `{"number": 2, "vertex": "D5"}`, "X-Tengen-Invitation", code)
	check(401, "POST", "/api/games/"+other+"/play", `{"number": 1, "vertex": "E5"}`, "X-Tengen-Invitation", code, "X-Tengen-Seat", bobSecret)
	check(401, "DELETE", path, "", "X-Tengen-Seat", bobSecret)
	check(401, "POST", "/api/games", `{}`, "X-Tengen-Seat", bobSecret)
	guest := "Bearer " + l.keys()[wire.Guest]
	check(403, "POST", "/api/games", `{}`, "Authorization", guest)
	check(200, "GET", "/api/games/"+other, "", "Authorization", guest)
	check(403, "POST", "/api/games/"+other+"/play", `{"number": 1, "vertex": "E5"}`, "Authorization", guest) // not for the owner
}
