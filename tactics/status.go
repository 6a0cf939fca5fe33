package tactics

import "tengen/baduk"

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
// player to move and the ko ban) for a chain: about a second of reading.
const StatusBudget = 200_000

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
// This is exact where it answers, but it answers only where little is left to
// decide: the chains of a region whose reading takes more situations than the
// budget or that has more than 40 points are Unread, and so are all on boards
// where stones live by the weight of regions, or where there are points beyond
// (baduk.Graph.Beyond).
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
	for _, r := range regions(b, owner) {
		if r.board != nil {
			r.read(status, suicide, budget)
		}
	}
	return status
}

// read finds the statuses of the stones of a region.
func (r *region) read(status []Status, suicide bool, budget int) {
	var stands [3]bool
	for i, p := range r.points {
		stone := baduk.Point(i)
		c := r.board.At(stone)
		if c == baduk.Empty || r.board.Head(stone) != stone {
			continue
		}
		s := r.judge(stone, suicide, budget)
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

// judge is the status of the chain with the head stone, Standing for Seki.
func (r *region) judge(stone baduk.Point, suicide bool, budget int) Status {
	a := r.newRace(stone, suicide, budget)
	if a == nil {
		return Unread
	}
	own := r.board.At(stone)
	first := func(c baduk.Color) int { // the start with c to move
		if c == baduk.White {
			return 0
		}
		return 1
	}
	capture := a.forces(own.Opponent(), captured)
	switch {
	case capture[first(own)]:
		return Dead
	case capture[first(own.Opponent())]:
		return Unsettled
	case a.forces(own, immortal)[first(own)]:
		return Alive
	}
	return Standing
}
