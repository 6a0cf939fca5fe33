package kifu

import (
	"errors"
	"fmt"
	"slices"

	"tengen/sgf"
)

// Merge adds what another record of a game on the same board says: where both
// have the same moves and stones the nodes become one, everything else becomes
// variations after those that are there. Nothing is lost: comments are put one
// after the other, and where a property with one value has another in each, the
// second is kept under its name with an X before it (XKM, or XXKM if there is one
// already). The other record stays as it is.
func (t *Tree) Merge(other *Tree) error {
	if t.Graph.Fingerprint() != other.Graph.Fingerprint() || t.Graph.Len() != other.Graph.Len() {
		return fmt.Errorf("a record on %v cannot be merged with one on %v", other.notation, t.notation)
	}
	if t == other {
		return errors.New("a record cannot be merged with itself")
	}
	type pair struct{ into, from *Node }
	open := []pair{{t.root, other.root}}
	for len(open) > 0 {
		p := open[len(open)-1]
		open = open[:len(open)-1]
		p.into.unite(p.from)
		for _, child := range p.from.children {
			same := p.into.sameAs(child)
			if same == nil {
				same = p.into.newChild()
			}
			open = append(open, pair{same, child})
		}
	}
	t.Notes = nil
	t.readRules()
	return nil
}

// sameAs is the child that does the same on the board as that node.
func (n *Node) sameAs(other *Node) *Node {
	key := other.deed()
	for _, child := range n.children {
		if slices.Equal(child.deed(), key) {
			return child
		}
	}
	return nil
}

// deed is what a node does to the board: its moves in their order, its stones in
// any.
func (n *Node) deed() []string {
	var deed, stones []string
	how := n.tree.notation
	for _, p := range n.data.Properties {
		w := how.written()
		switch {
		case slices.Contains(moveNames[w][1:], p.Name):
			for _, raw := range p.Values {
				if point, err := how.point(raw); err == nil {
					raw = how.format(point)
				}
				deed = append(deed, p.Name+raw)
			}
		case slices.Contains(setupNames[w][:], p.Name):
			points, err := how.list(p.Values)
			for _, point := range points {
				stones = append(stones, p.Name+how.format(point))
			}
			if err != nil {
				stones = append(stones, p.Values...)
			}
		case p.Name == "PL":
			stones = append(stones, "PL"+p.Values[0])
		}
	}
	slices.Sort(stones)
	return append(deed, stones...)
}

// rootOnly are properties that every file has its own of: they say how it was
// written.
var rootOnly = []string{"FF", "GM", "CA", "AP", "ST", "SZ", "BOARD"}

// unite adds the properties of another node that does the same.
func (n *Node) unite(other *Node) {
	w := n.tree.notation.written()
	for _, p := range other.data.Properties {
		mine := n.data.Values(p.Name)
		deed := slices.Contains(moveNames[w][1:], p.Name) || slices.Contains(setupNames[w][:], p.Name)
		switch {
		case mine == nil:
			n.data.Set(p.Name, slices.Clone(p.Values)...)
		case slices.Equal(mine, p.Values) || deed || slices.Contains(rootOnly, p.Name):
		case p.Name == "C" || p.Name == "GC":
			n.uniteText(p.Name, p.Values[0])
		case listed(p.Name):
			for _, raw := range p.Values {
				if !slices.Contains(mine, raw) {
					n.data.Add(p.Name, raw)
				}
			}
		default:
			n.keepBoth(p)
		}
	}
}

// uniteText appends a comment that is not there yet.
func (n *Node) uniteText(name, raw string) {
	mine, theirs := n.data.Text(name), sgf.Text(raw)
	if mine != theirs {
		n.SetText(name, mine+"\n\n"+theirs)
	}
}

// listed reports whether a property is a list, to which values can be added.
func listed(name string) bool {
	_, mark := markOf(name)
	return mark
}

// keepBoth keeps a value that another one stands in the way of.
func (n *Node) keepBoth(p sgf.Property) {
	for name := "X" + p.Name; ; name = "X" + name {
		if mine := n.data.Values(name); mine == nil {
			n.data.Set(name, slices.Clone(p.Values)...)
			return
		} else if slices.Equal(mine, p.Values) {
			return
		}
	}
}
