package games

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"testing/synctest"

	"tengen/baduk"
)

// TestRefusedEvents: an event that does not fit the game is refused and leaves it unchanged.
func TestRefusedEvents(t *testing.T) {
	c := newClub(t, t.TempDir())
	c.begin(fields{"clock": "10s"})
	c.play(ann, "C3")
	l, release, err := c.games.store.Acquire(c.id)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	for _, text := range []string{
		`{"event":"play","color":"white","vertex":"D3","spentMs":10001}`,
		`{"event":"play","color":"white","vertex":"C3","spentMs":10,"usedMs":5}`,
		`{"event":"sit","color":"white","name":"Eve","key":"x"}`,
		`{"event":"chat","color":"green","text":"x","usedMs":5}`,
		`{"event":"ask","color":"black","what":"rematch","usedMs":5}`,
		`{"event":"ask","color":"black","what":"money"}`,
		`{"event":"ask","color":"","what":"draw"}`,
		`{"event":"ask","color":"white","what":"undo"}`,
		`{"event":"agree","color":"white"}`,
		`{"event":"refuse","color":"white"}`,
		`{"event":"timeout","color":""}`,
		`{"event":"continue"}`,
		`{"event":"undo","to":7,"usedMs":5}`,
	} {
		var e event
		if err := json.Unmarshal([]byte(text), &e); err != nil {
			t.Fatal(err)
		}
		gm := l.game.clone()
		was := newState(gm, nil)
		clocks, used, events := gm.clocks, gm.used, gm.events
		if err := gm.apply(e); err == nil {
			t.Errorf("%s was applied", text)
		}
		if is := newState(gm, nil); !reflect.DeepEqual(is, was) || gm.clocks != clocks || gm.used != used || gm.events != events {
			t.Errorf("%s changed the game", text)
		}
	}
	// In a game without seats, nothing that belongs to seats is applied.
	var s State
	c.ask(200, c.request("POST", "", "", fields{"human": "both"}), &s)
	c.id = s.ID
	for _, name := range []string{"draw", "rematch", "refuse", "agree", "pause"} {
		c.refused(409, "", "", name, nil)
	}
	c.refusal(409, "seats", c.request("POST", "/"+c.id+"/chat", ann, fields{"text": "hello"}))
	c.refusal(409, "no seat", c.request("POST", "/"+c.id+"/sit", ann, fields{"name": "Ann"}))
}

// TestFirstMoveFails: an engine that fails at the first move of a game tries again when a page connects.
func TestFirstMoveFails(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		c := newClub(t, dir)
		works := c.games.opt.NewPlayer
		c.games.opt.NewPlayer = func() (Player, error) { return nil, errors.New("no model") }
		c.beginEngine("white", "none")
		synctest.Wait()
		if s := c.see(""); s.Message != "The engine failed: no model. Load the page again to try again." || s.CanUndo {
			t.Errorf("after the failure: %q", s.Message)
		}
		c.games.opt.NewPlayer = works
		c.follow("")
		if s := c.see(""); s.Message != "" || !s.YourTurn {
			t.Errorf("after a page has come: %q, %q", s.Message, s.Thinking)
		}
	})
}

// TestEncodedOnce compares the states of a stream with those of other requests, for players and spectators. The state
// of all spectators is encoded once.
func TestEncodedOnce(t *testing.T) {
	c := newClub(t, t.TempDir())
	check := func(when string) {
		t.Helper()
		l, release, err := c.games.store.Acquire(c.id)
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, by := range []secret{ann, bob, eve, ""} {
			for _, known := range []*baduk.Graph{nil, l.game.core.Graph()} {
				want := l.timeless(known, by)
				want.Clocks = l.clocksNow()
				var got State
				if err := json.Unmarshal(l.encoded(known, by), &got); err != nil {
					t.Fatal(err)
				}
				got.Clocks, want.Clocks = nil, nil // a moment apart
				if g, w := string(encode(got)), string(encode(want)); g != w {
					t.Errorf("%s, %q: got %s, want %s", when, by, g, w)
				}
				if again := l.encoded(known, eve); by == "" && !l.game.free() && l.game.clocks[baduk.Black].Unlimited() && &again[0] != &l.encoded(known, "")[0] {
					t.Errorf("%s: the state of two spectators was encoded twice", when)
				}
			}
		}
	}
	for _, body := range []fields{{"clock": "10m"}, nil} {
		code := c.invite(body).Seats.Invitation
		check("an invitation")
		var s State
		c.ask(200, c.request("POST", "/"+c.id+"/sit", bob, fields{"name": "Bob"}, invitationHeader, code), &s)
		check("the guest is there")
		c.play(ann, "C3")
		check("a move")
		c.do(bob, "draw", nil)
		check("a question")
		c.do(ann, "refuse", nil)
		check("no")
		c.do(bob, "resign", nil)
		check("over")
	}
}
