package baduk

import "math/bits"

// Board is the stones on a graph and the chains that they form. It knows neither the
// player to move nor ko nor score. Chains are kept as the AlphaGo document describes them
// ("Connected Regions"): a head, a circular list of the stones, and at the head the
// number of distinct liberties ("Qi").
//
// [Board.Place] and [Board.Take] change single stones; [Board.Clear] and
// [Board.CopyFrom] change the whole board. A Board is not safe for concurrent
// use. Do not copy the struct.
//
// The point [Graph.Beyond] is always empty and counts as a liberty of its
// neighbours. No stone can be placed on it. Empties does not list it, and
// Stones does not count it.
type Board struct {
	graph  *Graph
	cells  []cell
	empty  []Point // the empty points, in no order
	hash   uint64
	stones [3]int32 // number of points by colour
	// playable is the number of points that can hold a stone. These are all points,
	// except the last one if it is Graph.Beyond.
	playable int32
	sets     []uint64 // the liberties of the chain at each head, see set
	words    int      // uint64s of one set
	log      []Point  // heads of captured and of merged chains, for Take
	weigher  *weigher // nil on a board with ordinary liberties
}

// cell is the data of one point. On an empty point head, next, size and liberties have
// old values. Take relies on these values: when a captured chain returns, the cells of
// its stones still have their old links.
type cell struct {
	around    uint32 // number of black neighbours in the low half, of white ones in the high half
	head      Point
	next      Point
	liberties Point // at the head: number of distinct empty points adjacent to the chain
	size      Point // at the head: number of stones of the chain
	slot      Point // index of an empty point in Board.empty
	color     Color
}

const (
	blackUnit = 1
	whiteUnit = 1 << 16
)

// unit is the number that a stone of colour c adds to the cell.around of its neighbours.
func unit(c Color) uint32 { return blackUnit << (16 * (c - 1)) }

// NewBoard makes an empty board. Its memory grows with the square of the number
// of points: 23 KB for 19x19, 60 KB for 25x25.
func NewBoard(g *Graph) *Board {
	n := g.Len()
	b := &Board{graph: g, playable: int32(n), cells: make([]cell, n), words: (n + 63) / 64, log: make([]Point, 0, 4*n)}
	if g.beyond != NoPoint {
		b.playable = int32(n - 1)
	}
	b.empty = make([]Point, b.playable)
	b.sets = make([]uint64, n*b.words)
	if g.regional != nil {
		b.weigher = newWeigher(g.regional)
	}
	b.Clear()
	return b
}

// Clear takes all stones off. Earlier stones can no longer be taken back.
func (b *Board) Clear() {
	clear(b.cells)
	b.empty = b.empty[:b.playable]
	for i := range b.empty {
		b.cells[i].slot = Point(i)
		b.empty[i] = Point(i)
	}
	b.hash, b.stones, b.log = 0, [3]int32{int32(len(b.empty)), 0, 0}, b.log[:0]
}

// CopyFrom makes b a copy of o; both must be on the same graph. The copy cannot
// take back stones that were placed on o.
func (b *Board) CopyFrom(o *Board) {
	if b.graph != o.graph {
		panic("baduk: CopyFrom between boards of different graphs")
	}
	copy(b.cells, o.cells)
	copy(b.sets, o.sets)
	b.empty = b.empty[:len(o.empty)]
	copy(b.empty, o.empty)
	b.hash, b.stones, b.log = o.hash, o.stones, b.log[:0]
}

// Graph is the graph that the board is on.
func (b *Board) Graph() *Graph { return b.graph }

// At is the colour of point p.
func (b *Board) At(p Point) Color { return b.cells[p].color }

// Stones is the number of points of colour c. For Empty it is the length of
// Empties.
func (b *Board) Stones(c Color) int { return int(b.stones[c]) }

// Hash is the XOR of the [Graph.Key] of every stone: 0 on an empty board.
func (b *Board) Hash() uint64 { return b.hash }

// Empties lists the empty points on which a stone can be placed, in no
// particular order. The slice is the board's own memory: it is valid until the
// next change and must not be written to.
func (b *Board) Empties() []Point { return b.empty }

// Head is the point that identifies the chain on p. The point must hold a stone.
func (b *Board) Head(p Point) Point { return b.cells[p].head }

// Next is the stone after p in the circle of its chain. The point must hold a stone.
func (b *Board) Next(p Point) Point { return b.cells[p].next }

// ChainSize is the number of stones of the chain on p, which must hold a stone.
func (b *Board) ChainSize(p Point) int { return int(b.cells[b.cells[p].head].size) }

// Liberties is the number of distinct empty points adjacent to the chain on p,
// which must hold a stone.
func (b *Board) Liberties(p Point) int { return int(b.cells[b.cells[p].head].liberties) }

// Around is the number of neighbours of p that have colour c.
func (b *Board) Around(p Point, c Color) int {
	a := b.cells[p].around
	switch c {
	case Black:
		return int(a & 0xffff)
	case White:
		return int(a >> 16)
	}
	return int(b.graph.degree[p]) - int(a&0xffff) - int(a>>16)
}

