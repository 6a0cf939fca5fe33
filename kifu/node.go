package kifu

import (
	"iter"
	"slices"

	"tengen/sgf"
)

// Node is a node of a record: properties, and the variations that follow. It
// belongs to one [Tree] for ever, also while it is cut off.
type Node struct {
	tree     *Tree
	data     sgf.Node // its properties; Children stays nil
	parent   *Node
	children []*Node
}

// Tree is the record that the node belongs to.
func (n *Node) Tree() *Tree { return n.tree }

// Parent is the node before, nil for the root and for the top of what was cut
// off.
func (n *Node) Parent() *Node { return n.parent }

// Children are the variations after n, the main line first. The slice is the
// node's own: do not change it.
func (n *Node) Children() []*Node { return n.children }

// Index is which of its parent's children n is, from 0.
func (n *Node) Index() int {
	if n.parent == nil {
		return 0
	}
	return slices.Index(n.parent.children, n)
}

// Depth is how many nodes are before n.
func (n *Node) Depth() int {
	d := 0
	for n.parent != nil {
		n = n.parent
		d++
	}
	return d
}

// Path are the nodes from the root to n, both included.
func (n *Node) Path() []*Node {
	var path []*Node
	for m := n; m != nil; m = m.parent {
		path = append(path, m)
	}
	slices.Reverse(path)
	return path
}

// MainLine yields the node, its first child, the first child of that, and so on.
func (n *Node) MainLine() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for m := n; yield(m) && len(m.children) > 0; {
			m = m.children[0]
		}
	}
}

// All yields the node and everything below it in the order of a file: a node
// before its children, a variation to its end before the next. It does not
// recurse.
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

// Count is the number of nodes from n down.
func (n *Node) Count() int {
	count := 0
	for range n.All() {
		count++
	}
	return count
}

// Properties are the names of what the node holds, in its order.
func (n *Node) Properties() []string {
	var names []string
	for _, p := range n.data.Properties {
		names = append(names, p.Name)
	}
	return names
}

// Size is how many bytes the values of the node's properties take in SGF.
func (n *Node) Size() int {
	size := 0
	for _, p := range n.data.Properties {
		for _, v := range p.Values {
			size += len(v)
		}
	}
	return size
}

// Values are the raw values of any property, as SGF has them; see [Node.SetValues].
func (n *Node) Values(name string) []string { return slices.Clone(n.data.Values(name)) }

// SetValues gives a property raw values, escapes included; none remove it.
func (n *Node) SetValues(name string, raw ...string) { n.data.Set(name, raw...) }

// Text is the first value of a property as text.
func (n *Node) Text(name string) string { return n.data.Text(name) }

// SetText makes text the only value of a property; the empty text removes it.
func (n *Node) SetText(name, text string) {
	if text == "" {
		n.data.Set(name)
		return
	}
	n.data.Set(name, sgf.Escape(text))
}

// Comment is what is said of the position (C).
func (n *Node) Comment() string { return n.Text("C") }

// SetComment changes the comment; the empty text removes it.
func (n *Node) SetComment(text string) { n.SetText("C", text) }

// Name is the name of the node (N).
func (n *Node) Name() string { return n.data.SimpleText("N") }

// SetName names the node; the empty text removes the name.
func (n *Node) SetName(text string) { n.SetText("N", text) }

// Analysis is what programs thought of the position, of the properties that can be
// read the one that says most; nil without one. The error says what is wrong
// with others; see docs/formats.md.
func (n *Node) Analysis() (*Analysis, error) { return analysisOf(n.withNext(), n.tree.notation) }

// SetAnalysis writes an analysis in each of the kinds, [AnalysisTengen] if none are
// given, in place of what the node has of them; nil removes it. On an error, which
// says what cannot be written, the node is as it was.
func (n *Node) SetAnalysis(a *Analysis, kinds ...AnalysisKind) error {
	if len(kinds) == 0 {
		kinds = []AnalysisKind{AnalysisTengen}
	}
	data := n.withNext()
	err := setAnalysis(data, n.tree.notation, a, kinds...)
	n.data.Properties = data.Properties
	return err
}

// withNext is the node with its first successor, which tells whose turn it is.
func (n *Node) withNext() *sgf.Node {
	data := &sgf.Node{Properties: n.data.Properties}
	if len(n.children) > 0 {
		data.Children = []*sgf.Node{{Properties: n.children[0].data.Properties}}
	}
	return data
}
