package kifu

import (
	"bytes"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/topology"
)

// lots is the random generator of these tests, SplitMix64.
type lots uint64

func (l *lots) below(n int) int {
	x := baduk.Mix(uint64(*l))
	*l += 0x9e3779b97f4a7c15
	return int(x % uint64(n))
}

// playOut plays random turns, also on occupied points, so that ko blocks are lifted in a
// clean-up phase. passes is the percentage of passes. After the end playOut sometimes
// resumes the game.
func playOut(t *testing.T, g *baduk.Game, turns, passes int, l *lots) *baduk.Game {
	t.Helper()
	for range turns {
		if g.Over() && (l.below(2) == 0 || !g.Resume(baduk.Empty)) {
			break
		}
		c := g.ToPlay()
		if l.below(20) == 0 {
			c = c.Opponent()
		}
		m := baduk.Move{Color: c, Point: baduk.Pass}
		if l.below(100) >= passes {
			for range 30 {
				m.Point = baduk.Point(l.below(g.Graph().Len()))
				if g.Legal(m) == baduk.Legal {
					break
				}
				m.Point = baduk.Pass
			}
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
		grown, _, err := topology.Grow(g)
		if err != nil {
			t.Fatal(err)
		}
		g = grown
	}
	return g
}

// reload writes a record of the game and reads it.
func reload(t *testing.T, g *baduk.Game) (*baduk.Game, *Record, string) {
	t.Helper()
	var b bytes.Buffer
	if err := FromGame(g, Info{}).Write(&b); err != nil {
		t.Fatal(err)
	}
	rec, err := Parse(b.Bytes())
	if err != nil || len(rec.Notes) > 0 {
		t.Fatalf("reading the written record: got %v and the notes %q, want none\n%s", err, rec.Notes, b.String())
	}
	again, err := rec.Game()
	if err != nil {
		t.Fatalf("playing the written record: %v\n%s", err, b.String())
	}
	return again, rec, b.String()
}

// same fails unless both games are equal in every respect.
func same(t *testing.T, g, again *baduk.Game, text string) {
	t.Helper()
	checks := []struct {
		what string
		a, b any
	}{
		{"board", g.Graph().String(), again.Graph().String()},
		{"source", g.Graph().Source(), again.Graph().Source()},
		{"fingerprint", g.Graph().Fingerprint(), again.Graph().Fingerprint()},
		{"moves", g.Moves(), again.Moves()},
		{"set-up", sorted(g.Setup()), sorted(again.Setup())},
		{"rules", g.Rules(), again.Rules()},
		{"end", [3]any{g.Over(), g.NoResult(), g.Phase()}, [3]any{again.Over(), again.NoResult(), again.Phase()}},
		{"stones", g.StonesAfter(g.Len()), again.StonesAfter(again.Len())},
		{"score", g.Score(nil), again.Score(nil)},
		{"result", g.Result(nil), again.Result(nil)},
	}
	if g.Len() > 0 && !g.Over() { // after a game was resumed, the turn and the passes may differ
		checks = append(checks, struct {
			what string
			a, b any
		}{"prisoners", g.Position().Prisoners, again.Position().Prisoners})
	}
	for _, c := range checks {
		if !reflect.DeepEqual(c.a, c.b) {
			t.Fatalf("%v under %v: %s: got %v, want %v\n%s", g.Graph(), g.Rules(), c.what, c.b, c.a, text)
		}
	}
	for i := range g.Graph().Len() {
		p := baduk.Point(i)
		if g.Graph().Vertex(p) != again.Graph().Vertex(p) || g.Blocked(p) != again.Blocked(p) || g.Graph().Weight(p) != again.Graph().Weight(p) {
			t.Fatalf("%v: the name, the block or the weight of point %d differs", g.Graph(), p)
		}
	}
}

// sorted returns the set-up with sorted stones.
func sorted(s baduk.Setup) baduk.Setup {
	s.Black, s.White = slices.Sorted(slices.Values(s.Black)), slices.Sorted(slices.Values(s.White))
	return s
}

// TestEveryBoardComesBack records random games on every kind of board under
// every ruleset that can be played there.
func TestEveryBoardComesBack(t *testing.T) {
	specs := []string{"2x2", "5x4", "threshold-2 torus 4x3", "torus 52x2", "diamond 1", "infinite 2", "ring 1"}
	for _, k := range topology.Kinds() {
		specs = append(specs, k.Example)
	}
	files := map[string]string{
		"drawn": `{"name":"a kite]","points":[{"x":0,"y":0,"name":"tail"},{"x":1,"y":1},{"x":2,"y":0,"name":"\\é:"},{"x":1,"y":-1}],
			"edges":[[0,1],[1,2],[2,3],[3,0],[1,3]],"black":["tail"],"toPlay":"white","scores":{"black":0.5,"white":-3},"rules":"aga","komi":3}`,
		"weights":  `{"shape":"triangular 4x4","weight":"x*y","threshold":"z > 2","black":["A1"],"white":["D4","C4"]}`,
		"dead":     `{"shape":"3x3","regional":true,"black":["A1"],"white":["A2","B1"]}`,
		"edgeless": `{"points":[{},{}],"edges":[]}`,
	}
	phases, voids, lifted := [3]int{}, 0, 0
	for i, spec := range append(specs, "drawn", "weights", "dead", "edgeless") {
		board, err := topology.Parse(spec)
		if text, ok := files[spec]; ok {
			board, err = topology.Read(spec, []byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
		for j, preset := range baduk.Presets() {
			turns, passes := 60, 20
			switch n := board.Graph.Len(); {
			case board.Graph.Beyond() != baduk.NoPoint && j > 0 || n > 60 && j%7 != i%7:
				continue
			case n > 60:
				turns = 20
			case n < 5:
				turns, passes = 200, 2 // cycles, which make games void
			}
			rules := preset.Rules
			rules.Komi += baduk.Komi(250 * (j % 2))
			if j%3 == 0 { // use rules without a name
				rules.Ties = 1 - rules.Ties
			}
			g, err := baduk.NewGameFrom(board.Graph, rules, board.Setup)
			if err != nil {
				continue // not on this board
			}
			l := lots(uint64(1000*i + j))
			g = playOut(t, g, turns, passes, &l)
			phases[g.Phase()]++
			if g.NoResult() {
				voids++
			}
			for n := range g.Len() {
				if m := g.Turn(n); !m.IsPass() && g.StonesAfter(n)[m.Point] != baduk.Empty {
					lifted++
				}
			}
			again, rec, text := reload(t, g)
			same(t, g, again, text)
			if !rec.RulesKnown || !rec.KomiKnown {
				t.Fatalf("got rules known %v and komi known %v, want both:\n%s", rec.RulesKnown, rec.KomiKnown, text)
			}
		}
	}
	if phases[1] == 0 || phases[2] == 0 || voids == 0 || lifted == 0 {
		t.Errorf("got phases %v, %d void games, %d lifted blocks, want some of each", phases, voids, lifted)
	}
}

// TestAgreementComesBack records a game whose players agree before the clean-up phase.
func TestAgreementComesBack(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.Japanese())
	for i, p := range []baduk.Point{12, baduk.Pass, baduk.Pass} {
		if err := g.Play(baduk.Move{Color: baduk.Black + baduk.Color(i%2), Point: p}); err != nil {
			t.Fatal(err)
		}
	}
	if again, _, text := reload(t, g); again.Over() || again.Phase() != 1 {
		t.Errorf("without a result: got over %v, phase %d, want a game in phase 1: %s", again.Over(), again.Phase(), text)
	}
	if !g.Agree() {
		t.Fatal("the players could not agree")
	}
	again, rec, text := reload(t, g)
	same(t, g, again, text)
	if rec.Info.Result != "B+17.5" { // 24 surrounded points less 6.5
		t.Errorf("got the result %s, want B+17.5", rec.Info.Result)
	}
	for result, want := range map[string]bool{"B+R": false, "W+T": false, "Void": false, "?": false, "": false, "0": true, "Draw": true, "W+3.5": true, "B+": false} {
		rec.Info.Result = result
		if g, err := rec.Game(); err != nil || g.Over() != want {
			t.Errorf("result %q: got over %v, %v, want %v", result, g.Over(), err, want)
		}
	}
}

func TestTerritoryMarks(t *testing.T) {
	for _, c := range []struct {
		text string
		dead baduk.Point
	}{
		{"(;SZ[4]AB[ba][bb][bc][bd]AW[ca][cb][cc][cd];B[dd];W[];B[]TB[aa:ad]TW[da:dd])", 15},
		{"(;SZ[4]AB[ba][bb][bc][bd]AW[ca][cb][cc][cd]TB[cc];B[dd];W[];B[];TB[aa:ad]TW[da:dd];)", 15},
		{`(;BOARD[{"shape":"ring 6"}]ABV[R1]AWV[R3];TWV[R1]TBV[R2])`, 0},
	} {
		r := parse(t, c.text)
		g, err := r.Game()
		if err != nil {
			t.Fatal(err)
		}
		var want baduk.PointSet
		want.Add(c.dead)
		if dead, ok := r.Dead(g); !ok || !reflect.DeepEqual(dead, want) {
			t.Errorf("%s: got the dead stones %v, want %v", c.text, dead, want)
		}
		var b bytes.Buffer
		if err := r.Write(&b); err != nil {
			t.Fatal(err)
		}
		if back := parse(t, b.String()); !reflect.DeepEqual(back.Territory, r.Territory) {
			t.Errorf("%s: got the territory %v in %s, want %v", c.text, back.Territory, b.String(), r.Territory)
		}
	}
	if _, ok := parse(t, "(;SZ[4];B[aa])").Dead(baduk.NewGame(baduk.MustRectangle(4, 4), baduk.Chinese())); ok {
		t.Error("a record without marks of territory has dead stones")
	}
}

// TestClearedBeforeTheFirstMove checks that points that the set-up clears before the
// first move are empty in a Record and in its Tree.
func TestClearedBeforeTheFirstMove(t *testing.T) {
	for _, text := range []string{
		"(;SZ[5]AB[aa][bb];AE[bb];W[dd])",
		`(;BOARD[{"shape":"ring 6"}]ABV[R1][R2];AEV[R2];WV[R4])`,
	} {
		r := parse(t, text)
		tree, err := r.Tree()
		if err != nil {
			t.Fatal(err)
		}
		g, err := r.Game()
		if err != nil || len(r.Setup.Black) != 1 {
			t.Fatalf("%s: got the set-up %v, %v, want one black stone", text, r.Setup, err)
		}
		at := tree.At(tree.Root().Children()[0]).Game
		if !slices.Equal(g.StonesAfter(g.Len()), at.StonesAfter(at.Len())) {
			t.Errorf("%s: %v in the record, %v in the tree", text, g.StonesAfter(g.Len()), at.StonesAfter(at.Len()))
		}
	}
}

func TestBoardsGoWrong(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`(;BOARD[{"shape":"tours 9x9"}])`, "did you mean torus"},
		{`(;BOARD[{])`, "the board of the record"},
	} {
		if r, err := Parse([]byte(c.text)); r != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, %v, want the error %q", c.text, r, err, c.want)
		}
	}
	for _, c := range []struct{ text, note, end string }{
		{`(;BOARD[oak];B[ss])`, "not a board file", ""},
		{`(;BOARD[{"shape":"ring 6"}];BV[R1];WV[R7])`, "", `move 2, white: "R7" is not a point`},
		{`(;BOARD[{"shape":"ring 6"}];BV[R1];W[aa])`, "", "move 2, white"},
		{`(;BOARD[{"shape":"ring 6"}];BV[R1];W[])`, "", ""},
		{`(;BOARD[{"shape":"ring 6"}]AWV[pass])`, "", "a pass is not a point"},
		{`(;BOARD[{"shape":"torus 5"}];B[ff])`, "", "ff\" is not on the board torus 5x5"},
		{`(;SZ[5]SCORES[x])`, "initial scores", ""}, {`(;SZ[5]SCORES[NaN:0])`, "initial scores", ""},
		{`(;SZ[5]SCORES[1e40:0])`, "initial scores", ""}, {`(;SZ[5]TB[zz])`, "territory", ""},
	} {
		r := parse(t, c.text)
		_, err := r.Game()
		if c.end == "" && err != nil || c.end != "" && (err == nil || !strings.Contains(err.Error(), c.end)) {
			t.Errorf("%s: got the error %v, want %q", c.text, err, c.end)
		}
		if notes := strings.Join(r.Notes, "; "); c.note == "" && notes != "" || !strings.Contains(notes, c.note) {
			t.Errorf("%s: got the notes %q, want %q", c.text, notes, c.note)
		}
	}
	for _, g := range []*baduk.Graph{baduk.MustRectangle(53, 1), func() *baduk.Graph { g, _ := baduk.NewGraph([][]baduk.Point{{1}, {0}}); return g }()} {
		if err := FromGame(baduk.NewGame(g, baduk.Chinese()), Info{}).Write(&bytes.Buffer{}); err == nil {
			t.Errorf("%v was written as SGF, want an error", g)
		}
	}
}

