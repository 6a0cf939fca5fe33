package server

import (
	"strings"
	"testing"

	"tengen/server/teaching"
)

// TestHints takes hints in three steps. They are counted by position, survive a restart, and are in the record.
func TestHints(t *testing.T) {
	dir := t.TempDir()
	o := &oracle{best: "C3"}
	l := newReviewRig(t, dir, o)
	id := l.create(object{"human": "black"}).ID
	hint := func(step int) (h teaching.Hint) {
		t.Helper()
		if status := l.call("POST", "/api/games/"+id+"/hint", object{"number": l.state(id).Number, "step": step}, &h); status != 200 {
			t.Fatalf("step %d: status %d", step, status)
		}
		return h
	}
	if h := hint(1); h.Where != "in the lower left corner" || len(h.Zone) != 9 || h.Vertex != "" || h.Line != nil {
		t.Errorf("the first step is %+v", h)
	}
	if h := hint(2); h.Vertex != "C3" || h.Line != nil {
		t.Errorf("the second step is %+v", h)
	}
	if h := hint(3); strings.Join(h.Line, " ") != "C3" {
		t.Errorf("the third step is %+v", h)
	}
	if n := o.searches.Load(); n != 1 {
		t.Errorf("%d searches for the steps of one hint, want 1", n)
	}
	l.play(id, "E5")
	hint(1)
	l.refused(409, "POST", "/api/games/"+id+"/hint", object{"number": 1, "step": 1})
	l.refused(400, "POST", "/api/games/"+id+"/hint", object{"number": 3, "step": 4})
	both := l.create(object{"human": "both"}).ID
	l.refused(409, "POST", "/api/games/"+both+"/hint", object{"number": 1, "step": 1})
	l.stop()

	l = newReviewRig(t, dir, o)
	if s := l.state(id); s.Hints != 2 {
		t.Errorf("%d hints after a restart, want 2", s.Hints)
	}
	if s := l.act(id, "resign", nil); s.Hints != 2 {
		t.Errorf("%d hints at the end, want 2", s.Hints)
	}
	if _, sgf, _ := l.raw("GET", "/api/games/"+id+"/sgf", ""); !strings.Contains(sgf, "Black played with 2 hints.") {
		t.Errorf("the record does not have the hints: %s", sgf)
	}
	l.refused(409, "POST", "/api/games/"+id+"/hint", object{"number": 3, "step": 1})
}

// TestMistakes judges moves, but only in a game that asks for it.
func TestMistakes(t *testing.T) {
	l := newReviewRig(t, t.TempDir(), &oracle{best: "C3"})
	id := l.create(object{"human": "black", "teach": true}).ID
	l.play(id, "E5 G7")
	var m teaching.Mistake
	if status := l.call("GET", "/api/games/"+id+"/mistake?number=3", nil, &m); status != 200 || !m.Costly || m.Vertex != "G7" || m.Loss != 6 || strings.Join(m.Better, " ") != "C3" {
		t.Errorf("status %d, %+v", status, m)
	}
	if len(m.Reasons) == 0 || !strings.Contains(m.Reasons[0], "C3") {
		t.Errorf("the reasons are %q", m.Reasons)
	}
	l.play(id, "C3")
	m = teaching.Mistake{}
	if status := l.call("GET", "/api/games/"+id+"/mistake?number=5", nil, &m); status != 200 || m.Costly || m.Loss != 0 {
		t.Errorf("the best move: status %d, %+v", status, m)
	}
	l.refused(409, "GET", "/api/games/"+id+"/mistake?number=4", nil) // the engine's move
	l.refused(409, "GET", "/api/games/"+id+"/mistake?number=9", nil)
	l.refused(400, "GET", "/api/games/"+id+"/mistake", nil)
	silent := l.create(object{"human": "black"}).ID
	l.play(silent, "E5")
	l.refused(409, "GET", "/api/games/"+silent+"/mistake?number=1", nil)
	if s := l.create(object{"human": "both", "teach": true}); s.Teach {
		t.Error("a game of two people tells about mistakes")
	}
}
