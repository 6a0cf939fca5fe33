package mcts

import (
	"math"
	"sync"
	"unsafe"

	"tengen/baduk"
)

// biasTable remembers by how much evaluations were off after a move in the same
// surroundings and after the same move before: what an evaluator misses in one place of
// the graph it misses in others.
type biasTable struct {
	entries *arena[surrounding]
	around  [][]baduk.Point // of each point, those whose stones tell its surroundings
	stripes [64]biasStripe

	mu  sync.Mutex // guards what is not in use
	top *graph     // whose memory is counted
}

type biasStripe struct {
	biasStripeData
	_ [apart - unsafe.Sizeof(biasStripeData{})]byte
}

type biasStripeData struct {
	mu    sync.Mutex
	heads []int32
	count int
	free  int32
	from  int32 // entries from here to to are this stripe's own
	to    int32
}

// surrounding is what was learned of one move in one surrounding, guarded by the lock of
// its stripe.
type surrounding struct {
	key    uint64
	off    float64 // sum of how far evaluations were too low for Black
	weight float64
	next   int32
}

const (
	surroundingBytes = int64(unsafe.Sizeof(surrounding{}))
	biasRegion       = 16
)

func newBiasTable(g *graph, board *baduk.Graph) *biasTable {
	return &biasTable{entries: newArena[surrounding](nodeShift), around: surroundings(board), top: g}
}

// surroundings is the square of five by five around each point, or on boards without
// squares the points within two steps.
func surroundings(g *baduk.Graph) [][]baduk.Point {
	list := make([][]baduk.Point, g.Len())
	geo, _ := g.Geometry()
	for p := range list {
		if geo.Width > 0 {
			for y := max(p/geo.Width-2, 0); y <= min(p/geo.Width+2, geo.Height-1); y++ {
				for x := max(p%geo.Width-2, 0); x <= min(p%geo.Width+2, geo.Width-1); x++ {
					list[p] = append(list[p], baduk.Point(y*geo.Width+x))
				}
			}
			continue
		}
		near := []baduk.Point{baduk.Point(p)}
		from := 0
		for range 2 {
			to := len(near)
			for _, q := range near[from:to] {
				for _, r := range g.Neighbours(q) {
					known := false
					for _, s := range near {
						known = known || s == r
					}
					if !known && len(near) < 40 {
						near = append(near, r)
					}
				}
			}
			from = to
		}
		list[p] = near
	}
	return list
}

// key names a move before it is made, in its surroundings; 0 where nothing is learned.
func (b *biasTable) key(g *baduk.Game, m baduk.Move) uint64 {
	n := g.Len()
	if m.Point == baduk.Pass || n == 0 {
		return 0
	}
	k := scramble(uint64(m.Point)<<20 + uint64(uint16(g.Turn(n-1).Point))<<2 + uint64(m.Color))
	pos := g.Position()
	k = scramble(k + uint64(uint16(pos.KoBan)))
	stones := uint64(0)
	for i, q := range b.around[m.Point] {
		c := uint64(pos.At(q))
		if c != 0 && pos.Liberties(q) == 1 {
			c += 2
		}
		stones = stones*5 + c
		if i%24 == 23 {
			k, stones = scramble(k+stones), 0
		}
	}
	return scramble(k+stones) | 1
}

// scramble is the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
func scramble(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// find is the entry of that key, made if there is none; 0 when memory is at its limit.
func (b *biasTable) find(key uint64) int32 {
	s := &b.stripes[key>>58]
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.count >= len(s.heads) {
		n := max(16, 2*len(s.heads))
		if !b.top.grow(int64(n-len(s.heads)) * 4) {
			return 0
		}
		b.top.used.Add(int64(n-len(s.heads)) * 4)
		old := s.heads
		s.heads = make([]int32, n)
		for _, i := range old {
			for i != 0 {
				e := b.entries.at(i)
				head := &s.heads[e.key&uint64(n-1)]
				i, e.next, *head = e.next, *head, i
			}
		}
	}
	head := &s.heads[key&uint64(len(s.heads)-1)]
	for i := *head; i != 0; i = b.entries.at(i).next {
		if b.entries.at(i).key == key {
			return i
		}
	}
	i := s.free
	if i != 0 {
		s.free = b.entries.at(i).next
	} else {
		if s.from == s.to {
			if !b.take(s) {
				return 0
			}
		}
		i = s.from
		s.from++
	}
	*b.entries.at(i) = surrounding{key: key, next: *head}
	*head = i
	s.count++
	return i
}

// take gives a stripe entries of its own.
func (b *biasTable) take(s *biasStripe) (ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s.from, ok = takeRegion(b.top, b.entries, nil, biasRegion, surroundingBytes)
	s.to = s.from + biasRegion
	return ok
}

// expected is how far an evaluation in these surroundings is thought to be off.
func (e *surrounding) expected(p *Params) float64 {
	if e.weight <= 0.001 {
		return 0
	}
	return p.Bias * e.off / e.weight
}

// adjust replaces what a node had to say of its surroundings: its children's utility
// against its own evaluation. It returns by how much that evaluation is to be corrected.
func (b *biasTable) adjust(nd *node, utility, total, all float64, p *Params) float64 {
	e := b.entries.at(nd.bias)
	s := &b.stripes[e.key>>58]
	s.mu.Lock()
	defer s.mu.Unlock()
	if total > 1e-10 {
		weight := math.Pow(all, p.BiasPower)
		delta := float32((utility/total - float64(nd.own.utility)) * weight)
		e.off += float64(delta) - float64(nd.biasDelta)
		e.weight += float64(float32(weight)) - float64(nd.biasWeight)
		nd.biasDelta, nd.biasWeight = delta, float32(weight)
	}
	return e.expected(p)
}

// release forgets most of what a node that is dropped had to say.
func (b *biasTable) release(nd *node, p *Params) {
	if nd.bias == 0 {
		return
	}
	e := b.entries.at(nd.bias)
	e.off -= float64(nd.biasDelta) * p.BiasForget
	e.weight -= float64(nd.biasWeight) * p.BiasForget
	nd.bias, nd.biasDelta, nd.biasWeight = 0, 0, 0
}

// clear forgets everything.
func (b *biasTable) clear() {
	b.entries = newArena[surrounding](nodeShift)
	for i := range b.stripes {
		b.stripes[i] = biasStripe{}
	}
}
