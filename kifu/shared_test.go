package kifu

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/internal/refgo"
	"tengen/sgf"
)

// loadText reads text in which there has to be a game.
func loadText(t testing.TB, text string) *File {
	t.Helper()
	f, err := LoadBytes([]byte(text), Options{Encoding: "UTF-8"})
	if err != nil {
		t.Fatalf("%.300q: %v", text, err)
	}
	return f
}

// treeOf is the first game of a text.
func treeOf(t testing.TB, text string) *Tree {
	t.Helper()
	return loadText(t, text).Trees[0]
}

// textOf is a tree as it is written.
func textOf(t testing.TB, trees ...*Tree) string {
	t.Helper()
	var b strings.Builder
	if _, err := Write(&b, WriteOptions{}, trees...); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func equalTrees(a, b *Tree) bool {
	return sgf.Collection{a.root.sgf()}.Equal(sgf.Collection{b.root.sgf()})
}

// wellFormed fails unless every node has one place, knows its parent, and
// belongs to the tree.
func wellFormed(t testing.TB, tree *Tree, top *Node) {
	t.Helper()
	if top.parent != nil {
		t.Fatal("the top has a parent")
	}
	seen := map[*Node]bool{}
	for n := range top.All() {
		if seen[n] {
			t.Fatal("a node is in two places")
		}
		seen[n] = true
		if n.Tree() != tree {
			t.Fatal("a node belongs to another tree")
		}
		for i, child := range n.Children() {
			if child == nil || child.Parent() != n {
				t.Fatalf("child %d does not know its parent", i)
			}
			if child.Index() != i {
				t.Fatalf("child %d says it is number %d", i, child.Index())
			}
		}
	}
}

// codesOf are the codes of diagnostics in their order.
func codesOf(list []Diagnostic) []Code {
	var codes []Code
	for _, d := range list {
		codes = append(codes, d.Code)
	}
	return codes
}

// vertexIn is the point of that name.
func vertexIn(t testing.TB, g *baduk.Graph, name string) baduk.Point {
	t.Helper()
	p, err := g.ParseVertex(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// testFiles are the files of a folder that is no part of the project.
func testFiles(t *testing.T, folder string) []string {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(shared, "testdata", "sgf", folder, "*"))
	if len(files) == 0 {
		t.Skipf("no files in %s", filepath.Join(shared, "testdata", "sgf", folder))
	}
	return files
}

func contentOf(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// scene is the literal model of a node: what it does to the board, as numbers of
// points and not as properties.
type scene struct {
	moves    []turnOf
	set      map[int]refgo.Color // by point; Empty clears it
	badStone bool                // it has a set-up stone on no point as well
	player   refgo.Color         // PL
	next     []*scene
}

// turnOf is a move: a point, refgo.Pass, or noPoint for a value that is not a point.
type turnOf struct {
	color refgo.Color
	point int
}

const noPoint = -2

// board of the tests: how it is said in the root, and how a point is written.
type testBoard struct {
	header string
	width  int // 0: points have names
}

// testBoards are of every kind: rectangles, joined sides, points with names,
// weights and thresholds.
func testBoards() []testBoard {
	return []testBoard{
		{"SZ[3]", 3}, {"SZ[4]", 4}, {"SZ[1]", 1}, {"SZ[2]", 2}, {"SZ[5:2]", 5}, {"SZ[2:6]", 2},
		{`SZ[3]BOARD[{"shape":"torus 3x3"}]`, 3}, {`BOARD[{"shape":"moebius 4x3"}]`, 4},
		{`BOARD[{"shape":"ring 6"}]`, 0}, {`BOARD[{"shape":"diamond 1"}]`, 0},
		{`BOARD[{"points":[{"name":"a"},{"name":"b:c"},{"name":"(d\]"},{"name":"e\\\\"},{"name":"f;"}\],"edges":[[0,1\],[1,2\],[2,3\],[3,4\],[4,0\],[0,2\]\]}]`, 0},
		{`BOARD[{"shape":"4x3","threshold":"z >= 2"}]`, 4}, {`BOARD[{"shape":"ring 5","weight":"i-1"}]`, 0},
		{`BOARD[{"shape":"torus 3x3","regional":true}]`, 3}, {`BOARD[{"shape":"3x3","weight":"x-y"}]`, 3},
	}
}

// vertexOf writes a point as the board has it.
func (b testBoard) vertexOf(g *baduk.Graph, p int) string {
	switch {
	case b.width == 0 && p == refgo.Pass:
		return "pass"
	case b.width == 0:
		return strings.NewReplacer(`\`, `\\`, `]`, `\]`).Replace(g.Vertex(baduk.Point(p)))
	case p == refgo.Pass:
		return ""
	}
	return string([]byte{byte('a' + p%b.width), byte('a' + p/b.width)})
}

// names of properties: with coordinates or, where points have names, a V.
func (b testBoard) name(short string) string {
	if b.width == 0 {
		return short + "V"
	}
	return short
}

// textOfScenes writes the model as a file.
func (b testBoard) textOfScenes(g *baduk.Graph, head string, root *scene) string {
	var out strings.Builder
	letter := map[refgo.Color]string{refgo.Black: "B", refgo.White: "W", refgo.Empty: "E"}
	var write func(s *scene)
	write = func(s *scene) {
		for _, c := range []refgo.Color{refgo.Black, refgo.White, refgo.Empty} {
			var list strings.Builder
			for p := range g.Len() {
				if what, said := s.set[p]; said && what == c {
					fmt.Fprintf(&list, "[%s]", b.vertexOf(g, p))
				}
			}
			if s.badStone && c == refgo.Black {
				list.WriteString("[???]")
			}
			if list.Len() > 0 {
				out.WriteString(b.name("A"+letter[c]) + list.String())
			}
		}
		if s.player != refgo.Empty {
			out.WriteString("PL[" + letter[s.player] + "]")
		}
		for _, m := range s.moves { // a property may come several times, and keeps its place
			v := "???"
			if m.point != noPoint {
				v = b.vertexOf(g, m.point)
			}
			fmt.Fprintf(&out, "%s[%s]", b.name(letter[m.color]), v)
		}
		for _, next := range s.next {
			if len(s.next) > 1 {
				out.WriteString("(;")
				write(next)
				out.WriteString(")")
				continue
			}
			out.WriteString(";")
			write(next)
		}
	}
	out.WriteString("(;" + b.header + head)
	write(root)
	out.WriteString(")")
	return out.String()
}

// randomScenes is a tree of so many nodes: mostly play, now and then set-up,
// several moves, passes, values that are no point, and nothing at all.
func randomScenes(l *lots, points, nodes int) *scene {
	root := &scene{}
	all := []*scene{root}
	turn := map[*scene]refgo.Color{root: refgo.White}
	parent := map[*scene]*scene{}
	for len(all) < nodes {
		before := all[len(all)-1]
		if l.below(12) == 0 {
			before = all[l.below(len(all))]
		}
		s := &scene{}
		before.next = append(before.next, s)
		all = append(all, s)
		c := -turn[before]
		s.random(l, points, c)
		if own := parent[before]; own != nil && len(own.moves) > 0 && len(s.moves) > 0 && l.below(4) == 0 {
			s.moves[0].point = own.moves[0].point // where one's own stone may just have been taken
		}
		turn[s], parent[s] = c, before
	}
	if l.below(2) == 0 {
		root.random(l, points, refgo.Black)
	}
	return root
}

func (s *scene) random(l *lots, points int, c refgo.Color) {
	what := l.below(40)
	if what >= 34 && what < 38 {
		s.set = map[int]refgo.Color{}
		for range 1 + l.below(points) {
			s.set[l.below(points)] = []refgo.Color{refgo.Empty, refgo.Black, refgo.White}[l.below(3)]
		}
		s.badStone = l.below(6) == 0
	}
	if what == 36 || what == 38 {
		s.player = []refgo.Color{refgo.Black, refgo.White}[l.below(2)]
	}
	if what >= 36 && l.below(3) > 0 {
		return
	}
	for {
		m := turnOf{c, l.below(points)}
		switch l.below(25) {
		case 0, 1:
			m.point = refgo.Pass
		case 2:
			m.point = noPoint
		case 3:
			m.color = -c
		}
		s.moves = append(s.moves, m)
		if l.below(30) > 0 {
			return
		}
	}
}

// literal follows a line move by move with boards that are never changed: the
// rules of refgo, and of SGF where they say more.
type literal struct {
	graph   refgo.Graph
	place   func(b refgo.Board, p int, c refgo.Color) refgo.Board
	regions bool          // stones without liberties may stand
	rules   baduk.Rules   // of which ko and suicide count
	boards  []refgo.Board // since stones were set up last, with what stands now
	facing  []refgo.Color // who was to play then
	moves   int           // from the root
	turned  bool          // two moves in a row were noted
}

func newLiteral(t *Tree, rules baduk.Rules) *literal {
	r := &literal{rules: rules, graph: make(refgo.Graph, t.Graph.Len())}
	for p := range r.graph {
		for _, q := range t.Graph.Neighbours(baduk.Point(p)) {
			r.graph[p] = append(r.graph[p], int(q))
		}
	}
	r.place = func(b refgo.Board, p int, c refgo.Color) refgo.Board {
		after, _, _ := r.graph.Place(b, p, c)
		return after
	}
	if t.Graph.Regional() {
		m := &refgo.Mango{Graph: r.graph, T: t.Graph.Life().Alive}
		if m.T == nil {
			m.T = func(z float64) bool { return z > 0 }
		}
		for p := range r.graph {
			m.F = append(m.F, t.Graph.Weight(baduk.Point(p)))
		}
		r.regions = true
		r.place = func(b refgo.Board, p int, c refgo.Color) refgo.Board {
			after, _, _ := m.Move(b, p, c)
			return after
		}
	}
	return r
}

// fork is an independent copy; boards are never changed, so that sharing them is
// safe.
func (r *literal) fork() *literal {
	c := *r
	c.boards, c.facing = slices.Clone(r.boards), slices.Clone(r.facing)
	return &c
}

func (r *literal) now() refgo.Board    { return r.boards[len(r.boards)-1] }
func (r *literal) toPlay() refgo.Color { return r.facing[len(r.facing)-1] }

// begin forgets what was before.
func (r *literal) begin(b refgo.Board, toPlay refgo.Color) {
	r.boards, r.facing = []refgo.Board{b}, []refgo.Color{toPlay}
}

// soon is the colour of the first move on the main line within four nodes, Empty
// if missing.
func soon(s *scene) refgo.Color {
	for range 4 {
		for _, m := range s.moves {
			if m.point != noPoint {
				return m.color
			}
		}
		if len(s.next) == 0 {
			break
		}
		s = s.next[0]
	}
	return refgo.Empty
}

// start is the empty board; nobody says who begins, so Black does.
func (r *literal) start(root *scene) {
	toPlay := root.player
	if toPlay == refgo.Empty {
		toPlay = soon(root)
	}
	if toPlay == refgo.Empty {
		toPlay = refgo.Black
	}
	r.begin(make(refgo.Board, len(r.graph)), toPlay)
}

// enter does what a node does and says which faults it has.
func (r *literal) enter(s *scene) (faults []Code) {
	if s.badStone {
		faults = append(faults, CodePoint)
	}
	if len(s.set) > 0 || s.player != refgo.Empty && s.player != r.toPlay() {
		if len(s.set) > 0 && len(s.moves) > 0 {
			faults = append(faults, CodeMixed)
		}
		b := slices.Clone(r.now())
		for p, c := range s.set {
			b[p] = c
		}
		toPlay := s.player
		if toPlay == refgo.Empty {
			if toPlay = soon(s); toPlay == refgo.Empty {
				toPlay = r.toPlay()
			}
		}
		smothered := false
		for !r.regions && !r.graph.Legal(b) {
			smothered = true
			lifted := slices.Clone(b)
			for p := range b {
				if b[p] != refgo.Empty && len(r.graph.Liberties(b, p)) == 0 {
					lifted[p] = refgo.Empty
				}
			}
			b = lifted
		}
		if smothered {
			faults = append(faults, CodeSetup)
		}
		r.begin(b, toPlay)
	}
	unread, read := false, 0
	for _, m := range s.moves {
		unread = unread || m.point == noPoint
	}
	if unread {
		faults = append(faults, CodePoint)
	}
	for _, m := range s.moves {
		if m.point != noPoint {
			read++
			faults = append(faults, r.play(m)...)
		}
	}
	r.moves += read
	if read == 0 && unread {
		r.moves++
	}
	return faults
}

func (r *literal) play(m turnOf) (faults []Code) {
	if m.color != r.toPlay() && len(r.boards) > 1 && !r.turned {
		r.turned = true
		faults = append(faults, CodeTurn)
	}
	if m.point == refgo.Pass {
		r.boards, r.facing = append(r.boards, r.now()), append(r.facing, -m.color)
		return faults
	}
	if r.now()[m.point] != refgo.Empty {
		faults = append(faults, CodeOccupied)
		b := slices.Clone(r.now())
		b[m.point] = refgo.Empty
		r.begin(b, m.color)
	} else if code := r.verdict(m); code != "" {
		faults = append(faults, code)
	}
	r.boards, r.facing = append(r.boards, r.place(r.now(), m.point, m.color)), append(r.facing, -m.color)
	return faults
}

// verdict is what the rules say of a move on an empty point, "" if nothing.
func (r *literal) verdict(m turnOf) Code {
	after := r.place(r.now(), m.point, m.color)
	if after[m.point] == refgo.Empty {
		switch r.rules.Suicide {
		case baduk.SuicideLiteral:
		case baduk.SuicideForbidden:
			return CodeSuicide
		case baduk.SuicideMulti:
			if slices.Equal(after, r.now()) {
				return CodeSuicide
			}
		default:
			panic("the reference does not know this rule of suicide")
		}
	}
	switch r.rules.Ko {
	case baduk.KoSimple:
		// Who moves twice in a row retakes nothing, and a stone that was lifted at
		// once, which only an illegal move can do, has taken no ko.
		retakes := m.color == r.toPlay() && refgo.ReturnsToPrevious(r.boards, after) && !r.lastWasSuicide()
		if slices.Equal(after, r.now()) || retakes {
			return CodeKo
		}
	case baduk.KoPositional:
		if slices.ContainsFunc(r.boards, func(b refgo.Board) bool { return slices.Equal(b, after) }) {
			return CodeSuperko
		}
	case baduk.KoSituational:
		for i, b := range r.boards {
			if slices.Equal(b, after) && r.facing[i] == -m.color {
				return CodeSuperko
			}
		}
	default:
		panic("the reference does not know this rule of ko")
	}
	return ""
}

// lastWasSuicide reports whether the last move cost its player stones.
func (r *literal) lastWasSuicide() bool {
	count := func(b refgo.Board) (n int) {
		for _, c := range b {
			if c == -r.toPlay() {
				n++
			}
		}
		return n
	}
	last := len(r.boards) - 1
	return count(r.boards[last]) <= count(r.boards[last-1])
}

// colorOf translates.
func colorOf(c refgo.Color) baduk.Color {
	return map[refgo.Color]baduk.Color{refgo.Black: baduk.Black, refgo.White: baduk.White}[c]
}

// boardText is what stands on a board, a letter a point.
func boardText[C comparable](stones []C, black, white C) string {
	out := make([]byte, len(stones))
	for i, c := range stones {
		out[i] = '.'
		switch c {
		case black:
			out[i] = 'X'
		case white:
			out[i] = 'O'
		}
	}
	return string(out)
}

func stonesOf(g *baduk.Game) string {
	return boardText(g.StonesAfter(g.Len()), baduk.Black, baduk.White)
}

// graphOf is the board of such a root.
func (b testBoard) graphOf(t testing.TB) *baduk.Graph {
	t.Helper()
	g := treeOf(t, "(;"+b.header+")").Graph
	if b.width > 0 && g.Len()%b.width != 0 {
		t.Fatalf("%s has %d points", b.header, g.Len())
	}
	return g
}
