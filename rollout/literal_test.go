package rollout

import (
	"slices"
	"testing"

	"tengen/baduk"
)

// literal computes weights as the documentation of [Linear] describes them, from the stones alone and without tables of
// symmetric forms. It is slow, and the reference for linearPlay.
type literal struct {
	l     *Linear
	shape *shape
	all   [8]symmetry
	// canonical near codes in increasing order
	nears []uint32
}

// literalNears lists the canonical near codes in increasing order.
func literalNears() (nears []uint32) {
	r := literal{all: squareSymmetries()}
	for code := range uint32(nearCodes) {
		if r.least(code) == code {
			nears = append(nears, code)
		}
	}
	return nears
}

// least returns the smallest symmetric form of a near code.
func (r *literal) least(code uint32) uint32 {
	least := code
	for s := range r.all {
		least = min(least, turnNear(code, &r.all[s]))
	}
	return least
}

// stateFor returns the state of a place for a player, who counts as black.
func stateFor(b *baduk.Board, grid baduk.Grid, x, y int, c baduk.Color) uint64 {
	if !grid.Contains(x, y) {
		return stateOff
	}
	p := grid.At(x, y)
	if b.At(p) == baduk.Empty {
		return stateEmpty
	}
	liberties := map[baduk.Point]bool{}
	for _, s := range b.AppendChain(nil, p) {
		for _, q := range b.Graph().Neighbours(s) {
			if b.At(q) == baduk.Empty {
				liberties[q] = true
			}
		}
	}
	n := uint64(min(len(liberties), 3))
	if b.At(p) != c {
		n += stateWhite
	}
	return n
}

// weight returns the weight of a move of the player to move. captured are the stones that the last move captured as one
// chain.
func (r *literal) weight(pos *baduk.Position, p, last baduk.Point, captured []baduk.Point) uint32 {
	b, c := &pos.Board, pos.ToPlay
	m := baduk.Move{Color: c, Point: p}
	if b.At(p) != baduk.Empty || p == pos.KoBan || b.IsSuicide(m) || r.shape.isEye(b, p, c) {
		return 0
	}
	grid, _ := b.Graph().Rectangle()
	x, y := grid.XY(p)
	code := uint32(0)
	for i, d := range diamond[:nearPlaces] {
		s := uint32(stateFor(b, grid, x+d[0], y+d[1], c))
		if i < 4 {
			code |= s << (3 * i)
			continue
		}
		color := uint32(offBoard) // of a corner, which has no liberties in the code
		switch {
		case s == stateEmpty:
			color = uint32(baduk.Empty)
		case s > stateWhite:
			color = uint32(baduk.White)
		case s != stateOff:
			color = uint32(baduk.Black)
		}
		code |= color << (cornerShift + 2*(i-4))
	}
	k, _ := slices.BinarySearch(r.nears, r.least(code))
	w := r.l.nearFactors[k]
	if last < 0 || b.At(last) != c.Opponent() {
		return w
	}
	lx, ly := grid.XY(last)
	if place := slices.Index(diamond[:], [2]int{x - lx, y - ly}); place >= 0 {
		code := (stateFor(b, grid, lx, ly, c) - stateWhite) << centreShift
		for i, d := range diamond {
			code |= stateFor(b, grid, lx+d[0], ly+d[1], c) << (3 * i)
		}
		for _, pattern := range r.l.patterns {
			for s := range r.all {
				if turnWide(code, &r.all[s]) == pattern.code {
					w = scale(scale(w, r.l.response), pattern.factors[r.all[s][place]])
					goto found
				}
			}
		}
	found:
		if place < nearPlaces {
			w = scale(w, r.l.neighbour[place/4])
		}
	}
	if r.saves(b, m, last) {
		w = scale(w, r.l.save)
	}
	if n := len(captured); n >= leastNakade && n <= mostNakade && slices.Contains(captured, p) {
		if f, ok := r.l.nakade[nakadeKey(grid, captured, p)]; ok {
			w = scale(w, f)
		}
	}
	return w
}

