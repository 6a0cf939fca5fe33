package kifu

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tengen/baduk"
	"tengen/sgf"
)

// Mark is a kind of markup on the board.
type Mark uint8

// The kinds of marks, by their properties in SGF.
const (
	MarkNone           Mark = iota
	MarkCircle              // CR
	MarkSquare              // SQ
	MarkTriangle            // TR
	MarkCross               // MA
	MarkSelected            // SL
	MarkDim                 // DD
	MarkTerritoryBlack      // TB
	MarkTerritoryWhite      // TW
	MarkLabel               // LB
	MarkLine                // LN
	MarkArrow               // AR
	MarkView                // VW: only these points are shown
)

// markNames are the properties of each mark: first for points with SGF coordinates,
// then for points that are written as vertices.
var markNames = [...][2]string{
	MarkCircle: {"CR", "CRV"}, MarkSquare: {"SQ", "SQV"}, MarkTriangle: {"TR", "TRV"}, MarkCross: {"MA", "MAV"},
	MarkSelected: {"SL", "SLV"}, MarkDim: {"DD", "DDV"}, MarkTerritoryBlack: {"TB", propTerrB}, MarkTerritoryWhite: {"TW", propTerrW},
	MarkLabel: {"LB", "LBV"}, MarkLine: {"LN", "LNV"}, MarkArrow: {"AR", "ARV"}, MarkView: {"VW", "VWV"},
}

// markOf returns the kind of mark that the named property holds.
func (n notation) markOf(name string) (Mark, bool) {
	for k, names := range markNames {
		if name != "" && name == names[n.written()] {
			return Mark(k), true
		}
	}
	return MarkNone, false
}

// Markup is the markup of a node.
type Markup struct {
	Points map[Mark][]baduk.Point // the marks of single points
	Labels map[baduk.Point]string // LB
	Lines  [][2]baduk.Point       // LN
	Arrows [][2]baduk.Point       // AR, from and to
}

// Markup returns the markup in the properties of the node. DD and VW of earlier nodes
// still apply, but Markup does not return them; see [Node.Inherited]. Markup leaves out
// points off the board; [File.Check] reports them.
func (n *Node) Markup() Markup {
	m := Markup{Points: map[Mark][]baduk.Point{}, Labels: map[baduk.Point]string{}}
	for _, p := range n.data.Properties {
		kind, ok := n.tree.notation.markOf(p.Name)
		if !ok {
			continue
		}
		switch kind {
		case MarkLabel:
			labels, _ := n.labels(p)
			maps.Copy(m.Labels, labels)
		case MarkLine:
			pairs, _ := n.pairs(p)
			m.Lines = append(m.Lines, pairs...)
		case MarkArrow:
			pairs, _ := n.pairs(p)
			m.Arrows = append(m.Arrows, pairs...)
		default:
			points, _ := n.marked(p.Values)
			m.Points[kind] = append(m.Points[kind], points...)
		}
	}
	for p, letter := range n.letters() {
		if _, labelled := m.Labels[p]; !labelled {
			m.Labels[p] = letter
		}
	}
	if raw := n.oldValues(oldCrosses); raw != nil {
		points, _ := n.marked(raw)
		m.Points[MarkCross] = append(m.Points[MarkCross], points...)
	}
	return m
}

// The marks of FF[1] to FF[3] that FF[4] replaced. M is now MA. L is a list of points for
// the letters a, b, c and so on, which are now labels.
const (
	oldLetters = "L"
	oldCrosses = "M"
)

// oldValues returns the raw values of L or M. It returns nil if points are written as
// vertices, which FF[1] to FF[3] do not know.
func (n *Node) oldValues(name string) []string {
	if !n.tree.notation.rows() {
		return nil
	}
	return n.data.Values(name)
}

// letters returns the letters of L. After z they go on with A to Z; further points have
// no letter.
func (n *Node) letters() map[baduk.Point]string {
	const all = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	raw := n.oldValues(oldLetters)
	if raw == nil {
		return nil
	}
	letters := map[baduk.Point]string{}
	points, _ := n.marked(raw)
	for _, p := range points {
		if i := len(letters); letters[p] == "" && i < len(all) {
			letters[p] = all[i : i+1]
		}
	}
	return letters
}

// renewMarks replaces L by LB and M by MA, so that a single mark can be changed. Invalid
// values stay.
func (n *Node) renewMarks() {
	how := n.tree.notation
	invalid := func(raw []string) []string {
		return slices.DeleteFunc(slices.Clone(raw), func(v string) bool {
			_, err := how.list([]string{v})
			return err == nil
		})
	}
	if raw := n.oldValues(oldLetters); raw != nil {
		labels, _ := n.labels(sgf.Property{Values: n.data.Values("LB")})
		letters := n.letters()
		for _, p := range slices.Sorted(maps.Keys(letters)) {
			if _, labelled := labels[p]; !labelled {
				n.data.Add("LB", how.part(p)+":"+letters[p])
			}
		}
		n.data.Set(oldLetters, invalid(raw)...)
	}
	if raw := n.oldValues(oldCrosses); raw != nil {
		points, _ := n.marked(raw)
		for _, p := range points {
			n.data.Add("MA", how.format(p))
		}
		n.data.Set(oldCrosses, invalid(raw)...)
	}
}

// Inherited returns the points of DD or VW that apply to n. These marks apply until a
// later node changes them ("inherit" in FF[4]). Inherited searches from n towards the
// root for the first node with the mark.
func (n *Node) Inherited(kind Mark) []baduk.Point {
	name := n.markName(kind)
	for m := n; m != nil; m = m.parent {
		if m.data.Has(name) {
			points, _ := n.marked(m.data.Values(name))
			return points
		}
	}
	return nil
}

