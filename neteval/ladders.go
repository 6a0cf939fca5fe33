package neteval

import "tengen/baduk"

// cacheSize is the number of positions whose ladders are cached. A search soon needs the ladders of a position
// again: they are part of the input for positions one and two turns later.
const cacheSize = 64

// cachedLadders are the ladders of a position.
type cachedLadders struct {
	hash   uint64
	ban    baduk.Point
	valid  bool
	stones []baduk.Color
	caught []baduk.Point    // stones that a ladder captures
	moves  [3][]baduk.Point // for each colour: moves that capture a chain of this colour in a ladder
}

// matches reports whether l contains the ladders of p. It compares all stones, because hashes can collide.
func (l *cachedLadders) matches(p *baduk.Position) bool {
	if !l.valid || l.hash != p.Hash() || l.ban != p.KoBan {
		return false
	}
	for i, c := range l.stones {
		if p.At(baduk.Point(i)) != c {
			return false
		}
	}
	return true
}

// laddersOf reads the ladders of a position, or takes them from the cache.
func (f *Features) laddersOf(p *baduk.Position) *cachedLadders {
	l := &f.cache[p.Hash()%cacheSize]
	if l.matches(p) {
		return l
	}
	l.hash, l.ban, l.valid = p.Hash(), p.KoBan, true
	l.stones, l.caught = l.stones[:0], l.caught[:0]
	for c := range l.moves {
		l.moves[c] = l.moves[c][:0]
	}
	for i := range f.graph.Len() {
		l.stones = append(l.stones, p.At(baduk.Point(i)))
	}
	f.ladders = f.reader.Ladders(f.ladders[:0], &p.Board, p.KoBan)
	for _, ladder := range f.ladders {
		l.caught = p.AppendChain(l.caught, ladder.Chain)
		c := p.At(ladder.Chain)
		l.moves[c] = append(l.moves[c], ladder.Moves[:ladder.Working]...)
	}
	return l
}

// fillLadders fills the planes of the ladders in the position and in the positions one and two turns before.
// The parameter named known is the number of turns that the net may see. If it is smaller than two, the
// earliest known position replaces the unknown positions.
func (w *writer) fillLadders(known int) {
	g, plane := w.game, w.layout.ladder
	now := w.laddersOf(g.Position())
	w.setAll(plane, now.caught)
	w.setAll(plane+3, now.moves[w.other])
	for i := 1; i <= 2; i++ {
		if i <= known {
			g.PositionAfter(g.Len()-i, w.earlier)
			now = w.laddersOf(w.earlier)
		}
		w.setAll(plane+i, now.caught)
	}
}

func (w *writer) setAll(plane int, points []baduk.Point) {
	for _, p := range points {
		w.set(plane, p)
	}
}
