package kifu

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"testing"

	"tengen/baduk"
	"tengen/internal/realgames"
	"tengen/internal/refgo"
)

// quickBoard is a faster [refgo.Graph.Place] for large boards. It removes chains in the
// same way, by flooding, but checks only the chains next to the new stone.
type quickBoard struct {
	graph refgo.Graph
	seen  []int
	sweep int
	block []int
}

// lift removes the block at p from the board if the block has no liberties.
func (q *quickBoard) lift(b refgo.Board, p int) bool {
	q.sweep++
	q.block = append(q.block[:0], p)
	q.seen[p] = q.sweep
	for i := 0; i < len(q.block); i++ {
		for _, n := range q.graph[q.block[i]] {
			if b[n] == refgo.Empty {
				return false
			}
			if b[n] == b[p] && q.seen[n] != q.sweep {
				q.seen[n] = q.sweep
				q.block = append(q.block, n)
			}
		}
	}
	for _, n := range q.block {
		b[n] = refgo.Empty
	}
	return true
}

// place puts a stone on the board and reports whether the stone was removed at once.
func (q *quickBoard) place(b refgo.Board, p int, c refgo.Color) (suicide bool) {
	b[p] = c
	for _, n := range q.graph[p] {
		if b[n] == -c {
			q.lift(b, n)
		}
	}
	return q.lift(b, p)
}

func TestQuickBoardIsTheLiteralOne(t *testing.T) {
	l := lots(3)
	for range 200 {
		g := refgo.Grid(1+l.below(5), 1+l.below(5))
		q := &quickBoard{graph: g, seen: make([]int, len(g))}
		b := make(refgo.Board, len(g))
		for range 60 {
			p, c := l.below(len(g)), []refgo.Color{refgo.Black, refgo.White}[l.below(2)]
			if b[p] != refgo.Empty {
				continue
			}
			want, _, suicided := g.Place(b, p, c)
			if suicide := q.place(b, p, c); suicide != (len(suicided) > 0) || !slices.Equal(b, want) {
				t.Fatalf("%v, want %v", b, want)
			}
		}
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
		g := realLine(t, game)
		if quick[g.size] == nil {
			quick[g.size] = &quickBoard{graph: refgo.Grid(g.size, g.size), seen: make([]int, g.size*g.size)}
		}
		want, end := g.faultsOf(quick[g.size])
		games++
		moves += len(g.points)
		tree, got := replayReal(t, games, game, len(g.points))
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("game %d: got %v, want %v", games, got, want)
		}
		last := tree.root
		for n := range tree.root.MainLine() {
			last = n
		}
		if games%10 == 0 || len(want) > 0 {
			if got, want := stonesOf(tree.At(last).Game), boardText(end, refgo.Black, refgo.White); got != want {
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

// realLine reads the stones and moves of a real game for the literal rules.
func realLine(t *testing.T, game []string) line {
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

// replayReal loads a real game with the given number of moves and returns the faults of its moves.
func replayReal(t *testing.T, number int, game []string, moves int) (*Tree, map[int]Code) {
	t.Helper()
	loaded := loadText(t, realgames.SGF(game, "")) // the rules that are assumed are the ones to compare with
	tree := loaded.Trees[0]
	if rules := tree.ReplayRules(); rules.Ko != baduk.KoSimple || rules.Suicide != baduk.SuicideForbidden {
		t.Fatalf("got the rules %v, want simple ko without suicide", rules)
	}
	if judged := loaded.Check(); judged != moves {
		t.Fatalf("game %d: %d moves were judged, want %d", number, judged, moves)
	}
	faults := map[int]Code{}
	for _, d := range loaded.Diagnostics {
		if d.Move == 0 {
			continue // about the grammar or the komi
		}
		if faults[d.Move] != "" {
			t.Fatalf("game %d: move %d has two faults, want at most one", number, d.Move)
		}
		faults[d.Move] = d.Code
	}
	return tree, faults
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
