package games

import (
	"encoding/json"
	"reflect"
	"testing"
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
