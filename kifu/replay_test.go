package kifu

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/internal/refgo"
)

// TestReplayAgainstTheLiteralRules replays random trees with this package and with the
// literal model. Both must agree on the stones, the faults and the number of moves at
// every node.
func TestReplayAgainstTheLiteralRules(t *testing.T) {
	rounds := 10
	if testing.Short() {
		rounds = 3
	}
	l := lots(7)
	found := map[Code]int{}
	nodes := 0
	for _, board := range testBoards() {
		graph := board.graphOf(t)
		for round := range rounds {
			rules := []string{"", "RU[Japanese]", "RU[AGA]", "RU[NZ]", "RU[Tromp-Taylor]"}[round%5]
			root := randomScenes(&l, graph.Len(), 10+l.below(120))
			text := board.textOfScenes(graph, rules, root)
			for code, n := range replayBoth(t, text, root) {
				found[code] += n
			}
			for range treeOf(t, text).root.All() {
				nodes++
			}
		}
	}
	t.Logf("%d nodes; faults %v", nodes, found)
	for _, code := range []Code{CodePoint, CodeOccupied, CodeSuicide, CodeKo, CodeSuperko, CodeTurn, CodeMixed, CodeTwoMoves, CodeSetup} {
		if found[code] == 0 && !testing.Short() {
			t.Errorf("no tree had the fault %s", code)
		}
	}
}

func replayBoth(t *testing.T, text string, root *scene) map[Code]int {
	t.Helper()
	tree := treeOf(t, text)
	first := newLiteral(tree, tree.ReplayRules())
	first.start(root)
	type step struct {
		scene  *scene
		before *literal
	}
	open := []step{{root, first}}
	found := map[Code]int{}
	for p := range tree.Walk() {
		if len(open) == 0 {
			t.Fatalf("%s\nWalk yields more nodes than were written", text)
		}
		s := open[len(open)-1]
		open = open[:len(open)-1]
		now := s.before.fork()
		faults := now.enter(s.scene)
		for _, next := range slices.Backward(s.scene.next) {
			open = append(open, step{next, now})
		}
		want := boardText(now.now(), refgo.Black, refgo.White)
		if got := stonesOf(p.Game); got != want || !slices.Equal(codesOf(p.Faults), faults) || p.Number != now.moves {
			t.Fatalf("%s\nat %q after %d moves: got %s %v, want %s %v after %d", text, p.walk.variation(), p.Number, got, p.Faults, want, faults, now.moves)
		}
		if p.Game.ToPlay() != colorOf(now.toPlay()) {
			t.Fatalf("%s\nat %q: got %v to play, want %v", text, p.walk.variation(), p.Game.ToPlay(), colorOf(now.toPlay()))
		}
		at := tree.At(p.Node)
		if stonesOf(at.Game) != want || at.Number != p.Number || !reflect.DeepEqual(at.Faults, p.Faults) || at.Game.ToPlay() != p.Game.ToPlay() || at.Node != p.Node {
			t.Fatalf("%s\nat %q At has %s %d %v, Walk %s %d %v", text, p.walk.variation(), stonesOf(at.Game), at.Number, at.Faults, want, p.Number, p.Faults)
		}
		for _, code := range faults {
			found[code]++
		}
	}
	if len(open) > 0 {
		t.Fatalf("%s\n%d nodes were not visited", text, len(open))
	}
	return found
}

