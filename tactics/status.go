package tactics

import (
	"math"
	"slices"

	"tengen/baduk"
)

// Status is what becomes of a stone, see [Statuses].
type Status uint8

// The statuses. All but the first are of stones.
const (
	// Unread is an empty point, or a stone whose reading exhausted the budget.
	Unread Status = iota
	// Dead stones are captured even when their owner moves first.
	Dead
	// Unsettled stones are captured if the opponent moves first, and not if
	// their owner does.
	Unsettled
	// Standing stones are not captured and cannot become pass-alive either, but
	// face no opponents of whom the same is true: they live by ko or by a
	// position that comes again.
	Standing
	// Seki is of stones that are not captured though the opponent moves first,
	// cannot become pass-alive though their owner moves first, and share their
	// region with stones of the other colour of which both are true as well.
	Seki
	// Alive stones are not captured though the opponent moves first, and become
	// pass-alive if their owner does.
	Alive
	// PassAlive stones are safe though their owner always passes.
	PassAlive
)

// String is the status in a word.
func (s Status) String() string {
	return [...]string{"unread", "dead", "unsettled", "standing", "seki", "alive", "pass-alive"}[s]
}

// StatusBudget is a sensible budget for [Statuses], in situations (a position, the
// player to move and the ko ban) for a chain: some 100 ms of reading.
const StatusBudget = 20_000

// Statuses reads the stones of a board to the end, by point. Suicide says
// whether several stones may kill themselves.
//
// The board is parted into regions, maximal connected sets of points that are
// pass-alive for neither player (baduk.Board.PassAlive). In the region of a
// stone all moves are tried: the players alternate, each with a stone on any
// point of the region or with a pass; the basic ko rule holds, at the start no
// point is banned, and nobody has ko threats elsewhere. The opponent wants to
// take the stone off, the owner to make its chain pass-alive. Either can do so
// if it can be forced in finitely many moves; a position that comes again is no
// progress for anybody. The [Status] is what each achieves by moving first.
//
// An answer is exact. A chain is Unread if its reading takes more situations than the
// budget, if its region has more than 40 points, or if the board has taken four times the
// budget before. Boards where stones live by the weight of regions are not read, nor those
// with points beyond (baduk.Graph.Beyond).
func Statuses(b *baduk.Board, suicide bool, budget int) []Status {
	status := make([]Status, b.Graph().Len())
	if b.Graph().Regional() || b.Graph().Beyond() != baduk.NoPoint {
		return status
	}
	owner := b.PassAlive(suicide)
	for i, c := range owner {
		switch {
		case c == baduk.Empty || b.At(baduk.Point(i)) == baduk.Empty:
		case b.At(baduk.Point(i)) == c:
			status[i] = PassAlive
		default:
			status[i] = Dead // in the pass-alive territory of the opponent
		}
	}
	left := 4 * budget
	for _, r := range regions(b, owner) {
		if r.board != nil {
			r.read(status, suicide, budget, &left)
		}
	}
	return status
}

// read finds the statuses of the stones of a region.
func (r *region) read(status []Status, suicide bool, budget int, left *int) {
	var stands [3]bool
	for i, p := range r.points {
		stone := baduk.Point(i)
		c := r.board.At(stone)
		if c == baduk.Empty || r.board.Head(stone) != stone {
			continue
		}
		s := r.judge(stone, suicide, min(budget, *left), left)
		stands[c] = stands[c] || s == Standing
		for q := r.board.Next(stone); q != stone; q = r.board.Next(q) {
			status[r.points[q]] = s
		}
		status[p] = s
	}
	if !stands[baduk.Black] || !stands[baduk.White] {
		return
	}
	for _, p := range r.points {
		if status[p] == Standing {
			status[p] = Seki
		}
	}
}

// Capture is a first move by which the opponent of the stone on p takes it off by force,
// as [Statuses] reads it, moving first; it is a pass where that does it too. Played again
// after each answer it leads there. Ban is a point where the basic ko rule forbids that move,
// or NoPoint. It reports false where the stone cannot be taken so, or the budget does not
// allow to read it.
func Capture(b *baduk.Board, p, ban baduk.Point, suicide bool, budget int) (baduk.Point, bool) {
	if b.At(p) == baduk.Empty || b.Graph().Regional() || b.Graph().Beyond() != baduk.NoPoint {
		return baduk.NoPoint, false
	}
	opponent := b.At(p).Opponent()
	owner := b.PassAlive(suicide)
	if owner[p] == opponent { // nothing can save it: its liberties are filled
		return fillLiberty(b, p, ban)
	}
	for _, r := range regions(b, owner) {
		i := slices.Index(r.points, p)
		if i < 0 || r.board == nil {
			continue
		}
		s := situation{r.code(), baduk.NoPoint, opponent}
		if local := slices.Index(r.points, ban); local >= 0 {
			s.ban = baduk.Point(local)
		}
		a := r.newProblem(baduk.Point(i), suicide, budget)
		answer, proofs := a.forces(opponent, captured, s)
		if answer != yes {
			break
		}
		best, least := baduk.Pass, int32(math.MaxInt32)
		try := func(move baduk.Point, t situation) {
			if n, known := a.number[t]; known && proofs.cost[n] == 0 && proofs.order[n] < least {
				best, least = move, proofs.order[n]
			}
		}
		r.set(s.code)
		try(baduk.Pass, situation{s.code, baduk.NoPoint, opponent.Opponent()})
		r.eachMove(s, suicide, func(q baduk.Point, t situation) { try(r.points[q], t) })
		return best, true
	}
	return baduk.NoPoint, false
}

// fillLiberty is a liberty of the chain on p that the opponent may play on.
func fillLiberty(b *baduk.Board, p, ban baduk.Point) (baduk.Point, bool) {
	for i := range b.Graph().Len() {
		q := baduk.Point(i)
		m := baduk.Move{Color: b.At(p).Opponent(), Point: q}
		if q == ban || b.At(q) != baduk.Empty || b.IsSuicide(m) {
			continue
		}
		if slices.ContainsFunc(b.Graph().Neighbours(q), func(n baduk.Point) bool { return b.At(n) != baduk.Empty && b.Head(n) == b.Head(p) }) {
			return q, true
		}
	}
	return baduk.Pass, true // its owner has to fill one first
}

// judge is the status of the chain with the stone, Standing for Seki. It takes what it
// reads from left.
func (r *region) judge(stone baduk.Point, suicide bool, budget int, left *int) Status {
	a := r.newProblem(stone, suicide, budget)
	start := r.code()
	defer func() {
		*left -= len(a.situations)
		r.set(start)
	}()
	own := a.color
	forces := func(player baduk.Color, want end, first baduk.Color) answer {
		answer, _ := a.forces(player, want, situation{start, baduk.NoPoint, first})
		return answer
	}
	switch forces(own.Opponent(), captured, own.Opponent()) {
	case unread:
		return Unread
	case yes:
		switch forces(own.Opponent(), captured, own) {
		case unread:
			return Unread
		case yes:
			return Dead
		}
		return Unsettled
	}
	switch forces(own, immortal, own) {
	case unread:
		return Unread
	case yes:
		return Alive
	}
	return Standing
}
