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

// lots draws numbers: SplitMix64, as everywhere in these tests.
type lots uint64

func (l *lots) below(n int) int {
	x := baduk.Mix(uint64(*l))
	*l += 0x9e3779b97f4a7c15
	return int(x % uint64(n))
}

// playOut makes random turns, on occupied points too, so that blocks are lifted
// in a clean-up, and so many passes in a hundred. After the end it resumes now
// and then.
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
		t.Fatalf("%v, %q\n%s", err, rec.Notes, b.String())
	}
	again, err := rec.Game()
	if err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	return again, rec, b.String()
}

// same fails unless both games are the same in every way.
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
	if g.Len() > 0 && !g.Over() { // the turn and the passes may be other ones after a game was resumed
		checks = append(checks, struct {
			what string
			a, b any
		}{"prisoners", g.Position().Prisoners, again.Position().Prisoners})
	}
	for _, c := range checks {
		if !reflect.DeepEqual(c.a, c.b) {
			t.Fatalf("%v under %v: %s is %v, was %v\n%s", g.Graph(), g.Rules(), c.what, c.b, c.a, text)
		}
	}
	for i := range g.Graph().Len() {
		p := baduk.Point(i)
		if g.Graph().Vertex(p) != again.Graph().Vertex(p) || g.Blocked(p) != again.Blocked(p) || g.Graph().Weight(p) != again.Graph().Weight(p) {
			t.Fatalf("%v: point %d is not the same", g.Graph(), p)
		}
	}
}

// sorted is the set-up with its stones in order.
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
			if j%3 == 0 { // rules without a name
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
				t.Fatalf("rules or komi are not known:\n%s", text)
			}
		}
	}
	if phases[1] == 0 || phases[2] == 0 || voids == 0 || lifted == 0 {
		t.Errorf("too few different games: phases %v, %d void, %d blocks lifted", phases, voids, lifted)
	}
}

// TestAgreementComesBack has players agree before the clean-up.
func TestAgreementComesBack(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.Japanese())
	for i, p := range []baduk.Point{12, baduk.Pass, baduk.Pass} {
		if err := g.Play(baduk.Move{Color: baduk.Black + baduk.Color(i%2), Point: p}); err != nil {
			t.Fatal(err)
		}
	}
	if again, _, text := reload(t, g); again.Over() || again.Phase() != 1 {
		t.Errorf("without a result the game is over: %s", text)
	}
	if !g.Agree() {
		t.Fatal("no agreement")
	}
	again, rec, text := reload(t, g)
	same(t, g, again, text)
	if rec.Info.Result != "B+17.5" { // 24 surrounded points less 6.5
		t.Errorf("the result is %s", rec.Info.Result)
	}
	for result, want := range map[string]bool{"B+R": false, "W+T": false, "Void": false, "?": false, "": false, "0": true, "Draw": true, "W+3.5": true, "B+": false} {
		rec.Info.Result = result
		if g, err := rec.Game(); err != nil || g.Over() != want {
			t.Errorf("with the result %q the game is over: %v, %v", result, g.Over(), err)
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
			t.Errorf("%s: dead are %v", c.text, dead)
		}
		var b bytes.Buffer
		if err := r.Write(&b); err != nil {
			t.Fatal(err)
		}
		if back := parse(t, b.String()); !reflect.DeepEqual(back.Territory, r.Territory) {
			t.Errorf("%s became %s", c.text, b.String())
		}
	}
	if _, ok := parse(t, "(;SZ[4];B[aa])").Dead(baduk.NewGame(baduk.MustRectangle(4, 4), baduk.Chinese())); ok {
		t.Error("marks from nowhere")
	}
}

// Points that set-up clears before the first move are empty in a Record as in its Tree.
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
			t.Fatalf("%s: %v, %v", text, r.Setup, err)
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
			t.Errorf("%s: %v", c.text, err)
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
			t.Errorf("%s: %v", c.text, err)
		}
		if notes := strings.Join(r.Notes, "; "); c.note == "" && notes != "" || !strings.Contains(notes, c.note) {
			t.Errorf("%s: notes %q", c.text, notes)
		}
	}
	for _, g := range []*baduk.Graph{baduk.MustRectangle(53, 1), func() *baduk.Graph { g, _ := baduk.NewGraph([][]baduk.Point{{1}, {0}}); return g }()} {
		if err := FromGame(baduk.NewGame(g, baduk.Chinese()), Info{}).Write(&bytes.Buffer{}); err == nil {
			t.Errorf("%v was written as SGF", g)
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

// TestFarPointsOfARecord: the window of an infinite board contains what its record names,
// and what cannot be is a note.
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
		t.Errorf("%q", tree.Notes)
	}
	if back, err := tree.Widen("0,0", "pass", "3,3"); back != nil || err != nil {
		t.Errorf("the window grew, or %v", err)
	}
	n := tree.Graph.Len()
	back, err := tree.Widen("7,-70")
	if err != nil || tree.Graph.Len() != n+11*11 {
		t.Fatalf("%d points, %v", tree.Graph.Len()-n, err)
	}
	if back(); tree.Graph.Len() != n {
		t.Errorf("%d points too many", tree.Graph.Len()-n)
	}
	if _, err := tree.Widen("7,-7000000"); err == nil {
		t.Error("7000000 is not too far")
	}
	trees, err = LoadBytes([]byte(`(;FF[4]GM[1]BOARD[{"shape":"half-plane"}];BV[0,0];WV[0,-1];BV[1,0])`), Options{})
	if err != nil || len(trees.Trees[0].Notes) == 0 || !strings.Contains(strings.Join(trees.Trees[0].Notes, " "), "0,-1 is not on the half-plane") {
		t.Errorf("%v, %q", err, trees.Trees[0].Notes)
	}
}