// TestReplayCases checks disputed cases one by one.
func TestReplayCases(t *testing.T) {
	for _, c := range []struct {
		name, text, stones string // at the end of the main line
		faults             []Code
	}{
		{"a move on a stone replaces it", "(;SZ[3];B[aa];W[aa])", "O........", []Code{CodeOccupied}},
		{"a move on a stone takes what it takes", "(;SZ[3]AB[ba][bb]AW[aa];B[ab];W[ab])", ".X.OX....", []Code{CodeOccupied}},
		{"suicide is lifted", "(;SZ[3]AB[ba][ab];W[aa])", ".X.X.....", []Code{CodeSuicide}},
		{"suicide of many", "(;SZ[3]AB[ca][cb][bb][ab]AW[aa];W[ba])", "..XXXX...", []Code{CodeSuicide}},
		{"ko is retaken at once", "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb])", ".XO.XO.O.XO.....", []Code{CodeKo}},
		{"not at once", "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[dd];B[ad];W[bb])", ".XO.XO.O.XO.X..O", nil},
		{"after two passes the record goes on", "(;SZ[2];B[];W[];B[aa];W[];B[];W[bb])", "X..O", nil},
		{"tt is a pass on 19x19", "(;SZ[19];B[tt])", strings.Repeat(".", 361), nil},
		{"tt is a point on 21x21", "(;SZ[21];B[tt])", strings.Repeat(".", 19*21+19) + "X" + strings.Repeat(".", 22), nil},
		{"a move in the root", "(;SZ[2]B[aa];W[bb])", "X..O", nil},
		{"two moves in the root", "(;SZ[2]B[aa]W[bb])", "X..O", []Code{CodeTwoMoves}},
		{"two moves in the order of the file", "(;SZ[2];W[aa]B[aa])", "X...", []Code{CodeTwoMoves, CodeOccupied}},
		{"two values of a move", "(;SZ[2]B[aa][bb])", "X..X", []Code{CodeTurn}},
		{"empty nodes", "(;;;SZ[2];;B[aa];;;W[bb];)", strings.Repeat(".", 360) + "", nil},
		{"clearing what is empty", "(;SZ[2];AE[aa][bb];B[aa])", "X...", nil},
		{"black over white", "(;SZ[2]AW[aa];AB[aa])", "X...", nil},
		{"set-up without liberties", "(;SZ[2]AB[aa][ab][ba][bb])", "....", []Code{CodeSetup}},
		{"both without liberties go at once", "(;SZ[2]AB[aa][ab]AW[ba][bb])", "....", []Code{CodeSetup}},
		{"on a single point", "(;SZ[1];B[aa];W[aa])", ".", []Code{CodeSuicide, CodeSuicide}},
		{"handicap without stones", "(;SZ[2]HA[2];W[aa])", "O...", nil},
		{"stones are set up before the move", "(;SZ[2];B[aa]AE[aa]AW[ab])", "X.O.", []Code{CodeMixed}},
		{"a rectangle off the board", "(;SZ[2]AB[aa][zz][bb])", "X..X", []Code{CodePoint}},
		{"moves off the board", "(;SZ[2];B[cc];W[aa];B[zz][bb])", "O..X", []Code{CodePoint, CodePoint}},
		{"the smallest rectangle upside down", "(;SZ[7:5]AB[gd:fe])", strings.Repeat(".", 26) + "XX.....XX", nil},
		{"the largest board", "(;SZ[52];B[ZZ])", strings.Repeat(".", 52*52-1) + "X", nil},
	} {
		tree := treeOf(t, c.text)
		if c.name == "empty nodes" { // SZ counts in the root alone
			c.stones = "X" + strings.Repeat(".", 19) + "O" + strings.Repeat(".", 340)
		}
		var faults []Code
		var last Position
		for n := range tree.root.MainLine() {
			last = tree.At(n)
			faults = append(faults, codesOf(last.Faults)...)
		}
		if got := stonesOf(last.Game); got != c.stones || !slices.Equal(faults, c.faults) {
			t.Errorf("%s: %s %v, want %s %v", c.name, got, faults, c.stones, c.faults)
		}
	}
}

// TestSetUpKeepsTheScore checks that stones that are set up, another player to move and a move on a stone keep the
// prisoners, the handicap and the pass stones of the game so far.
func TestSetUpKeepsTheScore(t *testing.T) {
	const (
		taken = "(;SZ[5]RU[Japanese]KM[0];B[ab];W[aa];B[ba];W[dd]"
		nine  = "(;SZ[9]RU[Chinese]KM[0]HA[9]AB[cc][ec][gc][ce][ee][ge][cg][eg][gg];W[bb]"
	)
	for text, want := range map[string]struct {
		white    int32 // White's stones that were taken
		handicap int
		given    float64 // pass stones that Black got
	}{
		taken + ";PL[W];W[ee])":                            {white: 1},
		taken + ";AB[ee])":                                 {white: 1},
		taken + ";B[ee];W[ee])":                            {white: 1},
		nine + ";PL[W];W[ha])":                             {handicap: 9},
		nine + ";AE[bb];AB[bb])":                           {handicap: 9},
		nine + ";B[bb])":                                   {handicap: 9},
		"(;SZ[9]AB[cc];AB[gg][cg];W[ee])":                  {handicap: 3},
		"(;SZ[9]RU[AGA pass stones]KM[0];B[ee];W[];PL[W])": {given: 1},
		"(;SZ[9]RU[AGA]KM[0];B[ee];W[];PL[W];W[];PL[W])":   {},
	} {
		tree := treeOf(t, text)
		var g *baduk.Game
		for n := range tree.root.MainLine() {
			g = tree.At(n).Game
		}
		if got := g.Position().Prisoners[baduk.White]; got != want.white || g.Handicap() != want.handicap || g.Setup().Scores[baduk.Black] != want.given {
			t.Errorf("%s: %d prisoners, handicap %d, scores %v, want %+v", text, got, g.Handicap(), g.Setup().Scores, want)
		}
	}
}

