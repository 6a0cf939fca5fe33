package baduk_test

import (
	"math/bits"
	"os"
	"testing"

	"tengen/baduk"
)

// lone is the set of all positions of a small graph and the moves between them
// if only one player, the opponent, ever moves. Positions are sets of bits. It
// is the oracle of unconditional life and shares no code with the board.
type lone struct {
	near  []uint16 // by point: set of its neighbours
	n     int
	legal []bool  // by position
	next  []int32 // position after each of the n moves of the opponent, by position; -1 if a move is illegal
}

// lonePosition is a position of lone: the stones of the owner and of the
// opponent.
type lonePosition struct{ own, opp uint16 }

// number is the position as a number to base three: a digit is 1 for a stone of
// the owner.
func (l *lone) number(p lonePosition) int32 {
	n := int32(0)
	for i := l.n - 1; i >= 0; i-- {
		n = 3*n + int32(p.own>>i&1) + 2*int32(p.opp>>i&1)
	}
	return n
}

// position is the inverse of number.
func (l *lone) position(n int32) (p lonePosition) {
	for i := range l.n {
		switch n % 3 {
		case 1:
			p.own |= 1 << i
		case 2:
			p.opp |= 1 << i
		}
		n /= 3
	}
	return p
}

// around returns the points that touch the set.
func (l *lone) around(set uint16) (near uint16) {
	for s := set; s != 0; s &= s - 1 {
		near |= l.near[bits.TrailingZeros16(s)]
	}
	return near &^ set
}

// connected returns the part of the set within that is connected with the seed. The seed
// must be in this set.
func (l *lone) connected(seed, within uint16) uint16 {
	for {
		grown := seed | l.around(seed)&within
		if grown == seed {
			return seed
		}
		seed = grown
	}
}

// breathless returns the stones of the set that have no liberties.
func (l *lone) breathless(set, empty uint16) (dead uint16) {
	for rest := set; rest != 0; {
		chain := l.connected(rest&-rest, set)
		rest &^= chain
		if l.around(chain)&empty == 0 {
			dead |= chain
		}
	}
	return dead
}

// newLone plays all moves of the opponent in all positions. Suicide of several
// stones removes them or is forbidden; suicide of one stone is not a move.
func newLone(g *baduk.Graph, suicide bool) *lone {
	l := &lone{n: g.Len()}
	total := int32(1)
	for p := range g.Len() {
		total *= 3
		near := uint16(0)
		for _, q := range g.Neighbours(baduk.Point(p)) {
			near |= 1 << q
		}
		l.near = append(l.near, near)
	}
	all := uint16(1)<<l.n - 1
	l.legal, l.next = make([]bool, total), make([]int32, int(total)*l.n)
	for n := range total {
		p := l.position(n)
		empty := all &^ (p.own | p.opp)
		l.legal[n] = l.breathless(p.own, empty)|l.breathless(p.opp, empty) == 0
		for i := range l.n {
			at := int(n)*l.n + i
			l.next[at] = -1
			if !l.legal[n] || empty>>i&1 == 0 {
				continue
			}
			q := lonePosition{p.own, p.opp | 1<<i}
			q.own &^= l.breathless(q.own, empty&^(1<<i))
			dead := l.breathless(q.opp, all&^(q.own|q.opp))
			if dead == 1<<i || dead != 0 && !suicide {
				continue
			}
			q.opp &^= dead
			l.next[at] = l.number(q)
		}
	}
	return l
}

// safe returns for each position the stones of the owner that no series of the opponent's
// moves captures. This is the largest set that stays safe after every move.
func (l *lone) safe() []uint16 {
	safe := make([]uint16, len(l.legal))
	for n := range safe {
		safe[n] = l.position(int32(n)).own
	}
	l.settle(func(n, next int32) bool {
		old := safe[n]
		safe[n] &= safe[next]
		return safe[n] != old
	})
	return safe
}

// settle applies the rule to every move until nothing changes any more.
func (l *lone) settle(rule func(n, next int32) bool) {
	for changed := true; changed; {
		changed = false
		for n, legal := range l.legal {
			if !legal {
				continue
			}
			for _, next := range l.next[n*l.n : (n+1)*l.n] {
				if next >= 0 && rule(int32(n), next) {
					changed = true
				}
			}
		}
	}
}

// homes returns for each position the points where the opponent can get safe stones if
// only the opponent moves. These stones are safe against the owner. The argument named
// safe has the safe stones of the opponent.
func (l *lone) homes(safe []uint16) []uint16 {
	homes := make([]uint16, len(l.legal))
	for n := range homes {
		p := l.position(int32(n))
		homes[n] = safe[l.number(lonePosition{p.opp, p.own})]
	}
	l.settle(func(n, next int32) bool {
		old := homes[n]
		homes[n] |= homes[next]
		return homes[n] != old
	})
	return homes
}

// benson finds unconditionally alive stones by Benson's theorem, with sets of bits. A
// region is vital for a chain that touches all of its points, or, with emptyOnly, all of
// its empty points.
func (l *lone) benson(p lonePosition, emptyOnly bool) uint16 {
	all := uint16(1)<<l.n - 1
	split := func(set uint16) (parts []uint16) {
		for set != 0 {
			part := l.connected(set&-set, set)
			parts = append(parts, part)
			set &^= part
		}
		return parts
	}
	alive, regions := p.own, split(all&^p.own)
	for {
		kept := uint16(0)
		for _, chain := range split(alive) {
			eyes := 0
			for _, region := range regions {
				must := region
				if emptyOnly {
					must &^= p.opp
				}
				bordered := l.around(region) & p.own
				if bordered&^alive == 0 && bordered&chain != 0 && must&^l.around(chain) == 0 {
					eyes++
				}
			}
			if eyes >= 2 {
				kept |= chain
			}
		}
		if kept == alive {
			return alive
		}
		alive = kept
	}
}

