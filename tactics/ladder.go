package tactics

import (
	"slices"

	"tengen/baduk"
)

// readDefender reports whether the chain in atari is captured although the defender moves first. No point is banned by
// the ko rule. The line of moves is r.lines[:n].
func (r *Reader) readDefender() (captured bool, n int, decided bool) {
	r.nodes, r.exhausted = 0, false
	captured, n = r.defend(0)
	return captured && !r.exhausted, n, !r.exhausted
}

// readAttacker tries the attacker's first moves. If all is false, it stops at the first move that captures. It
// stores the moves that capture in r.works. The line is that of the first move in r.works.
func (r *Reader) readAttacker(ban baduk.Point, all bool) (working int, captured bool, n int, decided bool) {
	b := r.board
	liberties := b.Liberties(r.target)
	if liberties > 2 {
		return 0, false, 0, true
	}
	r.moves = b.AppendLiberties(r.moves[:0], r.target)
	if beyond := b.Graph().Beyond(); r.moves[0] == beyond || r.moves[liberties-1] == beyond {
		return 0, false, 0, true // no player can fill the liberty Graph.Beyond
	}
	decided = true
	for i := range liberties {
		m := baduk.Move{Color: r.attacker, Point: r.moves[i]}
		if m.Point == ban || all && liberties == 2 && r.runs(r.moves[1-i], m.Point) || b.IsSuicide(m) {
			continue
		}
		r.growLines(n)
		r.lines[n] = m
		works, length := true, 0
		if liberties == 2 {
			r.nodes, r.exhausted = 0, false
			r.place(m, ban)
			works, length = r.defend(n + 1)
			r.takeBack()
			decided = decided && !r.exhausted
		}
		if !captured && (works || length+1 > n) {
			copy(r.lines, r.lines[n:n+1+length])
			n = length + 1
		}
		if works {
			captured = true
			r.works[working] = m.Point
			if working++; !all {
				return working, true, n, true
			}
		}
	}
	return working, captured, n, decided
}

// runs reports whether the target certainly has three liberties after the attacker has played on one of its liberties,
// taken, and the defender on the other one. It looks only at the points around: no stone has to be placed.
func (r *Reader) runs(last, taken baduk.Point) bool {
	b := r.board
	if last == b.Graph().Beyond() {
		return true
	}
	around := b.Graph().Neighbours(last)
	gained := b.Around(last, baduk.Empty)
	for _, q := range around {
		switch {
		case q == taken:
			gained--
		case b.At(q) == r.defender && b.Liberties(q) > 4:
			return true // the chain has three liberties besides these two
		}
	}
	return gained >= 3
}

// attack reports whether the attacker captures the chain by moving first. The ban is on the ko that the defender has
// just taken. The line has n moves; attack writes it to r.lines, beginning at index at. During the reading, the best
// line so far is at this place. The line that is being tried follows it.
func (r *Reader) attack(ban baduk.Point, at int) (captured bool, n int) {
	b := r.board
	beyond := b.Graph().Beyond()
	switch b.Liberties(r.target) {
	case 1:
		p := b.Liberty(r.target)
		if p == ban || p == beyond {
			return false, 0
		}
		r.growLines(at)
		r.lines[at] = baduk.Move{Color: r.attacker, Point: p}
		return true, 1
	case 2:
	default:
		return false, 0
	}
	if r.repeats(r.attacker, ban) {
		return false, 0
	}
	start := len(r.moves)
	r.moves = b.AppendLiberties(r.moves, r.target)
	captured, n = r.tryBoth(start, ban, at)
	r.moves = r.moves[:start]
	return captured, n
}

