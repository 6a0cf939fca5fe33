package baduk

// This file finds unconditional life after Benson (1976), on any graph: chains that the
// opponent cannot capture even if their owner always passes, and the regions that such
// chains hold. It also finds the area and the independent life of any position, even if
// not every chain is unconditionally alive.

// Areas finds the chains that are unconditionally alive and the area of each
// player. One Areas can analyse many boards, one after the other. It reuses its
// memory, so a result is valid only until the next call. The zero value is
// ready to use. For a single analysis, [Board.PassAlive], [Board.Area] and
// [Board.IndependentLife] are simpler.
type Areas struct {
	holding            holding
	owner, independent []Color
	seen               []bool
	part               []Point
}

// holding is what one colour holds on a board. It consists of regions: maximal
// connected sets of points without stones of that colour.
type holding struct {
	board   *Board
	color   Color
	region  []int32 // by point: index into regions, or onStone
	regions []region
	alive   []bool  // by head of a chain of the colour: unconditionally alive
	points  []Point // the points of all regions
	vital   []Point // memory that the slices region.vital share
	eyes    []int   // by head: number of vital regions that were not removed
	check   []Point // heads of chains to check again
}

// The values of holding.region without a region.
const (
	onStone  = -1 // the point has a stone of the colour
	unsorted = -2 // the region of the point was not collected yet
)

// region is a maximal connected set of points that hold no stone of one colour.
type region struct {
	points []Point
	// vital lists the heads of the chains for which the region is vital: the
	// chains that touch all of its points. Where suicide is forbidden, touching
	// all of its empty points is enough, because the opponent cannot fill them.
	vital    []Point
	internal int  // number of points that touch no stone of the colour
	bordered bool // some point touches a stone of the colour
	enemy    bool // the region contains a stone of the opponent
	beyond   bool // the region contains the point Graph.Beyond
	secure   bool // every chain around it is alive
}

// zeroed returns n zero values. It reuses the memory of s if that is large
// enough.
func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// hold finds regions and unconditional life of colour c (Benson, "Life in the game of
// Go"). A chain with fewer than two vital regions is not alive. If a region borders on a
// chain that is not alive, it is not vital for any chain. hold applies these two rules
// until nothing changes. suicide says whether the suicide of several stones is legal.
func (h *holding) hold(b *Board, c Color, suicide bool) {
	n := len(b.cells)
	*h = holding{board: b, color: c, region: zeroed(h.region, n), regions: h.regions[:0], alive: zeroed(h.alive, n),
		points: h.points[:0], vital: h.vital[:0], eyes: zeroed(h.eyes, n), check: h.check[:0]}
	if cap(h.points) < n {
		h.points = make([]Point, 0, n)
	}
	for p := range h.region {
		h.region[p] = unsorted
		if b.cells[p].color == c {
			h.region[p] = onStone
		}
	}
	for p := range h.region {
		if h.region[p] == unsorted && b.cells[p].color == Empty {
			h.collect(Point(p), suicide)
		}
	}
	for i := range h.regions {
		for _, head := range h.regions[i].vital {
			h.eyes[head]++
		}
	}
	for p := range b.cells {
		if b.cells[p].color == c && b.cells[p].head == Point(p) {
			h.alive[p] = true
			h.check = append(h.check, Point(p))
		}
	}
	for changed := true; changed; {
		changed = false
		for _, head := range h.check {
			if !h.alive[head] || h.eyes[head] >= 2 {
				continue
			}
			h.alive[head], changed = false, true
			for s := head; ; {
				for _, q := range b.graph.adj[s] {
					i := h.region[q]
					if i < 0 || !h.regions[i].secure {
						continue
					}
					h.regions[i].secure = false
					for _, v := range h.regions[i].vital {
						h.eyes[v]--
					}
				}
				if s = b.cells[s].next; s == head {
					break
				}
			}
		}
	}
}

// collect adds the region of the empty point p.
func (h *holding) collect(p Point, suicide bool) {
	b, i, first := h.board, int32(len(h.regions)), len(h.points)
	r := region{secure: true, vital: h.heads(p)}
	region, adj, own := h.region, b.graph.adj, unit(h.color)*0xffff // own selects the half of cell.around
	points := append(h.points, p)
	region[p] = i
	for k := first; k < len(points); k++ {
		q := points[k]
		for _, n := range adj[q] {
			if region[n] == unsorted {
				region[n] = i
				points = append(points, n)
			}
		}
		cell := &b.cells[q]
		if cell.around&own == 0 {
			r.internal++
		} else {
			r.bordered = true
		}
		r.enemy = r.enemy || cell.color != Empty
		if len(r.vital) > 0 && k > first && (cell.color == Empty || suicide) {
			r.vital = h.touching(r.vital, q)
		}
	}
	h.points, r.points = points, points[first:]
	r.beyond = b.graph.beyond != NoPoint && region[b.graph.beyond] == i
	if r.beyond {
		r.vital = nil
	}
	h.regions = append(h.regions, r)
}