// ring is a torus of 3x3 points.
func ring(t *testing.T) *baduk.Graph {
	t.Helper()
	adj := make([][]baduk.Point, 9)
	for p := range adj {
		x, y := p%3, p/3
		for _, d := range [4][2]int{{1, 0}, {2, 0}, {0, 1}, {0, 2}} {
			adj[p] = append(adj[p], baduk.Point((y+d[1])%3*3+(x+d[0])%3))
		}
	}
	g, err := baduk.NewGraph(adj)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestPassAliveAgreesWithExhaustion compares the pass-alive stones of all positions of
// small boards with the stones that the opponent can capture if the owner always passes.
// It also checks that the opponent cannot live in pass-alive territory. The table has two
// expected numbers for each board: the number of positions with a stone of the owner, and
// the number of positions in which a wrong definition of a vital region gives a wrong
// answer. The wrong definition uses only empty points where suicide is legal, and all
// points where suicide is forbidden.
func TestPassAliveAgreesWithExhaustion(t *testing.T) {
	for _, test := range []struct {
		name             string
		graph            *baduk.Graph
		positions, wrong int // 0 if not known
		long             bool
	}{
		{"2x3", baduk.MustRectangle(3, 2), 426, 8, false},
		{"1x7", baduk.MustRectangle(7, 1), 0, 0, false},
		{"3x3", baduk.MustRectangle(3, 3), 12164, 248, false},
		{"torus 3x3", ring(t), 0, 0, false},
		{"3x4", baduk.MustRectangle(3, 4), 317594, 6516, true},
	} {
		if test.long && os.Getenv("TENGEN_LONG") == "" {
			continue
		}
		for _, suicide := range []bool{false, true} {
			l := newLone(test.graph, suicide)
			safe := l.safe()
			homes := l.homes(safe)
			b := baduk.NewBoard(test.graph)
			positions, wrong, stones, territory := 0, 0, 0, 0
			for n, legal := range l.legal {
				p := l.position(int32(n))
				if !legal || p.own == 0 {
					continue
				}
				positions++
				b.Clear()
				for i := range l.n {
					switch {
					case p.own>>i&1 != 0:
						b.Place(baduk.Move{Color: baduk.Black, Point: baduk.Point(i)})
					case p.opp>>i&1 != 0:
						b.Place(baduk.Move{Color: baduk.White, Point: baduk.Point(i)})
					}
				}
				var owned [3]uint16
				for i, c := range b.PassAlive(suicide) {
					owned[c] |= 1 << i
				}
				if got := owned[baduk.Black] & p.own; got != safe[n] {
					t.Fatalf("%s, suicide %v, black %b, white %b: %b is pass-alive, want %b", test.name, suicide, p.own, p.opp, got, safe[n])
				}
				if got := owned[baduk.White] & p.opp; got != safe[l.number(lonePosition{p.opp, p.own})] {
					t.Fatalf("%s, suicide %v, black %b, white %b: White's %b is pass-alive, want nothing", test.name, suicide, p.own, p.opp, got)
				}
				if lives := owned[baduk.Black] &^ p.own & homes[n]; lives != 0 {
					t.Fatalf("%s, suicide %v, black %b, white %b: White can live on %b", test.name, suicide, p.own, p.opp, lives)
				}
				if l.benson(p, suicide) != safe[n] {
					wrong++
				}
				if l.benson(p, !suicide) != safe[n] {
					t.Fatalf("%s: the theorem does not hold", test.name)
				}
				stones += bits.OnesCount16(safe[n])
				territory += bits.OnesCount16(owned[baduk.Black] &^ p.own)
			}
			if test.positions != 0 && (positions != test.positions || wrong != test.wrong) {
				t.Errorf("%s, suicide %v: %d positions, want %d; %d wrong ones, want %d", test.name, suicide, positions, test.positions, wrong, test.wrong)
			}
			t.Logf("%s, suicide %v: %d positions, %d pass-alive stones, %d points of territory; the wrong vital regions are wrong in %d", test.name, suicide, positions, stones, territory, wrong)
		}
	}
}

// TestPassAliveDependsOnSuicide tests chains that can be killed only if the rules allow
// suicide: the opponent makes room by the suicide of several stones.
func TestPassAliveDependsOnSuicide(t *testing.T) {
	for _, rows := range [][]string{{"O.X", "XX."}, {".X.", ".XX", "O.."}, {".X..", ".XXX", "O..."}} {
		b := baduk.NewBoard(baduk.MustRectangle(len(rows[0]), len(rows)))
		var black []baduk.Point
		for y, row := range rows {
			for x, mark := range row {
				p := baduk.Point(y*len(row) + x)
				switch mark {
				case 'X':
					b.Place(baduk.Move{Color: baduk.Black, Point: p})
					black = append(black, p)
				case 'O':
					b.Place(baduk.Move{Color: baduk.White, Point: p})
				}
			}
		}
		forbidden, legal := b.PassAlive(false), b.PassAlive(true)
		alive := 0
		for _, p := range black {
			if legal[p] != baduk.Empty {
				t.Errorf("%q: %s is pass-alive where suicide is legal", rows, b.Graph().Vertex(p))
			}
			if forbidden[p] == baduk.Black {
				alive++
			}
		}
		if alive == 0 {
			t.Errorf("%q: nothing is pass-alive where suicide is forbidden", rows)
		}
	}
}
