package rollout

import (
	"fmt"
	"math/bits"

	"tengen/baduk"
)

// linearPlay plays by a [Linear] on one rectangle. After each move it updates the weights of only those points whose
// near code the move can have changed. It is not safe for concurrent use.
type linearPlay struct {
	policy *Linear
	grid   baduk.Grid
	around [][diamondPlaces]baduk.Point // the points of the diamond around each point; NoPoint beyond the border
	pos    *baduk.Position
	// last is the last move's point if the next player's response to it matters, or NoPoint. captured are the stones
	// of the one chain that the last move captured, if it captured exactly one.
	last     baduk.Point
	captured []baduk.Point
	// weights has the weight of each point for each colour by the near code alone, and rows the sums of the rows.
	weights [3][]uint32
	rows    [3][]uint64
	row     []uint8

	dirty    []baduk.Point // points whose weights must be computed again
	marked   []bool        // the points in dirty
	before   []chainBefore
	changed  []weighted // moves whose weight is not that of the near code alone
	libs     []baduk.Point
	tactics  policy // for libertiesAfter
	saves    []baduk.Point
	captures [4][]baduk.Point
}

// chainBefore is a chain next to a move, with its number of liberties before the move.
type chainBefore struct {
	stone     baduk.Point
	liberties int
}

// weighted is a move with its weight.
type weighted struct {
	point  baduk.Point
	weight uint32
}

// checkLinear returns an error for a board on which a Linear cannot play.
func checkLinear(g *baduk.Graph) error {
	grid, ok := g.Rectangle()
	switch {
	case !ok:
		return fmt.Errorf("the patterns of a trained rollout policy fit only rectangles, and %v is not one", g)
	case grid.Width < 2 || grid.Height < 2:
		return fmt.Errorf("the patterns of a trained rollout policy need a board with sides of at least 2, and %v is narrower", g)
	case g.Regional():
		return fmt.Errorf("a trained rollout policy counts liberties, and on %v they do not decide which stones live", g)
	}
	return nil
}

// newLinearPlay makes a player for a board that checkLinear accepts.
func newLinearPlay(l *Linear, s *shape) *linearPlay {
	g := s.graph
	grid, _ := g.Rectangle()
	n := g.Len()
	t := &linearPlay{policy: l, grid: grid, around: make([][diamondPlaces]baduk.Point, n), pos: baduk.NewPosition(g),
		row: make([]uint8, n), marked: make([]bool, n), tactics: policy{shape: s}}
	for p := range n {
		x, y := grid.XY(baduk.Point(p))
		t.row[p] = uint8(y)
		for i, d := range diamond {
			t.around[p][i] = baduk.NoPoint
			if grid.Contains(x+d[0], y+d[1]) {
				t.around[p][i] = grid.At(x+d[0], y+d[1])
			}
		}
	}
	for c := baduk.Black; c <= baduk.White; c++ {
		t.weights[c], t.rows[c] = make([]uint32, n), make([]uint64, grid.Height)
	}
	return t
}

// from begins at a position. The parameter last is the point of the last move, or NoPoint.
func (t *linearPlay) from(pos *baduk.Position, last baduk.Point) {
	t.pos.CopyFrom(pos)
	t.restart()
	if last >= 0 {
		t.last = last
	}
}

// restart computes all weights.
func (t *linearPlay) restart() {
	t.last, t.captured, t.dirty = baduk.NoPoint, t.captured[:0], t.dirty[:0]
	for c := baduk.Black; c <= baduk.White; c++ {
		clear(t.rows[c])
	}
	for i := range t.marked {
		p := baduk.Point(i)
		t.marked[p] = false
		t.weights[baduk.Black][p], t.weights[baduk.White][p] = 0, 0
		if t.pos.At(p) == baduk.Empty {
			t.compute(p)
		}
	}
}

// compute computes the weights of an empty point.
func (t *linearPlay) compute(p baduk.Point) {
	code := nearCode(&t.pos.Board, &t.around[p])
	t.set(baduk.Black, p, t.policy.near[code])
	t.set(baduk.White, p, t.policy.near[swapNear(code)])
}

