package gtpserver

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"tengen/baduk"
)

// TestEnd: a game that is over goes on when somebody moves, as KataGo's does, and stays
// over when nobody does.
func TestEnd(t *testing.T) {
	e := newEngine(t, Config{Width: 5})
	expect(t, e, "play b C3", "=", "play w pass", "=", "play b pass", "=", "final_score", "= B+17.5", "reg_genmove w", "= A5", "kata-search w", "= A5", "play w C3", "? illegal move")
	if !e.game.Over() || e.game.Len() != 3 {
		t.Errorf("%d moves, over %v", e.game.Len(), e.game.Over())
	}
	expect(t, e, "genmove w", "= A5")
	if e.game.Over() || e.game.Len() != 4 {
		t.Errorf("%d moves, over %v", e.game.Len(), e.game.Over())
	}
	expect(t, e, "undo", "=", "play b pass", "=", "play w A1", "=", "play b A2", "=", "undo", "=", "undo", "=", "play b C2", "=")
	ask(t, e, "play w pass", "play b pass")
	if got := ask(t, e, "kgs-genmove_cleanup w"); got != "= A5\n\n" {
		t.Errorf("the cleanup answers %q", got)
	}
	if e.game.Over() || !e.game.Rules().FriendlyPass {
		t.Error("the cleanup leaves the game over or its rules changed")
	}
}

// TestEndFails has a player that finds no move: the game stays over.
func TestEndFails(t *testing.T) {
	p := &simple{}
	e := newEngine(t, Config{Player: p, Width: 5})
	ask(t, e, "play b C3", "play w pass", "play b pass")
	p.fail = errors.New("out of steam")
	expect(t, e, "kgs-genmove_cleanup w", "? no move: out of steam", "genmove w", "? no move: out of steam")
	e.cfg.Player = nil // panics
	expect(t, e, "kgs-genmove_cleanup w", "? internal error: ...", "genmove w", "? internal error: ...")
	if !e.game.Over() || e.game.Len() != 3 {
		t.Errorf("%d moves, over %v", e.game.Len(), e.game.Over())
	}
}

// TestExactScore asks no player where the rules leave nothing to agree about.
func TestExactScore(t *testing.T) {
	e := newEngine(t, Config{Player: &simple{fail: errors.New("nobody asked me")}, Width: 3})
	ask(t, e, "play b B2", "play w A1", "play b pass", "play w pass")
	expect(t, e, "final_score", "? cannot score", "kata-set-rules tromp-taylor", "=", "final_score", "= W+7.5", // one stone each
		"kata-set-rules japanese", "=", "final_score", "? cannot score", "final_status_list dead", "? cannot score")
	ask(t, e, "play b pass", "play w pass", "play b pass", "play w pass")
	expect(t, e, "final_score", "= W+7.5", "final_status_list dead", "=")
	if e.game.Phase() != 2 || !e.game.Over() {
		t.Errorf("phase %d", e.game.Phase())
	}
}

// TestCountWithoutSense: a count that leaves much of the board to nobody took a stone for
// alive that is none. Then the score is what the player expects, as in KataGo.
func TestCountWithoutSense(t *testing.T) {
	for _, rules := range []string{"chinese", "japanese"} {
		e := newEngine(t, Config{Player: &fakeAnalyst{}, Width: 9})
		ask(t, e, "kata-set-rules "+rules, "komi 7", "play b D4", "play w pass", "play b pass")
		if got := ask(t, e, "final_score"); got == "= B+4.0\n\n" {
			t.Errorf("%s: a count that makes sense is not believed", rules)
		}
		ask(t, e, "clear_board", "play b D4", "play w J9", "play b pass", "play w pass")
		expect(t, e, "final_score", "= B+4.0")
	}
	e := newEngine(t, Config{Player: &fakeAnalyst{}, Width: 9})
	ask(t, e, "kata-set-rules tromp-taylor", "komi 7", "play b D4", "play w J9", "play b pass", "play w pass")
	expect(t, e, "final_score", "= W+7.0") // the rules judge for themselves
}

// TestCleanupMoves lets the player move in the clean-up of territory rules.
func TestCleanupMoves(t *testing.T) {
	e := newEngine(t, Config{Width: 3})
	ask(t, e, "kata-set-rules japanese", "play b B2", "play w pass", "play b pass")
	expect(t, e, "genmove w", "= A3", "reg_genmove b", "= B3", "kgs-genmove_cleanup b", "= B3", "undo", "=", "undo", "=", "undo", "=", "genmove b", "= A3")
	if e.game.Phase() != 0 || e.game.Len() != 3 {
		t.Errorf("phase %d after %d moves", e.game.Phase(), e.game.Len())
	}
}

// TestInfiniteBoard plays away from the middle: the window follows, for the
// player too, and a record has it all.
func TestInfiniteBoard(t *testing.T) {
	p := &simple{}
	e := newEngine(t, Config{Player: p})
	expect(t, e, "tengen-board infinite 3", "=...", "play b 3,3", "=", "play w 7,-3", "=", "play b beyond", "? illegal move", "play b 1000001,0", "? illegal move")
	if n := e.game.Graph().Len(); n != 218+1 {
		t.Errorf("the window has %d points", n)
	}
	far, err := e.game.Graph().ParseVertex("0,6")
	if err != nil {
		t.Fatal(err)
	}
	p.move = &baduk.Move{Color: baduk.Black, Point: far}
	expect(t, e, "genmove b", "= 0,6", "kata-set-rules mango", "=", "undo", "=", "final_score", "=...")
	file := filepath.Join(t.TempDir(), "a.sgf")
	before := e.game.SearchKey()
	expect(t, e, "printsgf "+file, "=", "clear_board", "=")
	if n := e.game.Graph().Len(); n != 7*7+1 {
		t.Errorf("the window of a new game has %d points", n)
	}
	expect(t, e, "loadsgf "+file, "=")
	if e.game.SearchKey() != before || e.game.Len() != 2 {
		t.Error("the record is another game")
	}
}

// TestFarAway plays where no window reaches.
func TestFarAway(t *testing.T) {
	e := newEngine(t, Config{Player: &simple{}})
	expect(t, e, "tengen-board mango-infinite", "=...", "play b 0,0", "=", "play w 50,50", "=", "play b 100000,-100000", "=",
		"play w 1000001,0", "? illegal move", "play w 1e5,0", "? illegal move", "play w 50,50", "? illegal move", "tengen-board", "= MANGO, example 2, 603 points")
	file := filepath.Join(t.TempDir(), "a.sgf")
	expect(t, e, "printsgf "+file, "=", "undo", "=", "undo", "=", "play w -1000000,1000000", "=", "loadsgf "+file, "=", "tengen-board", "= MANGO, example 2, 603 points")
	if got := ask(t, e, "showboard"); !strings.Contains(got, "-100000 ") || !strings.Contains(got, "(X)") {
		t.Error(got)
	}
	expect(t, e, "set_position b 0,0 w 77777,0", "=", "tengen-board", "=...", "tengen-board quarter-plane", "= quarter-plane, 100 points", "play b -1,0", "? illegal move")
}