// AppendChain appends the stones of the chain on p to dst. The point must hold a stone.
func (b *Board) AppendChain(dst []Point, p Point) []Point {
	if b.cells[p].color == Empty {
		panic("baduk: AppendChain of the empty point " + b.graph.Vertex(p))
	}
	for s := p; ; {
		dst = append(dst, s)
		if s = b.cells[s].next; s == p {
			return dst
		}
	}
}

// AppendLiberties appends the distinct liberties of the chain on p to dst, the
// lowest point first. The point must hold a stone.
func (b *Board) AppendLiberties(dst []Point, p Point) []Point {
	for i, w := range b.set(b.cells[p].head) {
		for ; w != 0; w &= w - 1 {
			dst = append(dst, Point(64*i+bits.TrailingZeros64(w)))
		}
	}
	return dst
}

// Liberty is the lowest liberty of the chain on p, which must hold a stone.
func (b *Board) Liberty(p Point) Point {
	for i, w := range b.set(b.cells[p].head) {
		if w != 0 {
			return Point(64*i + bits.TrailingZeros64(w))
		}
	}
	return NoPoint
}

// Effect returns the effect that a stone would have, without placing it. The first result
// is the number of opposing stones that it would capture. The second is the number of own
// stones that would die by suicide, the new one included. The point must be empty. On a
// regional board own stones may also die far from the new stone, or even if the new stone
// captures; see [Board.Place].
func (b *Board) Effect(m Move) (captured, suicide int) {
	if b.weigher != nil {
		captured, suicide, _, _ = b.tryOut(m)
		return captured, suicide
	}
	own, opp := m.Color, m.Color.Opponent()
	breathes := b.Open(m.Point)
	suicide = 1
	adj := b.graph.adj[m.Point]
	for i, q := range adj {
		c := &b.cells[q]
		if c.color == Empty || b.seenBefore(adj[:i], q) {
			continue
		}
		chain := &b.cells[c.head]
		switch {
		case c.color == opp && chain.liberties == 1:
			captured += int(chain.size)
		case c.color == own && chain.liberties > 1:
			breathes = true
		case c.color == own:
			suicide += int(chain.size)
		}
	}
	if breathes || captured > 0 {
		suicide = 0
	}
	return captured, suicide
}

// IsSuicide reports whether the new stone would capture nothing and its chain
// would have no liberty. On a regional board it reports whether the stone would
// be taken off at once. The point must be empty.
func (b *Board) IsSuicide(m Move) bool {
	if b.weigher != nil {
		_, _, stays, _ := b.tryOut(m)
		return !stays
	}
	if b.Open(m.Point) {
		return false
	}
	for _, q := range b.graph.adj[m.Point] {
		c := &b.cells[q]
		if (c.color == m.Color) == (b.cells[c.head].liberties > 1) {
			return false // an own chain has another liberty, or an opposing chain is captured
		}
	}
	return true
}

// seenBefore reports whether the chain on q also contains a point of the list
// before: the points that precede q in a neighbour list. Without this check a
// chain that touches a point on two sides would count twice.
func (b *Board) seenBefore(before []Point, q Point) bool {
	for _, r := range before {
		if b.cells[r].color == b.cells[q].color && b.cells[r].head == b.cells[q].head {
			return true
		}
	}
	return false
}

// HashAfter is the hash that the board would have after move m.
func (b *Board) HashAfter(m Move) uint64 {
	if b.weigher != nil {
		_, _, _, hash := b.tryOut(m)
		return hash
	}
	captured, suicide := b.Effect(m)
	h := b.hash
	if suicide == 0 {
		h ^= b.graph.Key(m.Point, m.Color)
	}
	if captured+suicide == 0 {
		return h
	}
	adj := b.graph.adj[m.Point]
	for i, q := range adj {
		c := &b.cells[q]
		dies := suicide > 0 && c.color == m.Color ||
			captured > 0 && c.color == m.Color.Opponent() && b.cells[c.head].liberties == 1
		if !dies || b.seenBefore(adj[:i], q) {
			continue
		}
		for s := q; ; {
			h ^= b.graph.Key(s, c.color)
			if s = b.cells[s].next; s == q {
				break
			}
		}
	}
	return h
}

// SwapEmpties exchanges two entries of [Board.Empties]. Programs use it to draw points
// from this list without replacement. After SwapEmpties, stones that were placed earlier
// can no longer be taken back.
func (b *Board) SwapEmpties(i, j int) {
	p, q := b.empty[i], b.empty[j]
	b.empty[i], b.empty[j] = q, p
	b.cells[p].slot, b.cells[q].slot = Point(j), Point(i)
}

// Open reports whether p has an empty neighbour.
func (b *Board) Open(p Point) bool {
	a := b.cells[p].around
	return a&0xffff+a>>16 < uint32(b.graph.degree[p])
}

// Enclosed reports whether all neighbours of p have colour c. The colour must
// be Black or White.
func (b *Board) Enclosed(p Point, c Color) bool {
	return b.cells[p].around == unit(c)*uint32(b.graph.degree[p])
}
