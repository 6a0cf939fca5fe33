package kifu

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tengen/baduk"
	"tengen/sgf"
)

// Merge adds what another record of a game on the same board says: where both
// have the same moves and stones the nodes become one, everything else becomes
// variations after those that are there. Nothing is lost but how the other file was
// written (FF, CA, AP and the like): comments are put one after the other, and
// where a property with one value has another in each, the second is kept under
// its name with an X before it (XKM, or XXKM if there is one already). The other
// record stays as it is, and merging it once more changes nothing.
//
// It errs, and changes nothing, where the boards or the stones at the start are not
// the same.
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
		// The same may be there several times: each of theirs gets one of ours.
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

// sameBoard reports whether the points of both boards are joined alike, weigh the
// same and are called the same.
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

// start is what a root does to the board, whose turn it is apart.
func (n *Node) start() []string {
	deed := slices.DeleteFunc(n.deed(), func(d string) bool { return strings.HasPrefix(d, "PL") })
	return append(append(deed, n.data.Values(propScores)...), n.data.Values(propPrisoners)...)
}

// key is the deed of a node in one word, the same for nodes that do the same.
func (n *Node) key() string { return strings.Join(n.deed(), "]") }

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
	for i, p := range other.data.Properties {
		if slices.IndexFunc(other.data.Properties, func(q sgf.Property) bool { return q.Name == p.Name }) < i {
			continue // a property that is there several times counts as one
		}
		mine, theirs := n.data.Values(p.Name), other.data.Values(p.Name)
		deed := slices.Contains(moveNames[w][1:], p.Name) || slices.Contains(setupNames[w][:], p.Name)
		_, mark := n.tree.notation.markOf(p.Name)
		switch {
		case p.Name == "PL" && mine == nil && n.otherBegins(other):
			n.keepBoth(p.Name, theirs)
		case mine == nil:
			n.data.Set(p.Name, theirs...)
		case slices.Equal(mine, theirs) || deed || n.parent == nil && slices.Contains(rootOnly, p.Name):
		case p.Name == "C" || p.Name == "GC":
			n.uniteText(p.Name, mine, theirs)
		case mark:
			n.uniteList(p.Name, mine, theirs)
		default:
			n.keepBoth(p.Name, theirs)
		}
	}
}

// otherBegins reports whether this is the root of a record in which another player
// moves first, so that PL of the other root would be wrong.
func (n *Node) otherBegins(other *Node) bool {
	first := n.tree.firstToPlay()
	return n.parent == nil && first != baduk.Empty && first != other.tree.firstToPlay()
}

// uniteText appends comments that are not there yet.
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

// uniteList adds the marks that are not there yet.
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

// keepBoth keeps values that others stand in the way of.
func (n *Node) keepBoth(name string, values []string) {
	for {
		name = "X" + name
		if mine := n.data.Values(name); mine == nil || slices.Equal(mine, values) {
			n.data.Set(name, values...)
			return
		}
	}
}
