package rowtext

import (
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/replay"
)

// TestResultOf checks that results of every ending are written as records have them.
func TestResultOf(t *testing.T) {
	for want, r := range map[string]replay.Result{
		"?": {}, "0": {By: replay.EndCounted}, "B+3.5": {By: replay.EndCounted, Winner: baduk.Black, Lead: 3.5},
		"W+2": {By: replay.EndCounted, Winner: baduk.White, Lead: -2}, "W+R": {By: replay.EndResignation, Winner: baduk.White},
		"B+T": {By: replay.EndTime, Winner: baduk.Black}, "B+F": {By: replay.EndForfeit, Winner: baduk.Black},
		"Void": {By: replay.EndVoid}, "W+": {By: replay.EndWon, Winner: baduk.White},
	} {
		if got := ResultOf(r).String(); got != want {
			t.Errorf("%+v: got %s, want %s", r, got, want)
		}
	}
}

// TestWriteSGF checks that values stand at the positions of their rows, and that rows from search trees have none.
func TestWriteSGF(t *testing.T) {
	move := func(c baduk.Color, p baduk.Point) baduk.Move { return baduk.Move{Color: c, Point: p} }
	g := &replay.Game{Graph: baduk.MustRectangle(3, 3), Rules: baduk.TrompTaylor(), Source: "self-play", BlackRank: "3k", Date: "2020-02-02",
		Moves:  []baduk.Move{move(baduk.Black, 4), move(baduk.White, 0), move(baduk.Black, 1)},
		Result: replay.Result{By: replay.EndResignation, Winner: baduk.Black},
		Samples: []replay.Sample{{Turn: 0, Weight: 1, Value: &replay.Value{Win: 0.5, Lead: 1}},
			{Turn: 2, Weight: 1, Value: &replay.Value{Win: 0.75, Lead: 3}},
			{Turn: 2, Branch: []baduk.Move{move(baduk.Black, 8)}, Weight: 1, Value: &replay.Value{Win: 0.25}}}}
	var text strings.Builder
	if err := WriteSGF(&text, g, kifu.Info{Name: "a game"}, "someone"); err != nil {
		t.Fatal(err)
	}
	file, err := kifu.LoadBytes([]byte(text.String()), kifu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tree := file.Trees[0]
	if i := tree.Info(); i.Name != "a game" || i.Event != "self-play" || i.Result != "B+R" || i.BlackRank != "3k" || i.Date != "2020-02-02" {
		t.Errorf("got the game information %+v", i)
	}
	var wins []float64
	for n := range tree.Root().MainLine() {
		win := -1.0
		if a, err := n.Analysis(); err != nil {
			t.Error(err)
		} else if a != nil {
			win = *a.Win
		}
		wins = append(wins, win)
	}
	if len(wins) != 4 || wins[0] != 0.5 || wins[1] != -1 || wins[2] != 0.75 || wins[3] != -1 {
		t.Errorf("got Black's chances %v in\n%s\nwant 0.5 at the root and 0.75 after two moves", wins, text.String())
	}
}
