package server

import (
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"tengen/server/games"
)

func TestIdleGamesLeaveMemory(t *testing.T) {
	var closed atomic.Int32
	l := newRig(t, t.TempDir(), func(o *Options) {
		o.NewPlayer = func() (Player, error) { return &first{closed: &closed}, nil }
	})
	s := l.create(object{})
	l.play(s.ID, "E5")
	// The stream that rest used may take a moment to notice that it is over.
	for deadline := time.Now().Add(late); closed.Load() == 0 && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		l.server.games.Sweep(time.Now().Add(time.Hour))
	}
	if closed.Load() != 1 {
		t.Fatalf("%d players closed, want 1", closed.Load())
	}
	if s = l.play(s.ID, "D5"); s.Number != 5 {
		t.Errorf("after it was read again: %+v", s)
	}
}

func TestDelete(t *testing.T) {
	l := newRig(t, t.TempDir())
	s := l.create(object{})
	var x object
	if status := l.call("DELETE", "/api/games/"+s.ID, nil, &x); status != 200 {
		t.Fatal(status)
	}
	l.refused(404, "GET", "/api/games/"+s.ID, nil)
	l.refused(404, "DELETE", "/api/games/"+s.ID, nil)
	if left, _ := os.ReadDir(filepath.Join(l.dir, "games")); len(left) != 0 {
		t.Errorf("files left of a deleted game: %v", left)
	}
}

// list returns the games in the list.
func (l *rig) list() []games.Summary {
	l.Helper()
	var list struct{ Games []games.Summary }
	l.call("GET", "/api/games", nil, &list)
	return list.Games
}

// The list says when a game ended, and which colour the owner of the server had.
func TestListOfResults(t *testing.T) {
	dir := t.TempDir()
	l := newRig(t, dir)
	id := l.create(object{"human": "black"}).ID
	if g := l.list()[0]; !g.Finished.IsZero() || g.Own != "black" {
		t.Errorf("in play: %+v", g)
	}
	before := time.Now()
	l.act(id, "resign", nil)
	ended := l.list()[0].Finished
	if ended.Before(before.Truncate(time.Second)) || ended.After(time.Now()) {
		t.Errorf("the game ended at %v, which is not from %v to now", ended, before)
	}
	l.stop()
	l = newRig(t, dir)
	if g := l.list()[0]; !g.Finished.Equal(ended) {
		t.Errorf("after a restart the game ended at %v, before it at %v", g.Finished, ended)
	}
	l.act(id, "undo", nil)
	if g := l.list()[0]; !g.Finished.IsZero() {
		t.Errorf("the resignation was taken back, but the game ended at %v", g.Finished)
	}
	two := l.create(object{"human": "both"}).ID
	for _, g := range l.list() {
		if g.ID == two && g.Own != "" {
			t.Errorf("the colour of the owner, who plays both, is %q", g.Own)
		}
	}
}

// Listing the games does not change their files, because the rest of an incomplete line may still be written.
func TestListWritesNothing(t *testing.T) {
	dir := t.TempDir()
	l := newRig(t, dir)
	id := l.create(object{"human": "both"}).ID
	l.play(id, "E5")
	check := func(when string) {
		t.Helper()
		before, err := os.ReadFile(l.file(id))
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if list := l.list(); len(list) != 1 || list[0].Moves != 1 {
				t.Errorf("%s: the list is %+v", when, list)
			}
		}
		if after, _ := os.ReadFile(l.file(id)); string(after) != string(before) {
			t.Errorf("%s: the file was %q and is %q", when, before, after)
		}
	}
	check("in memory")
	f, err := os.OpenFile(l.file(id), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(`{"event":"play","col`); err != nil {
		t.Fatal(err)
	}
	check("half a line, in memory")
	l.stop()
	l = newRig(t, dir)
	check("half a line, on disk")
	if s := l.play(id, "D5"); s.Number != 3 {
		t.Errorf("after a move: %+v", s)
	}
}
