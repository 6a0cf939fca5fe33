package kifu

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tengen/baduk"
	"tengen/sgf"
)

// Merge adds the content of another record on the same board to t. Nodes with the same
// moves and stones are united. The remaining nodes of the other record become new
// variations after those of t.
//
// Nothing is lost, except the properties that describe how the other file was written
// (FF, CA, AP and the like). Comments are appended. If both records have a property
// with different values, the value of the other record is kept under the name with an X
// in front (XKM, or XXKM if XKM exists). The other record does not change. Merging it
// again changes nothing.
//
// If the boards or the stones at the start differ, Merge returns an error and changes
// nothing.
func (t *Tree) Merge(other *Tree) error {
	switch {
	case t == other:
		return errors.New("a record cannot be merged with itself")
	case !sameBoard(t.Graph, other.Graph):
		return fmt.Errorf("a record on %v cannot be merged with one on %v", other.notation, t.notation)
	case !slices.Equal(t.root.start(), other.root.start()):
		return errors.New("a record cannot be merged with one that begins with other stones or scores")
	}
	type pair struct{ into, from *Node }
	open := []pair{{t.root, other.root}}
	for len(open) > 0 {
		p := open[len(open)-1]
		open = open[:len(open)-1]
		p.into.unite(p.from)
		// Several children may have the same key: match them one to one.
		ours := map[string][]*Node{}
		for _, child := range p.into.children {
			ours[child.key()] = append(ours[child.key()], child)
		}
		for _, child := range p.from.children {
			key := child.key()
			if len(ours[key]) == 0 {
				ours[key] = []*Node{p.into.newChild()}
			}
			open = append(open, pair{ours[key][0], child})
			ours[key] = ours[key][1:]
		}
	}
	t.readRules()
	return nil
}

// sameBoard reports whether the points of both boards have the same neighbours,
// weights and names.
func sameBoard(a, b *baduk.Graph) bool {
	if a.Fingerprint() != b.Fingerprint() || a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		if p := baduk.Point(i); a.Vertex(p) != b.Vertex(p) {
			return false
		}
	}
	return true
}

// start lists the effect of a root on the board, without the player to move.
func (n *Node) start() []string {
	effect := slices.DeleteFunc(n.effect(), func(d string) bool { return strings.HasPrefix(d, "PL") })
	return append(append(effect, n.data.Values(propScores)...), n.data.Values(propPrisoners)...)
}

// key returns a string that is equal for nodes with the same effect on the board.
func (n *Node) key() string { return strings.Join(n.effect(), "]") }

// effect lists what a node does to the board: its moves in their order, then its
// sorted stones.
func (n *Node) effect() []string {
	var effect, stones []string
	how := n.tree.notation
	for _, p := range n.data.Properties {
		w := how.written()
		switch {
		case slices.Contains(moveNames[w][1:], p.Name):
			for _, raw := range p.Values {
				if point, err := how.point(raw); err == nil {
					raw = how.format(point)
				}
				effect = append(effect, p.Name+raw)
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
	return append(effect, stones...)
}

// rootOnly are properties of the root that describe how a file was written.
var rootOnly = []string{"FF", "GM", "CA", "AP", "ST", "SZ", "BOARD"}

// unite adds the properties of another node, which has the same effect on the board.
func (n *Node) unite(other *Node) {
	w := n.tree.notation.written()
	for i, p := range other.data.Properties {
		if slices.IndexFunc(other.data.Properties, func(q sgf.Property) bool { return q.Name == p.Name }) < i {
			continue // Values has already returned the values of duplicate properties
		}
		mine, theirs := n.data.Values(p.Name), other.data.Values(p.Name)
		effect := slices.Contains(moveNames[w][1:], p.Name) || slices.Contains(setupNames[w][:], p.Name)
		_, mark := n.tree.notation.markOf(p.Name)
		switch {
		case p.Name == "PL" && mine == nil && n.otherBegins(other):
			n.keepBoth(p.Name, theirs)
		case mine == nil:
			n.data.Set(p.Name, theirs...)
		case slices.Equal(mine, theirs) || effect || n.parent == nil && slices.Contains(rootOnly, p.Name):
		case p.Name == "C" || p.Name == "GC":
			n.uniteText(p.Name, mine, theirs)
		case mark:
			n.uniteList(p.Name, mine, theirs)
		default:
			n.keepBoth(p.Name, theirs)
		}
	}
}

// otherBegins reports whether n is a root and the records begin with different players.
// In that case the PL of the other root would be wrong in n.
func (n *Node) otherBegins(other *Node) bool {
	first := n.tree.firstToPlay()
	return n.parent == nil && first != baduk.Empty && first != other.tree.firstToPlay()
}

// uniteText appends texts that the node does not have yet.
func (n *Node) uniteText(name string, mine, theirs []string) {
	const gap = "\n\n"
	var all []string
	for _, raw := range mine {
		all = append(all, sgf.Text(raw))
	}
	had := len(all)
	for _, raw := range theirs {
		if text := sgf.Text(raw); !strings.Contains(gap+strings.Join(all, gap)+gap, gap+text+gap) {
			all = append(all, text)
		}
	}
	if len(all) > had {
		n.SetText(name, strings.Join(all, gap))
	}
}

// uniteList appends values that the list of the node does not have yet.
func (n *Node) uniteList(name string, mine, theirs []string) {
	all := withoutBlanks(mine)
	for _, raw := range theirs {
		if raw != "" && !slices.Contains(all, raw) {
			all = append(all, raw)
		}
	}
	if len(all) > 0 {
		n.data.Set(name, all...)
	}
}

// keepBoth stores values under another name, because the node has other values for
// the property.
func (n *Node) keepBoth(name string, values []string) {
	for {
		name = "X" + name
		if mine := n.data.Values(name); mine == nil || slices.Equal(mine, values) {
			n.data.Set(name, values...)
			return
		}
	}
}
