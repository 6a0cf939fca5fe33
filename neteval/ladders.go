package neteval

import (
	"slices"

	"tengen/baduk"
)

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

// matches reports whether l contains the ladders of a position. It compares all stones, because hashes can collide.
func (l *cachedLadders) matches(hash uint64, ban baduk.Point, stones []baduk.Color) bool {
	return l.valid && l.hash == hash && l.ban == ban && slices.Equal(l.stones, stones)
}

// laddersOf reads the ladders of the position after n turns, or takes them from the cache.
func (f *Features) laddersOf(g *baduk.Game, n int) *cachedLadders {
	hash, ban := g.TracesAfter(n)
	stones := g.StonesAfter(n)
	l := &f.cache[hash%cacheSize]
	if l.matches(hash, ban, stones) {
		return l
	}
	p := g.Position()
	if n < g.Len() {
		p = f.earlier
		g.PositionAfter(n, p)
	}
	l.hash, l.ban, l.valid = hash, ban, true
	l.stones, l.caught = append(l.stones[:0], stones...), l.caught[:0]
	for c := range l.moves {
		l.moves[c] = l.moves[c][:0]
	}
	f.ladders = f.reader.Ladders(f.ladders[:0], &p.Board, ban)
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
	now := w.laddersOf(g, g.Len())
	w.setAll(plane, now.caught)
	w.setAll(plane+3, now.moves[w.other])
	for i := 1; i <= 2; i++ {
		if i <= known {
			now = w.laddersOf(g, g.Len()-i)
		}
		w.setAll(plane+i, now.caught)
	}
}

func (w *writer) setAll(plane int, points []baduk.Point) {
	for _, p := range points {
		w.set(plane, p)
	}
}
