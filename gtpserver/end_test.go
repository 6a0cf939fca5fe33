package gtpserver

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"tengen/baduk"
)

// TestEnd checks that a game that is over continues with the next move, as in KataGo, and stays over if no move is
// made.
func TestEnd(t *testing.T) {
	e := newEngine(t, Config{Width: 5})
	expect(t, e, "play b C3", "=", "play w pass", "=", "play b pass", "=", "final_score", "= B+17.5", "reg_genmove w", "= A5", "kata-search w", "= A5", "play w C3", "? illegal move")
	if !e.game.Over() || e.game.Len() != 3 {
		t.Errorf("after commands that play nothing: %d moves, over %v, want 3 and true", e.game.Len(), e.game.Over())
	}
	expect(t, e, "genmove w", "= A5")
	if e.game.Over() || e.game.Len() != 4 {
		t.Errorf("after genmove: %d moves, over %v, want 4 and false", e.game.Len(), e.game.Over())
	}
	expect(t, e, "undo", "=", "play b pass", "=", "play w A1", "=", "play b A2", "=", "undo", "=", "undo", "=", "play b C2", "=")
	ask(t, e, "play w pass", "play b pass")
	if got := ask(t, e, "kgs-genmove_cleanup w"); got != "= A5\n\n" {
		t.Errorf("kgs-genmove_cleanup answers %q, want A5", got)
	}
	if e.game.Over() || !e.game.Rules().FriendlyPass {
		t.Error("the cleanup leaves the game over or its rules changed")
	}
	ask(t, e, "kata-set-rules japanese", "clear_board", "play b C3", "play w pass", "play b pass")
	expect(t, e, "gomill-genmove_ex w cleanup", "= A5")
}

// TestEndFails checks that a finished game stays over if the player fails to find a move.
func TestEndFails(t *testing.T) {
	p := &simple{}
	e := newEngine(t, Config{Player: p, Width: 5})
	ask(t, e, "play b C3", "play w pass", "play b pass")
	p.fail = errors.New("out of steam")
	expect(t, e, "kgs-genmove_cleanup w", "? no move: out of steam", "genmove w", "? no move: out of steam")
	e.cfg.Player = nil // panics
	expect(t, e, "kgs-genmove_cleanup w", "? internal error: ...", "genmove w", "? internal error: ...")
	if !e.game.Over() || e.game.Len() != 3 {
		t.Errorf("%d moves, over %v, want 3 and true", e.game.Len(), e.game.Over())
	}
}

// TestExactScore checks that the player is not asked if the rules decide by themselves which stones are dead.
func TestExactScore(t *testing.T) {
	e := newEngine(t, Config{Player: &simple{fail: errors.New("the player was asked")}, Width: 3})
	ask(t, e, "play b B2", "play w A1", "play b pass", "play w pass")
	expect(t, e, "final_score", "? cannot score", "kata-set-rules tromp-taylor", "=", "final_score", "= W+7.5", // one stone each
		"kata-set-rules japanese", "=", "final_score", "? cannot score", "final_status_list dead", "? cannot score")
	ask(t, e, "play b pass", "play w pass", "play b pass", "play w pass")
	expect(t, e, "final_score", "= W+7.5", "final_status_list dead", "=")
	if e.game.Phase() != 2 || !e.game.Over() {
		t.Errorf("phase %d, over %v, want 2 and true", e.game.Phase(), e.game.Over())
	}
}

// TestCountWithoutSense checks the score if the count leaves much of the board neutral, because a stone was wrongly
// considered alive. As in KataGo, the score is then the one that the player expects.
func TestCountWithoutSense(t *testing.T) {
	for _, rules := range []string{"chinese", "japanese"} {
		e := newEngine(t, Config{Player: &fakeAnalyst{}, Width: 9})
		ask(t, e, "kata-set-rules "+rules, "komi 7", "play b D4", "play w pass", "play b pass")
		if got := ask(t, e, "final_score"); got == "= B+4.0\n\n" {
			t.Errorf("%s: the answer is the expected score, want the count, which is plausible", rules)
		}
		ask(t, e, "clear_board", "play b D4", "play w J9", "play b pass", "play w pass")
		expect(t, e, "final_score", "= B+4.0")
	}
	e := newEngine(t, Config{Player: &fakeAnalyst{}, Width: 9})
	ask(t, e, "kata-set-rules tromp-taylor", "komi 7", "play b D4", "play w J9", "play b pass", "play w pass")
	expect(t, e, "final_score", "= W+7.0") // these rules do not ask which stones are dead
}

// TestCleanupMoves checks that the player can move in the clean-up of territory rules.
func TestCleanupMoves(t *testing.T) {
	e := newEngine(t, Config{Width: 3})
	ask(t, e, "kata-set-rules japanese", "play b B2", "play w pass", "play b pass")
	expect(t, e, "genmove w", "= A3", "reg_genmove b", "= B3", "kgs-genmove_cleanup b", "= B3", "undo", "=", "undo", "=", "undo", "=", "genmove b", "= A3")
	if e.game.Phase() != 0 || e.game.Len() != 3 {
		t.Errorf("phase %d after %d moves, want 0 after 3", e.game.Phase(), e.game.Len())
	}
}

// TestInfiniteBoard plays far from the centre. The window must grow for moves of the client and of the player, and a
// record must contain all moves.
func TestInfiniteBoard(t *testing.T) {
	p := &simple{}
	e := newEngine(t, Config{Player: p})
	expect(t, e, "tengen-board infinite 3", "=...", "play b 3,3", "=", "play w 7,-3", "=", "play b beyond", "? illegal move", "play b 1000001,0", "? illegal move")
	if n := e.game.Graph().Len(); n != 218+1 {
		t.Errorf("the window has %d points, want 219", n)
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
		t.Errorf("the window of a new game has %d points, want 50", n)
	}
	expect(t, e, "loadsgf "+file, "=")
	if e.game.SearchKey() != before || e.game.Len() != 2 {
		t.Errorf("the loaded game has %d moves, want the two that were written", e.game.Len())
	}
}

// TestFarAway plays on points too far apart for one window.
func TestFarAway(t *testing.T) {
	e := newEngine(t, Config{Player: &simple{}})
	expect(t, e, "tengen-board mango-infinite", "=...", "play b 0,0", "=", "play w 50,50", "=", "play b 100000,-100000", "=",
		"play w 1000001,0", "? illegal move", "play w 1e5,0", "? illegal move", "play w 50,50", "? illegal move", "tengen-board", "= MANGO, example 2, 603 points")
	file := filepath.Join(t.TempDir(), "a.sgf")
	expect(t, e, "printsgf "+file, "=", "undo", "=", "undo", "=", "play w -1000000,1000000", "=", "loadsgf "+file, "=", "tengen-board", "= MANGO, example 2, 603 points")
	if got := ask(t, e, "showboard"); !strings.Contains(got, "-100000 ") || !strings.Contains(got, "(X)") {
		t.Errorf("showboard answers %s, want the row -100000 and a mark at the last move", got)
	}
	expect(t, e, "set_position b 0,0 w 77777,0", "=", "tengen-board", "=...", "tengen-board quarter-plane", "= quarter-plane, 100 points", "play b -1,0", "? illegal move")
}