// saves reports whether a move saves a chain next to the last move from atari.
func (r *literal) saves(b *baduk.Board, m baduk.Move, last baduk.Point) bool {
	for _, q := range b.Graph().Neighbours(last) {
		if b.At(q) != m.Color || b.Liberties(q) != 1 {
			continue
		}
		for _, s := range b.AppendChain(nil, q) {
			for _, n := range b.Graph().Neighbours(s) {
				if b.At(n) == m.Color.Opponent() && b.Liberties(n) == 1 && b.Liberty(n) == m.Point {
					return true
				}
			}
		}
		if b.Liberty(q) == m.Point {
			after := baduk.NewBoard(b.Graph())
			after.CopyFrom(b)
			after.Place(m)
			if after.Liberties(m.Point) >= 2 {
				return true
			}
		}
	}
	return false
}

// randomLinear returns a policy with random factors. Its response patterns are those of some random games.
func randomLinear(seed uint64) *Linear {
	rng := Rand(seed)
	factor := func(unit uint32) uint32 { return uint32(rng.Uint64()%uint64(4*unit)) + 1 }
	l := &Linear{response: factor(factorUnit), save: factor(factorUnit), neighbour: [2]uint32{factor(factorUnit), factor(factorUnit)}, nakade: map[uint64]uint32{}}
	for range canonicalNears {
		l.nearFactors = append(l.nearFactors, factor(nearUnit))
	}
	all := squareSymmetries()
	codes := map[uint64]bool{}
	g := baduk.MustRectangle(9, 9)
	t, u := newLinearPlay(&Linear{near: make([]uint32, nearCodes)}, newShape(g)), NewUniform(g)
	for range 20 {
		pos := baduk.NewPosition(g)
		for n := range 90 {
			p := u.choose(pos, &rng)
			c := pos.ToPlay
			if before := g.Len() - len(pos.Empties()); p >= 0 {
				pos.Play(baduk.Move{Color: c, Point: p})
				if before > g.Len()-len(pos.Empties()) { // a capture
					grid, _ := g.Rectangle()
					stones := []baduk.Point{grid.At(3, 3), grid.At(4, 3), grid.At(5, 3)}
					l.nakade[nakadeKey(grid, stones, stones[n%3])] = factor(factorUnit)
				}
				if n%2 == 0 {
					code := wideCode(&pos.Board, p, &t.around[p])
					if c == baduk.Black {
						code = swapWide(code)
					}
					least, _ := canonicalWide(code, &all)
					codes[least] = true
				}
			} else {
				pos.Play(baduk.Move{Color: c, Point: p})
			}
		}
	}
	list := make([]uint64, 0, len(codes))
	for code := range codes {
		list = append(list, code)
	}
	slices.Sort(list)
	for _, code := range list {
		p := widePattern{code: code}
		for i := range p.factors {
			p.factors[i] = factor(factorUnit)
		}
		for s := range all { // places that a symmetry of the pattern exchanges have the same factor
			if turnWide(code, &all[s]) == code {
				for i := range p.factors {
					j := all[s][i]
					p.factors[i] = min(p.factors[i], p.factors[j])
					p.factors[j] = p.factors[i]
				}
			}
		}
		for s := range all {
			if turnWide(code, &all[s]) == code {
				for i := range p.factors {
					j := all[s][i]
					p.factors[j] = min(p.factors[i], p.factors[j])
					p.factors[i] = p.factors[j]
				}
			}
		}
		l.patterns = append(l.patterns, p)
	}
	l.expand()
	return l
}

