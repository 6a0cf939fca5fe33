package games

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tengen/server/live"
	"tengen/server/wire"
)

// TestSeats: an invitation gives one seat. Only the holders of the seats act, each for one colour.
func TestSeats(t *testing.T) {
	c := newClub(t, t.TempDir())
	s := c.invite(fields{"komi": 3.5})
	code := s.Seats.Invitation
	if s.Seats.Free != true || s.Seats.You != "black" || len(code) != secretLen || s.YourTurn {
		t.Fatalf("the host sees %+v", s.Seats)
	}
	if other := c.see(""); other.Seats.Invitation != "" || other.Seats.You != "" {
		t.Errorf("a stranger sees %+v, want no invitation", other.Seats)
	}
	c.refused(409, "send the invitation", ann, "play", fields{"vertex": "C3"})
	c.refused(403, "you can watch", "", "play", fields{"vertex": "C3"})
	sit := func(by, name, code string) *State {
		t.Helper()
		var s State
		c.ask(200, c.request("POST", "/"+c.id+"/sit", by, fields{"name": name}, invitationHeader, code), &s)
		return &s
	}
	c.refusal(400, "random secret", c.request("POST", "/"+c.id+"/sit", "short", fields{"name": "Eve"}, invitationHeader, code))
	c.refusal(403, "ask for the link", c.request("POST", "/"+c.id+"/sit", eve, fields{"name": "Eve"}))
	c.refusal(403, "ask for the link", c.request("POST", "/"+c.id+"/sit", eve, fields{"name": "Eve"}, invitationHeader, eve))
	c.refusal(409, "already", c.request("POST", "/"+c.id+"/sit", ann, fields{"name": "Ann"}, invitationHeader, code))
	for _, name := range []string{"", "  ", strings.Repeat("x", maxPlayerName+1), "a\x00b", "a\u202eb", "a\xffb"} {
		c.refusal(400, "a name has", c.request("POST", "/"+c.id+"/sit", eve, fields{"name": name}, invitationHeader, code))
	}
	if s = sit(bob, "  Bob \n B. ", code); s.Seats.You != "white" || s.WhiteName != "Bob B." || s.BlackName != "Ann" || s.YourTurn || s.Seats.Free {
		t.Fatalf("the guest sees %+v", s)
	}
	if s = sit(bob, "Bob", code); s.WhiteName != "Bob B." {
		t.Errorf("the same request again: %+v, want no change", s)
	}
	c.refusal(409, "you can watch", c.request("POST", "/"+c.id+"/sit", eve, fields{"name": "Eve"}, invitationHeader, code))

	if !c.see(ann).YourTurn || c.see(bob).YourTurn || c.see(eve).YourTurn {
		t.Error("want the turn of Ann")
	}
	c.refused(403, "it is the turn of Ann", bob, "play", fields{"vertex": "C3"})
	for _, name := range []string{"play", "pass", "undo", "resign", "propose", "decline", "dead", "accept", "pause", "continue", "stop", "resume",
		"draw", "rematch", "refuse", "agree"} {
		for _, by := range []string{"", eve, code} {
			c.refused(403, "between Ann and Bob B.", by, name, fields{"vertex": "C3", "color": "black"})
		}
	}
	c.refusal(403, "between", c.request("POST", "/"+c.id+"/chat", eve, fields{"text": "hello"}))
	c.refusal(409, "ask your opponent", c.request("POST", "/"+c.id+"/again", ann, fields{}))
	c.play(ann, "C3")
	c.refused(403, "it is the turn of Bob", ann, "play", fields{"vertex": "B3"})
	// The colour in the request is that of the seat, whatever the client writes.
	if s = c.do(bob, "propose", fields{"color": "black"}); s.Proposed != "white" {
		t.Errorf("Bob proposed as %s, want white", s.Proposed)
	}
	if s = c.do(bob, "resign", nil); s.Result != "B+R" {
		t.Errorf("Bob resigned: %s, want B+R", s.Result)
	}
	files, err := filepath.Glob(filepath.Join(c.dir, "games", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v, %v; want one", files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{ann, bob, code} {
		if strings.Contains(string(text), s) {
			t.Errorf("the file has the secret %s", s)
		}
	}
	again := c.killed(t.TempDir())
	for _, by := range []string{ann, bob, eve} {
		was, is := c.see(by), again.see(by)
		was.Version, is.Version = 0, 0
		if !reflect.DeepEqual(was, is) {
			t.Errorf("read again: %+v, want %+v", is, was)
		}
	}
}

// TestInvitedRole: the secrets give a role in their own game only.
func TestInvitedRole(t *testing.T) {
	c := newClub(t, t.TempDir())
	other := c.begin(nil).ID
	code := c.invite(nil).Seats.Invitation
	check := func(when string, want map[string]wire.Role) {
		t.Helper()
		for by, role := range want {
			r := c.request("GET", "", by, nil, invitationHeader, by)
			r.SetPathValue("id", c.id)
			if got := c.games.invited(r); got != role {
				t.Errorf("%s: %s has the role %v, want %v", when, by, got, role)
			}
		}
	}
	check("before", map[string]wire.Role{ann: wire.Guest, bob: wire.NoRole, eve: wire.NoRole, "": wire.NoRole, code: wire.Guest})
	var s State
	c.ask(200, c.request("POST", "/"+c.id+"/sit", eve, fields{"name": "Eve"}, invitationHeader, code), &s)
	check("after", map[string]wire.Role{ann: wire.Guest, bob: wire.NoRole, eve: wire.Guest, "": wire.NoRole, code: wire.Spectator})
	c.id = other
	check("elsewhere", map[string]wire.Role{ann: wire.Guest, bob: wire.Guest, eve: wire.NoRole})
}

// TestCosts: every request from which a new game of a guest follows counts as much as a new game.
func TestCosts(t *testing.T) {
	costs, creates := map[string]int{}, map[string]bool{}
	for _, r := range newClub(t, t.TempDir()).games.Routes() {
		costs[r.Pattern], creates[r.Pattern] = r.Cost, r.Creates
	}
	for _, pattern := range []string{"POST /api/games", "POST /api/games/{id}/rematch"} {
		if costs[pattern] != newGameCost || !creates[pattern] {
			t.Errorf("%s counts as %d, and as a new game: %v; want %d, true", pattern, costs[pattern], creates[pattern], newGameCost)
		}
	}
}

// TestAgreeMakesNoGame: a request that agrees to a rematch and is refused does not make the new game first.
func TestAgreeMakesNoGame(t *testing.T) {
	c := newClub(t, t.TempDir())
	c.begin(nil)
	c.do(ann, "resign", nil)
	c.do(ann, "rematch", nil)
	for range maxClubGames - 1 { // the server has no place for another game
		if err := os.WriteFile(filepath.Join(c.dir, "games", live.NewID()+journalExt), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c.refused(400, "number", bob, "agree", fields{"number": 0})
	c.refused(409, "number", bob, "agree", fields{"number": 7})
	c.refused(429, "delete one first", bob, "agree", nil)
}

// TestNigiri: the server draws the colours when the guest comes.
func TestNigiri(t *testing.T) {
	c := newClub(t, t.TempDir())
	drawn := map[string]int{}
	for range 40 {
		s := c.begin(fields{"friend": fields{"name": "Ann", "color": "nigiri"}})
		drawn[s.Seats.You]++
		if host := c.see(ann).Seats.You; host == s.Seats.You || host == "" {
			t.Fatalf("both players are %s", host)
		}
	}
	if drawn["black"] == 0 || drawn["white"] == 0 {
		t.Errorf("the guest's colours in 40 games: %v", drawn)
	}
	for part, body := range map[string]fields{
		"your colour":        {"friend": fields{"name": "Ann", "color": "green"}},
		"there is no nigiri": {"friend": fields{"name": "Ann", "color": "nigiri"}, "width": 9, "height": 9, "handicap": 2},
		"a name has":         {"friend": fields{"name": "", "color": "black"}},
		"is not a time":      {"friend": fields{"name": "Ann", "color": "black"}, "clock": "soon"},
		"main time of":       {"friend": fields{"name": "Ann", "color": "black"}, "clock": "0"},
	} {
		c.refusal(400, part, c.request("POST", "", ann, body))
	}
	c.refusal(400, "random secret", c.request("POST", "", "", fields{"friend": fields{"name": "Ann", "color": "black"}}))
}

// TestAgreements: undo, draw and rematch need both players.
func TestAgreements(t *testing.T) {
	c := newClub(t, t.TempDir())
	c.begin(nil)
	c.refused(409, "no move to take back", ann, "undo", nil)
	c.play(ann, "C3")
	c.play(bob, "D3")
	c.refused(409, "there is no request to answer", bob, "agree", nil)
	if s := c.do(ann, "undo", nil); s.Seats.Asked != "undo" || s.Seats.Asker != "black" || s.Number != 3 {
		t.Fatalf("asked: %+v", s.Seats)
	}
	c.refused(409, "there is no request to answer", ann, "agree", nil)
	c.refused(409, "answered or taken back", bob, "draw", nil)
	if s := c.do(bob, "agree", nil); s.Number != 1 || s.Seats.Asked != "" || s.ToPlay != "black" {
		t.Fatalf("agreed: move %d, %+v; want move 1", s.Number, s.Seats)
	}
	c.play(ann, "C3")
	c.do(ann, "undo", nil)
	c.do(bob, "refuse", nil)
	c.refused(409, "has refused", ann, "undo", nil)
	if !c.see(ann).Seats.Refused || c.see(bob).Seats.Refused {
		t.Error("only Ann is told that Bob has refused")
	}
	c.play(bob, "D3") // after this move Ann may ask again
	c.do(ann, "undo", nil)
	if s := c.play(ann, "B3"); s.Seats.Asked != "" {
		t.Errorf("a move left %q asked", s.Seats.Asked)
	}
	c.do(bob, "draw", nil)
	c.do(bob, "refuse", nil) // takes it back
	c.do(bob, "draw", nil)
	s := c.do(ann, "agree", nil)
	if s.Phase != phaseOver || s.Result != "0" || s.Score != nil {
		t.Fatalf("a draw: %s, %q", s.Phase, s.Result)
	}
	c.refused(409, "", ann, "undo", nil)
	c.do(bob, "rematch", nil)
	if s = c.do(ann, "agree", nil); s.Seats.Next == "" {
		t.Fatalf("a rematch: %+v", s.Seats)
	}
	c.refused(409, "a rematch follows", ann, "rematch", nil)
	c.id = s.Seats.Next
	if s = c.see(ann); s.Seats.You != "white" || s.BlackName != "Bob" || s.WhiteName != "Ann" || s.Number != 1 || s.Seats.Free {
		t.Errorf("the rematch for Ann: %+v, %+v", s, s.Seats)
	}
	if s = c.play(bob, "C3"); s.Number != 2 {
		t.Errorf("Bob cannot begin the rematch: %+v", s)
	}
	c.play(ann, "D3")
	c.do(ann, "undo", nil)
	seen := c.action(bob, "agree", nil)
	c.do(ann, "refuse", nil)
	c.do(ann, "draw", nil)
	c.refusal(409, "something else", seen) // what Bob has seen is not what he would agree to
	c.do(bob, "refuse", nil)
	c.refused(409, "has refused", ann, "draw", nil)
	c.do(bob, "undo", nil)    // the end of the game takes the question back
	c.do(ann, "resign", nil)  // and what was refused during the game
	c.do(ann, "rematch", nil) // does not count after it
	c.do(bob, "refuse", nil)
	c.refused(409, "another game", ann, "rematch", nil)
	c.do(bob, "rematch", nil)
	c.do(bob, "refuse", nil) // takes it back
	c.do(bob, "rematch", nil)
	if s = c.do(ann, "agree", nil); s.Seats.Next == "" {
		t.Fatalf("a second rematch: %+v", s.Seats)
	}
	if c.id = s.Seats.Next; c.see(ann).Seats.You != "black" {
		t.Errorf("the second rematch for Ann: %+v", c.see(ann).Seats)
	}
}

// TestDeadStonesByBoth: the game ends when both players have accepted the same dead stones. A change takes back what
// was accepted, and a player who disagrees resumes play.
func TestDeadStonesByBoth(t *testing.T) {
	c := newClub(t, t.TempDir())
	c.begin(nil)
	c.play(ann, "C3")
	c.play(bob, "A5")
	stop := func() {
		t.Helper()
		c.do(ann, "pass", nil)
		c.do(bob, "pass", nil)
		for c.see("").Thinking != "" || c.see("").Phase != phaseDead {
			c.games.store.Sweep(c.see("").Created)
		}
	}
	stop()
	c.do(ann, "dead", fields{"vertex": "A5"})
	if s := c.do(ann, "accept", nil); s.Phase != phaseDead || !reflect.DeepEqual(s.Seats.Accepted, []string{"black"}) {
		t.Fatalf("one has accepted: %s, %+v", s.Phase, s.Seats)
	}
	c.do(ann, "accept", nil)
	seen := c.action(bob, "accept", nil)
	c.do(ann, "dead", fields{"vertex": "C3"})
	c.do(ann, "accept", nil)
	c.refusal(409, "other stones", seen) // Bob has not seen these marks
	c.do(ann, "dead", fields{"vertex": "C3"})
	if s := c.do(bob, "dead", fields{"vertex": "A5"}); len(s.Seats.Accepted) != 0 || len(s.Dead) != 0 {
		t.Fatalf("after a change: %+v", s.Seats)
	}
	if s := c.do(ann, "resume", nil); s.Phase != phasePlay || s.ToPlay != "black" {
		t.Fatalf("resumed: %s, %s to play", s.Phase, s.ToPlay)
	}
	stop()
	c.do(bob, "dead", fields{"vertex": "A5"})
	c.do(bob, "accept", nil)
	if s := c.do(ann, "accept", nil); s.Phase != phaseOver || s.Result != "B+17.5" {
		t.Errorf("both have accepted: %s, %s", s.Phase, s.Result)
	}
}

// TestChat: messages are short, few and text only.
func TestChat(t *testing.T) {
	c := newClub(t, t.TempDir())
	c.begin(nil)
	var none wire.Nothing
	say := func(by, text string) {
		c.ask(200, c.request("POST", "/"+c.id+"/chat", by, fields{"text": text}), &none)
	}
	version := c.see("").Version
	say(ann, " hello <b>Bob</b>\n ")
	for _, text := range []string{"", " ", strings.Repeat("x", maxMessage+1), "a\x1bb", "a\u2067b"} {
		c.refusal(400, "a message has", c.request("POST", "/"+c.id+"/chat", ann, fields{"text": text}))
	}
	for range talkBurst - 1 {
		say(ann, "again")
	}
	c.refusal(429, "too fast", c.request("POST", "/"+c.id+"/chat", ann, fields{"text": "again"}))
	say(bob, "hi")
	if s := c.see(""); s.Version != version || s.Number != 1 {
		t.Errorf("messages changed the state: %+v", s)
	}
	l, release, err := c.killed(t.TempDir()).games.store.Acquire(c.id)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	chat := l.game.chat
	if len(chat) != talkBurst+1 || chat[0].Text != "hello <b>Bob</b>" || chat[0].Color != "black" || chat[talkBurst].Color != "white" {
		t.Errorf("the messages are %+v", chat)
	}
	l.game.said[1] = maxMessages
	if err := l.game.apply(event{Event: "chat", Color: "black", Text: "x"}); err == nil {
		t.Errorf("more than %d messages were allowed", maxMessages)
	}
}
