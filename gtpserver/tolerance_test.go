package gtpserver

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
)

// TestTolerance checks that a client may play moves that ko, superko and suicide forbid, under all rules, and that
// impossible moves are refused.
func TestTolerance(t *testing.T) {
	ko := []string{"play b C4", "play w D4", "play b B3", "play w E3", "play b C2", "play w D2", "play b D3", "play w C3"}
	for _, rules := range []string{"chinese", "tromp-taylor", "aga", "japanese", "new-zealand"} {
		e := newEngine(t, Config{Width: 5})
		ask(t, e, append([]string{"kata-set-rules " + rules}, ko...)...)
		expect(t, e, "play b D3", "=", "play w C3", "=", "undo", "=", "undo", "=", "play b D3", "=", "play b C4", "? illegal move", "play b Z9", "? Could not parse vertex: 'Z9'")
		if c3, _ := e.point("C3"); e.game.Len() != 9 || e.game.At(c3) != baduk.Empty {
			t.Errorf("%s: %d moves and %v at C3, want 9 moves and an empty point", rules, e.game.Len(), e.game.At(c3))
		}
		ask(t, e, "clear_board", "play b A2", "play b B1", "play w A3", "play w B2", "play w C1")
		expect(t, e, "play b A1", "=", "play w A2", "=", "play w B1", "=", "play b A1", "? illegal move") // the first A1 captured three stones, this one would capture one
		if e.game.Position().Stones(baduk.Black) != 0 {
			t.Errorf("%s: black stones are left after the suicide", rules)
		}
		if got := ask(t, e, "showboard"); !strings.Contains(got, "B stones captured: 3\n") {
			t.Errorf("%s: got %s, want 3 captured black stones", rules, got)
		}
		expect(t, e, "gg-undo 3", "=", "play w D5", "=", "play b A1", "=")
	}
}

// TestPlayerKeepsToTheRules checks that the player, unlike a client, must not break the rules.
func TestPlayerKeepsToTheRules(t *testing.T) {
	p := &simple{}
	e := newEngine(t, Config{Player: p, Width: 5})
	ask(t, e, "play b C4", "play w D4", "play b B3", "play w E3", "play b C2", "play w D2", "play b D3", "play w C3")
	d3, err := e.point("D3")
	if err != nil {
		t.Fatal(err)
	}
	p.move = &baduk.Move{Color: baduk.Black, Point: d3}
	expect(t, e, "genmove b", "? the player made an illegal move, D3: ko")
	expect(t, e, "kata-set-rules tromp-taylor", "=", "genmove b", "? the player made an illegal move, D3: superko")
	// After a move out of turn, earlier positions do not count as repetitions.
	expect(t, e, "play b pass", "=", "genmove b", "= D3")
}

// TestOutOfTurn checks that positions before a move out of turn do not count as repetitions, and count again when the
// move is taken back. Handicap stones may be played as moves. White gets their bonus until White moves out of turn. The
// record has all moves.
func TestOutOfTurn(t *testing.T) {
	bonus := func(e *Engine, want string, commands ...string) {
		t.Helper()
		ask(t, e, commands...)
		_, text, found := strings.Cut(ask(t, e, "showboard"), "Handicap bonus score: ")
		if text, _, _ = strings.Cut(text, "\n"); text != want || found != (want != "") {
			t.Errorf("%v: bonus %q, want %q", commands, text, want)
		}
	}
	e := newEngine(t, Config{Width: 9})
	bonus(e, "3", "play b C3", "play b G7", "play b G3")
	expect(t, e, "printsgf", "= (;FF[4]GM[1]SZ[9]PB[]PW[]HA[3]KM[7.5]RU[Chinese];B[cg];B[gc];B[gg])")
	bonus(e, "3", "play w C7")
	bonus(e, "3", "play b E5", "undo", "undo")
	bonus(e, "3", "play w pass")
	bonus(e, "4", "play b E5")
	bonus(e, "", "play w C7", "play w D7") // because the black stones were not a handicap then
	bonus(e, "4", "undo")
	bonus(e, "3", "kata-set-rules aga")
	bonus(e, "", "kata-set-rules japanese")
	expect(t, e, "gg-undo 7", "? cannot undo", "gg-undo 6", "=", "undo", "? cannot undo")
	bonus(e, "3", "kata-set-rules chinese", "play b C3", "play w pass", "play b G7", "play w pass", "play b G3", "play w C7")
	bonus(e, "", "clear_board", "play b C3", "play w C7", "play b G7", "play b G3")

	ask(t, e, "clear_board", "play w C3", "komi 5")
	expect(t, e, "undo", "=", "get_komi", "= 5")
	if e.game.ToPlay() != baduk.Black || e.game.Len() != 0 {
		t.Errorf("%v to play after %d moves, want black after 0", e.game.ToPlay(), e.game.Len())
	}
	ask(t, e, "play w pass", "play w pass")
	if e.game.Over() {
		t.Error("one player's passes end the game")
	}

	ask(t, e, "clear_board", "kata-set-rules japanese", "play b C3", "play w pass", "play b pass", "play b B2")
	if e.game.Phase() != 0 || e.game.Len() != 1 {
		t.Errorf("out of turn in a clean-up that no command asked for: phase %d after %d moves, want 0 after 1", e.game.Phase(), e.game.Len())
	}
	ask(t, e, "undo", "kgs-genmove_cleanup w", "play w E5")
	if e.game.Phase() != 1 || e.game.Len() != 5 {
		t.Errorf("out of turn in a clean-up that a command asked for: phase %d after %d moves, want 1 after 5", e.game.Phase(), e.game.Len())
	}
}

