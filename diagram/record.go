package diagram

import (
	"maps"
	"slices"

	"tengen/baduk"
	"tengen/kifu"
)

// A Line is a line of moves in a record, for [Figures] and [Film]. [Line.Add] adds the nodes of the
// line one by one. The zero value is the empty board before the first node.
type Line struct {
	// Moves lists the moves of the nodes, including illegal ones.
	Moves []baduk.Move
	// Cuts lists the moves, counted from 0, before which stones were set up. A figure has to
	// begin with each of these moves, since numbers of moves cannot show set-up stones.
	Cuts []int

	start []baduk.Color   // the stones before the first move
	after [][]baduk.Color // the stones after each move
	game  *baduk.Game     // the game of the last position; each set-up begins another game
}

// Add adds the next node, as [kifu.Tree.Along] yields it.
func (l *Line) Add(p kifu.Position) {
	moves, _ := p.Node.Moves()
	if placed, _ := p.Node.Placement(); len(moves) > 0 {
		l.setUp(p)
	} else if len(l.Moves) > 0 && !placed.IsZero() {
		l.Cuts = append(l.Cuts, len(l.Moves))
	}
	l.Moves, l.game = append(l.Moves, moves...), p.Game
	stones := p.Game.StonesAfter(p.Game.Len())
	if last := l.StonesAfter(len(l.after)); last != nil && slices.Equal(last, stones) {
		stones = last // saves memory in long lines of passes and of moves that are not replayed
	} else {
		stones = slices.Clone(stones)
	}
	for range moves {
		l.after = append(l.after, stones)
	}
	l.end(stones)
}

// setUp adds only the stones that the next node sets up, without its moves.
func (l *Line) setUp(p kifu.Position) {
	placed, _ := p.Node.Placement()
	if placed.IsZero() || p.Game == l.game { // in a line that is too long, the stones are not set up
		return
	}
	if len(l.Moves) > 0 {
		l.Cuts = append(l.Cuts, len(l.Moves))
	}
	l.end(slices.Clone(p.Game.StonesAfter(0)))
}

// end replaces the stones after the last move.
func (l *Line) end(stones []baduk.Color) {
	if n := len(l.after); n > 0 {
		l.after[n-1] = stones
	} else {
		l.start = stones
	}
}

// StonesAfter returns the stones after n moves, by point, including stones that are set up before
// the next move. For n = 0 it returns nil if the first node has a move and sets up no stones. If n is
// between the moves of a single node, it returns the stones after the whole node. The caller must not
// modify the slice. StonesAfter panics if the line has fewer than n moves.
func (l *Line) StonesAfter(n int) []baduk.Color {
	if n == 0 {
		return l.start
	}
	return l.after[n-1]
}

// Figures returns pictures of the moves. A figure begins after every length moves, and where stones were set up.
func (l *Line) Figures(g *baduk.Graph, length int) []Picture {
	// Without any cut, Figures would use the default length, so there is a cut after all moves.
	cuts := append([]int{len(l.Moves)}, l.Cuts...)
	for n := length; n < len(l.Moves); n += length {
		cuts = append(cuts, n)
	}
	var pictures []Picture
	for _, f := range Figures(g, l.Moves, l.StonesAfter, cuts) {
		pictures = append(pictures, f.Picture())
	}
	return pictures
}

// drawnMarks maps the marks of records to signs.
var drawnMarks = map[kifu.Mark]Mark{
	kifu.MarkCircle: Circle, kifu.MarkSquare: Square, kifu.MarkTriangle: Triangle, kifu.MarkCross: Cross, kifu.MarkSelected: Selected,
	kifu.MarkDim: Dim, kifu.MarkTerritoryBlack: BlackTerritory, kifu.MarkTerritoryWhite: WhiteTerritory,
}

// AddMarkup adds the markup of a node: marks, labels, lines, arrows, and inherited dimming (see
// [kifu.Node.Inherited]). If a point already has signs, the new signs are added to them. If it
// already has a label, the new label replaces it.
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
