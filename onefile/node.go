package onefile

import (
	"tengen/baduk"
	"tengen/exercise"
	"tengen/kifu"
)

// node is a node of the record. Points are numbers; -1 is a pass. Colours are 1 for Black, -1 for White, 0 for none.
// Values are from Black's perspective.
type node struct {
	Parent int    `json:"parent"` // index of the node before; -1 for the root
	Color  int8   `json:"color,omitempty"`
	Point  *int   `json:"point,omitempty"` // the move; nil if the node has none
	Number int    `json:"number"`          // moves since the root
	Diff   []int  `json:"diff,omitempty"`  // the changes on the board: pairs of a point and its new colour
	Text   string `json:"text,omitempty"`

	Marks  map[string][]int `json:"marks,omitempty"`
	Labels map[int]string   `json:"labels,omitempty"`
	Lines  [][2]int         `json:"lines,omitempty"`
	Arrows [][2]int         `json:"arrows,omitempty"`

	Win   *float64    `json:"win,omitempty"`  // 0 to 1
	Lead  *float64    `json:"lead,omitempty"` // points
	Exact bool        `json:"exact,omitempty"`
	Best  []candidate `json:"best,omitempty"`

	// In a problem: whether the pupil can still reach a right end, whether the problem is over here, and the node of
	// the opponent's reply.
	Right bool `json:"right,omitempty"`
	Over  bool `json:"over,omitempty"`
	Reply *int `json:"reply,omitempty"`
}

// candidate is a move that a search considered.
type candidate struct {
	Point int      `json:"point"`
	Lead  *float64 `json:"lead,omitempty"`
	Win   *float64 `json:"win,omitempty"`
	Line  []int    `json:"line"`
}

const (
	mostCandidates = 5  // candidates of a node
	longestLine    = 20 // moves of a candidate's line
)

// markNames has the names of the marks in the script.
var markNames = map[kifu.Mark]string{
	kifu.MarkCircle: "circle", kifu.MarkSquare: "square", kifu.MarkTriangle: "triangle", kifu.MarkCross: "cross", kifu.MarkSelected: "selected",
	kifu.MarkTerritoryBlack: "blackTerritory", kifu.MarkTerritoryWhite: "whiteTerritory",
}

// nodesOf returns the nodes of a record, parents first, and the index of the node that is shown first.
func nodesOf(t *kifu.Tree, problem *exercise.Problem) (nodes []node, start int) {
	index := map[*kifu.Node]int{}
	stones := map[*kifu.Node][]baduk.Color{} // of nodes whose children are not all seen yet
	for at := range t.Walk() {
		n := at.Node
		index[n] = len(nodes)
		after := at.Game.StonesAfter(at.Game.Len())
		one := node{Parent: -1, Number: at.Number, Text: n.Comment()}
		var before []baduk.Color
		if parent := n.Parent(); parent != nil {
			one.Parent = index[parent]
			before = stones[parent]
		}
		for p, c := range after {
			if before == nil && c != baduk.Empty || before != nil && c != before[p] {
				one.Diff = append(one.Diff, p, int(c.Number()))
			}
		}
		stones[n] = append([]baduk.Color{}, after...)
		if parent := n.Parent(); parent != nil && parent.Children()[len(parent.Children())-1] == n {
			delete(stones, parent)
		}
		if m, ok := n.Move(); ok {
			point := int(m.Point)
			if m.IsPass() {
				point = -1
			}
			one.Color, one.Point = m.Color.Number(), &point
		}
		one.mark(n.Markup())
		one.analyse(n)
		if problem != nil {
			one.Text, one.Right, one.Over = exercise.Text(n), problem.Right(n), problem.Over(n)
		}
		nodes = append(nodes, one)
	}
	if problem == nil {
		return nodes, 0
	}
	for n, i := range index {
		if reply := problem.Reply(n); reply != nil {
			to := index[exercise.Settle(reply)]
			nodes[i].Reply = &to
		}
	}
	return nodes, index[problem.Start]
}

// mark adds the markup of a node.
func (n *node) mark(m kifu.Markup) {
	for kind, name := range markNames {
		for _, p := range m.Points[kind] {
			if n.Marks == nil {
				n.Marks = map[string][]int{}
			}
			n.Marks[name] = append(n.Marks[name], int(p))
		}
	}
	for p, text := range m.Labels {
		if n.Labels == nil {
			n.Labels = map[int]string{}
		}
		n.Labels[int(p)] = text
	}
	for _, pair := range m.Lines {
		n.Lines = append(n.Lines, [2]int{int(pair[0]), int(pair[1])})
	}
	for _, pair := range m.Arrows {
		n.Arrows = append(n.Arrows, [2]int{int(pair[0]), int(pair[1])})
	}
}

// analyse adds the analysis of a node, if it has one that can be read.
func (n *node) analyse(of *kifu.Node) {
	a, _ := of.Analysis()
	if a == nil {
		return
	}
	n.Win, n.Lead, n.Exact = rounded(a.Win), rounded(a.Lead), a.Exact
	for _, c := range a.Candidates[:min(len(a.Candidates), mostCandidates)] {
		one := candidate{Point: int(c.Point), Lead: rounded(c.Lead), Win: rounded(c.Win)}
		for _, p := range c.PV[:min(len(c.PV), longestLine)] {
			one.Line = append(one.Line, int(p))
		}
		if one.Line == nil {
			one.Line = []int{one.Point}
		}
		n.Best = append(n.Best, one)
	}
}

// rounded rounds a value that may be missing.
func rounded(v *float64) *float64 {
	if v == nil {
		return nil
	}
	r := round(*v)
	return &r
}
