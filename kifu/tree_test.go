package kifu

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
)

// TestRoundTripOfFiles checks that every file survives writing and reading.
func TestRoundTripOfFiles(t *testing.T) {
	files, trees, nodes := 0, 0, 0
	for _, folder := range []string{"valid", "warning", "invalid", "encodings", "sgfc", "wild"} {
		for _, name := range testFiles(t, folder) {
			f, _ := LoadBytes(contentOf(t, name), Options{})
			if len(f.Trees) == 0 {
				continue
			}
			again, err := LoadBytes([]byte(textOf(t, f.Trees...)), Options{})
			if err != nil || len(again.Trees) != len(f.Trees) || again.Encoding != "UTF-8" {
				t.Fatalf("%s: %v", name, err)
			}
			files++
			for i, tree := range f.Trees {
				trees++
				nodes += tree.root.Count()
				sameBut(t, tree, again.Trees[i])
			}
			if a, b := textOf(t, f.Trees...), textOf(t, again.Trees...); a != b {
				t.Errorf("%s: writing twice differs", name)
			}
		}
	}
	t.Logf("%d files, %d trees, %d nodes", files, trees, nodes)
}

// oddText has unusual text of real programs: duplicate and unknown properties, escapes,
// line breaks, colons, and values that look like nodes.
const oddText = "(;FF[4]GM[1]SZ[9]CA[UTF-8]ZZ[a\\]b][c\\\\]ZZ[again][\\:x:y]PB[A  B]C[one\\\ntwo\nthree\t;B\\[aa\\]]XKM[6.5]" +
	"KM[06.50]AB[aa:bb][cc]PLX[]\n;B[tt]LB[aa:a\\:b:c][zz:off]\n(;W[dd]W[ee]N[]QX[日本][\\日])(;AE[aa]TR[aa:bb]DD[]BL[1.50]))"

