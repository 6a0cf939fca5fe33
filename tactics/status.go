package tactics

import (
	"math"
	"slices"

	"tengen/baduk"
)

// Status says whether a stone lives, see [Statuses].
type Status uint8

// The statuses. All except Unread apply only to stones.
const (
	// Unread is an empty point, or a stone whose reading exhausted the budget or was stopped.
	Unread Status = iota
	// Dead stones are captured even if their owner moves first.
	Dead
	// Unsettled stones are captured if the opponent moves first. They are not
	// captured if their owner moves first.
	Unsettled
	// Standing stones are not captured and cannot become pass-alive, like Seki stones. But their region has no
	// opposing stones in the same state. They live by ko or by a repetition.
	Standing
	// Seki stones are not captured even if the opponent moves first, and cannot become pass-alive even if their owner
	// moves first. Their region has opposing stones in the same state.
	Seki
	// Alive stones are not captured even if the opponent moves first, and become pass-alive if their
	// owner moves first.
	Alive
	// PassAlive stones cannot be captured even if their owner always passes.
	PassAlive
)

// StatusBudget is the usual budget for [Statuses]: the number of situations (position, player to move and ko ban) per
// chain. Reading this number of positions takes about 100 ms.
const StatusBudget = 20_000

// Statuses reads the stones of a board to the end and returns their status by point. suicide says whether the suicide
// of several stones is legal.
//
// The board is split into regions: maximal connected sets of points that are pass-alive for neither player
// (baduk.Board.PassAlive). In the region of a stone Statuses tries all moves. The players alternate; a turn is a stone
// on any point of the region or a pass. The basic ko rule applies. At the start no point is banned. Neither player
// has ko threats outside of the region. The opponent tries to capture the stone, and the owner tries to make its chain
// pass-alive. A player succeeds if the player can force this in finitely many moves; a repeated position is not
// progress. The [Status] follows from what each player can force by moving first.
//
// Answers are exact. A chain is Unread if its reading needs more situations than the budget, if its region has more
// than 40 points, or if the board has already used four times the budget. Statuses does not read regional boards
// (baduk.Graph.Regional) and boards with a point baduk.Graph.Beyond.
func Statuses(b *baduk.Board, suicide bool, budget int) []Status {
	return StatusesUntil(b, suicide, budget, nil)
}

// StatusesUntil is like [Statuses], but reads only until stop returns true. Stones that were not read by then are
// Unread. StatusesUntil calls stop often, every few situations. If stop is nil, only the budget limits the reading.
func StatusesUntil(b *baduk.Board, suicide bool, budget int, stop func() bool) []Status {
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
		if r.stop = stop; r.board != nil {
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

// Capture returns a first move with which the opponent of the stone on p captures it by force, in the sense of
// [Statuses]. The move is a pass if a pass also captures. To capture the stone, call Capture again after each answer of
// the owner. ban is the point that the basic ko rule forbids, or NoPoint. Capture returns false if the stone cannot be
// captured in this way or the budget is too small.
func Capture(b *baduk.Board, p, ban baduk.Point, suicide bool, budget int) (baduk.Point, bool) {
	if b.At(p) == baduk.Empty || b.Graph().Regional() || b.Graph().Beyond() != baduk.NoPoint {
		return baduk.NoPoint, false
	}
	opponent := b.At(p).Opponent()
	owner := b.PassAlive(suicide)
	if owner[p] == opponent { // the stone cannot be saved, so its liberties are filled
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

// fillLiberty returns a move of the opponent on a liberty of the chain on p.
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
	return baduk.Pass, true // the owner has to fill a liberty first
}

// judge returns the status of the chain that contains the stone. For a stone in seki it returns Standing; the caller
// finds out whether it is Seki. It subtracts the number of situations that it uses from the count left.
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