// sameAsLiteral compares the weights of all moves with those of the reference.
func sameAsLiteral(t *testing.T, fast *linearPlay, slow *literal, captured []baduk.Point) {
	t.Helper()
	fast.responses()
	c := fast.pos.ToPlay
	for i := range fast.marked {
		p := baduk.Point(i)
		got := fast.weights[c][p]
		for _, m := range fast.changed {
			if m.point == p {
				got = m.weight
			}
		}
		if want := slow.weight(fast.pos, p, fast.last, captured); got != want {
			t.Fatalf("weight of %s for %v after %d, captured %d: got %d, want %d", fast.pos.Graph().Vertex(p), c, fast.last, len(captured), got, want)
		}
	}
	for y, sum := range fast.rows[c] {
		want := uint64(0)
		for _, w := range fast.weights[c][y*fast.grid.Width : (y+1)*fast.grid.Width] {
			want += uint64(w)
		}
		if sum != want {
			t.Fatalf("sum of row %d: got %d, want %d", y, sum, want)
		}
	}
}

// playLiteral plays a game on a rectangle and compares all weights with the reference after each move. A byte of data
// chooses whether a move is drawn by the policy, at random, or is a pass. The results are the numbers of positions with
// a ko, and after the capture of a chain that can have been a nakade.
func playLiteral(t *testing.T, l *Linear, nears []uint32, width, height int, seed uint64, data []byte) (kos, nakades int) {
	t.Helper()
	g := baduk.MustRectangle(width, height)
	s := newShape(g)
	fast, slow, u := newLinearPlay(l, s), &literal{l, s, squareSymmetries(), nears}, NewUniform(g)
	rng := Rand(seed)
	fast.from(baduk.NewPosition(g), baduk.NoPoint)
	for _, how := range data {
		c := fast.pos.ToPlay
		p := baduk.Pass
		switch {
		case how < 100:
			p = fast.choose(&rng)
		case how < 250:
			p = u.choose(fast.pos, &rng)
		}
		var captured []baduk.Point
		if p >= 0 {
			heads := map[baduk.Point]bool{}
			for _, q := range g.Neighbours(p) {
				if fast.pos.At(q) == c.Opponent() && fast.pos.Liberties(q) == 1 && !heads[fast.pos.Head(q)] {
					heads[fast.pos.Head(q)] = true
					captured = fast.pos.AppendChain(nil, q)
				}
			}
			if len(heads) > 1 {
				captured = nil
			}
		}
		fast.play(baduk.Move{Color: c, Point: p})
		sameAsLiteral(t, fast, slow, captured)
		if fast.pos.KoBan >= 0 {
			kos++
		}
		if n := len(captured); n >= leastNakade && n <= mostNakade {
			nakades++
		}
	}
	return kos, nakades
}

// TestLinearPlay compares the fast weights with the reference in games on several rectangles.
func TestLinearPlay(t *testing.T) {
	l, nears := randomLinear(1), literalNears()
	if len(l.patterns) < 100 || len(l.nakade) == 0 {
		t.Fatalf("the policy has %d response patterns and %d nakade, want more", len(l.patterns), len(l.nakade))
	}
	kos, nakades := 0, 0
	for i, size := range [][2]int{{2, 2}, {2, 5}, {3, 3}, {5, 4}, {7, 7}, {9, 9}} {
		for game := range 12 {
			data := make([]byte, 3*size[0]*size[1]/2)
			rng := Rand(uint64(100*game + i))
			for k := range data {
				data[k] = byte(rng.Uint64() >> 32)
			}
			k, n := playLiteral(t, l, nears, size[0], size[1], uint64(100*game+i), data)
			kos, nakades = kos+k, nakades+n
		}
	}
	if kos == 0 || nakades == 0 {
		t.Errorf("the games have %d positions with a ko and %d with a captured chain of 3 to 6 stones, want some", kos, nakades)
	}
}

// FuzzLinearPlay compares the fast weights with the reference.
func FuzzLinearPlay(f *testing.F) {
	f.Add(uint8(5), uint8(5), uint64(1), []byte("aZ\xf0\x01\xf1\x02\xf2\x03"))
	l, nears := randomLinear(2), literalNears()
	f.Fuzz(func(t *testing.T, width, height uint8, seed uint64, data []byte) {
		playLiteral(t, l, nears, 2+int(width)%8, 2+int(height)%8, seed, data[:min(len(data), 120)])
	})
}
