package store

import (
	"errors"
	"fmt"
	"strings"

	"tengen/baduk"
)

// Want says what a point of a pattern must be. The zero value matches anything.
type Want uint8

const (
	WantAny   Want = iota // '?' or '*'
	WantEmpty             // '.'
	WantBlack             // 'X'
	WantWhite             // 'O'
)

// swapped returns w with the colours exchanged.
func (w Want) swapped() Want {
	switch w {
	case WantBlack:
		return WantWhite
	case WantWhite:
		return WantBlack
	}
	return w
}

// Edges is the set of sides of a pattern that must lie on the edge of the board. Without
// edges the pattern may lie anywhere.
type Edges uint8

const (
	Left Edges = 1 << iota
	Top
	Right
	Bottom

	AllEdges = Left | Top | Right | Bottom
)

// Pattern describes the positions to find; the package documentation defines a match.
type Pattern struct {
	// Board is the board of the games; nil means 19x19.
	Board *baduk.Graph
	// Width and Height are the sides of the rectangle. Both are 0 for a whole position
	// of a board that is not a rectangle.
	Width, Height int
	// Points lists the points of the rectangle row by row from the top. For the position
	// of a whole board that is not a rectangle, it lists them in the order of [baduk.Point].
	Points []Want
	Edges  Edges
	// FixedColors excludes the variants with exchanged colours.
	FixedColors bool
}

// ParsePattern reads a pattern given as rows of X for black, O for white, a dot for
// empty, and ? or * for anything. Blanks are ignored. Other characters and rows of
// different lengths are errors.
func ParsePattern(text string, edges Edges) (Pattern, error) {
	p := Pattern{Edges: edges}
	for line := range strings.Lines(text) {
		width := 0
		for _, r := range line {
			var w Want
			switch r {
			case 'X', 'x':
				w = WantBlack
			case 'O', 'o':
				w = WantWhite
			case '.':
				w = WantEmpty
			case '?', '*':
				w = WantAny
			case ' ', '\t', '\r', '\n':
				continue
			default:
				return Pattern{}, fmt.Errorf("%q is not allowed in a pattern, which has only X, O, dots, ? and *", r)
			}
			p.Points = append(p.Points, w)
			width++
		}
		switch {
		case width == 0:
		case p.Height > 0 && width != p.Width:
			return Pattern{}, fmt.Errorf("row %d of the pattern has a width of %d, but the row above it has %d", p.Height+1, width, p.Width)
		default:
			p.Width = width
			p.Height++
		}
	}
	if p.Height == 0 {
		return Pattern{}, errors.New("the pattern is empty: it has no rows")
	}
	return p, nil
}

// CutOut returns the part of a rectangular board between two opposite corners as a pattern. The pattern has the edges
// that the part shares with the board. CutOut returns an error if the board has no such part.
func CutOut(b *baduk.Board, corner, opposite baduk.Point) (Pattern, error) {
	g := b.Graph()
	grid, ok := gridOf(g)
	if !ok {
		return Pattern{}, fmt.Errorf("on the board %v only whole positions can be searched", g)
	}
	if !g.Contains(corner) || !g.Contains(opposite) {
		return Pattern{}, fmt.Errorf("the corners %d and %d of a part must be points of %v", corner, opposite, g)
	}
	x1, y1 := grid.XY(corner)
	x2, y2 := grid.XY(opposite)
	left, right, top, bottom := min(x1, x2), max(x1, x2), min(y1, y2), max(y1, y2)
	p := Pattern{Board: g, Width: right - left + 1, Height: bottom - top + 1}
	for y := top; y <= bottom; y++ {
		for x := left; x <= right; x++ {
			p.Points = append(p.Points, wanted(b.At(grid.At(x, y))))
		}
	}
	for _, e := range []struct {
		on   bool
		edge Edges
	}{{left == 0, Left}, {top == 0, Top}, {right == grid.Width-1, Right}, {bottom == grid.Height-1, Bottom}} {
		if e.on {
			p.Edges |= e.edge
		}
	}
	return p, nil
}

// WholePosition returns the pattern of the whole position, on any board.
func WholePosition(b *baduk.Board) Pattern {
	p := Pattern{Board: b.Graph()}
	for q := range b.Graph().Len() {
		p.Points = append(p.Points, wanted(b.At(baduk.Point(q))))
	}
	if grid, ok := gridOf(b.Graph()); ok {
		p.Width, p.Height, p.Edges = grid.Width, grid.Height, AllEdges
	}
	return p
}

func wanted(c baduk.Color) Want {
	return [3]Want{baduk.Empty: WantEmpty, baduk.Black: WantBlack, baduk.White: WantWhite}[c]
}

// gridOf returns the grid of a board that is a plain rectangle with the usual symmetries. For
// other boards it returns false.
func gridOf(g *baduk.Graph) (baduk.Grid, bool) {
	grid, ok := g.Rectangle()
	if !ok || g.Life() != nil {
		return baduk.Grid{}, false
	}
	return grid, true
}

// grid returns the grid of the pattern. It is zero for the position of a board without
// rows and columns.
func (p Pattern) grid() baduk.Grid { return baduk.Grid{Width: p.Width, Height: p.Height} }

// String returns the pattern in the form that [ParsePattern] reads.
func (p Pattern) String() string {
	width := p.Width
	if width == 0 {
		width = len(p.Points)
	}
	var b strings.Builder
	for i, w := range p.Points {
		b.WriteByte("?.XO"[w])
		if (i+1)%width == 0 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
