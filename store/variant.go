package store

import (
	"errors"
	"fmt"
	"slices"

	"tengen/baduk"
)

// template is a variant of a pattern in one placement: what it wants, point by
// point of the board.
type template struct {
	stones  []stone
	empties []uint16
	// region is where the points of the pattern lie, in the pattern's own order.
	region []uint16
}

// stone is a point and the kind of word that it needs there, which is its colour.
type stone struct{ point, kind uint16 }

// family is a variant in all its placements.
type family struct {
	symmetry  int
	swapped   bool
	templates []template
	// sieve finds the placements in which all stones were ever on the board; nil
	// where there are so few that they are tried one by one.
	sieve *sieve
}

// families are the variants of a pattern in all their placements, and for each
// of its points the first point that is the same under its symmetries.
func (p Pattern) families() (list []family, same []int, err error) {
	g := p.Board
	for _, w := range p.Points {
		if w > WantWhite {
			return nil, nil, fmt.Errorf("a point of the pattern is wanted to be %d, which is nothing", w)
		}
	}
	grid, rectangle := gridOf(g)
	whole := len(p.Points) == g.Len() && (p.grid() == baduk.Grid{} || p.grid() == grid)
	switch {
	case len(p.Points) == 0:
		return nil, nil, errors.New("the pattern is empty: it has no points")
	case !rectangle && !whole:
		return nil, nil, fmt.Errorf("on the board %v only a position of the whole board, of %d points, can be looked for, not a part of it", g, g.Len())
	case whole:
		list, same = p.onGraph()
		return list, same, nil
	case p.Width < 1 || p.Height < 1 || len(p.Points) != p.Width*p.Height:
		return nil, nil, fmt.Errorf("the pattern is %dx%d, but has %d points", p.Width, p.Height, len(p.Points))
	}
	return p.onRectangle(grid.Width, grid.Height)
}

// onGraph are the variants of a position of the whole board.
func (p Pattern) onGraph() (list []family, same []int) {
	g := p.Board
	var symmetries [][]baduk.Point
	if geo, ok := g.Geometry(); ok {
		symmetries = geo.Symmetries
	}
	if len(symmetries) == 0 {
		identity := make([]baduk.Point, g.Len())
		for q := range identity {
			identity[q] = baduk.Point(q)
		}
		symmetries = [][]baduk.Point{identity}
	}
	same = identityPoints(len(p.Points))
	seen, order := map[string]bool{}, p.order()
	for _, swapped := range p.swaps() {
		for s, perm := range symmetries {
			region := make([]uint16, len(perm))
			shown := make([]byte, len(perm))
			for q, to := range perm {
				region[q] = uint16(to)
				shown[to] = byte(p.want(q, swapped))
			}
			if !swapped && p.shows(shown) {
				join(same, func(q int) int { return int(perm[q]) })
			}
			if !seen[string(shown)] {
				seen[string(shown)] = true
				list = append(list, family{symmetry: s, swapped: swapped, templates: []template{p.template(region, swapped, order)}})
			}
		}
	}
	return list, same
}

// onRectangle are the variants of a rectangle on a board of w by h points.
func (p Pattern) onRectangle(w, h int) (list []family, same []int, err error) {
	p.Edges = p.edges(w, h)
	switch {
	case p.Width > w || p.Height > h:
		return nil, nil, fmt.Errorf("a pattern of %dx%d points does not fit on a %dx%d board", p.Width, p.Height, w, h)
	case p.Edges&(Left|Right) == Left|Right && p.Width < w, p.Edges&(Top|Bottom) == Top|Bottom && p.Height < h:
		return nil, nil, fmt.Errorf("a pattern of %dx%d points cannot touch opposite edges of a %dx%d board", p.Width, p.Height, w, h)
	}
	symmetries := 4
	if w == h {
		symmetries = 8
	}
	same = identityPoints(len(p.Points))
	order := p.order()
	// taken is where what was already looked for. On the way along a side a
	// rectangle comes to a corner, where it may lie on the other side as well.
	taken := map[string][]bool{}
	for _, swapped := range p.swaps() {
		for s := range symmetries {
			v := p.turned(s, swapped)
			if !swapped && v.width == p.Width && v.edges == p.Edges && p.shows(v.shown) {
				join(same, func(q int) int { return v.to[q] })
			}
			shown := string(append(slices.Clone(v.shown), byte(v.width)))
			if taken[shown] == nil {
				taken[shown] = make([]bool, w*h)
			}
			if f := p.family(v, w, h, order, taken[shown]); len(f.templates) > 0 {
				list = append(list, f)
			}
		}
	}
	return list, same, nil
}

// edges are those on which the rectangle lies, said or not.
func (p Pattern) edges(w, h int) Edges {
	e := p.Edges
	if p.Width == w {
		e |= Left | Right
	}
	if p.Height == h {
		e |= Top | Bottom
	}
	return e
}