func ExampleRecord_Write() {
	board, _ := topology.Parse("infinite")
	g := baduk.NewGame(board.Graph, baduk.TrompTaylor())
	for i, vertex := range []string{"0,0", "-3,2", "pass"} {
		p, _ := g.Graph().ParseVertex(vertex)
		_ = g.Play(baduk.Move{Color: baduk.Black + baduk.Color(i%2), Point: p})
	}
	_ = FromGame(g, Info{}).Write(os.Stdout)
	// Output:
	// (;FF[4]GM[1]CA[UTF-8]BOARD[{"shape":"infinite"}]RU[Tromp-Taylor]KM[7.5]
	// ;BV[0,0]
	// ;WV[-3,2]
	// ;BV[pass])
}

// TestFarPointsOfARecord checks that the window of an infinite board contains all points
// that its record names, and that a note reports points that it cannot contain.
func TestFarPointsOfARecord(t *testing.T) {
	trees, err := LoadBytes([]byte(`(;FF[4]GM[1]BOARD[{"shape":"infinite"}];BV[0,0];WV[500000,-7](;BV[3,3]TBV[40,40:41,41])(;BV[-20,0]))`), Options{})
	if err != nil {
		t.Fatal(err)
	}
	tree := trees.Trees[0]
	for _, name := range []string{"500000,-7", "-20,0", "500003,-4", "40,40"} {
		if _, err := tree.Graph.ParseVertex(name); err != nil {
			t.Error(err)
		}
	}
	if len(tree.Notes) > 0 {
		t.Errorf("got the notes %q, want none", tree.Notes)
	}
	if back, err := tree.Widen("0,0", "pass", "3,3"); back != nil || err != nil {
		t.Errorf("points in the window: got a change %v, %v, want none", back != nil, err)
	}
	n := tree.Graph.Len()
	back, err := tree.Widen("7,-70")
	if err != nil || tree.Graph.Len() != n+11*11 {
		t.Fatalf("got %d new points, %v, want %d", tree.Graph.Len()-n, err, 11*11)
	}
	if back(); tree.Graph.Len() != n {
		t.Errorf("after the undo: got %d points, want %d", tree.Graph.Len(), n)
	}
	if _, err := tree.Widen("7,-7000000"); err == nil {
		t.Error("the point 7,-7000000: got no error, want one")
	}
	trees, err = LoadBytes([]byte(`(;FF[4]GM[1]BOARD[{"shape":"half-plane"}];BV[0,0];WV[0,-1];BV[1,0])`), Options{})
	if err != nil || len(trees.Trees[0].Notes) == 0 || !strings.Contains(strings.Join(trees.Trees[0].Notes, " "), "0,-1 is not on the half-plane") {
		t.Errorf("got %v and the notes %q, want a note about 0,-1", err, trees.Trees[0].Notes)
	}
}