// set sets a point's weight for a colour.
func (t *linearPlay) set(c baduk.Color, p baduk.Point, w uint32) {
	old := &t.weights[c][p]
	t.rows[c][t.row[p]] += uint64(w) - uint64(*old)
	*old = w
}

// mark adds an empty point to dirty.
func (t *linearPlay) mark(p baduk.Point) {
	if p >= 0 && !t.marked[p] && t.pos.At(p) == baduk.Empty {
		t.marked[p] = true
		t.dirty = append(t.dirty, p)
	}
}

// play makes a move, which must be legal on the board. It may be a pass.
func (t *linearPlay) play(m baduk.Move) {
	p, own := m.Point, m.Color
	if p == baduk.Pass {
		t.pos.Play(m)
		t.last, t.captured = baduk.NoPoint, t.captured[:0]
		return
	}
	b := &t.pos.Board
	t.before = t.before[:0]
	taken := 0
	for _, q := range t.around[p][:4] {
		if q < 0 || b.At(q) == baduk.Empty {
			continue
		}
		n := b.Liberties(q)
		if b.At(q) != own && n == 1 {
			if taken == 0 || !t.isTaken(taken, q) {
				t.captures[taken] = b.AppendChain(t.captures[taken][:0], q)
				taken++
			}
			continue
		}
		t.before = append(t.before, chainBefore{q, n})
	}
	for _, chain := range t.captures[:taken] {
		for _, s := range chain {
			for _, q := range t.around[s][:4] {
				if q >= 0 && b.At(q) == own {
					t.before = append(t.before, chainBefore{q, b.Liberties(q)})
				}
			}
		}
	}
	if u, _ := t.pos.Play(m); u.Suicide > 0 {
		t.restart()
		return
	}
	t.set(baduk.Black, p, 0)
	t.set(baduk.White, p, 0)
	for _, q := range t.around[p][:nearPlaces] {
		t.mark(q)
	}
	for _, chain := range t.captures[:taken] {
		for _, s := range chain {
			t.mark(s)
			for _, q := range t.around[s][:nearPlaces] {
				t.mark(q)
			}
		}
	}
	// If the number of liberties of a chain changes between the classes 1, 2 and 3 or more, its liberties have other
	// codes. The new stone's own liberties were marked above.
	for _, c := range t.before {
		if n := b.Liberties(c.stone); min(n, 3) != min(c.liberties, 3) {
			t.libs = b.AppendLiberties(t.libs[:0], c.stone)
			for _, q := range t.libs {
				t.mark(q)
			}
		}
	}
	for _, q := range t.dirty {
		t.marked[q] = false
		t.compute(q)
	}
	t.dirty, t.last, t.captured = t.dirty[:0], p, t.captured[:0]
	if taken == 1 {
		t.captured = append(t.captured, t.captures[0]...)
	}
}

// isTaken reports whether a stone belongs to one of the captured chains.
func (t *linearPlay) isTaken(taken int, q baduk.Point) bool {
	for _, chain := range t.captures[:taken] {
		if t.pos.Head(chain[0]) == t.pos.Head(q) {
			return true
		}
	}
	return false
}

