package tournaments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/kifu"
	"tengen/server/boards"
	"tengen/server/games"
	"tengen/server/live"
	"tengen/server/wire"
	"tengen/server/wire/wiretest"
	"tengen/tournament"
)

// hall is a server of tournaments and games without a network. Every answer is compared with docs/openapi.yaml.
type hall struct {
	*testing.T
	dir string
	ts  *Tournaments
	mux http.Handler
	id  string // of the latest tournament
}

// idle is a Player of games that is never asked.
type idle struct{}

func (idle) Genmove(context.Context, *baduk.Game, baduk.Color, engine.Limit) (engine.Decision, error) {
	return engine.Decision{}, nil
}

func (idle) Dead(context.Context, *baduk.Game) (baduk.PointSet, error) { return nil, nil }

func newHall(t *testing.T, dir string) *hall { return limitedHall(t, dir, 10_000) }

func limitedHall(t *testing.T, dir string, maxGames int) *hall {
	t.Helper()
	folder, err := live.OpenFolder(dir, "games")
	if err != nil {
		t.Fatal(err)
	}
	service := wire.NewService(slog.New(slog.DiscardHandler), 10)
	g := games.New(service, boards.New(baduk.Presets()), games.Options{Folder: folder, MaxGames: maxGames, MaxThinking: 1, Time: time.Second,
		NewPlayer: func() (games.Player, error) { return idle{}, nil }})
	t.Cleanup(func() {
		service.Cancel()
		g.CloseAll()
		service.Wait()
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
	ts, err := Open(service, g, dir)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	for _, route := range append(ts.Routes(), g.Routes()...) {
		mux.HandleFunc(route.Pattern, func(w http.ResponseWriter, r *http.Request) { // as the server does
			v := wire.VisitorOf(r)
			if v.Role < route.Least() && route.Invited != nil {
				v.Role = max(v.Role, route.Invited(r))
			}
			if v.Role < route.Least() {
				service.Refuse(w, r, wire.Fail(http.StatusForbidden, "", "your link does not allow this"))
				return
			}
			route.ServeHTTP(w, wire.WithVisitor(r, v))
		})
	}
	return &hall{T: t, dir: dir, ts: ts, mux: wiretest.Checked(t, mux)}
}

// person is a client: a role, and secrets.
type person struct {
	role             wire.Role
	seat, invitation string
}

var (
	host  = person{role: wire.Owner}
	guest = person{role: wire.Guest}
)

// member returns the person with the secret of a number, who has a link to play.
func member(n int) person { return person{role: wire.Guest, seat: fmt.Sprintf("%032x", n)} }

type fields = map[string]any

// send sends a request about the latest tournament, or about another path that begins with "/api/".
func (h *hall) send(by person, method, path string, body fields) *httptest.ResponseRecorder {
	h.Helper()
	if !strings.HasPrefix(path, "/api/") {
		path = "/api/tournaments/" + h.id + path
	}
	text, err := json.Marshal(body)
	if err != nil {
		h.Fatal(err)
	}
	r := httptest.NewRequestWithContext(h.Context(), method, path, strings.NewReader(string(text)))
	r.Header.Set("Content-Type", "application/json")
	for name, value := range map[string]string{"X-Tengen-Seat": by.seat, "X-Tengen-Invitation": by.invitation} {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	w := httptest.NewRecorder()
	h.mux.ServeHTTP(w, wire.WithVisitor(r, wire.Visitor{Role: by.role}))
	return w
}

// do sends a request and expects that it succeeds.
func (h *hall) do(by person, method, path string, body fields) *State {
	h.Helper()
	w := h.send(by, method, path, body)
	if w.Code != http.StatusOK {
		h.Fatalf("%s %s %v: status %d, %s", method, path, body, w.Code, w.Body)
	}
	s := &State{}
	if err := json.Unmarshal(w.Body.Bytes(), s); err != nil {
		h.Fatal(err)
	}
	return s
}

// refused sends a request and expects that it is refused with a status and a part of a sentence.
func (h *hall) refused(status int, part string, by person, method, path string, body fields) {
	h.Helper()
	w := h.send(by, method, path, body)
	if w.Code != status || !strings.Contains(w.Body.String(), part) {
		h.Errorf("%s %s %v: status %d, %s; want %d and %q", method, path, body, w.Code, w.Body, status, part)
	}
}

// found makes a tournament of a system, on 5x5.
func (h *hall) found(system tournament.System, more fields) *State {
	h.Helper()
	body := fields{"name": "Club night", "system": system, "width": 5, "height": 5, "rules": "chinese", "clock": "5m+5s"}
	for k, v := range more {
		body[k] = v
	}
	s := h.do(host, "POST", "/api/tournaments", body)
	h.id = s.ID
	return s
}

// join lets players with the numbers from 1 to n join. Their names are P1, P2, …
func (h *hall) join(n int) (s *State) {
	h.Helper()
	for i := 1; i <= n; i++ {
		s = h.do(member(i), "POST", "/join", fields{"name": fmt.Sprintf("P%d", i)})
	}
	return s
}

// fill adds players without browsers.
func (h *hall) fill(n int) {
	h.Helper()
	err := h.ts.change(h.id, func(t *tourney) (err error) {
		for i := range n {
			err = errors.Join(err, t.add(fmt.Sprint("N", i), ""))
		}
		return err
	})
	if err != nil {
		h.Fatal(err)
	}
}

func (h *hall) see() *State { h.Helper(); return h.do(host, "GET", "", nil) }

func (h *hall) round(n int) *State {
	h.Helper()
	return h.do(host, "POST", "/round", fields{"round": n})
}

func (h *hall) enter(round, table int, result tournament.Result) *State {
	h.Helper()
	return h.do(host, "POST", "/result", fields{"round": round, "table": table, "result": result})
}

// resign lets a player resign a game.
func (h *hall) resign(game string, by person) {
	h.Helper()
	if w := h.send(by, "POST", "/api/games/"+game+"/resign", fields{"number": 1}); w.Code != http.StatusOK {
		h.Fatalf("resign: status %d, %s", w.Code, w.Body)
	}
}

// pairs describes the games of the last round.
func pairs(s *State) string {
	var all []string
	for _, p := range s.Rounds[len(s.Rounds)-1] {
		all = append(all, fmt.Sprintf("%d-%d %s %s", p.Black+1, p.White+1, p.Result, p.Text))
	}
	return strings.Join(all, ", ")
}

// places describes the standings.
func places(s *State) string {
	var all []string
	for _, p := range s.Standings {
		all = append(all, fmt.Sprintf("%d. %s %g", p.Place, s.Players[p.Player].Name, p.Score))
	}
	return strings.Join(all, ", ")
}

// TestSwiss plays a tournament of five people, one of whom has no browser.
func TestSwiss(t *testing.T) {
	h := newHall(t, t.TempDir())
	invitation := h.found(tournament.Swiss, fields{"rounds": 2}).Invitation
	h.join(2)
	stranger := person{role: wire.Anyone, seat: member(3).seat}
	h.refused(403, "", stranger, "POST", "/join", fields{"name": "P3"})
	stranger.invitation = strings.Repeat("0", 32)
	h.refused(403, "", stranger, "POST", "/join", fields{"name": "P3"})
	stranger.invitation = invitation
	if s := h.do(stranger, "POST", "/join", fields{"name": " P3 "}); s.You != 2 || s.Invitation != "" {
		t.Errorf("the player who was invited: %+v", s)
	}
	h.do(stranger, "POST", "/join", fields{"name": "p3"}) // again
	h.refused(409, "belongs to P3", stranger, "POST", "/join", fields{"name": "Other"})
	h.refused(409, "is in the list already", member(4), "POST", "/join", fields{"name": "p1"})
	h.do(host, "POST", "/add", fields{"name": "P4"})
	h.do(host, "POST", "/add", fields{"name": "P5"})
	if s := h.do(member(4), "POST", "/join", fields{"name": "P4"}); s.You != 3 || len(s.Players) != 5 || !s.Players[3].Browser || s.Players[4].Browser {
		t.Errorf("the place that was kept: %+v", s)
	}
	h.refused(409, "has changed", host, "POST", "/order", fields{"names": []string{"P1", "P2", "P3", "P4", "P4"}})
	h.refused(409, "has changed", host, "POST", "/order", fields{"names": []string{"P1", "P2", "P3", "P4"}})
	s := h.do(host, "POST", "/order", fields{"names": []string{"P5", "P1", "P2", "P3", "P4"}})
	if s.Players[0].Name != "P5" || s.Length != 2 || s.Wait != "" || s.Done {
		t.Errorf("the sorted list: %+v", s)
	}

	h.refused(409, "the next round is round 1, not 2", host, "POST", "/round", fields{"round": 2})
	s = h.round(1)
	h.refused(409, "the next round is round 2, not 1", host, "POST", "/round", fields{"round": 1})
	h.refused(409, "no result yet", host, "POST", "/round", fields{"round": 2})
	h.refused(409, "has begun", member(9), "POST", "/join", fields{"name": "Late"})
	h.refused(409, "has begun", host, "POST", "/order", fields{"names": []string{"P1", "P2", "P3", "P4", "P5"}})
	if pairs(s) != "1-3  , 2-4  , 5-0  " || s.Rounds[0][0].Game != "" || s.Rounds[0][1].Game == "" || s.Wait == "" {
		t.Errorf("the first round: %s, %+v", pairs(s), s)
	}
	game := s.Rounds[0][1].Game
	h.refused(403, "between P1 and P3", member(2), "POST", "/api/games/"+game+"/play", fields{"number": 1, "vertex": "C3"})
	h.do(member(1), "POST", "/api/games/"+game+"/play", fields{"number": 1, "vertex": "C3"})
	if w := h.send(person{role: wire.Anyone, invitation: invitation}, "GET", "/api/games/"+game, nil); w.Code != 200 || !strings.Contains(w.Body.String(), `"control":"5m+5s"`) {
		t.Errorf("a person with the invitation who looks on: status %d, %s", w.Code, w.Body)
	}
	if w := h.send(person{role: wire.Anyone, seat: member(3).seat}, "POST", "/api/games/"+game+"/resign", fields{"number": 2}); w.Code != 200 {
		t.Errorf("the player who was invited resigns: status %d, %s", w.Code, w.Body)
	}
	h.enter(1, 1, tournament.WhiteWins)
	if s = h.see(); pairs(s) != "1-3 white , 2-4 black B+R, 5-0  " || s.Wait != "" {
		t.Errorf("after the first round: %s, %+v", pairs(s), s)
	}
	// A correction, and back to the result of the game.
	if s = h.enter(1, 2, tournament.BothLost); pairs(s) != "1-3 white , 2-4 both lost , 5-0  " || !s.Rounds[0][1].Entered {
		t.Errorf("after the correction: %s", pairs(s))
	}
	if h.enter(1, 2, tournament.Open); pairs(h.see()) != "1-3 white , 2-4 black B+R, 5-0  " {
		t.Errorf("after the correction was taken back: %s", pairs(h.see()))
	}

	// A person who had no browser comes with one in the middle of a round.
	s = h.round(2)
	was := pairs(s)
	late := h.do(member(5), "POST", "/join", fields{"name": "P5"})
	if late.You != 0 || pairs(late) != was {
		t.Errorf("after the late person has come: %+v", late)
	}
	for i, p := range late.Rounds[1] {
		if p.White < 0 {
			continue
		}
		if p.Game == "" {
			t.Fatalf("there is no game at table %d: %+v", i+1, late)
		}
		h.resign(p.Game, member([]int{5, 1, 2, 3, 4}[p.Black]))
	}
	s = h.see()
	if !s.Done || s.Wait != "" || len(s.Standings) != 5 || s.Standings[0].Score != 2 {
		t.Errorf("the end: %s, %+v", places(s), s)
	}
	h.refused(409, "no further round", host, "POST", "/round", fields{"round": 3})

	w := h.send(guest, "GET", "/sgf", nil)
	if n := strings.Count(w.Body.String(), "EV[Club night]"); w.Code != 200 || n != 3 || strings.Count(w.Body.String(), "RO[2]") != 2 {
		t.Errorf("the file of all games has %d games: status %d, %s", n, w.Code, w.Body)
	}
	if rec, err := kifu.Parse(w.Body.Bytes()); err != nil || rec.Info.Black != "P1" {
		t.Errorf("the first game of the file: %+v, %v", rec, err)
	}
	var c club
	if err := json.Unmarshal(h.send(guest, "GET", "/api/club", nil).Body.Bytes(), &c); err != nil {
		t.Fatal(err)
	}
	if len(c.Games) != 3 || len(c.Tournaments) != 1 || !c.Tournaments[0].Done || c.Tournaments[0].Players != 5 || c.Tournaments[0].Length != 2 {
		t.Errorf("the club: %+v", c)
	}
}

// TestSecrets checks that no answer has the secret of a player or its hash, and that only the owner gets the
// invitation.
func TestSecrets(t *testing.T) {
	h := newHall(t, t.TempDir())
	invitation := h.found(tournament.RoundRobin, nil).Invitation
	h.join(4)
	game := h.round(1).Rounds[0][0].Game
	for _, by := range []person{host, guest, member(1), {role: wire.Anyone, invitation: invitation}} {
		for _, path := range []string{"", "/sgf", "/api/club", "/api/games/" + game, "/api/games"} {
			text := h.send(by, "GET", path, nil).Body.String()
			for n := 1; n <= 3; n++ {
				if s := member(n).seat; strings.Contains(text, s) || strings.Contains(text, games.KeyOf(s)) {
					t.Errorf("%s for %+v has a secret: %s", path, by, text)
				}
			}
			if strings.Contains(text, invitation) != (by == host && path == "") || strings.Contains(text, games.KeyOf(invitation)) {
				t.Errorf("%s for %+v: who has the invitation is wrong: %s", path, by, text)
			}
		}
	}
	text, err := os.ReadFile(h.ts.path(h.id))
	if err != nil || strings.Contains(string(text), member(1).seat) || !strings.Contains(string(text), games.KeyOf(member(1).seat)) {
		t.Errorf("the file has a secret, or not its hash: %s, %v", text, err)
	}
	if info, err := os.Stat(h.ts.path(h.id)); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others may read the file: %v, %v", info.Mode(), err)
	}
	h.refused(403, "", person{role: wire.Anyone}, "GET", "", nil)
	h.refused(403, "", person{role: wire.Spectator}, "POST", "/join", fields{"name": "X"})
	h.refused(400, "X-Tengen-Seat", guest, "POST", "/join", fields{"name": "X"})
	for _, path := range []string{"/add", "/order", "/round", "/undo", "/result"} {
		h.refused(403, "", member(1), "POST", path, fields{})
	}
	h.refused(403, "", member(1), "DELETE", "", nil)
}

// TestKilled kills the server after a round was stored and before its games were made.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	h := newHall(t, dir)
	h.found(tournament.Swiss, nil)
	h.join(6)
	before := h.round(1)
	lost := before.Rounds[0][1].Game
	after := t.TempDir()
	if err := os.CopyFS(after, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(after, "games", lost+".jsonl")); err != nil {
		t.Fatal(err)
	}
	half := filepath.Join(after, "games", before.Rounds[0][2].Game+".jsonl") // cut off by a power failure
	if err := os.Truncate(half, 20); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(after, "tournaments", h.id+ext)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(text), `,"made":true`, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	again := newHall(t, after)
	again.id = h.id
	if list, err := again.ts.games.BetweenPeople(); err != nil || len(list) != 3 {
		t.Errorf("after the start there are %d games, %v; want 3", len(list), err)
	}
	s := again.see()
	for i, p := range s.Rounds[0] {
		if p != before.Rounds[0][i] {
			t.Errorf("table %d: %+v, want %+v", i+1, p, before.Rounds[0][i])
		}
		again.resign(p.Game, member(p.Black+1))
	}
	if s = again.see(); s.Wait != "" || pairs(s) != "1-4 white W+R, 2-5 white W+R, 3-6 white W+R" {
		t.Errorf("after the games: %s, %q", pairs(s), s.Wait)
	}
	// A result that was not taken over before the next start is taken over after it.
	third := newHall(t, after)
	third.id = h.id
	if s := third.round(2); len(s.Rounds) != 2 {
		t.Errorf("the second round: %+v", s)
	}
}

// TestFull begins a round for whose games there is no room, and makes room.
func TestFull(t *testing.T) {
	h := limitedHall(t, t.TempDir(), 1)
	h.found(tournament.Swiss, nil)
	h.join(4)
	s := h.round(1)
	if s.Rounds[0][0].Game == "" || s.Rounds[0][1].Game != "" || !strings.Contains(s.Problem, "no more can be kept") {
		t.Fatalf("a round without room for its games: %+v", s)
	}
	h.resign(s.Rounds[0][0].Game, member(1))
	h.see()
	h.do(host, "DELETE", "/api/games/"+s.Rounds[0][0].Game, nil)
	if s = h.see(); s.Problem != "" || s.Rounds[0][1].Game == "" || pairs(s) != "1-3 white W+R, 2-4  " {
		t.Errorf("after room was made: %+v", s)
	}
	// A game that was deleted is not made again. The owner enters its result.
	h.do(host, "DELETE", "/api/games/"+s.Rounds[0][1].Game, nil)
	if list, err := h.ts.games.BetweenPeople(); err != nil || len(list) != 0 || h.see().Wait == "" {
		t.Errorf("after a game was deleted: %v, %v", list, err)
	}
	h.enter(1, 2, tournament.Draw)
	h.round(2)
}

// TestKnockout plays a knockout with a draw, a no-show and a withdrawal.
func TestKnockout(t *testing.T) {
	h := newHall(t, t.TempDir())
	h.found(tournament.Knockout, fields{"clock": nil})
	if s := h.join(1); !strings.Contains(s.Wait, "2 to 256 players") || s.Length != 0 {
		t.Errorf("with one player: %+v", s)
	}
	h.refused(409, "2 to 256 players", host, "POST", "/round", fields{"round": 1})
	h.join(4)
	s := h.round(1)
	if s.Length != 2 || pairs(s) != "1-4  , 3-2  " {
		t.Errorf("the first round: %s, %+v", pairs(s), s)
	}
	h.refused(409, "a knockout needs a winner", host, "POST", "/result", fields{"round": 1, "table": 1, "result": "draw"})
	for _, bad := range []fields{{"round": 0, "table": 1}, {"round": 2, "table": 1}, {"round": 1, "table": 0}, {"round": 1, "table": 3}, {"round": 1, "table": 1, "result": "won"}} {
		h.refused(400, "", host, "POST", "/result", bad)
	}
	game := s.Rounds[0][0].Game
	h.do(member(1), "POST", "/api/games/"+game+"/draw", fields{"number": 1})
	h.do(member(4), "POST", "/api/games/"+game+"/agree", fields{"number": 1, "what": "draw"})
	h.enter(1, 2, tournament.WhiteWins)
	if s = h.see(); pairs(s) != "1-4 draw 0, 3-2 white " || !strings.Contains(s.Wait, "a knockout needs a winner") {
		t.Errorf("after a draw: %s, %q", pairs(s), s.Wait)
	}
	h.refused(409, "a knockout needs a winner", host, "POST", "/round", fields{"round": 2})
	h.enter(1, 1, tournament.WhiteWins)
	if s = h.round(2); pairs(s) != "4-2  " && pairs(s) != "2-4  " {
		t.Errorf("the final: %s", pairs(s))
	}
	h.refused(409, "so it cannot change", host, "POST", "/result", fields{"round": 1, "table": 1, "result": "black"})
	h.enter(2, 1, tournament.BothLost)
	if s = h.see(); !s.Done {
		t.Errorf("the end: %+v", s)
	}
}

// TestWithdrawal lets players leave before and during a tournament.
func TestWithdrawal(t *testing.T) {
	h := newHall(t, t.TempDir())
	h.found(tournament.Swiss, fields{"rounds": 3})
	h.join(5)
	h.refused(403, "another player", member(1), "POST", "/withdraw", fields{"name": "P2"})
	h.refused(403, "another player", guest, "POST", "/withdraw", fields{"name": "nobody"})
	h.refused(404, "no player", host, "POST", "/withdraw", fields{"name": "nobody"})
	if s := h.do(host, "POST", "/withdraw", fields{"name": "P5", "back": true}); len(s.Players) != 5 {
		t.Errorf("bringing a player back before the first round leaves %d players", len(s.Players))
	}
	if s := h.do(member(5), "POST", "/withdraw", fields{"name": "P5"}); len(s.Players) != 4 || s.You != -1 {
		t.Errorf("after a player has left before the first round: %+v", s)
	}
	h.round(1)
	h.enter(1, 1, tournament.BlackWins)
	h.enter(1, 2, tournament.BlackWins)
	h.do(member(4), "POST", "/withdraw", fields{"name": "P4"})
	h.refused(403, "another player", member(4), "POST", "/withdraw", fields{"name": "P4", "back": true})
	s := h.round(2)
	for _, p := range s.Rounds[1] {
		if p.Black == 3 || p.White == 3 {
			t.Errorf("a player who has withdrawn plays: %s", pairs(s))
		}
	}
	for i, p := range s.Rounds[1] {
		if p.White < 0 {
			h.refused(409, "no opponent", host, "POST", "/result", fields{"round": 2, "table": i + 1, "result": "white"})
		} else {
			h.enter(2, i+1, tournament.BlackWins)
		}
	}
	h.do(host, "POST", "/withdraw", fields{"name": "P4", "back": true})
	if s = h.round(3); len(s.Rounds[2]) != 2 || s.Rounds[2][1].White < 0 {
		t.Errorf("the round after the player has come back: %s", pairs(s))
	}
	h.refused(409, "needs a result", host, "POST", "/result", fields{"round": 1, "table": 1, "result": ""})
	if s = h.enter(1, 1, tournament.WhiteWins); s.Rounds[0][0].Result != tournament.WhiteWins {
		t.Errorf("a correction of an earlier round: %+v", s.Rounds)
	}
}

// TestTakeBack takes rounds back before a move is made in them.
func TestTakeBack(t *testing.T) {
	h := newHall(t, t.TempDir())
	h.found(tournament.Swiss, nil)
	h.join(4)
	h.refused(409, "the last round is round 0, not 0", host, "POST", "/undo", fields{"round": 0})
	first := h.round(1)
	if !first.Undo || h.do(member(1), "GET", "", nil).Undo {
		t.Error("only the owner is told that the round can be taken back")
	}
	h.refused(403, "", member(1), "POST", "/undo", fields{"round": 1})
	h.refused(409, "the last round is round 1, not 2", host, "POST", "/undo", fields{"round": 2})
	h.do(host, "POST", "/withdraw", fields{"name": "P2"})
	s := h.do(host, "POST", "/undo", fields{"round": 1})
	if len(s.Rounds) != 0 || len(s.Players) != 3 || s.Undo {
		t.Errorf("after the first round was taken back: %+v", s)
	}
	h.refused(404, "", member(1), "GET", "/api/games/"+first.Rounds[0][0].Game, nil)
	h.do(member(5), "POST", "/join", fields{"name": "P5"}) // as before the first round
	s = h.round(1)
	if pairs(s) != "1-3  , 2-4  " {
		t.Fatalf("the first round, begun again: %s", pairs(s))
	}

	game := s.Rounds[0][0].Game
	h.do(member(1), "POST", "/api/games/"+game+"/play", fields{"number": 1, "vertex": "C3"})
	if h.see().Undo {
		t.Error("a round with a move can be taken back")
	}
	h.refused(409, "a game of it has a move or a result", host, "POST", "/undo", fields{"round": 1})
	h.enter(1, 1, tournament.BlackWins)
	h.do(host, "DELETE", "/api/games/"+game, nil)
	h.refused(409, "a game of it has a move or a result", host, "POST", "/undo", fields{"round": 1})
	h.enter(1, 1, tournament.Open)
	if s = h.see(); !s.Undo {
		t.Errorf("after the game with the move was deleted and its result was taken back: %+v", s)
	}
	h.enter(1, 1, tournament.BlackWins)
	h.enter(1, 2, tournament.BlackWins)
	h.round(2)
	if s = h.do(host, "POST", "/undo", fields{"round": 2}); len(s.Rounds) != 1 || s.Undo || s.Wait != "" {
		t.Errorf("after the second round was taken back: %+v", s)
	}
	if list, err := h.ts.games.BetweenPeople(); err != nil || len(list) != 1 {
		t.Errorf("there are %d games, %v; want that of the first round", len(list), err)
	}
	if again := newHall(t, h.dir); len(again.ts.all[h.id].Rounds) != 1 {
		t.Errorf("after a restart there are %d rounds, want 1", len(again.ts.all[h.id].Rounds))
	}
}

// TestTakeBackDuringMove: of a move and a request to take the round back at the same time, only one succeeds. After the
// move, all games of the round are still there.
func TestTakeBackDuringMove(t *testing.T) {
	h := newHall(t, t.TempDir())
	h.found(tournament.Swiss, nil)
	h.join(32)
	for range 30 {
		games := h.round(1).Rounds[0]
		last := games[len(games)-1]
		var move, back int
		var both sync.WaitGroup
		both.Go(func() {
			move = h.send(member(last.Black+1), "POST", "/api/games/"+last.Game+"/play", fields{"number": 1, "vertex": "C3"}).Code
		})
		both.Go(func() { back = h.send(host, "POST", "/undo", fields{"round": 1}).Code })
		both.Wait()
		if (move == 200) == (back == 200) {
			t.Fatalf("the move was answered with %d, and the request to take the round back with %d", move, back)
		}
		if back == 200 {
			continue
		}
		for _, p := range games {
			h.do(host, "GET", "/api/games/"+p.Game, nil)
		}
		h.do(host, "DELETE", "/api/games/"+last.Game, nil)
		h.do(host, "POST", "/undo", fields{"round": 1})
	}
}

// TestLate adds players after the first round has begun.
func TestLate(t *testing.T) {
	h := newHall(t, t.TempDir())
	h.found(tournament.Swiss, nil)
	h.join(4)
	h.round(1)
	h.enter(1, 1, tournament.BlackWins)
	h.enter(1, 2, tournament.BlackWins)
	h.refused(409, "has begun", member(5), "POST", "/join", fields{"name": "P5"})
	h.do(host, "POST", "/add", fields{"name": "P5"})
	s := h.do(member(5), "POST", "/join", fields{"name": "P5"})
	if s.You != 4 || s.Length != 2 || len(s.Standings) != 5 || s.Standings[4].Score != 0 {
		t.Errorf("after a player has come late: %s, %+v", places(s), s)
	}
	if s = h.round(2); pairs(s) != "2-1  , 4-3  , 5-0  " {
		t.Errorf("the second round: %s", pairs(s))
	}
	h.refused(409, "before its last round", host, "POST", "/add", fields{"name": "P6"})
	if again := newHall(t, h.dir); len(again.ts.all[h.id].Players) != 5 {
		t.Errorf("after a restart: notices %q", again.ts.notices)
	}
	for _, system := range []tournament.System{tournament.RoundRobin, tournament.Knockout} {
		h.found(system, nil)
		h.join(4)
		h.round(1)
		h.refused(409, "only to a Swiss tournament", host, "POST", "/add", fields{"name": "P5"})
	}
}

// TestLimits checks names, numbers of players and tournaments, and requests that are wrong.
func TestLimits(t *testing.T) {
	h := newHall(t, t.TempDir())
	for part, bad := range map[string]fields{
		"1 to 40":       {"name": "  "},
		"printable":     {"name": "a\u202eb"},
		"round-robin":   {"system": "ladder"},
		"only a Swiss":  {"system": "knockout", "rounds": 2},
		"0 for as many": {"rounds": 256},
		"points wide":   {"width": 1000},
		"time control":  {"clock": "later"},
		"not a ruleset": {"rules": "no such rules"},
	} {
		body := fields{"name": "T", "system": "swiss"}
		for k, v := range bad {
			body[k] = v
		}
		h.refused(400, part, host, "POST", "/api/tournaments", body)
	}
	s := h.found(tournament.Swiss, fields{"name": " <b>T</b>  x "})
	if s.Name != "<b>T</b> x" || s.Terms != (games.TermsInWords{Board: "5×5", Rules: "Chinese", Komi: 7.5, Clock: "5m+5s"}) {
		t.Errorf("the tournament: %+v", s)
	}
	if text := h.send(guest, "GET", "", nil).Body.String(); strings.Contains(text, "<b>") {
		t.Errorf("the answer has markup: %s", text)
	}
	h.refused(400, "1 to 40", member(1), "POST", "/join", fields{"name": strings.Repeat("x", 41)})
	h.refused(400, "printable", host, "POST", "/add", fields{"name": "x\x00"})
	h.fill(tournament.MaxPlayers)
	h.refused(409, "full: it has 256", member(1), "POST", "/join", fields{"name": "one more"})
	if s := h.round(1); len(s.Rounds[0]) != 128 || len(s.Standings) != 256 {
		t.Errorf("a round of 256 players has %d games", len(s.Rounds[0]))
	}
	h.found(tournament.RoundRobin, nil)
	h.fill(maxRoundRobin)
	h.refused(409, "full: it has 64", host, "POST", "/add", fields{"name": "one more"})
	for range maxTournaments - 2 {
		h.found(tournament.Swiss, nil)
	}
	h.refused(429, "100 tournaments already", host, "POST", "/api/tournaments", fields{"name": "T", "system": "swiss"})
	h.do(host, "DELETE", "", nil)
	h.refused(404, "no tournament", host, "GET", "", nil)
	h.found(tournament.Swiss, nil)
	if again := newHall(t, h.dir); len(again.ts.all) != maxTournaments {
		t.Errorf("after a restart there are %d tournaments, want %d", len(again.ts.all), maxTournaments)
	}
}

// TestUnreadable sets damaged files aside.
func TestUnreadable(t *testing.T) {
	h := newHall(t, t.TempDir())
	for _, text := range []string{"", "{", `{"version": 2}`, `{"version": 1, "system": "ladder"}`,
		`{"version": 1, "system": "swiss", "players": [{"name": "a"}, {"name": "b"}], "rounds": [[{"black": 0, "white": 2}]]}`,
		`{"version": 1, "system": "swiss", "rounds": [[]]}`} {
		if err := os.WriteFile(h.ts.path(live.NewID()), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	again := newHall(t, h.dir)
	if len(again.ts.all) != 0 || len(again.ts.notices) != 6 {
		t.Errorf("%d tournaments, notices %q", len(again.ts.all), again.ts.notices)
	}
	if text := again.send(guest, "GET", "/api/club", nil).Body.String(); strings.Contains(text, "set aside") {
		t.Errorf("a guest sees the notices: %s", text)
	}
	if text := again.send(host, "GET", "/api/club", nil).Body.String(); !strings.Contains(text, "set aside") {
		t.Errorf("the owner does not see the notices: %s", text)
	}
}

// TestReadingFails: a tournament whose file cannot be read at the moment keeps its file, and is there again after a
// restart.
func TestReadingFails(t *testing.T) {
	h := newHall(t, t.TempDir())
	h.found(tournament.Swiss, nil)
	ts, err := open(h.ts.service, h.ts.games, h.dir, func(string) ([]byte, error) { return nil, syscall.EIO })
	if err != nil {
		t.Fatal(err)
	}
	if len(ts.all) != 0 || len(ts.notices) != 1 || !strings.Contains(ts.notices[0], "cannot be read now") {
		t.Errorf("%d tournaments, notices %q", len(ts.all), ts.notices)
	}
	if again := newHall(t, h.dir); again.ts.all[h.id] == nil || len(again.ts.notices) != 0 {
		t.Errorf("after a restart: %d tournaments, notices %q", len(again.ts.all), again.ts.notices)
	}
}

// TestCosts: a request that reads many games counts as many requests.
func TestCosts(t *testing.T) {
	costs := map[string]int{}
	for _, r := range newHall(t, t.TempDir()).ts.Routes() {
		costs[r.Pattern] = r.Cost
	}
	for pattern, want := range map[string]int{"GET /api/tournaments/{id}/sgf": sgfCost, "GET /api/club": clubCost} {
		if costs[pattern] != want || want < 2 {
			t.Errorf("%s counts as %d, want %d", pattern, costs[pattern], want)
		}
	}
}
