package diagram

import (
	"maps"
	"slices"

	"tengen/baduk"
	"tengen/kifu"
)

// Line is a way through a record, for [Figures] and [Film]: [Line.Add] takes it
// node by node. The zero value is the empty board before the first node.
type Line struct {
	// Moves are those of the nodes, legal or not.
	Moves []baduk.Move
	// Cuts are the moves, counted from 0, before which stones were set up: where
	// figures begin, as numbers alone do not tell of such stones.
	Cuts []int

	start []baduk.Color   // the stones before the first move
	after [][]baduk.Color // the stones after each move
}

// Add goes on to the next node, as [kifu.Tree.Along] yields it.
func (l *Line) Add(p kifu.Position) {
	moves, _ := p.Node.Moves()
	if placed, _ := p.Node.Placement(); len(moves) == 0 && len(l.Moves) > 0 && !placed.IsZero() {
		l.Cuts = append(l.Cuts, len(l.Moves))
	}
	l.Moves = append(l.Moves, moves...)
	stones := slices.Clone(p.Game.StonesAfter(p.Game.Len()))
	for range moves {
		l.after = append(l.after, stones)
	}
	if n := len(l.after); n > 0 {
		l.after[n-1] = stones
	} else {
		l.start = stones
	}
}

// StonesAfter are the stones after n moves, by point, those included that are set
// up before the next one; nil for none. After some but not all moves of one node
// they are those of the whole node; where the first node has a move, there are none
// before it. The slice is the line's own. It panics where there are fewer moves.
func (l *Line) StonesAfter(n int) []baduk.Color {
	if n == 0 {
		return l.start
	}
	return l.after[n-1]
}

// drawnMarks are the signs of what records mark points with.
var drawnMarks = map[kifu.Mark]Mark{
	kifu.MarkCircle: Circle, kifu.MarkSquare: Square, kifu.MarkTriangle: Triangle, kifu.MarkCross: Cross, kifu.MarkSelected: Selected,
	kifu.MarkDim: Dim, kifu.MarkTerritoryBlack: BlackTerritory, kifu.MarkTerritoryWhite: WhiteTerritory,
}

// AddMarkup adds what a node draws: marks, labels, lines and arrows, and the
// dimming that it inherits (see [kifu.Node.Inherited]). Signs join those that a
// point has, a label replaces another.
func (p *Picture) AddMarkup(n *kifu.Node) {
	markup := n.Markup()
	markup.Points[kifu.MarkDim] = n.Inherited(kifu.MarkDim)
	if p.Marks == nil {
		p.Marks = map[baduk.Point]Mark{}
	}
	for kind, sign := range drawnMarks {
		for _, q := range markup.Points[kind] {
			p.Marks[q] |= sign
		}
	}
	if p.Labels == nil {
		p.Labels = map[baduk.Point]string{}
	}
	maps.Copy(p.Labels, markup.Labels)
	p.Lines = append(p.Lines, markup.Lines...)
	p.Arrows = append(p.Arrows, markup.Arrows...)
}
