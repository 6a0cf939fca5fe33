package lab

import (
	"math"
	"slices"
	"sort"
	"testing"

	"tengen/baduk"
)

// fight is a position that is searched completely. Only some of its points matter.
type fight struct {
	graph  *baduk.Graph
	setup  baduk.Setup
	points []baduk.Point // points where stones may be played; passing is always possible
	// stakes are stones whose capture decides the fight and ends the search.
	stakes []baduk.Point
	colors []baduk.Color // of the stakes

	// If begins is true, the first turn must not be a pass. If limit is not 0, the board is scored after this number
	// of turns.
	begins bool
	limit  int
}

// decided is the value of a fight in which Black has captured a stake, in points. Its negative is the
// value if White has captured one.
const decided = 1000

// newFight reads a drawing. Without points every empty point may be played.
func newFight(t testing.TB, rows []string, toPlay baduk.Color, points, stakes string) *fight {
	t.Helper()
	g, colors, err := readRows(rows)
	if err != nil {
		t.Fatal(err)
	}
	f := &fight{graph: g, setup: baduk.SetupOf(colors, toPlay)}
	f.points = vertices(t, g, points)
	for p, c := range colors {
		if points == "" && c == baduk.Empty {
			f.points = append(f.points, baduk.Point(p))
		}
	}
	f.stakes = vertices(t, g, stakes)
	for _, p := range f.stakes {
		f.colors = append(f.colors, colors[p])
	}
	return f
}

// lost reports whether a stake was captured, and returns the value of the fight in that case.
func (f *fight) lost(at func(p baduk.Point) baduk.Color) (value float64, ok bool) {
	for i, p := range f.stakes {
		if at(p) != f.colors[i] {
			return -decided * float64(f.colors[i].Number()), true
		}
	}
	return 0, false
}

// node is a situation under simple ko: stones, turn, ko ban and passes.
type node struct {
	black bool // Black to move
	next  []int32
	over  bool
	value float64
}

// solve finds Black's value under simple ko without another rule about repetition. Two passes end the fight, and the
// value is then Black's lead. low is the value if White wins endless games, and high the value if Black wins them. If
// both are equal, rules about cycles do not matter. If they differ, the rules about cycles decide.
func (f *fight) solve(t testing.TB, value func(b *baduk.Board) float64) (low, high float64) {
	t.Helper()
	g, err := baduk.NewGameFrom(f.graph, baduk.Rules{}, f.setup)
	if err != nil {
		t.Fatal(err)
	}
	pos := baduk.NewPosition(f.graph)
	pos.CopyFrom(g.Position())
	nodes := []node{}
	known := map[string]int32{}
	var visit func() int32
	visit = func() int32 {
		key := make([]byte, 0, f.graph.Len()+4)
		for p := range f.graph.Len() {
			key = append(key, byte(pos.At(baduk.Point(p))))
		}
		key = append(key, byte(pos.ToPlay), byte(pos.Passes), byte(pos.KoBan), byte(pos.KoBan>>8))
		if i, ok := known[string(key)]; ok {
			return i
		}
		i := int32(len(nodes))
		known[string(key)] = i
		nodes = append(nodes, node{black: pos.ToPlay == baduk.Black})
		if v, ok := f.lost(pos.At); ok {
			nodes[i].over, nodes[i].value = true, v
			return i
		}
		if pos.Passes >= 2 {
			nodes[i].over, nodes[i].value = true, value(&pos.Board)
			return i
		}
		if len(nodes) > 4_000_000 {
			t.Fatal("too many situations")
		}
		var next []int32
		for _, p := range append([]baduk.Point{baduk.Pass}, f.points...) {
			m := baduk.Move{Color: pos.ToPlay, Point: p}
			if p != baduk.Pass && (pos.At(p) != baduk.Empty || p == pos.KoBan || pos.IsSuicide(m)) {
				continue
			}
			ban, passes, prisoners := pos.KoBan, pos.Passes, pos.Prisoners
			u, _ := pos.Play(m)
			next = append(next, visit())
			if p != baduk.Pass {
				pos.Take(u)
			}
			pos.ToPlay, pos.KoBan, pos.Passes, pos.Prisoners = m.Color, ban, passes, prisoners
		}
		nodes[i].next = next
		return i
	}
	visit()
	return force(nodes, true), -force(nodes, false)
}

