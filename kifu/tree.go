package kifu

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"tengen/baduk"
	"tengen/sgf"
	"tengen/topology"
)

// Tree is a game record with its variations. Its properties are kept as they
// were read, unknown ones byte for byte; everything typed, such
// as [Node.Moves] or [Tree.Info], reads and writes them. A Tree is not safe for
// concurrent use.
type Tree struct {
	// Graph is the board.
	Graph *baduk.Graph
	// Rules are the rules in force as far as they can be played here, komi
	// included; see [Record].
	Rules                 baduk.Rules
	RulesKnown, KomiKnown bool
	// Notes are what a reader should know of the board, the rules and the komi: what
	// was not understood, guessed or corrected, a sentence each.
	Notes []string

	root       *Node
	number     int // which of its file, from 1; 0 if it is from none
	aboutBoard int // how many of the Notes, the first ones
	notation   notation
	board      *topology.Board // what the record says its board is, nil for a rectangle
}

// NewTree is an empty record of a game on that board under those rules.
func NewTree(g *baduk.Graph, rules baduk.Rules) (*Tree, error) {
	return FromGame(baduk.NewGame(g, rules), Info{Application: application}).Tree()
}

// application is how records name this program.
const application = "tengen"

// Tree is the record as a tree of one line. It errs as [Record.Write] does.
func (r *Record) Tree() (*Tree, error) {
	root, err := r.tree()
	if err != nil {
		return nil, err
	}
	return newTree(root, nil)
}

// newTree understands the root of a tree. Boards may be shared with other trees.
func newTree(root *sgf.Node, shared *boards) (*Tree, error) {
	if err := checkGame(root); err != nil {
		return nil, err
	}
	t := &Tree{}
	if err := t.readBoard(root, shared); err != nil {
		return nil, err
	}
	t.notation = notationOf(t.Graph)
	t.root = t.adopt(root)
	if err := t.widenForAll(shared); err != nil {
		return nil, err
	}
	t.aboutBoard = len(t.Notes)
	t.readRules()
	return t, nil
}

// checkGame errs on a record that says it is another game.
func checkGame(root *sgf.Node) error {
	if gm := strings.TrimSpace(root.SimpleText("GM")); gm != "" && gm != "1" {
		return fmt.Errorf("%w: GM[%s], and Go is GM[1]", ErrNotGo, clip(gm))
	}
	return nil
}

// playsGo reports whether a record has moves of Go, whatever game it says it is.
func playsGo(root *sgf.Node) bool {
	t := &Tree{}
	if err := t.readBoard(root, nil); err != nil {
		return false
	}
	t.notation = notationOf(t.Graph)
	for n := range t.adopt(root).All() {
		if moves, _ := n.Moves(); len(moves) > 0 {
			return true
		}
	}
	return false
}

// adopt makes nodes of ours out of a tree, without recursion.
func (t *Tree) adopt(root *sgf.Node) *Node {
	top := &Node{tree: t, data: sgf.Node{Properties: root.Properties}}
	type pair struct {
		from *sgf.Node
		to   *Node
	}
	open := []pair{{root, top}}
	for len(open) > 0 {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		if len(last.from.Children) == 0 {
			continue
		}
		nodes := make([]Node, len(last.from.Children))
		last.to.children = make([]*Node, len(nodes))
		for i, child := range last.from.Children {
			n := &nodes[i]
			n.tree, n.parent, n.data.Properties = t, last.to, child.Properties
			last.to.children[i] = n
			open = append(open, pair{child, n})
		}
	}
	return top
}

// sgf is the tree of properties below n, sharing them.
func (n *Node) sgf() *sgf.Node {
	top := &sgf.Node{Properties: n.data.Properties}
	type pair struct {
		from *Node
		to   *sgf.Node
	}
	open := []pair{{n, top}}
	for len(open) > 0 {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		last.to.Children = make([]*sgf.Node, len(last.from.children))
		for i, child := range last.from.children {
			last.to.Children[i] = &sgf.Node{Properties: child.data.Properties}
			open = append(open, pair{child, last.to.Children[i]})
		}
	}
	return top
}

// Root is the first node, which every tree has.
func (t *Tree) Root() *Node { return t.root }

// Record is the main line; see [Tree.Line].
func (t *Tree) Record() *Record {
	last := t.root
	for n := range t.root.MainLine() {
		last = n
	}
	return t.Line(last)
}

// Line is the game from the root to the node n, without variations.
func (t *Tree) Line(n *Node) *Record {
	r := &Record{Info: t.Info(), Graph: t.Graph, Rules: t.Rules, RulesKnown: t.RulesKnown, KomiKnown: t.KomiKnown,
		Notes: slices.Clone(t.Notes)}
	r.read(n.Path(), t.notation)
	return r
}

// WriteOptions say how records are written; the zero value is UTF-8 with the
// properties in the order they have.
type WriteOptions = sgf.WriteOptions

// Write writes records as one file in SGF. Missing are the characters that the
// encoding lacks and that were replaced, if the options allow it. Nothing is
// written after an error.
func Write(w io.Writer, o WriteOptions, trees ...*Tree) (missing []rune, err error) {
	var all sgf.Collection
	for _, t := range trees {
		all = append(all, t.root.sgf())
	}
	data, missing, err := all.Encode(o)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(data)
	return missing, err
}

// Export writes the main line in another format than SGF, whatever of it that format
// has: lost says what it has not. It errs where the game cannot be written in it at
// all.
func (t *Tree) Export(f Format) (data []byte, lost []string, err error) {
	export, err := exporterOf(f)
	if err != nil {
		return nil, nil, err
	}
	return export(t.root.sgf())
}