// tryBoth is attack for a chain with the two liberties r.moves[start:].
func (r *Reader) tryBoth(start int, ban baduk.Point, at int) (captured bool, n int) {
	b := r.board
	p, q := r.moves[start], r.moves[start+1]
	beyond := b.Graph().Beyond()
	if p == beyond || q == beyond {
		return false, 0 // no player can fill the liberty Graph.Beyond
	}
	if r.doubleKo(p, q) {
		return true, 0
	}
	// The more empty neighbours a liberty has, the more liberties the defender gains by playing on it. So the attacker
	// first tries the liberty with more empty neighbours. If the attacker leaves the defender a liberty with three
	// empty neighbours, the defender escapes.
	opening := [2]int{b.Around(p, baduk.Empty), b.Around(q, baduk.Empty)}
	if opening[1] > opening[0] {
		p, q = q, p
		opening[0], opening[1] = opening[1], opening[0]
	}
	apart := !slices.Contains(b.Graph().Neighbours(p), q)
	for i, here := range [2]baduk.Point{p, q} {
		m := baduk.Move{Color: r.attacker, Point: here}
		if apart && opening[1-i] >= 3 || here == ban || b.IsSuicide(m) {
			continue
		}
		if r.spent() {
			return false, n
		}
		r.growLines(at + n)
		r.lines[at+n] = m
		length := 0
		if !r.place(m, ban) { // a move that takes a ko is assumed to fail
			captured, length = r.defend(at + n + 1)
		}
		r.takeBack()
		if captured || length+1 > n {
			copy(r.lines[at:], r.lines[at+n:at+n+1+length])
			n = length + 1
		}
		if captured {
			return true, n
		}
	}
	return false, n
}

// defend reports whether the chain is captured although the defender is to move. The defender may retake
// a ko at once. See attack for the line.
func (r *Reader) defend(at int) (captured bool, n int) {
	b := r.board
	if b.Liberties(r.target) > 1 || r.repeats(r.defender, baduk.NoPoint) {
		return false, 0
	}
	last := b.Liberty(r.target)
	if last == b.Graph().Beyond() {
		return false, 0
	}
	r.growLines(at)
	if b.Around(last, baduk.Empty) >= 3 || r.joins(last) {
		r.lines[at] = baduk.Move{Color: r.defender, Point: last}
		return false, 1
	}
	start := len(r.moves)
	r.appendCaptures()
	if !slices.Contains(r.moves[start:], last) {
		r.moves = append(r.moves, last)
	}
	captured = true
	for i := start; i < len(r.moves); i++ {
		m := baduk.Move{Color: r.defender, Point: r.moves[i]}
		if m.Point == b.Graph().Beyond() || b.IsSuicide(m) {
			continue
		}
		if r.spent() {
			break
		}
		r.growLines(at + n)
		r.lines[at+n] = m
		ban := baduk.NoPoint
		if r.place(m, baduk.NoPoint) {
			ban = b.Liberty(m.Point)
		}
		lost, length := r.attack(ban, at+n+1)
		r.takeBack()
		if !lost || length+1 > n {
			copy(r.lines[at:], r.lines[at+n:at+n+1+length])
			n = length + 1
		}
		if !lost {
			captured = false
			break
		}
	}
	r.moves = r.moves[:start]
	if captured && n == 0 { // the defender has no move
		r.growLines(at + 1)
		r.lines[at] = baduk.Move{Color: r.defender, Point: baduk.Pass}
		r.lines[at+1] = baduk.Move{Color: r.attacker, Point: last}
		n = 2
	}
	return captured && !r.exhausted, n
}

// joins reports whether the defender's stone on p would connect the target to a chain with three other liberties.
func (r *Reader) joins(p baduk.Point) bool {
	b := r.board
	if b.Around(p, r.defender) < 2 {
		return false
	}
	for _, q := range b.Graph().Neighbours(p) {
		if b.At(q) == r.defender && b.Liberties(q) > 3 {
			return true
		}
	}
	return false
}

// appendCaptures appends the last liberty of every chain of the attacker that is in atari and
// touches the target. It appends each point only once.
func (r *Reader) appendCaptures() {
	b, start := r.board, len(r.moves)
	for s := r.target; ; {
		if b.Around(s, r.attacker) > 0 {
			for _, q := range b.Graph().Neighbours(s) {
				if b.At(q) != r.attacker || b.Liberties(q) != 1 {
					continue
				}
				if p := b.Liberty(q); !slices.Contains(r.moves[start:], p) {
					r.moves = append(r.moves, p)
				}
			}
		}
		if s = b.Next(s); s == r.target {
			return
		}
	}
}

