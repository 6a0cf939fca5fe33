package baduk_test

import (
	"testing"

	"tengen/baduk"
)

// TestProposals checks that a game ends when both players propose it, at any
// time and with either player to move. A turn withdraws the proposal of one
// player.
func TestProposals(t *testing.T) {
	for _, rules := range []baduk.Rules{baduk.Chinese(), baduk.Japanese(), baduk.TrompTaylor()} {
		g := baduk.NewGame(baduk.MustRectangle(5, 5), rules)
		play(t, g, baduk.Move{Color: baduk.Black, Point: 12})
		before := stateOf(g)
		if g.Propose(baduk.Empty) || g.Withdraw() || g.Propose(baduk.Black) || g.Proposed() != baduk.Black || g.Over() {
			t.Fatal("one player ended the game")
		}
		if g.Propose(baduk.Black) {
			t.Error("a proposal that was repeated ended the game")
		}
		play(t, g, baduk.Move{Color: baduk.White, Point: 6})
		if g.Proposed() != baduk.Empty || g.Propose(baduk.White) {
			t.Error("the proposal outlived a turn")
		}
		if !g.Propose(baduk.Black) || !g.Over() || !g.Settling() || !g.EndedByProposal() || g.Propose(baduk.Black) {
			t.Fatalf("%v: two proposals did not end the game", rules)
		}
		if g.Legal(baduk.Move{Color: baduk.Black, Point: 0}) != baduk.GameOver || g.Clone().Result(nil) != g.Result(nil) || g.Result(nil) == "" {
			t.Error("the game goes on")
		}
		key := g.SearchKey()
		if !g.Clone().Agree() || !g.Clone().Undo() || !g.Clone().Resume(baduk.Empty) || !g.Clone().Reopen() {
			t.Error("the players cannot agree, resume or take it back")
		}
		if g.Undo(); g.Over() || g.Settling() || g.Len() != 2 || g.SearchKey() == key {
			t.Error("the end was not taken back")
		}
		if g.Undo(); g.Len() != 1 {
			t.Error("the turn was not taken back")
		}
		if after := stateOf(g); after.Key != before.Key {
			t.Error("proposals leave a trace")
		}
	}
}

// TestWithdrawnStop proposes the end while play has stopped after passes. Without the proposals play is still stopped.
func TestWithdrawnStop(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.Japanese())
	play(t, g, baduk.Move{Color: baduk.Black, Point: baduk.Pass}, baduk.Move{Color: baduk.White, Point: baduk.Pass})
	g.Propose(baduk.Black)
	g.Propose(baduk.White)
	if c := g.Clone(); !c.Undo() || !c.Settling() || c.Over() {
		t.Errorf("after undo: settling %v, over %v, want settling and not over", c.Settling(), c.Over())
	}
	if !g.Resume(baduk.Empty) || g.Settling() || g.Over() {
		t.Error("play was not resumed")
	}
}

// TestOccurrences counts how often the position has stood. Under the basic ko
// alone, passes do not reset the count.
func TestOccurrences(t *testing.T) {
	for ko, want := range map[baduk.KoRule]int{baduk.KoBasic: 3, baduk.KoSimple: 1} {
		g := baduk.NewGame(baduk.MustRectangle(3, 3), baduk.Rules{Ko: ko})
		play(t, g, baduk.Move{Color: baduk.Black, Point: 4})
		for range 2 {
			play(t, g, baduk.Move{Color: baduk.White, Point: baduk.Pass}, baduk.Move{Color: baduk.Black, Point: baduk.Pass})
			g.Resume(baduk.Empty)
		}
		if n := g.Occurrences(); n != want {
			t.Errorf("%v: got %d occurrences, want %d", ko, n, want)
		}
	}
}