// TestUndoBeginnings plays games with many moves out of turn and takes them back, some moves at a time. A move out of
// turn ends a game and begins another. Taking the move back must restore the earlier game, with the current komi.
func TestUndoBeginnings(t *testing.T) {
	for seed, rules := range []string{"chinese", "japanese", "tromp-taylor", "aga-pass-stones", "aga-button", "japanese"} {
		lots := rand.New(rand.NewPCG(uint64(seed), 0))
		e := newEngine(t, Config{Width: 4})
		expect(t, e, "kata-set-rules "+rules, "=")
		var boards []string
		var games []*baduk.Game // the games that ended, as they were
		for e.game.Len() < 60 && len(boards) < 120 {
			m := baduk.Move{Color: e.game.ToPlay(), Point: baduk.Point(lots.IntN(20))}
			if lots.IntN(6) == 0 {
				m.Color = m.Color.Opponent()
			}
			if m.Point >= 16 {
				m.Point = baduk.Pass
			}
			board, before, began := ask(t, e, "showboard"), e.game.Clone(), len(e.past)
			if e.makeMove(m) != nil {
				continue
			}
			boards = append(boards, board)
			if len(e.past) > began {
				games = append(games, before)
			}
		}
		if len(games) < 5 {
			t.Fatalf("%s: %d games ended in %d moves, want at least 5", rules, len(games), len(boards))
		}
		komi := e.game.Rules().Komi
		expect(t, e, "komi 5", "=")
		for left := len(boards); left > 0; {
			n, began := 1+lots.IntN(min(left, 4)), len(e.past)
			expect(t, e, fmt.Sprint("gg-undo ", n), "=")
			left -= n
			board := strings.ReplaceAll(boards[left], `"komi":`+komi.String(), `"komi":5.0`)
			if got := ask(t, e, "showboard"); got != board {
				t.Fatalf("%s: back at %d moves got\n%s\nwant\n%s", rules, left, got, board)
			}
			if len(e.past) == began || e.game.Len() < games[len(e.past)].Len() {
				continue
			}
			want := games[len(e.past)]
			r := want.Rules()
			r.Komi = 10
			want.SetRules(r)
			if g := e.game; g.Rules() != r || g.SearchKey() != want.SearchKey() || g.Over() != want.Over() || g.NoResult() != want.NoResult() || g.Phase() != want.Phase() ||
				g.Button() != want.Button() || !slices.Equal(g.Moves(), want.Moves()) || !reflect.DeepEqual(g.Setup(), want.Setup()) ||
				g.ToPlay() != want.ToPlay() || g.Position().KoBan != want.Position().KoBan || g.Position().Prisoners != want.Position().Prisoners || g.Position().Passes != want.Position().Passes {
				t.Fatalf("%s: game %d differs from the game that had ended", rules, len(e.past))
			}
		}
		expect(t, e, "undo", "? cannot undo")
	}
}