// responses lists in changed all moves of the player to move that have a feature besides the near code, with their
// weights.
func (t *linearPlay) responses() {
	t.changed = t.changed[:0]
	b, c, l := &t.pos.Board, t.pos.ToPlay, t.policy
	if t.last >= 0 && b.At(t.last) == c.Opponent() {
		around := &t.around[t.last]
		code := wideCode(b, t.last, around)
		if c == baduk.White {
			code = swapWide(code)
		}
		pattern, places := l.wide.get(code), diamondPlaces
		if pattern == nil {
			places = nearPlaces
		}
		for i, p := range around[:places] {
			if p < 0 || t.weights[c][p] == 0 {
				continue
			}
			w := t.weights[c][p]
			if pattern != nil {
				w = scale(scale(w, l.response), pattern[i])
			}
			if i < nearPlaces {
				w = scale(w, l.neighbour[i/4])
			}
			t.changed = append(t.changed, weighted{p, w})
		}
		t.findSaves(c)
		for _, p := range t.saves {
			t.multiply(c, p, l.save)
		}
		if n := len(t.captured); n >= leastNakade && n <= mostNakade {
			for _, p := range t.captured {
				if f, ok := l.nakade[nakadeKey(t.grid, t.captured, p)]; ok && t.weights[c][p] > 0 {
					t.multiply(c, p, f)
				}
			}
		}
	}
	if ko := t.pos.KoBan; ko >= 0 && t.weights[c][ko] > 0 {
		t.multiply(c, ko, factorUnit)
		for i := range t.changed {
			if t.changed[i].point == ko {
				t.changed[i].weight = 0
			}
		}
	}
}

// multiply multiplies the weight of a move in changed by a factor, and adds the move if it is missing.
func (t *linearPlay) multiply(c baduk.Color, p baduk.Point, factor uint32) {
	for i := range t.changed {
		if t.changed[i].point == p {
			t.changed[i].weight = scale(t.changed[i].weight, factor)
			return
		}
	}
	t.changed = append(t.changed, weighted{p, scale(t.weights[c][p], factor)})
}

// findSaves lists in saves the moves that save a chain of c from atari: a chain next to the last move that has a single
// liberty. A move saves it by giving it a second liberty, or by capturing a chain next to it.
func (t *linearPlay) findSaves(c baduk.Color) {
	t.saves = t.saves[:0]
	b := &t.pos.Board
	for _, q := range t.around[t.last][:4] {
		if q < 0 || b.At(q) != c || b.Liberties(q) != 1 {
			continue
		}
		t.tactics.moves = t.tactics.moves[:0]
		t.tactics.escapes(b, q, c)
		for _, p := range t.tactics.moves {
			found := t.weights[c][p] == 0
			for _, have := range t.saves {
				found = found || have == p
			}
			if !found {
				t.saves = append(t.saves, p)
			}
		}
	}
}

// choose draws a move of the player to move. It returns Pass if no move is left.
func (t *linearPlay) choose(rng *Rand) baduk.Point {
	c := t.pos.ToPlay
	t.responses()
	weights, rows := t.weights[c], t.rows[c]
	for i, m := range t.changed {
		t.changed[i].weight = weights[m.point]
		t.set(c, m.point, m.weight)
	}
	p := draw(rng, weights, rows, t.grid.Width)
	for _, m := range t.changed {
		t.set(c, m.point, m.weight)
	}
	return p
}

// draw draws a point with a probability proportional to its weight. It returns Pass if all weights are 0.
func draw(rng *Rand, weights []uint32, rows []uint64, width int) baduk.Point {
	total := uint64(0)
	for _, sum := range rows {
		total += sum
	}
	if total == 0 {
		return baduk.Pass
	}
	at, _ := bits.Mul64(rng.Uint64(), total)
	y := 0
	for ; at >= rows[y]; y++ {
		at -= rows[y]
	}
	for p := y * width; ; p++ {
		if w := uint64(weights[p]); at >= w {
			at -= w
			continue
		}
		return baduk.Point(p)
	}
}

// playOut makes moves until both players have passed in a row, or until it has made maxMoves moves. If the slice first
// is not nil, playOut sets first[p] to the colour that first played on p. It returns the number of moves.
func (t *linearPlay) playOut(rng *Rand, maxMoves int, first []baduk.Color) int {
	for n, passes := 0, 0; n < maxMoves; n++ {
		c := t.pos.ToPlay
		p := t.choose(rng)
		t.play(baduk.Move{Color: c, Point: p})
		if p == baduk.Pass {
			if passes++; passes == 2 {
				return n + 1
			}
			continue
		}
		passes = 0
		if first != nil && first[p] == baduk.Empty {
			first[p] = c
		}
	}
	return maxMoves
}
