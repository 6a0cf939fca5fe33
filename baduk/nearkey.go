package baduk

// NearKeys names the future of the game for the next n turns: two games on the same
// graph under the same rules with the same NearKeys(n) have the same legal moves,
// ends and scores until n more turns were made, by whichever player. [Game.SearchKey]
// names the future for good, and so two orders of the same moves never share one
// under superko; near at hand they mostly do.
//
// What is left out of the past are positions that cannot come again in n turns. A
// stone is the proof: where it is the first that ever stood on its point, no earlier
// position recurs before it is taken off, and that takes
//
//   - as many turns as its chain has liberties, because each has to be filled; and
//   - as many as there are empty points around it, connected by empty points, on
//     which was never played. Before the stone they and its point were empty, all
//     of them. Whatever chain leaves them last leaves its neighbours behind, who took
//     it, so that it had covered them all at once.
//
// So the past is read backwards to the first such stone. Nothing is proved on boards
// where stones live by the weight of regions.
//
// There are two keys, made of different hashes; who takes two games for one asks for both
// to be equal. It allocates nothing, and uses the game as scratch memory for its time, which
// for the second key grows with the board.
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

// keyOf is SearchKey with another past.
func (g *Game) keyOf(past uint64) uint64 {
	was := g.past
	g.past = past
	k := Mix(g.SearchKey() + past)
	g.past = was
	return k
}

// near is the sum of the situations that can come again within n turns, and those
// that come with them, in two hashes.
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

// situationAt is what the rules about repetition compare of the position after i
// turns, and whether they do.
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
	default: // whose turn it was does not matter, and so a pass makes nothing new
		if i > int(g.koSince) && g.turns[i-1].move.IsPass() {
			return 0, false
		}
	}
	return s, true
}

// mostRoom is up to how many turns opens looks for room.
const mostRoom = 48

// opens reports whether no position from before the turn can come again within n
// turns, because of the stone that it placed.
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
	found := uint64(1) << (p & 63) // a point that is not here is not in room
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