func TestUnknownPropertiesStay(t *testing.T) {
	tree := treeOf(t, oddText)
	back := treeOf(t, textOf(t, tree))
	if !equalTrees(tree, back) {
		t.Fatalf("written and read again: got %s, want %s", textOf(t, back), textOf(t, tree))
	}
	for name, want := range map[string][]string{"ZZ": {"a\\]b", "c\\\\", "again", "\\:x:y"}, "KM": {"06.50"}, "C": {"one\\\ntwo\nthree\t;B\\[aa\\]"}} {
		if got := back.Root().Values(name); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// TestOneEditLeavesTheRest changes one property. All other properties of all nodes must
// keep their bytes and their places.
func TestOneEditLeavesTheRest(t *testing.T) {
	type entry struct {
		node   int
		name   string
		values string
	}
	entries := func(tree *Tree) (all []entry) {
		i := 0
		for n := range tree.root.All() {
			for _, p := range n.data.Properties {
				all = append(all, entry{i, p.Name, strings.Join(p.Values, "][")})
			}
			i++
		}
		return all
	}
	for node := range 4 {
		for _, edit := range []struct {
			name string // what is changed
			do   func(n *Node)
		}{
			{"C", func(n *Node) { n.SetComment("new] comment") }},
			{"C", func(n *Node) { n.SetComment("") }},
			{"N", func(n *Node) { n.SetName("new") }},
			{"TR", func(n *Node) { n.SetMark(0, MarkTriangle, true) }},
			{"TR", func(n *Node) { n.SetMark(0, MarkTriangle, false) }},
			{"TB", func(n *Node) { n.SetMark(3, MarkTerritoryBlack, true) }},
			{"LB", func(n *Node) { n.SetLabel(0, "x") }},
			{"LN", func(n *Node) { n.SetLine(0, 1, false, true) }},
			{"PL", func(n *Node) { n.SetToPlay(baduk.White) }},
			{"QX", func(n *Node) { n.SetValues("QX", "raw\\]") }},
			{"ZZ", func(n *Node) { n.SetValues("ZZ") }},
			{"PB", func(n *Node) {
				info := n.tree.Info()
				info.Black = "new"
				n.tree.SetInfo(info)
			}},
		} {
			tree, was := treeOf(t, oddText), entries(treeOf(t, oddText))
			nodes := slices.Collect(tree.root.All())
			edit.do(nodes[node])
			at := node
			if edit.name == "PB" {
				at = 0
			}
			drop := func(e entry) bool { return e.node == at && e.name == edit.name }
			got := slices.DeleteFunc(entries(treeOf(t, textOf(t, tree))), drop)
			if want := slices.DeleteFunc(was, drop); !slices.Equal(got, want) {
				t.Errorf("%s in node %d:\n%v, want\n%v", edit.name, node, got, want)
			}
		}
	}
}

func TestTreeWalksWithoutLosingItsWay(t *testing.T) {
	tree := treeOf(t, "(;SZ[9]C[0](;C[1](;C[2])(;C[3](;C[4])(;C[5];C[6])))(;C[7](;C[8])(;C[9])))")
	var order []string
	for p := range tree.Walk() {
		order = append(order, p.Node.Comment())
		if len(order) == 5 {
			break
		}
	}
	if got, want := strings.Join(order, ""), "01234"; got != want {
		t.Errorf("Walk: got %s, want %s", got, want)
	}
	n := tree.Root().Children()[0].Children()[1].Children()[1]
	if n.Comment() != "5" || n.Depth() != 3 || n.Index() != 1 || n.Count() != 2 || len(n.Path()) != 4 || n.Tree() != tree {
		t.Errorf("got the comment %q, depth %d, index %d, want 5, 3 and 1", n.Comment(), n.Depth(), n.Index())
	}
	order = nil
	for m := range n.MainLine() {
		order = append(order, m.Comment())
	}
	if got, want := strings.Join(order, ""), "56"; got != want {
		t.Errorf("MainLine: got %s, want %s", got, want)
	}
	if rec := tree.Line(n); len(rec.Moves) != 0 || rec.Graph != tree.Graph {
		t.Errorf("got the line %+v, want no moves on the board of the tree", rec)
	}
}

// deepText returns a line with the given number of nodes.
func deepText(head string, nodes int, node func(i int) string) []byte {
	var b bytes.Buffer
	b.WriteString(head)
	for i := range nodes {
		b.WriteString(node(i))
	}
	b.WriteString(")")
	return b.Bytes()
}

// TestDeep loads, judges, edits and writes lines of a hundred thousand nodes of every
// kind, and combs, in which every node is a variation. Time and memory must be in
// proportion to the length.
func TestDeep(t *testing.T) {
	if testing.Short() {
		t.Skip("deep trees take seconds")
	}
	l := lots(41)
	colour := []string{"B", "W"}
	point := func() string { return string([]byte{byte('a' + l.below(19)), byte('a' + l.below(19))}) }
	const deep = 100_000
	for _, c := range []struct {
		name string
		data []byte
	}{
		{"passes", deepText("(;SZ[19]", deep, func(i int) string { return ";" + colour[i%2] + "[]" })},
		{"nothing", deepText("(;SZ[19]", deep, func(int) string { return ";" })},
		{"moves on stones", deepText("(;SZ[19]", deep/10, func(i int) string { return ";" + colour[i%2] + "[" + point() + "]" })},
		{"moves on no points", deepText("(;SZ[19]", deep, func(i int) string { return ";B[zz]" })},
		{"marks on no points", deepText("(;SZ[19]", deep/5, func(i int) string { return ";B[]LB[zz:x]CR[zz]" })},
		{"set-up", deepText("(;SZ[19]", deep/10, func(int) string { return ";AB[" + point() + "]AE[" + point() + "]" })},
		{"players", deepText("(;SZ[19]", deep/10, func(i int) string { return ";PL[" + colour[i%2] + "]" })},
		{"a comb", append(deepText("(;SZ[9]", deep, func(i int) string { return "(;B[])(;W[zz]" }), bytes.Repeat([]byte(")"), deep)...)},
		{"a comb of set-up", append(deepText("(;SZ[19]", deep/10, func(i int) string { return "(;AB[aa])(;AW[aa]" }), bytes.Repeat([]byte(")"), deep/10)...)},
		{"many children", deepText("(;SZ[19]", deep/10, func(i int) string { return "(;B[" + point() + "]LB[zz:x])" })},
		{"many bad values", deepText("(;SZ[19];AB", deep, func(int) string { return "[zz]" })},
		{"many bad labels", deepText("(;SZ[19];LB", deep, func(int) string { return "[zz:zz]" })},
		{"many bad moves", deepText("(;SZ[19];B", deep, func(int) string { return "[zz]" })},
	} {
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		began := time.Now()
		f, err := LoadBytes(c.data, Options{})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		loaded := time.Since(began)
		f.Check()
		checked := time.Since(began) - loaded
		tree := f.Trees[0]
		last := tree.root
		for n := range tree.root.All() {
			last = n
		}
		at := tree.At(last)
		if _, err := tree.Play(last, baduk.Move{Color: at.Game.ToPlay(), Point: baduk.Pass}); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if err := tree.Promote(last); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		tree.SetInfo(Info{Black: "x"})
		text := textOf(t, tree)
		other, err := LoadBytes([]byte(text), Options{})
		if err != nil || !equalTrees(tree, other.Trees[0]) {
			t.Errorf("%s does not survive writing and reading: %v", c.name, err)
		}
		if err := tree.Merge(other.Trees[0]); err != nil || textOf(t, tree) != text {
			t.Errorf("%s: merging it with itself changed it: %v", c.name, err)
		}
		_ = tree.Record()
		all := time.Since(began)
		runtime.ReadMemStats(&after)
		longest := 0
		for _, d := range f.Diagnostics {
			longest = max(longest, len(d.String()))
		}
		t.Logf("%-20s %7d bytes: loaded in %v, judged in %v, all in %v; %d MB allocated; %d diagnostics", c.name, len(c.data),
			loaded.Round(time.Millisecond), checked.Round(time.Millisecond), all.Round(time.Millisecond), (after.TotalAlloc-before.TotalAlloc)>>20, len(f.Diagnostics)+f.Omitted)
		if all > 3*time.Minute || longest > 1000 {
			t.Errorf("%s took %v, and the longest diagnostic has %d bytes, want at most 3m and 1000", c.name, all, longest)
		}
	}
}

// TestLongLinesAreCutOff checks that beyond the limit the stones stay as they are, and
// that this is reported once per line.
func TestLongLinesAreCutOff(t *testing.T) {
	tree := treeOf(t, "(;SZ[3];B[aa];W[bb](;B[cc];W[ab];B[ac];AB[ba])(;B[ca]))")
	room := 3*(9+moveBytes) - 1
	said, stones := 0, ""
	for p := range tree.walkWithin(tree.ReplayRules(), room) {
		for _, d := range p.Faults {
			if d.Code != CodeLong || p.Number != 3 {
				t.Errorf("got %v, want only %s after move 3", d, CodeLong)
			}
			said++
		}
		if p.Number == 3 {
			stones += stonesOf(p.Game) + " "
		}
	}
	if stones != "X...O...X X...O...X X...O...X X...O...X X.X.O.... " || said != 1 {
		t.Errorf("got the stones %s and %d reports, want one report and no changes after move 3", stones, said)
	}
}

// TestSetupsOnLargeBoards checks that the sets of liberties count towards the limits of a replay, and that a large
// board can be replayed nevertheless.
func TestSetupsOnLargeBoards(t *testing.T) {
	const board = `BOARD[{"shape":"infinite 50"}]`
	last := func(tree *Tree) (last Position) {
		n := tree.root
		for n = range n.MainLine() {
		}
		return tree.At(n)
	}
	tree := treeOf(t, "(;"+board+";BV[0,0];ABV[1,1];WV[2,2])")
	if at := last(tree); at.Number != 2 || len(at.Faults) > 0 {
		t.Errorf("got %d moves and the faults %v, want 2 moves", at.Number, at.Faults)
	}
	branches := ""
	for i := range 8 {
		branches = "(;" + []string{"ABV", "AWV"}[i%2] + "[0,0]" + branches + ")(;C[x])"
	}
	tree = treeOf(t, "(;"+board+branches+")")
	long := 0
	for p := range tree.Walk() {
		for _, d := range p.Faults {
			if d.Code == CodeLong {
				long++
			}
		}
		if kept := len(p.walk.games); kept > 6 {
			t.Fatalf("the walk keeps %d games on 10,000 points", kept)
		}
	}
	if long == 0 {
		t.Error("the limit was not reported")
	}
	w := tree.newWalk(tree.ReplayRules(), maxReplay)
	w.made = maxMade + 1
	w.enter(tree.root, 0)
	if p := w.enter(tree.root.children[0], 0); p.Game.At(vertexIn(t, tree.Graph, "0,0")) != baduk.Empty {
		t.Error("stones were set up after the walk had made too many games")
	}
}

// TestLargeFile loads a hundred megabytes of games and logs the time and the memory.
func TestLargeFile(t *testing.T) {
	size := 2 << 20
	if os.Getenv("TENGEN_LONG") == "1" {
		size = 100 << 20
	} else {
		t.Logf("%d MB; TENGEN_LONG=1 takes 100", size>>20)
	}
	l := lots(51)
	var b bytes.Buffer
	for b.Len() < size {
		b.WriteString("(;FF[4]GM[1]SZ[19]KM[6.5]PB[Kuro]PW[Shiro]RU[Japanese]\n")
		for i := range 250 {
			fmt.Fprintf(&b, ";%s[%c%c]", []string{"B", "W"}[i%2], 'a'+l.below(19), 'a'+l.below(19))
		}
		b.WriteString(")\n")
	}
	runtime.GC()
	var before, loaded runtime.MemStats
	runtime.ReadMemStats(&before)
	peak := make(chan uint64)
	done := make(chan struct{})
	go func() {
		var most uint64
		for {
			select {
			case <-done:
				peak <- most
				return
			case <-time.After(50 * time.Millisecond):
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapInuse)
			}
		}
	}()
	began := time.Now()
	f, err := Load(bytes.NewReader(b.Bytes()), Options{})
	took := time.Since(began)
	close(done)
	most := <-peak
	runtime.GC()
	runtime.ReadMemStats(&loaded)
	if err != nil {
		t.Fatal(err)
	}
	nodes := 0
	for _, tree := range f.Trees {
		nodes += tree.root.Count()
	}
	if want := 251 * len(f.Trees); nodes != want || len(f.Trees) < size/3000 {
		t.Errorf("got %d nodes in %d games, want %d in at least %d", nodes, len(f.Trees), want, size/3000)
	}
	in := float64(b.Len())
	t.Logf("%d MB, %d games, %d nodes in %v: allocated %.1f times the input, at most %.1f in use above what was there, %.1f kept", b.Len()>>20, len(f.Trees), nodes, took.Round(time.Millisecond),
		float64(loaded.TotalAlloc-before.TotalAlloc)/in, (float64(most)-float64(before.HeapInuse))/in, (float64(loaded.HeapInuse)-float64(before.HeapInuse))/in)
	runtime.KeepAlive(f)
}

// TestNewTree writes and reads a new record.
func TestNewTree(t *testing.T) {
	rules := baduk.TrompTaylor()
	tree, err := NewTree(baduk.MustRectangle(7, 5), rules)
	if err != nil {
		t.Fatal(err)
	}
	n := tree.Root()
	for i, p := range []baduk.Point{3, 17, baduk.Pass} {
		if n, err = tree.Play(n, baduk.Move{Color: baduk.Black + baduk.Color(i%2), Point: p}); err != nil {
			t.Fatal(err)
		}
	}
	back := treeOf(t, textOf(t, tree))
	if back.Rules != rules || !back.RulesKnown || !back.KomiKnown || back.Graph.String() != "7x5" || len(back.Record().Moves) != 3 || len(back.Notes) > 0 {
		t.Errorf("after writing and reading, the new record differs: %s", textOf(t, tree))
	}
	abstract, err := baduk.NewGraph([][]baduk.Point{{1}, {0}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewTree(abstract, rules); err == nil {
		t.Error("a record on a graph without a board file: got no error, want one")
	}
}

// TestWriteRefuses checks that Write refuses text that could not be read back.
func TestWriteRefuses(t *testing.T) {
	for _, c := range []struct{ name, raw string }{{"ZZ", "a]b"}, {"ZZ", `a\`}, {"zz", "x"}, {"", "x"}} {
		tree := treeOf(t, "(;SZ[9])")
		tree.Root().SetValues(c.name, c.raw)
		var b bytes.Buffer
		if _, err := Write(&b, WriteOptions{}, tree); err == nil || b.Len() > 0 {
			t.Errorf("%s[%s]: got %v and %q, want an error and nothing written", c.name, c.raw, err, b.String())
		}
	}
	tree := treeOf(t, "(;SZ[9]C[日本])")
	var b bytes.Buffer
	if _, err := Write(&b, WriteOptions{Encoding: "ISO-8859-1"}, tree); err == nil || b.Len() > 0 {
		t.Errorf("got %v and %q, want an error and nothing written", err, b.String())
	}
}

// TestLoadReaders checks that Load reads like LoadBytes and obeys its limits.
func TestLoadReaders(t *testing.T) {
	text := "(;SZ[9];B[aa](;W[bb])(;W[cc]))"
	f, err := Load(strings.NewReader(text), Options{})
	if err != nil || !equalTrees(f.Trees[0], treeOf(t, text)) {
		t.Error(err)
	}
	for _, o := range []Options{{MaxBytes: 5}, {MaxNodes: 2}, {MaxDepth: 1}} {
		f, err := Load(strings.NewReader(text), o)
		if worst, _ := f.Worst(); err == nil && worst != Error {
			t.Errorf("%+v: got %v, %v, want an error", o, err, f.Diagnostics)
		}
	}
}