// spent is called before a stone is placed, and counts it. It reports whether the budget is
// exhausted.
func (r *Reader) spent() bool {
	if r.nodes >= r.Budget {
		r.exhausted = true
		return true
	}
	r.nodes++
	return false
}

// place plays a move of the line. The ban is that of the position before the move. ko is true if the move takes a ko.
func (r *Reader) place(m baduk.Move, ban baduk.Point) (ko bool) {
	b := r.board
	s := step{move: m, hash: b.Hash(), ban: ban}
	s.undo, _ = b.Place(m)
	if s.capture = s.undo.Captured > 0; s.capture {
		r.captures++
	}
	r.path = append(r.path, s)
	return KoBan(b, m.Point, s.undo) != baduk.NoPoint
}

// KoBan returns the point that simple ko forbids after a stone was placed on p: the point of the one stone that it
// took. If the stone did not take a ko, KoBan returns NoPoint.
func KoBan(b *baduk.Board, p baduk.Point, u baduk.Undo) baduk.Point {
	if u.Captured == 1 && b.ChainSize(p) == 1 && b.Liberties(p) == 1 {
		return b.Liberty(p)
	}
	return baduk.NoPoint
}

// takeBack undoes the last call of place.
func (r *Reader) takeBack() {
	s := &r.path[len(r.path)-1]
	r.board.Take(s.undo)
	if s.capture {
		r.captures--
	}
	r.path = r.path[:len(r.path)-1]
}

// repeats reports whether the position, with the same player to move and the same ban, occurred before on the path. If
// two hashes are equal, it also compares the stones. To do so, it undoes the line to the earlier position and plays it
// again.
func (r *Reader) repeats(toMove baduk.Color, ban baduk.Point) bool {
	if r.captures < 2 {
		return false // without two captures, one player has only gained stones
	}
	for i := len(r.path) - 1; i >= 0; i-- {
		s := &r.path[i]
		if s.hash == r.board.Hash() && s.move.Color == toMove && s.ban == ban && r.sameAs(i) {
			return true
		}
	}
	return false
}

// sameAs reports whether the board equals the board before step i. It compares all stones.
func (r *Reader) sameAs(i int) bool {
	b := r.board
	for p := range r.stones {
		r.stones[p] = b.At(baduk.Point(p))
	}
	for k := len(r.path) - 1; k >= i; k-- {
		b.Take(r.path[k].undo)
	}
	same := true
	for p, c := range r.stones {
		same = same && b.At(baduk.Point(p)) == c
	}
	for k := i; k < len(r.path); k++ {
		r.path[k].undo, _ = b.Place(r.path[k].move)
	}
	return same
}

// doubleKo reports whether the target is dead by a double ko. This needs three conditions: Both its
// liberties are kos that the attacker can take. After connecting either of them it has at most two
// liberties. It touches no chain in atari.
func (r *Reader) doubleKo(p, q baduk.Point) bool {
	b := r.board
	if !r.takesKo(p) || !r.takesKo(q) {
		return false
	}
	for _, here := range [2]baduk.Point{p, q} {
		u, _ := b.Place(baduk.Move{Color: r.defender, Point: here})
		enough := b.Liberties(here) > 2
		b.Take(u)
		if enough {
			return false
		}
	}
	start := len(r.moves)
	r.appendCaptures()
	none := len(r.moves) == start
	r.moves = r.moves[:start]
	return none
}

// takesKo reports whether the attacker's stone on p would take a ko.
func (r *Reader) takesKo(p baduk.Point) bool {
	b := r.board
	if !b.Enclosed(p, r.defender) {
		return false
	}
	atari := 0
	for _, q := range b.Graph().Neighbours(p) {
		if b.Liberties(q) == 1 {
			if atari++; atari > 1 || b.ChainSize(q) > 1 {
				return false
			}
		}
	}
	return atari == 1
}
