package neteval

import (
	"slices"
	"sync"

	"tengen/baduk"
)

// cacheSize is the number of positions whose ladders are cached. A search soon needs the ladders of a position
// again: they are part of the input for positions one and two turns later. In self-play many searches share a cache.
const cacheSize = 2048

// ladderCache has the ladders of the latest positions. Goroutines share it.
type ladderCache [cacheSize]struct {
	mu sync.Mutex
	cachedLadders
}

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

// laddersOf reads the ladders of the position after n turns, or takes them from the cache, and passes them to use.
func (f *Features) laddersOf(g *baduk.Game, n int, use func(*cachedLadders)) {
	hash, ban := g.TracesAfter(n)
	stones := g.StonesAfter(n)
	entry := &f.cache[hash%cacheSize]
	entry.mu.Lock()
	defer entry.mu.Unlock()
	l := &entry.cachedLadders
	if !l.matches(hash, ban, stones) {
		f.readLadders(g, n, ban, l)
		l.hash, l.ban, l.valid = hash, ban, true
		l.stones = append(l.stones[:0], stones...)
	}
	use(l)
}

// readLadders reads the ladders of the position after n turns, where a point may be banned.
func (f *Features) readLadders(g *baduk.Game, n int, ban baduk.Point, l *cachedLadders) {
	p := g.Position()
	if n < g.Len() {
		p = f.earlier
		g.PositionAfter(n, p)
	}
	l.caught = l.caught[:0]
	for c := range l.moves {
		l.moves[c] = l.moves[c][:0]
	}
	f.ladders = f.reader.Ladders(f.ladders[:0], &p.Board, ban)
	for _, ladder := range f.ladders {
		l.caught = p.AppendChain(l.caught, ladder.Chain)
		c := p.At(ladder.Chain)
		l.moves[c] = append(l.moves[c], ladder.Moves[:ladder.Working]...)
	}
}

// fillLadders fills the planes of the ladders in the position and in the positions one and two turns before.
// The parameter named known is the number of turns that the net may see. If it is smaller than two, the
// earliest known position replaces the unknown positions.
func (w *writer) fillLadders(known int) {
	g, plane := w.game, w.layout.ladder
	w.laddersOf(g, g.Len(), func(l *cachedLadders) {
		w.setAll(plane, l.caught)
		w.setAll(plane+3, l.moves[w.other])
	})
	for i := 1; i <= 2; i++ {
		w.laddersOf(g, g.Len()-min(i, known), func(l *cachedLadders) { w.setAll(plane+i, l.caught) })
	}
}

func (w *writer) setAll(plane int, points []baduk.Point) {
	for _, p := range points {
		w.set(plane, p)
	}
}
