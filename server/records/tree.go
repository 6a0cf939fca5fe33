package records

import (
	"encoding/json"
	"fmt"

	"tengen/kifu"
)

// tree has the nodes of a game in the order of the file. In JSON a node is an array: number, parent (-1 for the root),
// colour (0 for no move, 1 black, -1 white), vertex, flags, number of moves so far, name.
type tree struct {
	Root  int       `json:"root"`
	Nodes treeNodes `json:"nodes"`
}

type treeNodes []treeNode

type treeNode struct {
	node, parent int32
	color        int8
	vertex       string
	flags        uint16
	number       int
	label        string
}

// The flags of a node.
const (
	flagComment = 1 << iota
	flagMarks
	flagSetup
	flagName
	flagJudged
	flagFault
	flagAnalysis
)

// MarshalJSON writes the arrays.
func (list treeNodes) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 2+40*len(list))
	b = append(b, '[')
	for i, n := range list {
		vertex, err := json.Marshal(n.vertex)
		if err != nil {
			return nil, err
		}
		label, err := json.Marshal(n.label)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, "[%d,%d,%d,%s,%d,%d,%s]", n.node, n.parent, n.color, vertex, n.flags, n.number, label)
	}
	return append(b, ']'), nil
}

// drawn returns the tree of a game for the page.
func (d *Document) drawn(t *kifu.Tree) *tree {
	drawn := &tree{Root: int(d.numbers[t.Root()])}
	moves := make([]int32, len(d.nodes)) // moves so far, by the number of the node
	for n := range t.Root().All() {
		e := d.entry(n)
		if p := n.Parent(); p != nil {
			e.number += int(moves[d.numbers[p]])
		}
		moves[e.node] = int32(e.number)
		drawn.Nodes = append(drawn.Nodes, e)
	}
	return drawn
}

// entry returns a node for the tree. Its field number counts only the moves of this node. [Document.drawn] adds the
// moves of the nodes before it.
func (d *Document) entry(n *kifu.Node) treeNode {
	e := treeNode{node: d.numbers[n], parent: -1, label: n.Name()}
	if p := n.Parent(); p != nil {
		e.parent = d.numbers[p]
	}
	moves, err := n.Moves()
	e.number = len(moves)
	if err != nil {
		e.number = max(1, e.number)
	}
	if len(moves) > 0 {
		m := moves[len(moves)-1]
		e.color, e.vertex = m.Color.Number(), n.Tree().Graph.Vertex(m.Point)
	}
	for _, name := range n.Properties() {
		e.flags |= flagOf(name)
	}
	if d.judge(n.Tree()).nodes[n] {
		e.flags |= flagFault
	}
	return e
}

// flagOf returns the flag that a node gets for a property.
func flagOf(property string) uint16 {
	switch kifu.KindOf(property) {
	case kifu.KindComment:
		return flagComment
	case kifu.KindName:
		return flagName
	case kifu.KindSetup:
		return flagSetup
	case kifu.KindJudgement:
		return flagJudged
	case kifu.KindAnalysis:
		return flagAnalysis
	case kifu.KindMark:
		return flagMarks
	}
	return 0
}
