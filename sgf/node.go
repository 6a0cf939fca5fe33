package sgf

import (
	"iter"
	"slices"
)

// Collection is the content of a file: the roots of one or more game trees, in the
// order of the file (FF[4] "Collection").
type Collection []*Node

// Node is a node of a game tree with its properties and variations in the order
// of the file (FF[4] "Node"). The zero value is an empty node, ready to use.
//
// The tree does not distinguish sequences from variations. A single child continues
// the sequence. Several children are variations; the first is the main line.
type Node struct {
	Properties []Property
	Children   []*Node
}

// Property is a name in upper case with at least one value (FF[4] "Property"). Values are
// raw: they are the text between the brackets, escapes included. Unknown properties are
// therefore written as they were read. An empty value, as in B[], is the empty string.
// [Text] and [SimpleText] decode a value, [Escape] encodes a value, and [SplitValue]
// divides a composed value.
type Property struct {
	Name   string
	Values []string
}

// Has reports whether the node has the property.
func (n *Node) Has(name string) bool { return n.index(name) >= 0 }

// Value returns the first raw value of the property, or false if the node does not have
// the property.
func (n *Node) Value(name string) (raw string, ok bool) {
	for _, p := range n.Properties {
		if p.Name == name && len(p.Values) > 0 {
			return p.Values[0], true
		}
	}
	return "", false
}

// Values returns the raw values of the property, or nil if it is missing. If the node
// has the property several times, against the standard, Values returns the values
// of all of them. The caller must not change the slice, because the node may use it.
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

// Text returns the first value of the property, decoded by [Text]. It returns "" if the
// property is missing.
func (n *Node) Text(name string) string {
	raw, _ := n.Value(name)
	return Text(raw)
}

// SimpleText returns the first value of the property, decoded by [SimpleText]. It
// returns "" if the property is missing.
func (n *Node) SimpleText(name string) string {
	raw, _ := n.Value(name)
	return SimpleText(raw)
}

// Set replaces the raw values of the property. An existing property keeps its place
// among the others; a new one comes last. Without values, Set removes the property.
// Text has to be escaped: n.Set("C", sgf.Escape(text)).
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

// Add appends raw values to the property. If the property is missing, Add creates it.
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

// MainLine yields the node, its first child, that child's first child, and so on.
func (n *Node) MainLine() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for at := n; yield(at) && len(at.Children) > 0; {
			at = at.Children[0]
		}
	}
}

// All yields the node and all its descendants in the order of a file: a node
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

// Equal reports whether both collections have the same trees. Their nodes must have the
// same properties in the same order with the same raw values. Unlike
// [reflect.DeepEqual], Equal does not recurse.
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
