package store

import (
	"errors"
	"fmt"
	"slices"

	"tengen/baduk"
)

// template is a variant of a pattern in one placement. It has the colours that it requires
// on points of the board.
type template struct {
	stones  []stone
	empties []uint16
	// region lists the board points of the pattern's points, in the pattern's order.
	region []uint16
}

// stone is a point and the required kind of its word in the trace. The number of that kind
// equals the number of the colour.
type stone struct{ point, kind uint16 }

// family is a variant with all its placements.
type family struct {
	symmetry  int
	swapped   bool
	templates []template
	// sieve finds the placements whose stones were all on the board at some time. It is
	// nil if there are so few placements that they are tried one by one.
	sieve *sieve
}

// families returns the variants of a pattern with all their placements. The second
// result has, for each point of the pattern, the first point that is equivalent under
// the pattern's symmetries.
func (p Pattern) families() (list []family, same []int, err error) {
	g := p.Board
	for _, w := range p.Points {
		if w > WantWhite {
			return nil, nil, fmt.Errorf("a point of the pattern has the invalid value %d", w)
		}
	}
	grid, rectangle := gridOf(g)
	whole := len(p.Points) == g.Len() && (p.grid() == baduk.Grid{} || p.grid() == grid)
	switch {
	case len(p.Points) == 0:
		return nil, nil, errors.New("the pattern is empty: it has no points")
	case !rectangle && !whole:
		return nil, nil, fmt.Errorf("on the board %v only a position of the whole board, with %d points, can be searched for", g, g.Len())
	case whole:
		list, same = p.onGraph()
		return list, same, nil
	case p.Width < 1 || p.Height < 1 || len(p.Points) != p.Width*p.Height:
		return nil, nil, fmt.Errorf("the pattern is %dx%d, but has %d points", p.Width, p.Height, len(p.Points))
	}
	return p.onRectangle(grid.Width, grid.Height)
}

// onGraph returns the variants of a position of the whole board.
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

// onRectangle returns the variants of a rectangle on a board of w by h points.
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
	// The key of taken is the required colours of a variant. The value marks the points at
	// which a variant with these colours already has a placement. A rectangle that slides
	// along a side reaches a corner, where a variant for the other side may have the same
	// placement.
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

// edges returns the edges of the pattern. If the pattern is as wide or as high as the board,
// they include the edges that it always touches.
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

// family returns a variant with all its placements on a board of w by h points. It leaves
// out the placements that are marked as taken.
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

// turned is a rectangle under a symmetry of the board. The symmetry is numbered as in
// [baduk.Geometry]: bit 0 of the number mirrors left and right, and bit 1 mirrors top
// and bottom. After that, bit 2 exchanges rows and columns.
type turned struct {
	symmetry      int
	swapped       bool
	width, height int
	edges         Edges
	to            []int  // image of each point
	shown         []byte // required colour at each image, as a Want
}

// grid returns the grid of the variant.
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

// offsets returns the places at which a side of the rectangle can begin. free is the length
// of the board minus the length of the side.
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

// swaps lists the colourings to search for: false for the pattern's colours, which comes
// first, and true for exchanged colours.
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

// shows reports whether a variant requires the same colours as the pattern itself.
func (p Pattern) shows(shown []byte) bool {
	for q, w := range p.Points {
		if byte(w) != shown[q] {
			return false
		}
	}
	return true
}

// join makes each point equivalent to its image. It is called for every symmetry of the
// pattern. These symmetries form a group, so the slice finally has the smallest image
// of each point.
func join(same []int, to func(int) int) {
	for q := range same {
		same[q] = min(same[q], to(q))
	}
}

// template returns the template of a variant. region lists the board points of the pattern's
// points.
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

// order returns the points in the order in which they are compared. Points next to stones
// come first, since a game that does not match usually differs there.
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
