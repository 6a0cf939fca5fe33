package diagram

import (
	"cmp"
	"math"
	"slices"

	"tengen/baduk"
)

// The widths of lines, in units of the board.
const (
	thin   = 0.036
	border = 0.078
	stub   = 0.56 // length of a line that leaves the picture
)

// kindOfLine is a group of lines that are drawn in the same way.
type kindOfLine struct{ border, dim bool }

// lines returns the edges of the board, each edge once. Edges on one straight line are joined.
func (p *plan) lines() map[kindOfLine][]stroke {
	all := map[kindOfLine][]stroke{}
	for i, at := range p.at {
		from := baduk.Point(i)
		if !p.shown[i] {
			continue
		}
		dim := p.Marks[from]&Dim != 0
		for _, to := range p.Graph.Neighbours(from) {
			kind := kindOfLine{dim: dim && p.Marks[to]&Dim != 0}
			dx, dy := p.at[to].x-at.x, p.at[to].y-at.y
			length := math.Hypot(dx, dy)
			switch {
			case to == p.Graph.Beyond():
				for _, end := range p.outwards(from) {
					all[kind] = append(all[kind], stroke{at, at.plus(end.x, end.y)})
				}
			case p.square && length > 1.01: // this edge goes around the board, so only its two ends are drawn
				end := p.away(dx, dy)
				kind.border = p.onRim(from, end.y == 0)
				all[kind] = append(all[kind], stroke{at, at.plus(end.x, end.y)})
			case !p.shown[to]:
				kind.border = p.onBorder(from, to)
				all[kind] = append(all[kind], stroke{at, at.plus(dx/length*math.Min(stub, length), dy/length*math.Min(stub, length))})
			case from < to:
				kind.border = p.onBorder(from, to)
				all[kind] = append(all[kind], stroke{at, p.at[to]})
			}
		}
	}
	for kind := range all {
		all[kind] = join(all[kind])
		if kind.border {
			for i, s := range all[kind] { // each line is made longer by half its width, so that the corners are filled
				length := math.Hypot(s.to.x-s.from.x, s.to.y-s.from.y)
				dx, dy := (s.to.x-s.from.x)/length*border/2, (s.to.y-s.from.y)/length*border/2
				all[kind][i] = stroke{s.from.plus(-dx, -dy), s.to.plus(dx, dy)}
			}
		}
	}
	return all
}

// away returns the end of a line that leaves the board. The line begins at a point and leads away
// from the point's neighbour at the opposite side of the board. dx and dy are the vector from the
// point to this neighbour.
func (p *plan) away(dx, dy float64) place {
	if math.Abs(dx) == float64(p.grid.Width-1) && p.grid.Width > 2 {
		return place{-math.Copysign(stub, dx), 0}
	}
	return place{0, -math.Copysign(stub, dy)}
}

// outwards returns the ends of the lines from a point to the points beyond the window, in the
// directions in which it has no neighbour.
func (p *plan) outwards(from baduk.Point) []place {
	var ends []place
	for _, d := range [4]place{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		there := p.at[from].plus(d.x, d.y)
		if !slices.ContainsFunc(p.Graph.Neighbours(from), func(q baduk.Point) bool { return q != p.Graph.Beyond() && p.at[q] == there }) {
			ends = append(ends, place{stub * d.x, stub * d.y})
		}
	}
	return ends
}

// onBorder reports whether an edge between two neighbours is on the rim of the board. The board is
// drawn on a square lattice.
func (p *plan) onBorder(a, b baduk.Point) bool {
	level := p.at[a].y == p.at[b].y
	return p.onRim(a, level) && p.onRim(b, level)
}

// onRim reports whether a line through a point is a side of the board that is not joined to another
// side. The board is drawn on a square lattice. The line is horizontal if level is true, and
// vertical otherwise.
func (p *plan) onRim(a baduk.Point, level bool) bool {
	if !p.square {
		return false
	}
	x, y := p.grid.XY(a)
	if level {
		return (y == 0 || y == p.grid.Height-1) && !p.joinedAcross(a, false)
	}
	return (x == 0 || x == p.grid.Width-1) && !p.joinedAcross(a, true)
}

// joinedAcross reports whether a point of the rim has a neighbour at the opposite side of the
// board. If sideways is true, the sides are left and right. Otherwise they are top and bottom.
func (p *plan) joinedAcross(a baduk.Point, sideways bool) bool {
	for _, q := range p.Graph.Neighbours(a) {
		dx, dy := p.at[q].x-p.at[a].x, p.at[q].y-p.at[a].y
		if math.Hypot(dx, dy) > 1.01 && (p.away(dx, dy).x != 0) == sideways {
			return true
		}
	}
	return false
}

// join merges strokes that are on the same line and touch each other.
func join(all []stroke) []stroke {
	type key struct{ dx, dy, offset float64 }
	round := func(v float64) float64 { return math.Round(v*1e5) / 1e5 }
	type piece struct {
		key
		from, to float64 // positions of the ends along the direction
		stroke
	}
	var pieces []piece
	for _, s := range all {
		dx, dy := s.to.x-s.from.x, s.to.y-s.from.y
		length := math.Hypot(dx, dy)
		if length == 0 {
			continue
		}
		if dx, dy = round(dx/length), round(dy/length); dx < 0 || dx == 0 && dy < 0 {
			dx, dy, s = 0-dx, 0-dy, stroke{s.to, s.from}
		}
		pieces = append(pieces, piece{key{dx, dy, round(s.from.x*dy - s.from.y*dx)}, s.from.x*dx + s.from.y*dy, s.to.x*dx + s.to.y*dy, s})
	}
	slices.SortStableFunc(pieces, func(a, b piece) int {
		return cmp.Or(cmp.Compare(a.dx, b.dx), cmp.Compare(a.dy, b.dy), cmp.Compare(a.offset, b.offset), cmp.Compare(a.from, b.from))
	})
	var joined []stroke
	for i, s := range pieces {
		if i > 0 && pieces[i-1].key == s.key && s.from <= pieces[i-1].to+1e-5 {
			last := &joined[len(joined)-1]
			if s.to > pieces[i-1].to {
				last.to = s.stroke.to
			} else {
				pieces[i].to = pieces[i-1].to
			}
			continue
		}
		joined = append(joined, s.stroke)
	}
	return joined
}
