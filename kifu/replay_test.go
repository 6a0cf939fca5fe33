package kifu

import (
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/internal/realgames"
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
	for _, code := range []Code{CodePoint, CodeOccupied, CodeSuicide, CodeKo, CodeSuperko, CodeTurn, CodeMixed, CodeSetup} {
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
		{"two moves in the root", "(;SZ[2]B[aa]W[bb])", "X..O", nil},
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

// line is a game of a collection: set-up stones, then moves.
type line struct {
	size   int
	stones map[int]refgo.Color
	points []int
	colors []refgo.Color
}

// faultsOf returns the faults of a line under simple ko without suicide, by the number of
// the move, and the stones at the end.
func (g line) faultsOf(q *quickBoard) (faults map[int]Code, now refgo.Board) {
	now = make(refgo.Board, g.size*g.size)
	for p, c := range g.stones {
		now[p] = c
	}
	before, after := slices.Clone(now), slices.Clone(now) // before the opponent's turn, and after this one
	known := false                                        // whether there was a turn since the start
	faults = map[int]Code{}
	for i, p := range g.points {
		c := g.colors[i]
		again := i > 0 && g.colors[i-1] == c
		if p == refgo.Pass {
			copy(before, now)
			known = true
			continue
		}
		if now[p] != refgo.Empty {
			faults[i+1] = CodeOccupied
			now[p] = refgo.Empty
			known = false
		}
		copy(after, now)
		suicide := q.place(after, p, c)
		switch {
		case faults[i+1] != "":
		case suicide:
			faults[i+1] = CodeSuicide
		case known && !again && slices.Equal(after, before):
			faults[i+1] = CodeKo
		}
		before, now, after = now, after, before
		known = true
	}
	return faults, now
}

// TestProfessionalGamesAgainstTheLiteralRules judges every move of a collection with this
// package and with the literal model.
func TestProfessionalGamesAgainstTheLiteralRules(t *testing.T) {
	limit := 1000
	if testing.Short() {
		limit = 100
	}
	if os.Getenv("TENGEN_LONG") == "1" {
		limit = 1 << 30
	} else {
		t.Logf("%d games; TENGEN_LONG=1 takes all", limit)
	}
	quick := map[int]*quickBoard{}
	games, moves := 0, 0
	found, with := map[Code]int{}, map[Code]int{}
	for game := range realgames.Games(t, "pro") {
		if games == limit {
			break
		}
		games++
		g := collected(t, game)
		moves += len(g.points)
		if quick[g.size] == nil {
			quick[g.size] = &quickBoard{graph: refgo.Grid(g.size, g.size), seen: make([]int, g.size*g.size)}
		}
		want, end := g.faultsOf(quick[g.size])
		loaded := loadText(t, realgames.SGF(game, "")) // the rules that are assumed are the ones to compare with
		tree := loaded.Trees[0]
		if rules := tree.ReplayRules(); rules.Ko != baduk.KoSimple || rules.Suicide != baduk.SuicideForbidden {
			t.Fatalf("got the rules %v, want simple ko without suicide", rules)
		}
		if judged := loaded.Check(); judged != len(g.points) {
			t.Fatalf("game %d: %d moves were judged, want %d", games, judged, len(g.points))
		}
		if got, err := faultsByMove(loaded); err != nil || !maps.Equal(got, want) {
			t.Fatalf("game %d: got %v, %v, want %v", games, got, err, want)
		}
		if games%10 == 0 || len(want) > 0 {
			if got, want := stonesOf(tree.At(lastOf(tree)).Game), boardText(end, refgo.Black, refgo.White); got != want {
				t.Fatalf("game %d ends in\n%s, want\n%s", games, got, want)
			}
		}
		for _, code := range want {
			found[code]++
		}
		for code := range countOf(want) {
			with[code]++
		}
	}
	t.Logf("%d games, %d moves; faults %v, games with them %v", games, moves, found, with)
}

// collected returns a game of a collection as a line.
func collected(t *testing.T, game []string) line {
	t.Helper()
	g := line{stones: map[int]refgo.Color{}}
	if _, err := fmt.Sscan(game[realgames.Size], &g.size); err != nil {
		t.Fatal(err)
	}
	at := func(s string) int { return int(s[1]-'a')*g.size + int(s[0]-'a') }
	for s := game[realgames.Setup]; len(s) >= 3; s = s[3:] {
		g.stones[at(s[1:])] = map[byte]refgo.Color{'b': refgo.Black, 'w': refgo.White}[s[0]]
	}
	c := refgo.Black
	if game[realgames.First] == "W" {
		c = refgo.White
	}
	for s := game[realgames.Moves]; len(s) >= 2; s = s[2:] {
		p := refgo.Pass
		if s[:2] != "tt" {
			p = at(s)
		}
		g.points, g.colors = append(g.points, p), append(g.colors, c)
		c = -c
	}
	return g
}

// faultsByMove returns the faults of moves that were found in a file, by the number of the move. A second fault of a
// move is an error.
func faultsByMove(f *File) (map[int]Code, error) {
	faults := map[int]Code{}
	for _, d := range f.Diagnostics {
		if d.Move == 0 {
			continue // about the grammar or the komi
		}
		if faults[d.Move] != "" {
			return faults, fmt.Errorf("move %d has two faults", d.Move)
		}
		faults[d.Move] = d.Code
	}
	return faults, nil
}

// lastOf returns the last node of the main line.
func lastOf(tree *Tree) *Node {
	last := tree.root
	for n := range tree.root.MainLine() {
		last = n
	}
	return last
}

func countOf(faults map[int]Code) map[Code]int {
	count := map[Code]int{}
	for _, code := range faults {
		count[code]++
	}
	return count
}

// lineOf returns the main line of a tree as a line of the collection: set-up in the root,
// then moves on points.
func lineOf(tree *Tree) (line, bool) {
	geo, ok := tree.Graph.Geometry()
	if !ok || geo.Width != geo.Height {
		return line{}, false
	}
	g := line{size: geo.Width, stones: map[int]refgo.Color{}}
	for n := range tree.root.MainLine() {
		moves, err := n.Moves()
		placement, err2 := n.Placement()
		if err != nil || err2 != nil || n != tree.root && !placement.IsZero() || len(moves) > 1 {
			return line{}, false
		}
		for _, p := range placement.Black {
			g.stones[int(p)] = refgo.Black
		}
		for _, p := range placement.White {
			g.stones[int(p)] = refgo.White
		}
		for _, m := range moves {
			c := map[baduk.Color]refgo.Color{baduk.Black: refgo.Black, baduk.White: refgo.White}[m.Color]
			g.colors = append(g.colors, c)
			g.points = append(g.points, int(m.Point))
		}
	}
	rules := tree.ReplayRules()
	return g, rules.Suicide == baduk.SuicideForbidden && rules.Ko == baduk.KoSimple
}
