package server

import (
	"context"
	"strings"
	"testing"

	"tengen/server/games"
)

// TestRematch makes a new game like an old one, with the same colours and with the colours exchanged.
func TestRematch(t *testing.T) {
	l := newRig(t, t.TempDir())
	old := l.create(object{"board": "torus 5x5", "human": "black", "rules": "japanese", "komi": 3.5, "rank": "7k", "teach": true})
	l.play(old.ID, "C3")
	for swap, human := range map[bool]string{false: "black", true: "white"} {
		var s games.State
		if status := l.call("POST", "/api/games/"+old.ID+"/again", object{"swap": swap}, &s); status != 200 {
			t.Fatalf("a rematch: status %d", status)
		}
		if s.ID == old.ID || len(s.Moves) > 1 || s.Human != human || s.Komi != 3.5 || s.Rank.String() != "7k" || !s.Teach || s.Graph.Name != old.Graph.Name || s.Rules.Title != old.Rules.Title {
			t.Errorf("the rematch of %+v, swap %t: got %+v", old, swap, s)
		}
	}
	l.refused(404, "POST", "/api/games/nothere/again", object{})
}

// TestPause pauses a game that the engine plays with itself. The pause outlasts the server.
func TestPause(t *testing.T) {
	dir, allowed := t.TempDir(), make(chan bool, 100)
	player := func(o *Options) {
		o.NewPlayer = func() (Player, error) { return &first{before: waiting(allowed)}, nil }
	}
	l := newRig(t, dir, player)
	id := l.create(object{"width": 5, "height": 5, "human": "none"}).ID
	allowed <- true
	l.until(id, func(s games.State) bool { return s.Number == 2 })
	if s := l.act(id, "pause", nil); !s.Paused || s.Thinking != "" {
		t.Errorf("paused: %+v, want no thinking", s)
	}
	l.refused(409, "POST", "/api/games/"+id+"/pause", object{"number": 2})
	l.stop()
	l = newRig(t, dir, player)
	if s := l.state(id); !s.Paused || s.Thinking != "" || s.Number != 2 {
		t.Errorf("paused, in another server: %+v, want the same game", s)
	}
	var s games.State
	if status := l.call("POST", "/api/games/"+id+"/continue", object{"number": 2}, &s); status != 200 || s.Paused || s.Thinking == "" {
		t.Errorf("continued: status %d, %+v, want a thinking engine", status, s)
	}
	allowed <- true
	l.until(id, func(s games.State) bool { return s.Number == 3 })
	l.refused(409, "POST", "/api/games/"+l.create(object{"human": "black"}).ID+"/pause", object{"number": 1})
}

// TestStop ends a game that the engine plays with itself, while it thinks and while it is paused. The game has no
// result, and its record has the moves.
func TestStop(t *testing.T) {
	dir, allowed := t.TempDir(), make(chan bool, 100)
	player := func(o *Options) {
		o.NewPlayer = func() (Player, error) { return &first{before: waiting(allowed)}, nil }
	}
	for _, paused := range []bool{false, true} {
		l := newRig(t, dir, player)
		id := l.create(object{"width": 5, "height": 5, "human": "none"}).ID
		allowed <- true
		allowed <- true
		l.until(id, func(s games.State) bool { return s.Number == 3 && s.Thinking == "thinking" })
		if paused {
			l.act(id, "pause", nil)
		}
		s := l.act(id, "stop", nil)
		for _, when := range []string{"at once", "in another server"} {
			if s.Phase != "over" || s.Result != "" || s.ResultText != "The game was stopped" || s.Score != nil || s.Paused || s.Thinking != "" || s.CanUndo || s.Number != 3 {
				t.Errorf("stopped, paused %t, %s: %+v", paused, when, s)
			}
			_, sgf, _ := l.raw("GET", "/api/games/"+id+"/sgf", "")
			if strings.Count(sgf, ";B[") != 1 || strings.Count(sgf, ";W[") != 1 || strings.Contains(sgf, "RE[") {
				t.Errorf("the record of the stopped game, %s: %s", when, sgf)
			}
			l.stop()
			l = newRig(t, dir, player)
			s = l.state(id)
		}
		for _, name := range []string{"stop", "pause", "continue"} {
			l.refused(409, "POST", "/api/games/"+id+"/"+name, object{"number": 3})
		}
		l.stop()
	}
	l := newRig(t, t.TempDir())
	l.refused(409, "POST", "/api/games/"+l.create(object{"human": "both"}).ID+"/stop", object{"number": 1})
}

// waiting returns a hook that lets a player move once for each token in the channel.
func waiting(allowed <-chan bool) func(context.Context) error {
	return func(ctx context.Context) error {
		select {
		case <-allowed:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
