package sgf

import (
	"iter"
	"slices"
)

// Collection is what a file holds: the roots of one or more game trees, in the
// order of the file (FF[4] "Collection").
type Collection []*Node

// Node is a node of a game tree with its properties and variations in the order
// of the file (FF[4] "Node"). The zero value is an empty node, ready to use.
//
// Whether child nodes continue a sequence or begin variations is not a
// difference in the tree: one child continues, several are variations, the first
// of them the main line.
type Node struct {
	Properties []Property
	Children   []*Node
}

// Property is a name, in upper case, with its values, of which there is at least
// one (FF[4] "Property"). Values are raw: the bytes between the brackets, with
// their escapes, so that what nobody understands is written as it was read. An
// empty value, as in B[], is the empty string. [Text] and [SimpleText] decode a
// value, [Escape] encodes one, [SplitValue] divides a composed one.
type Property struct {
	Name   string
	Values []string
}

// Has tells whether the node has the property.
func (n *Node) Has(name string) bool { return n.index(name) >= 0 }

// Value is the first raw value of the property; false if missing.
func (n *Node) Value(name string) (raw string, ok bool) {
	for _, p := range n.Properties {
		if p.Name == name && len(p.Values) > 0 {
			return p.Values[0], true
		}
	}
	return "", false
}

// Values are the raw values of the property, nil if there are none. A property
// that is wrongly in the node several times gives the values of all of them.
// The slice may be the node's own: do not change it.
func (n *Node) Values(name string) []string {
	var all []string
	for _, p := range n.Properties {
		if p.Name != name {
			continue
		}
		if all == nil {
			all = slices.Clip(p.Values)
		} else {
			all = append(all, p.Values...)
		}
	}
	return all
}

// Text is the first value of the property as [Text], "" if missing.
func (n *Node) Text(name string) string {
	raw, _ := n.Value(name)
	return Text(raw)
}

// SimpleText is the first value of the property as [SimpleText], "" if there is
// none.
func (n *Node) SimpleText(name string) string {
	raw, _ := n.Value(name)
	return SimpleText(raw)
}

// Set gives the property these raw values instead of any it had. It stays in its
// place among the others; a new one comes last. Without values the property is
// removed. Text has to be escaped: n.Set("C", sgf.Escape(text)).
func (n *Node) Set(name string, raw ...string) {
	at := n.index(name)
	if at < 0 {
		n.Add(name, raw...)
		return
	}
	if len(raw) > 0 {
		n.Properties[at] = Property{name, slices.Clone(raw)}
		at++
	}
	rest := slices.DeleteFunc(n.Properties[at:], func(p Property) bool { return p.Name == name })
	n.Properties = n.Properties[:at+len(rest)]
}

// Add appends raw values to those of the property, which is made if it is not
// there.
func (n *Node) Add(name string, raw ...string) {
	if len(raw) == 0 {
		return
	}
	if at := n.index(name); at >= 0 {
		p := &n.Properties[at]
		p.Values = append(slices.Clip(p.Values), raw...)
		return
	}
	n.Properties = append(n.Properties, Property{name, slices.Clone(raw)})
}

func (n *Node) index(name string) int {
	return slices.IndexFunc(n.Properties, func(p Property) bool { return p.Name == name })
}

// NewChild appends an empty node to the children and returns it.
func (n *Node) NewChild() *Node {
	child := new(Node)
	n.Children = append(n.Children, child)
	return child
}

// MainLine yields the node, its first child, the first child of that, and so on.
func (n *Node) MainLine() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for at := n; yield(at) && len(at.Children) > 0; {
			at = at.Children[0]
		}
	}
}

// All yields the node and everything below it in the order of a file: a node
// before its children, and a variation to its end before the next one. It does
// not recurse, so it suits trees of any depth.
func (n *Node) All() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		todo := []*Node{n}
		for len(todo) > 0 {
			at := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if !yield(at) {
				return
			}
			for _, child := range slices.Backward(at.Children) {
				todo = append(todo, child)
			}
		}
	}
}

// Equal tells whether both hold the same trees: same shape, same properties in
// the same order, same raw values. It does not recurse, as [reflect.DeepEqual]
// does.
func (c Collection) Equal(other Collection) bool {
	type pair struct{ a, b []*Node }
	todo := []pair{{c, other}}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if len(p.a) != len(p.b) {
			return false
		}
		for i, a := range p.a {
			b := p.b[i]
			if !slices.EqualFunc(a.Properties, b.Properties, equalProperties) {
				return false
			}
			todo = append(todo, pair{a.Children, b.Children})
		}
	}
	return true
}

func equalProperties(a, b Property) bool {
	return a.Name == b.Name && slices.Equal(a.Values, b.Values)
}