// family puts a variant wherever it fits on a board of w by h points and is not
// taken.
func (p Pattern) family(v turned, w, h int, order []int, taken []bool) family {
	f := family{symmetry: v.symmetry, swapped: v.swapped}
	var bases []int
	for _, y := range offsets(v.edges&Top != 0, v.edges&Bottom != 0, h-v.height) {
		for _, x := range offsets(v.edges&Left != 0, v.edges&Right != 0, w-v.width) {
			base := y*w + x
			if taken[base] {
				continue
			}
			taken[base] = true
			region := make([]uint16, len(p.Points))
			for q, to := range v.to {
				dx, dy := v.grid().XY(baduk.Point(to))
				region[q] = uint16(base + dy*w + dx)
			}
			f.templates = append(f.templates, p.template(region, v.swapped, order))
			bases = append(bases, base)
		}
	}
	f.sieve = newSieve(f.templates, bases, w*h)
	return f
}

// turned is a rectangle under a symmetry of the board: bit 0 of its number
// mirrors left and right, bit 1 top and bottom, and bit 2 then exchanges rows and
// columns, as [baduk.Geometry] has them.
type turned struct {
	symmetry      int
	swapped       bool
	width, height int
	edges         Edges
	to            []int  // where each point goes
	shown         []byte // what is wanted there
}

// grid is the rows and columns of the variant.
func (v *turned) grid() baduk.Grid { return baduk.Grid{Width: v.width, Height: v.height} }

func (p Pattern) turned(s int, swapped bool) turned {
	v := turned{symmetry: s, swapped: swapped, width: p.Width, height: p.Height, edges: p.Edges,
		to: make([]int, len(p.Points)), shown: make([]byte, len(p.Points))}
	if s&1 != 0 {
		v.edges = v.edges.exchanged(Left, Right)
	}
	if s&2 != 0 {
		v.edges = v.edges.exchanged(Top, Bottom)
	}
	if s&4 != 0 {
		v.width, v.height = p.Height, p.Width
		v.edges = v.edges.exchanged(Left, Top).exchanged(Right, Bottom)
	}
	for q := range p.Points {
		x, y := p.grid().XY(baduk.Point(q))
		if s&1 != 0 {
			x = p.Width - 1 - x
		}
		if s&2 != 0 {
			y = p.Height - 1 - y
		}
		if s&4 != 0 {
			x, y = y, x
		}
		v.to[q] = int(v.grid().At(x, y))
		v.shown[v.to[q]] = byte(p.want(q, swapped))
	}
	return v
}

func (e Edges) exchanged(a, b Edges) Edges {
	if (e&a != 0) != (e&b != 0) {
		e ^= a | b
	}
	return e
}

// offsets are where a side can begin that leaves free points over.
func offsets(atStart, atEnd bool, free int) []int {
	switch {
	case atStart:
		return []int{0}
	case atEnd:
		return []int{free}
	}
	return identityPoints(free + 1)
}

func identityPoints(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// swaps are the colourings to look for, the pattern's own first.
func (p Pattern) swaps() []bool {
	if p.FixedColors {
		return []bool{false}
	}
	return []bool{false, true}
}

func (p Pattern) want(q int, swapped bool) Want {
	if swapped {
		return p.Points[q].swapped()
	}
	return p.Points[q]
}

// shows reports whether a variant wants what the pattern itself wants.
func (p Pattern) shows(shown []byte) bool {
	for q, w := range p.Points {
		if byte(w) != shown[q] {
			return false
		}
	}
	return true
}

// join makes each point the same as where it goes. It is called for every
// symmetry of the pattern, which are a group: so the smallest image is found.
func join(same []int, to func(int) int) {
	for q := range same {
		same[q] = min(same[q], to(q))
	}
}

// template takes apart what is wanted where.
func (p Pattern) template(region []uint16, swapped bool, order []int) template {
	t := template{region: region}
	for _, q := range order {
		at := region[q]
		switch p.want(q, swapped) {
		case WantBlack:
			t.stones = append(t.stones, stone{at, uint16(baduk.Black)})
		case WantWhite:
			t.stones = append(t.stones, stone{at, uint16(baduk.White)})
		case WantEmpty:
			t.empties = append(t.empties, at)
		}
	}
	return t
}

// order are the points in the order in which they are looked at: those next to
// stones first, since there a game that does not match shows it soonest.
func (p Pattern) order() []int {
	order := identityPoints(len(p.Points))
	if p.Width == 0 {
		return order
	}
	far := make([]int, len(p.Points))
	for q := range far {
		far[q] = p.Width + p.Height
		for s, w := range p.Points {
			if w == WantBlack || w == WantWhite {
				qx, qy := p.grid().XY(baduk.Point(q))
				sx, sy := p.grid().XY(baduk.Point(s))
				far[q] = min(far[q], max(qx-sx, sx-qx)+max(qy-sy, sy-qy))
			}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return far[a] - far[b] })
	return order
}
