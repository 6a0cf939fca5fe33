package baduk

// NearKeys identifies the future of the game for the next n turns of either
// player. If two games on the same graph and under the same rules have the same
// NearKeys(n), they have the same legal moves, ends and scores during these n
// turns. In contrast, [Game.SearchKey] identifies the whole future. Under
// superko two orders of the same moves never have the same SearchKey, but they
// usually have the same NearKeys.
//
// The keys leave out past positions that cannot recur within n turns. To prove this,
// NearKeys uses a stone that was the first stone on its point. Positions from before this
// stone cannot recur until the stone is taken off. There are two lower bounds for the
// number of turns until it can be taken off:
//
//   - the number of liberties of its chain, because each of them has to be filled;
//   - the number of empty points that the stone reaches through empty points,
//     if no stone was ever placed on any of them.
//
// The reason for the second bound: When an earlier position recurs, all these points and
// the point of the stone are empty again. The last chain on them was captured, and the
// stones that captured it are still on neighbouring points. That chain must therefore
// have covered all of these points at the same time.
//
// NearKeys therefore reads the past backwards and stops at the first such
// stone. On regional boards ([Graph.Regional]) it reads the whole past.
//
// The two keys are made of different hashes. A caller should treat two games as
// the same only if both keys are equal. NearKeys allocates nothing. It uses the
// game as scratch memory while it runs. The time for the second key grows with
// the board.
func (g *Game) NearKeys(n int) (key, check uint64) {
	near, other := g.near(n)
	key = g.keyOf(near)
	check = Mix(other + uint64(g.pos.ToPlay))
	for p := range g.pos.cells {
		if c := g.pos.cells[p].color; c != Empty {
			check += Mix(^(uint64(p)<<2 + uint64(c)))
		}
	}
	return key, Mix(check ^ g.keyOf(other))
}

// keyOf returns the SearchKey that the game would have if Game.past were the sum past.
func (g *Game) keyOf(past uint64) uint64 {
	was := g.past
	g.past = past
	k := Mix(g.SearchKey() + past)
	g.past = was
	return k
}

// near returns two sums of hashes of the situations that might recur within n turns. The
// two sums use different hash functions. near reads the past backwards and stops early,
// so the sums may contain some situations that cannot recur.
func (g *Game) near(n int) (sum, other uint64) {
	for i := len(g.turns); ; i-- {
		if s, counts := g.situationAt(i); counts {
			s = Mix(s)
			sum += s
			other += Mix(s ^ 0x6a09e667f3bcc909)
		}
		if i <= int(g.koSince) || g.opens(&g.turns[i-1], n) {
			return sum, other
		}
	}
}

// situationAt is the part of the position after i turns that the rules about
// repetition compare. If they do not compare that position, the result counts
// is false.
func (g *Game) situationAt(i int) (s uint64, counts bool) {
	s = g.hashes[i]
	switch {
	case g.phase == 0 && g.rules.Ko == KoBasic:
		return 0, false
	case g.phase > 0 || g.rules.Ko == KoSimple:
		s += uint64(g.toPlayAfter(i))
		for k, w := range g.blockedAfter(i) {
			s = Mix(s + w + uint64(k)<<1)
		}
	case g.rules.Ko == KoSituational:
		s += uint64(g.toPlayAfter(i))
	case g.rules.Ko == KoNatural || g.rules.Ko == KoNaturalBasic:
		if i > 0 && g.turns[i-1].move.IsPass() {
			return 0, false
		}
		s += uint64(g.toPlayAfter(i))
	default: // the player to move does not matter, so a pass does not make a new situation
		if i > int(g.koSince) && g.turns[i-1].move.IsPass() {
			return 0, false
		}
	}
	return s, true
}

// mostRoom is the largest n for which opens uses the second bound of NearKeys.
const mostRoom = 48

// opens reports whether the stone of turn t proves that no position from before
// that turn can recur within n turns.
func (g *Game) opens(t *turn, n int) bool {
	p := t.move.Point
	if p < 0 || g.visited[p] != 1 || g.pos.cells[p].color == Empty || t.unblock != NoPoint || g.pos.weigher != nil {
		return false
	}
	if g.pos.Liberties(p) > n {
		return true
	}
	if n >= mostRoom {
		return false
	}
	var room [mostRoom + 1]Point // the points found so far; the first is p
	room[0] = p
	found := uint64(1) << (p & 63) // filter: if the bit of a point is not set, the point is not in room
	size := 1
	for k := 0; k < size; k++ {
	around:
		for _, q := range g.pos.graph.adj[room[k]] {
			if g.visited[q] != 0 {
				continue
			}
			if bit := uint64(1) << (q & 63); found&bit == 0 {
				found |= bit
			} else {
				for _, r := range room[1:size] {
					if r == q {
						continue around
					}
				}
			}
			if size > n {
				return true
			}
			room[size] = q
			size++
		}
	}
	return false
}
