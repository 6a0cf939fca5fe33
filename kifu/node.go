package kifu

import (
	"iter"
	"slices"

	"tengen/sgf"
)

// Node is a node of a record, with its properties and children. It always belongs to
// the same [Tree], even after [Tree.Cut] has removed it.
type Node struct {
	tree     *Tree
	data     sgf.Node // properties of the node; the field Children is always nil
	parent   *Node
	children []*Node
}

// Tree returns the record that the node belongs to.
func (n *Node) Tree() *Tree { return n.tree }

// Parent returns the node before n. It is nil for the root, and for the first node of a
// branch that was cut off.
func (n *Node) Parent() *Node { return n.parent }

// Children returns the variations after n, the main line first. The caller must not
// change the slice, because the node uses it.
func (n *Node) Children() []*Node { return n.children }

// Index returns the place of n among the children of its parent, from 0.
func (n *Node) Index() int {
	if n.parent == nil {
		return 0
	}
	return slices.Index(n.parent.children, n)
}

// Depth returns the number of nodes on the path from the root to n, without n.
func (n *Node) Depth() int {
	d := 0
	for n.parent != nil {
		n = n.parent
		d++
	}
	return d
}

// Path returns the nodes from the root to n, both included.
func (n *Node) Path() []*Node {
	var path []*Node
	for m := n; m != nil; m = m.parent {
		path = append(path, m)
	}
	slices.Reverse(path)
	return path
}

// MainLine yields the node, its first child, that child's first child, and so on.
func (n *Node) MainLine() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for m := n; yield(m) && len(m.children) > 0; {
			m = m.children[0]
		}
	}
}

// All yields the node and all its descendants in the order of a file: a node before
// its children, and a variation to its end before the next one. It does not recurse.
func (n *Node) All() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		open := []*Node{n}
		for len(open) > 0 {
			m := open[len(open)-1]
			open = open[:len(open)-1]
			if !yield(m) {
				return
			}
			for _, child := range slices.Backward(m.children) {
				open = append(open, child)
			}
		}
	}
}

// Count returns the number of nodes in the subtree of n, n included.
func (n *Node) Count() int {
	count := 0
	for range n.All() {
		count++
	}
	return count
}

// Properties returns the names of the node's properties, in their order.
func (n *Node) Properties() []string {
	var names []string
	for _, p := range n.data.Properties {
		names = append(names, p.Name)
	}
	return names
}

// Size returns the number of bytes that the values of the node's properties take in SGF.
func (n *Node) Size() int {
	size := 0
	for _, p := range n.data.Properties {
		for _, v := range p.Values {
			size += len(v)
		}
	}
	return size
}

// Values returns the raw values of any property, as SGF has them.
func (n *Node) Values(name string) []string { return slices.Clone(n.data.Values(name)) }

// SetValues replaces the raw values of a property, escapes included. Without values
// it removes the property.
func (n *Node) SetValues(name string, raw ...string) { n.data.Set(name, raw...) }

// Text returns the first value of a property, decoded as text.
func (n *Node) Text(name string) string { return n.data.Text(name) }

// SetText makes text the only value of a property; the empty text removes it.
func (n *Node) SetText(name, text string) {
	if text == "" {
		n.data.Set(name)
		return
	}
	n.data.Set(name, sgf.Escape(text))
}

// Comment is the comment on the position (C).
func (n *Node) Comment() string { return n.Text("C") }

// SetComment changes the comment; the empty text removes it.
func (n *Node) SetComment(text string) { n.SetText("C", text) }

// Name is the name of the node (N).
func (n *Node) Name() string { return n.data.SimpleText("N") }

// SetName names the node; the empty text removes the name.
func (n *Node) SetName(text string) { n.SetText("N", text) }

// Analysis returns the analysis of the position. It tries the kinds in the order of the
// constants of [AnalysisKind] and returns the first readable one. It returns nil if the
// node has no readable analysis. The error joins the faults of the kinds that were
// tried before. See docs/formats.md.
func (n *Node) Analysis() (*Analysis, error) { return analysisOf(n.withNext(), n.tree.notation) }

// SetAnalysis replaces the analysis of the node in each of the given kinds; the default
// is [AnalysisTengen]. A nil analysis removes these kinds. If a value cannot be
// written, SetAnalysis returns an error and does not change the node.
func (n *Node) SetAnalysis(a *Analysis, kinds ...AnalysisKind) error {
	if len(kinds) == 0 {
		kinds = []AnalysisKind{AnalysisTengen}
	}
	data := n.withNext()
	err := setAnalysis(data, n.tree.notation, a, kinds...)
	n.data.Properties = data.Properties
	return err
}

// withNext returns the node with its first child as the only child. The move of the
// child may be needed to find the player to move.
func (n *Node) withNext() *sgf.Node {
	data := &sgf.Node{Properties: n.data.Properties}
	if len(n.children) > 0 {
		data.Children = []*sgf.Node{{Properties: n.children[0].data.Properties}}
	}
	return data
}