func (n *Node) markName(kind Mark) string { return markNames[kind][n.tree.notation.written()] }

// marked reads the points of a mark. VW[] and DD[] are empty lists.
func (n *Node) marked(raw []string) ([]baduk.Point, error) { return n.tree.notation.list(raw) }

func (n *Node) labels(p sgf.Property) (map[baduk.Point]string, error) {
	labels := map[baduk.Point]string{}
	var bad errorSummary
	for _, raw := range p.Values {
		first, second, composed := sgf.SplitValue(raw)
		points, err := n.tree.notation.list([]string{first})
		if err == nil && (!composed || len(points) != 1) {
			err = fmt.Errorf("%q is not a point and a label, such as %s:A", clip(raw), n.tree.notation.format(0))
		}
		if err != nil {
			bad.add(err)
			continue
		}
		labels[points[0]] = sgf.SimpleText(second)
	}
	return labels, bad.err()
}

func (n *Node) pairs(p sgf.Property) ([][2]baduk.Point, error) {
	var pairs [][2]baduk.Point
	var bad errorSummary
	for _, raw := range p.Values {
		first, second, composed := sgf.SplitValue(raw)
		from, err := n.tree.notation.list([]string{first})
		to, err2 := n.tree.notation.list([]string{second})
		if err = errors.Join(err, err2); err == nil && (!composed || len(from) != 1 || len(to) != 1) {
			err = fmt.Errorf("%q is not two points", clip(raw))
		}
		if err != nil {
			bad.add(err)
			continue
		}
		pairs = append(pairs, [2]baduk.Point{from[0], to[0]})
	}
	return pairs, bad.err()
}

// symbols are the marks of which a point may have only one (FF[4], "Markup
// properties").
var symbols = []Mark{MarkCircle, MarkSquare, MarkTriangle, MarkCross, MarkSelected}

// SetMark puts a mark on a point or removes it. A point may have only one mark out of
// circle, square, triangle, cross and selected, and may be territory of only one
// player, so SetMark removes the other ones. It panics if kind is a label or a line, or
// if p is not a point of the board. SetLabel and SetLine also panic for such points.
func (n *Node) SetMark(p baduk.Point, kind Mark, on bool) {
	n.mustHave(p)
	group := []Mark{kind}
	switch {
	case slices.Contains(symbols, kind):
		n.renewMarks()
		if on {
			group = symbols
		}
	case kind == MarkTerritoryBlack || kind == MarkTerritoryWhite:
		if on {
			group = []Mark{MarkTerritoryBlack, MarkTerritoryWhite}
		}
	case kind != MarkDim && kind != MarkView:
		panic(fmt.Sprintf("kifu: mark %d is not a mark of a point", kind))
	}
	for _, k := range group {
		name := n.markName(k)
		raw := n.data.Values(name)
		points, _ := n.marked(raw)
		has := slices.Contains(points, p)
		switch want := k == kind && on; {
		case want && !has:
			n.data.Set(name, append(withoutBlanks(raw), n.tree.notation.format(p))...)
		case !want && has:
			n.data.Set(name, n.tree.notation.without(raw, p)...)
		}
	}
}

// SetInherited changes one point of DD or VW, the marks that apply until a later node
// changes them. It writes the whole list of marked points into the node, or an empty
// list if no point is left. It panics for the same arguments as SetMark.
func (n *Node) SetInherited(p baduk.Point, kind Mark, on bool) {
	points, name := n.Inherited(kind), n.markName(kind)
	if slices.Contains(points, p) == on {
		return
	}
	n.SetValues(name) // points cannot be added to an empty list
	for _, q := range points {
		n.SetMark(q, kind, true)
	}
	n.SetMark(p, kind, on)
	if len(n.Values(name)) == 0 && len(n.Inherited(kind)) > 0 {
		n.SetValues(name, "")
	}
}

func (n *Node) mustHave(points ...baduk.Point) {
	for _, p := range points {
		if !n.tree.Graph.Contains(p) {
			panic(fmt.Sprintf("kifu: %d is not a point of the board", p))
		}
	}
}

// part returns a point as one part of a composed value.
func (n notation) part(p baduk.Point) string { return escapeColons(n.format(p)) }

func escapeColons(raw string) string { return strings.ReplaceAll(raw, ":", `\:`) }

// SetLabel writes text on a point; the empty text removes it.
func (n *Node) SetLabel(p baduk.Point, text string) {
	n.mustHave(p)
	n.renewMarks()
	name := n.markName(MarkLabel)
	var kept []string
	for _, raw := range n.data.Values(name) {
		labels, _ := n.labels(sgf.Property{Values: []string{raw}})
		if _, there := labels[p]; !there {
			kept = append(kept, raw)
		}
	}
	if text != "" {
		kept = append(kept, n.tree.notation.part(p)+":"+escapeColons(sgf.Escape(text)))
	}
	n.data.Set(name, kept...)
}

// SetLine draws a line or an arrow between two points, or removes it.
func (n *Node) SetLine(from, to baduk.Point, arrow, on bool) {
	n.mustHave(from, to)
	name := n.markName(MarkLine)
	if arrow {
		name = n.markName(MarkArrow)
	}
	var kept []string
	for _, raw := range n.data.Values(name) {
		pairs, _ := n.pairs(sgf.Property{Values: []string{raw}})
		same := len(pairs) == 1 && (pairs[0] == [2]baduk.Point{from, to} || !arrow && pairs[0] == [2]baduk.Point{to, from})
		if !same {
			kept = append(kept, raw)
		}
	}
	if on {
		kept = append(kept, n.tree.notation.part(from)+":"+n.tree.notation.part(to))
	}
	n.data.Set(name, kept...)
}