// force returns the best value that a player can force in finitely many moves from node 0, from that
// player's view.
func force(nodes []node, black bool) float64 {
	sign := 1.0
	if !black {
		sign = -1
	}
	before := make([][]int32, len(nodes))
	var worths []float64
	for i, n := range nodes {
		for _, j := range n.next {
			before[j] = append(before[j], int32(i))
		}
		if n.over {
			worths = append(worths, sign*n.value)
		}
	}
	slices.Sort(worths)
	worths = slices.Compact(worths)
	can := func(least float64) bool {
		won, left := make([]bool, len(nodes)), make([]int32, len(nodes))
		var queue []int32
		for i, n := range nodes {
			left[i] = int32(len(n.next))
			if n.over && sign*n.value >= least {
				won[i] = true
				queue = append(queue, int32(i))
			}
		}
		for ; len(queue) > 0; queue = queue[1:] {
			for _, i := range before[queue[0]] {
				left[i]--
				if !won[i] && (nodes[i].black == black || left[i] == 0) {
					won[i] = true
					queue = append(queue, i)
				}
			}
		}
		return won[0]
	}
	// A player who can force a value can also force any smaller value.
	n := sort.Search(len(worths), func(i int) bool { return !can(worths[i]) })
	if n == 0 {
		return math.Inf(-1)
	}
	return worths[n-1]
}

// search finds Black's lead with best play under full rules, with the whole history. A void game has its own value.
// If the result is outside the two bounds, it says only on which side of the bounds the lead is.
func (f *fight) search(t testing.TB, rules baduk.Rules, void, low, high float64) float64 {
	t.Helper()
	g, err := baduk.NewGameFrom(f.graph, rules, f.setup)
	if err != nil {
		t.Fatal(err)
	}
	type entry struct{ low, high float64 }
	table := map[uint64]entry{}
	var visit func(low, high float64) float64
	visit = func(low, high float64) float64 {
		if v, ok := f.lost(g.At); ok {
			return v
		}
		switch {
		case g.NoResult():
			return void
		case g.Over() || f.limit > 0 && g.Len() >= f.limit:
			s := g.Score(nil)
			return s.Lead()
		case g.Len() > 200:
			t.Fatal("the fight is too long to be searched")
		}
		key := g.SearchKey()
		if f.limit > 0 || f.begins {
			key += uint64(g.Len()) * 0x9e3779b97f4a7c15
		}
		e, ok := table[key]
		if !ok {
			e = entry{math.Inf(-1), math.Inf(1)}
		}
		if e.low >= high || e.low == e.high {
			return e.low
		}
		if e.high <= low {
			return e.high
		}
		if len(table) > 3_000_000 {
			t.Fatal("the fight is too large to be searched")
		}
		a, b := max(low, e.low), min(high, e.high)
		black := g.ToPlay() == baduk.Black
		best := math.Inf(-1)
		if !black {
			best = math.Inf(1)
		}
		for _, p := range append(f.points[:len(f.points):len(f.points)], baduk.Pass) {
			if f.begins && g.Len() == 0 && p == baduk.Pass || g.Play(baduk.Move{Color: g.ToPlay(), Point: p}) != nil {
				continue
			}
			v := visit(a, b)
			g.Undo()
			if black {
				best = max(best, v)
				a = max(a, v)
			} else {
				best = min(best, v)
				b = min(b, v)
			}
			if a >= b {
				break
			}
		}
		switch {
		case best <= low:
			e.high = best
		case best >= high:
			e.low = best
		default:
			e = entry{best, best}
		}
		table[key] = e
		return best
	}
	return visit(low, high)
}

// vertices reads names of points.
func vertices(t testing.TB, g *baduk.Graph, names string) []baduk.Point {
	t.Helper()
	points, err := parseVertices(g, names)
	if err != nil {
		t.Fatal(err)
	}
	return points
}

// area returns Black's lead in area on the current board.
func area(b *baduk.Board) float64 {
	s := baduk.AreaScore(b, nil)
	return s.Lead()
}
