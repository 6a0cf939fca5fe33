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

// Tree is a game record with its variations. It keeps all properties as they were
// read, and unknown properties byte for byte. Methods such as [Node.Moves] and
// [Tree.SetInfo] read and write these properties. A Tree is not safe for concurrent use.
type Tree struct {
	// Graph is the board.
	Graph *baduk.Graph
	// Rules are the rules of the game, komi included, as far as this program can play
	// them; see [Record].
	Rules                 baduk.Rules
	RulesKnown, KomiKnown bool
	// Notes list what was not understood, guessed or corrected in the board, the rules
	// and the komi. Each note is a sentence.
	Notes []string

	root       *Node
	number     int // number of the game in its file, from 1; 0 if it is not from a file
	aboutBoard int // number of notes about the board; they come first in Notes
	notation   notation
	board      *topology.Board // board file of the record; nil for a rectangle
}

// NewTree returns an empty record of a game on a board under rules. It returns an error if
// the rules cannot be played on the board.
func NewTree(g *baduk.Graph, rules baduk.Rules) (*Tree, error) {
	if err := rules.CheckOn(g); err != nil {
		return nil, err
	}
	return FromGame(baduk.NewGame(g, rules), Info{Application: application}).Tree()
}

// application is the name of this program in records.
const application = "tengen"

// Tree returns the record as a tree with a single line. It returns the errors of
// [Record.Write].
func (r *Record) Tree() (*Tree, error) {
	root, err := r.tree()
	if err != nil {
		return nil, err
	}
	return newTree(root, nil)
}

// newTree makes a Tree from the root of an SGF tree. Boards may be shared with other
// trees.
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

// checkGame returns an error if GM names another game.
func checkGame(root *sgf.Node) error {
	if gm := strings.TrimSpace(root.SimpleText("GM")); gm != "" && gm != "1" {
		return fmt.Errorf("%w: GM[%s], and Go is GM[1]", ErrNotGo, clip(gm))
	}
	return nil
}

// playsGo reports whether a record has moves of Go. It ignores GM. The board may be
// shared with other trees.
func playsGo(root *sgf.Node, shared *boards) bool {
	t := &Tree{}
	if err := t.readBoard(root, shared); err != nil {
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

// adopt makes Nodes from an SGF tree, without recursion.
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

// sgf returns the subtree of n as an SGF tree that shares its properties.
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

// Root returns the first node. It is never nil.
func (t *Tree) Root() *Node { return t.root }

// Record returns the main line; see [Tree.Line].
func (t *Tree) Record() *Record {
	last := t.root
	for n := range t.root.MainLine() {
		last = n
	}
	return t.Line(last)
}

// Line returns the game from the root to the node n, without variations.
func (t *Tree) Line(n *Node) *Record {
	r := &Record{Info: t.Info(), Graph: t.Graph, Rules: t.Rules, RulesKnown: t.RulesKnown, KomiKnown: t.KomiKnown,
		Notes: slices.Clone(t.Notes)}
	r.read(n.Path(), t.notation)
	return r
}

// WriteOptions say how records are written. The zero value writes UTF-8 and keeps the
// order of the properties.
type WriteOptions = sgf.WriteOptions

// Encodings returns the names of the encodings in which [Write] can write.
func Encodings() []string { return sgf.Encodings() }

// Write writes records as one file in SGF. If the options allow it, Write replaces
// characters that the encoding lacks and returns them in missing. If encoding fails,
// Write writes nothing.
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

// Export writes the main line in a format other than SGF. The losses are the data that the
// format cannot store. Export returns an error if the format cannot store the game at all.
func (t *Tree) Export(f Format) (data []byte, losses []Loss, err error) {
	export, err := exporterOf(f)
	if err != nil {
		return nil, nil, err
	}
	root := t.root.sgf()
	root.Properties = slices.Clone(root.Properties)
	var info Info
	for n := range t.opening() { // the formats have no game information outside the root
		for _, f := range info.fields() {
			if !root.Has(f.name) {
				root.Set(f.name, n.data.Values(f.name)...)
			}
		}
	}
	return export(root)
}
