package onefile

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/diagram"
	"tengen/internal/exercises"
	"tengen/kifu"
)

// read reads the first game of a file in SGF.
func read(t *testing.T, sgf string) *kifu.Tree {
	t.Helper()
	file, err := kifu.LoadBytes([]byte(sgf), kifu.Options{Format: "sgf", Encoding: "UTF-8"})
	if err != nil {
		t.Fatal(err)
	}
	return file.Trees[0]
}

// made returns a page and what its script gets.
func made(t *testing.T, tree *kifu.Tree, o Options) (string, content) {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, tree, o); err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?s)<script id="data" type="application/json">(.*?)</script>`).FindStringSubmatch(b.String())
	if found == nil {
		t.Fatal("the page has no data")
	}
	var c content
	if err := json.Unmarshal([]byte(found[1]), &c); err != nil {
		t.Fatal(err)
	}
	return b.String(), c
}

// TestPositions adds up the changes of the nodes, as the script does, and compares the stones with those of the record
// at every node: captures, set-up stones, variations, a torus.
func TestPositions(t *testing.T) {
	for _, sgf := range []string{
		"(;SZ[5]AB[ba][ab]AW[aa];W[cc](;B[bb];W[ca];B[da];W[cb];B[db];W[dc](;B[ea])(;B[cd];AE[cd]AW[ee];W[]))(;B[dd];W[de]))",
		`(;SZ[3]BOARD[{"shape": "torus 3x3"}];B[aa];W[ba];B[ca];W[bb];B[ab];W[cb];B[cc];W[bc])`,
		"(;SZ[19];B[pd];W[dp]LB[aa:1]C[hello])",
	} {
		tree := read(t, sgf)
		_, c := made(t, tree, Options{})
		i := 0
		for at := range tree.Walk() {
			stones := make([]int, tree.Graph.Len())
			var path []int
			for k := i; k >= 0; k = c.Nodes[k].Parent {
				path = append(path, k)
			}
			for _, k := range slices.Backward(path) {
				for j := 0; j < len(c.Nodes[k].Diff); j += 2 {
					stones[c.Nodes[k].Diff[j]] = c.Nodes[k].Diff[j+1]
				}
			}
			for p, color := range at.Game.StonesAfter(at.Game.Len()) {
				if stones[p] != int(color.Number()) {
					t.Fatalf("%s: node %d: point %s is %d, want %v", sgf, i, tree.Graph.Vertex(baduk.Point(p)), stones[p], color)
				}
			}
			i++
		}
		if i != len(c.Nodes) {
			t.Errorf("%s: %d nodes, want %d", sgf, len(c.Nodes), i)
		}
	}
}

// TestProblems plays every bundled problem as the script does: the right moves lead to a right end, and the first wrong
// one does not.
func TestProblems(t *testing.T) {
	checked := 0
	sets, err := exercises.Sets()
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range sets {
		for _, p := range set.Problems[:5] {
			tree := read(t, string(p.SGF))
			_, c := made(t, tree, Options{Problem: true})
			at := c.Start
			for steps := 0; !c.Nodes[at].Over; steps++ {
				next := slices.IndexFunc(c.Nodes, func(n node) bool { return n.Parent == at && n.Right && n.Color == c.Pupil })
				if next < 0 || steps > 50 {
					t.Fatalf("%s: no right move after node %d", set.Name, at)
				}
				if at = next; c.Nodes[at].Reply != nil {
					at = *c.Nodes[at].Reply
				}
			}
			if !c.Nodes[at].Right {
				t.Errorf("%s: the end at node %d is not right", set.Name, at)
			}
			checked++
		}
	}
	if checked < 20 {
		t.Errorf("%d problems were checked", checked)
	}
}

// TestHostile checks that texts of a record do not become markup, and that the page loads nothing.
func TestHostile(t *testing.T) {
	evil := `</script><script>alert(1)</script><img src=x onerror=alert(1)>`
	escaped := strings.NewReplacer(`\`, `\\`, `]`, `\]`).Replace(evil)
	text, c := made(t, read(t, "(;SZ[9]PB["+escaped+"]EV["+escaped+"]C["+escaped+"];B[aa]LB[bb:"+strings.ReplaceAll(escaped, ":", `\:`)+"])"), Options{})
	if strings.Contains(text, "<img") || strings.Count(text, "<script") != 2 {
		t.Error("a text of the record is markup")
	}
	if c.Nodes[0].Text != evil {
		t.Errorf("the comment is %q", c.Nodes[0].Text)
	}
	if outside := regexp.MustCompile(`(?i)<[a-z]+[^>]*\ssrc=|@import|url\(|href="https?:`).FindAllString(text, -1); len(outside) > 0 {
		t.Errorf("the page refers to %v", outside)
	}
}

// TestAnalysis checks that the page has the values of the record, and only the points of a part.
func TestAnalysis(t *testing.T) {
	tree := read(t, "(;SZ[9];B[ee];W[cc])")
	n := tree.Root().Children()[0]
	win, lead := 0.623, 4.567
	if err := n.SetAnalysis(&kifu.Analysis{Win: &win, Lead: &lead, Candidates: []kifu.Candidate{{Point: 3, Lead: &lead, PV: []baduk.Point{3, 4}}}}); err != nil {
		t.Fatal(err)
	}
	part, err := diagram.Between(tree.Graph, 0, 40)
	if err != nil {
		t.Fatal(err)
	}
	_, c := made(t, tree, Options{Part: part})
	if one := c.Nodes[1]; one.Lead == nil || *one.Lead != 4.57 || *one.Win != 0.62 || len(one.Best) != 1 || !slices.Equal(one.Best[0].Line, []int{3, 4}) {
		t.Errorf("node 1 is %+v", one)
	}
	shown := 0
	for _, s := range c.Shown {
		if s {
			shown++
		}
	}
	if shown != len(part) {
		t.Errorf("%d points are shown, want %d", shown, len(part))
	}
}

// TestAnalyses checks that the page has the analysis that can be read beside one that cannot, and that a candidate
// without a line of moves has itself as its line.
func TestAnalyses(t *testing.T) {
	t.Parallel()
	_, c := made(t, read(t, "(;SZ[9];B[ee]KT[x]SBKV[60]SBKS[2])"), Options{})
	if got := c.Nodes[1].Win; got == nil {
		t.Error("the page has no win rate, want that of SBKV")
	}
	_, c = made(t, read(t, `(;SZ[9]TGA[{"v":1,"win":0.5,"moves":[{"m":"E5","order":0,"visits":5,"win":0.5}\]}])`), Options{})
	if best := c.Nodes[0].Best; len(best) != 1 || !slices.Equal(best[0].Line, []int{best[0].Point}) {
		t.Errorf("got the candidates %+v, want one whose line is itself", best)
	}
}