// heads lists the chains of the colour around p.
func (h *holding) heads(p Point) []Point {
	first := len(h.vital)
	adj := h.board.graph.adj[p]
	for i, q := range adj {
		if h.board.cells[q].color == h.color && !h.board.seenBefore(adj[:i], q) {
			h.vital = append(h.vital, h.board.cells[q].head)
		}
	}
	return h.vital[first:]
}

// touching returns the chains of the list that touch p.
func (h *holding) touching(heads []Point, p Point) []Point {
	kept := heads[:0]
	for _, head := range heads {
		for _, q := range h.board.graph.adj[p] {
			if c := &h.board.cells[q]; c.color == h.color && c.head == head {
				kept = append(kept, head)
				break
			}
		}
	}
	return kept
}

// passAlive reports whether the region is pass-alive territory: all chains
// around it are alive, and at most one of its points touches none of them. The
// opponent cannot make an eye in such a region.
func (r *region) passAlive() bool {
	return r.bordered && r.secure && r.internal <= 1 && !r.beyond
}

// PassAlive returns the owner of every point, or Empty. A player owns the
// points of pass-alive stones and of pass-alive territory. Pass-alive territory may
// contain stones of the opponent, which cannot be saved. suicide says whether the suicide
// of several stones is legal. If it is legal, fewer chains may be pass-alive. On a
// regional board ([Graph.Regional]) all points are Empty in the result.
func (a *Areas) PassAlive(b *Board, suicide bool) []Color {
	a.owner = zeroed(a.owner, len(b.cells))
	if !b.graph.Regional() {
		a.mark(b, suicide, false)
	}
	return a.owner
}

// Area returns the owner of every point after the unconditionally lost stones
// were taken off. A player owns pass-alive stones and territory, other stones,
// and the other empty points that reach only that player's colour (KataGo's rules, "area
// scoring"). suicide says whether the suicide of several stones is legal.
func (a *Areas) Area(b *Board, suicide bool) []Color {
	a.owner = zeroed(a.owner, len(b.cells))
	a.mark(b, suicide, true)
	for p := range a.owner {
		if a.owner[p] == Empty {
			a.owner[p] = b.cells[p].color
		}
	}
	return a.owner
}

// mark marks the points that either colour holds.
func (a *Areas) mark(b *Board, suicide, area bool) {
	for _, c := range [2]Color{Black, White} {
		a.holding.hold(b, c, suicide)
		a.holding.mark(a.owner, area)
	}
}

// mark marks the points that the colour holds: alive chains and pass-alive territory. If
// area is true, mark also marks regions without stones of the opponent. A point of such a
// region may already have an owner. It keeps this owner, unless all chains around the
// region are alive. In that case an eye of the opponent in the region does not count.
func (h *holding) mark(owner []Color, area bool) {
	for p := range h.board.cells {
		if cell := &h.board.cells[p]; cell.color == h.color && h.alive[cell.head] {
			owner[p] = h.color
		}
	}
	for i := range h.regions {
		r := &h.regions[i]
		free := area && r.bordered && !r.enemy
		for _, p := range r.points {
			if r.passAlive() || free && (r.secure || owner[p] == Empty) {
				owner[p] = h.color
			}
		}
	}
}

// IndependentLife finds the part of an area that is in independent life. It
// returns the owner of every such point, and the number of parts by colour. A
// part is a connected piece of one player's area. None of that player's stones
// in it is in atari, and the piece does not touch dame (KataGo's rules,
// "independent-life region"). A piece that touches dame is in seki. The area
// may be the result of [Areas.Area].
func (a *Areas) IndependentLife(b *Board, area []Color) (owner []Color, parts [3]int) {
	a.independent, a.seen = zeroed(a.independent, len(b.cells)), zeroed(a.seen, len(b.cells))
	owner, seen, part := a.independent, a.seen, a.part
	for i, c := range area {
		if c == Empty || seen[i] {
			continue
		}
		seen[i] = true
		part = append(part[:0], Point(i))
		free := true
		for k := 0; k < len(part); k++ {
			p := part[k]
			if cell := &b.cells[p]; cell.color == c && b.cells[cell.head].liberties == 1 {
				free = false
			}
			for _, q := range b.graph.adj[p] {
				if b.cells[q].color == Empty && area[q] == Empty {
					free = false
				}
				if area[q] == c && !seen[q] {
					seen[q] = true
					part = append(part, q)
				}
			}
		}
		if !free {
			continue
		}
		parts[c]++
		for _, p := range part {
			owner[p] = c
		}
	}
	a.part = part
	return owner, parts
}