// TestTurnStays checks that it is still a player's turn after an analysis for that player, until the next move,
// and that undo can restore the earlier game.
func TestTurnStays(t *testing.T) {
	e := newEngine(t, Config{Width: 9})
	ask(t, e, "play b C3")
	for _, c := range []baduk.Color{baduk.Black, baduk.White, baduk.Black} {
		if answer := ask(t, e, "kata-search "+c.String()); strings.HasPrefix(answer, "?") || e.game.ToPlay() != c || len(e.past) != 1 {
			t.Errorf("after a search for %v: %v to play, %d earlier games, want %v and 1: %s", c, e.game.ToPlay(), len(e.past), c, answer)
		}
	}
	expect(t, e, "play w D7", "=", "undo", "=", "undo", "=", "undo", "? cannot undo")
	if e.game.ToPlay() != baduk.Black {
		t.Errorf("%v to play, want black", e.game.ToPlay())
	}
}

// TestOutOfTurnKeepsLittle checks that moves out of turn need little memory, because a client can send any number of
// them.
func TestOutOfTurnKeepsLittle(t *testing.T) {
	e := newEngine(t, Config{})
	pass := baduk.Move{Color: baduk.Black, Point: baduk.Pass}
	used := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	const n = 2000
	before := used()
	for range n {
		if err := e.makeMove(pass); err != nil {
			t.Fatal(err)
		}
	}
	if each := (int64(used()) - int64(before)) / n; each > 1000 {
		t.Errorf("%d bytes per move, want at most 1000", each)
	}
	expect(t, e, "gg-undo 2000", "=")
	for _, p := range e.past[:cap(e.past)] {
		if p.moves != nil {
			t.Fatal("moves that were taken back are still in memory")
		}
	}
}

// TestOutOfTurnKeepsPrisoners checks that stones captured before a move out of turn still count under rules that count
// prisoners, and passes under rules in which a pass costs a stone.
func TestOutOfTurnKeepsPrisoners(t *testing.T) {
	for rules, want := range map[string]float64{"japanese": 0, "aga-pass-stones": 2, "chinese": 0} { // the cost of the last pass
		scores := make([]float64, 0, 2)
		for _, again := range [][]string{{"play b A5", "play w pass"}, {"play b A5", "play b pass"}} { // the second ends with a move out of turn
			e := newEngine(t, Config{Width: 5})
			expect(t, e, "kata-set-rules "+rules, "=")
			ask(t, e, append([]string{"play b B1", "play w A1", "play b A2", "play w pass", "play b E1", "play w E5"}, again...)...)
			score := e.game.Score(baduk.PointSet{})
			scores = append(scores, score.Lead())
		}
		if scores[0]-scores[1] != want {
			t.Errorf("%s: Black leads by %v in turn and by %v out of turn, want a difference of %v", rules, scores[0], scores[1], want)
		}
	}
}

// TestVoidGoesOn checks that a game that a repetition made void continues with the next move, and is void again after
// the next round of the cycle.
func TestVoidGoesOn(t *testing.T) {
	e := newEngine(t, Config{Width: 4, Height: 1})
	cycle := []string{"play w D1", "play b A1", "play w C1", "play b B1"}
	ask(t, e, "play b B1")
	ask(t, e, cycle...)
	ask(t, e, cycle...)
	if !e.game.NoResult() {
		t.Fatal("the cycle does not make the game void: ", ask(t, e, "showboard"))
	}
	expect(t, e, "final_score", "= 0", "reg_genmove w", "= C1")
	if !e.game.NoResult() || e.game.Len() != 9 {
		t.Errorf("the game has %d moves and is not void after a command that plays nothing", e.game.Len())
	}
	expect(t, e, "genmove w", "= C1", "undo", "=", "play w D1", "=")
	if !e.game.NoResult() {
		t.Error("the game is not void, want void: the next position occurs for the third time too")
	}
	expect(t, e, "play b pass", "=")
	if e.game.NoResult() {
		t.Error("the game is void after a pass, which does not repeat a position")
	}
	expect(t, e, "undo", "=", "undo", "=")
	if e.game.Len() != 9 {
		t.Errorf("after two undos there are %d moves, want 9", e.game.Len())
	}
}