// TestTripleKo checks that a record goes on after a position that makes the game void
// under simple ko.
func TestTripleKo(t *testing.T) {
	// There are three kos. White has the first and the third. When Black takes the first,
	// White takes the second, and so on. After six moves the position is the same again.
	var b strings.Builder
	b.WriteString("(;SZ[13]AB[ba][ab][bc][be][af][bg][bi][aj][bk][cf]AW[ca][db][cc][ce][df][cg][ci][dj][ck][bb][bj]")
	for range 5 {
		b.WriteString(";B[cb];W[bf];B[cj];W[bb];B[cf];W[bj]")
	}
	b.WriteString(")")
	tree := treeOf(t, b.String())
	stands := map[string]int{}
	for p := range tree.Walk() {
		if len(p.Faults) > 0 {
			t.Fatalf("move %d: %v", p.Number, p.Faults)
		}
		if p.Game.Len() != p.Number {
			t.Fatalf("after %d moves the game has %d", p.Number, p.Game.Len())
		}
		stands[stonesOf(p.Game)]++
	}
	if len(stands) != 6 {
		t.Errorf("%d positions, want 6 that come again and again", len(stands))
	}
}

// TestOtherTree checks that a tree refuses the nodes of another tree.
func TestOtherTree(t *testing.T) {
	var trees [2]*Tree
	for i := range trees {
		var err error
		if trees[i], err = NewTree(baduk.MustRectangle(5, 5), baduk.Chinese()); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []func(){func() { trees[0].At(trees[1].Root()) }, func() { trees[0].Along(trees[1].Root()) }} {
		func() {
			defer func() {
				if got := recover(); got != "kifu: the node belongs to another tree" {
					t.Errorf("got the panic %v, want that the node belongs to another tree", got)
				}
			}()
			f()
		}()
	}
}

// TestImpossibleRules checks that a record cannot be made under rules that cannot be played.
func TestImpossibleRules(t *testing.T) {
	if _, err := NewTree(baduk.MustRectangle(5, 5), baduk.Rules{Button: true, Scoring: baduk.ScoringTerritory}); !errors.Is(err, baduk.ErrUnsupportedRules) {
		t.Errorf("got %v, want ErrUnsupportedRules", err)
	}
}

// TestEveryRulesetReplaysOnEveryBoard replays a record under each ruleset that has a name, also where the rule about
// suicide is impossible on the board.
func TestEveryRulesetReplaysOnEveryBoard(t *testing.T) {
	t.Parallel()
	for _, board := range []string{"SZ[3]", `BOARD[{"shape":"3x3","weight":"x-y"\}]`, `BOARD[{"shape":"3x3","threshold":"z > 1"\}]`, "BOARD[torus 5x5]"} {
		for _, preset := range baduk.Presets() {
			tree := treeOf(t, "(;"+board+";B[aa])")
			komi := tree.Rules.Komi
			tree.Rules = preset.Rules
			tree.Rules.Komi = komi
			if at := tree.At(tree.root.Children()[0]); at.Game.Len() != 1 {
				t.Errorf("%s under %s: %d moves, want 1", board, preset.Name, at.Game.Len())
			}
		}
	}
}

// TestPlayerAfterAMove checks that PL in a node with a move changes nothing: the game goes on, and the ko is seen.
func TestPlayerAfterAMove(t *testing.T) {
	t.Parallel()
	f, err := LoadBytes([]byte("(;GM[1]SZ[9]AB[ba][ab][bc]AW[ca][db][cc][bb]PL[B];B[cb]PL[W];W[bb]PL[B])"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	f.Check()
	if !slices.ContainsFunc(f.Diagnostics, func(d Diagnostic) bool { return d.Code == CodeKo }) {
		t.Errorf("got %v, want a warning of the ko", f.Diagnostics)
	}
}