// TestTolerantRecord checks that loadsgf accepts the same moves as play, and refuses others in KataGo's words.
func TestTolerantRecord(t *testing.T) {
	e := newEngine(t, Config{})
	ko := "(;SZ[5]RU[Chinese]KM[6.5];B[cb];W[db];B[bc];W[ec];B[cd];W[dd];B[dc];W[cc];B[dc];B[aa];W[aa];W[cc]"
	file := record(t, ko+")")
	expect(t, e, "loadsgf "+file, "? Could not load sgf: Illegal move in "+file+" turn 10 move A5", "loadsgf "+file+" 11", "=")
	if d3, _ := e.point("D3"); e.game.Len() != 10 || e.game.At(d3) != baduk.Black {
		t.Errorf("%d moves, want 10 and Black at D3: %s", e.game.Len(), ask(t, e, "showboard"))
	}
	// Such a record ends like any other: a game that was scored is over, and an invalid point is an error.
	start := "(;SZ[5]RU[Japanese]KM[6.5]RE[W+3.5];B[cb];W[db];B[bc];W[ec];B[cd];W[dd];B[dc];W[cc]"
	for i, moves := range []string{";B[];W[]", ";B[dc];W[];B[]"} {
		expect(t, e, "loadsgf "+record(t, start+moves+")"), "=")
		if !e.game.Over() || e.game.Len() != 10+i {
			t.Errorf("%q: over is %v after %d moves, want true after %d", moves, e.game.Over(), e.game.Len(), 10+i)
		}
		expect(t, e, "loadsgf "+record(t, start+moves+";AB[zz])"), "? Could not load sgf: node ...")
	}
	// On a board that KataGo does not have, the rules apply.
	torus := record(t, `(;BOARD[{"shape":"torus 5x5"}]KM[6.5];B[aa];W[aa])`)
	expect(t, e, "loadsgf "+torus, "? Could not load sgf: the record of 2 moves breaks off...", "tengen-board torus 5x5", "=...")
	ask(t, e, "play b C4", "play w D4", "play b B3", "play w E3", "play b C2", "play w D2", "play b D3", "play w C3")
	expect(t, e, "play b D3", "? illegal move")
}

// TestVoidAnalyze checks that a game that a repetition made void is analysed like a game that continues.
func TestVoidAnalyze(t *testing.T) {
	p := &fakeAnalyst{}
	e := newEngine(t, Config{Player: p, Width: 4, Height: 1})
	cycle := []string{"play w D1", "play b A1", "play w C1", "play b B1"}
	ask(t, e, "play b B1")
	ask(t, e, cycle...)
	ask(t, e, cycle...)
	for _, line := range []string{"kata-analyze w 10", "debug_moves"} {
		if until(t, e, line); p.game.Over() || p.game.Occurrences() != 3 || !e.game.NoResult() {
			t.Errorf("%s: the player got a game that is over or forgets the cycle", line)
		}
	}
}

// TestPrisonersAfterARestart checks that tengen-prisoners counts the stones that were captured before a move out of
// turn, and that prisoners that it sets survive undo and a change of the rules.
func TestPrisonersAfterARestart(t *testing.T) {
	e := newEngine(t, Config{Width: 9})
	ask(t, e, "play b A8", "play w A9", "play b B9", "play b E5")
	expect(t, e, "tengen-prisoners", "= 1 0", "tengen-prisoners 3 0", "=", "tengen-prisoners", "= 4 0", "undo", "=", "tengen-prisoners", "= 4 0",
		"kata-set-rules japanese", "=", "tengen-prisoners", "= 4 0", "undo", "=", "tengen-prisoners", "= 3 0")
}

// TestRecordsOfUnusualGames writes records and reads them again: stones that are set up with Black to move, and the
// names of the players on a torus.
func TestRecordsOfUnusualGames(t *testing.T) {
	e := newEngine(t, Config{Width: 13})
	file := t.TempDir() + "/x.sgf"
	ask(t, e, "set_position b D3 b D10 b J10")
	expect(t, e, "printsgf "+file, "=", "loadsgf "+file, "=")
	if e.game.ToPlay() != baduk.Black {
		t.Errorf("%v is to play, want black", e.game.ToPlay())
	}
	expect(t, e, "tengen-board torus 9x9", "= torus...", "gomill-savesgf "+file+" PB=me", "=", "gomill-savesgf "+file+" XX=me", "? The record of a game on torus 9x9 cannot have the property XX")
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "PB[me]") {
		t.Errorf("got %s, %v, want PB[me]", text, err)
	}
}
