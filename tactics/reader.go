package tactics

import "tengen/baduk"

// ladderBudget is the Budget of a new Reader. It is enough for every ladder on 25x25 that was not
// constructed to be difficult.
const ladderBudget = 25000

// Reader reads ladders on the boards of one graph. It keeps a board and all buffers. So it does not
// allocate after the first reading. It is not safe for concurrent use.
type Reader struct {
	// Budget is the largest number of stones that may be placed to read one first move. If this number is too small,
	// the answer is undecided.
	Budget int

	board              *baduk.Board // copy of the board; changed and restored while reading
	target             baduk.Point  // a stone of the chain
	attacker, defender baduk.Color
	nodes              int  // number of stones placed for this answer
	exhausted          bool // the budget was exceeded

	moves    []baduk.Point  // stack of moves to try
	path     []step         // stones placed on the way to this position
	captures int            // number of steps in path that captured
	lines    []baduk.Move   // lines of moves, see attack
	stones   []baduk.Color  // buffer of sameAs
	works    [2]baduk.Point // first moves that capture, see readAttacker
	heads    []uint32       // by head: the last call of Ladders that reached it
	call     uint32         // number of the current call of Ladders
}

// step is a stone of the current line.
type step struct {
	undo    baduk.Undo
	move    baduk.Move
	hash    uint64      // hash of the board before the move
	ban     baduk.Point // point that was banned before the move
	capture bool
}

// NewReader returns a Reader for boards on g.
func NewReader(g *baduk.Graph) *Reader {
	return &Reader{
		Budget: ladderBudget,
		board:  baduk.NewBoard(g),
		stones: make([]baduk.Color, g.Len()),
		heads:  make([]uint32, g.Len()),
	}
}

// Captured reports whether the chain on a point is captured by a ladder.
//
// In a ladder the attacker plays only on one of the two liberties of the chain. The chain is then in atari. The
// defender plays only on the last liberty of the chain, or captures a chain in atari that touches it. The chain is
// captured if the attacker can force the capture in finitely many such moves. So nets are not ladders. Sequences in
// which the chain has three liberties for a moment are not ladders either. A ladder contains no suicide under any
// rules. A suicide of the attacker would not take a liberty from the chain, and a suicide of the defender would itself
// be the capture.
//
// If the attacker is to move, only chains with one or two liberties can be captured; if the defender
// is to move, only chains with one. For other chains and for an empty point the answer is false.
//
// The defender is assumed to win all kos:
//
//   - The ban on a point (NoPoint for none) binds only the attacker's first move.
//   - The attacker may not retake a ko at once.
//   - A move of the attacker that takes a ko fails. The first move of the reading is an exception; the
//     defender may retake it at once.
//   - Double-ko death: A chain is captured if its only two liberties are kos that the attacker can take,
//     and if the defender gains nothing by connecting either of them or by capturing. When the defender
//     connects one ko, the attacker takes the other.
//   - A repeated position helps the defender. No ladder with a repeated position is known.
//
// KataGo makes the same assumptions. With them, KataGo's nets get the inputs
// with which they were trained.
//
// If the chain is captured, line is the longest resistance against the first working move. It ends with the capturing
// stone, or with the last stone before a double ko. A defender without a move passes. If the chain escapes, line is
// the longest attempt to capture it. The slice line belongs to the Reader and is valid until the next call.
//
// The result named decided is false if the budget was exhausted before the answer was found, and on regional boards.
// In both cases captured is also false.
func (r *Reader) Captured(b *baduk.Board, chain baduk.Point, toMove baduk.Color, ban baduk.Point) (captured bool, line []baduk.Move, decided bool) {
	if b.Graph().Regional() {
		return false, nil, false
	}
	if b.At(chain) == baduk.Empty {
		return false, nil, true
	}
	r.board.CopyFrom(b)
	r.setTarget(chain)
	if toMove == r.defender {
		if b.Liberties(chain) != 1 {
			return false, nil, true
		}
		captured, n, decided := r.readDefender()
		return captured, r.lines[:n], decided
	}
	_, captured, n, decided := r.readAttacker(ban, false)
	return captured, r.lines[:n], decided
}

// Working returns the attacker's first moves that capture the chain on a point by a ladder, as defined by
// [Reader.Captured]. The chain has one or two liberties. The slice belongs to the Reader and is valid until the next
// call. The result named decided is false if the reading of a move exhausted the budget. Even then the returned moves
// are correct.
func (r *Reader) Working(b *baduk.Board, chain, ban baduk.Point) (moves []baduk.Point, decided bool) {
	if b.Graph().Regional() {
		return nil, false
	}
	if b.At(chain) == baduk.Empty {
		return nil, true
	}
	r.board.CopyFrom(b)
	r.setTarget(chain)
	working, _, _, decided := r.readAttacker(ban, true)
	return r.works[:working], decided
}

// Ladder is a chain that a ladder captures.
type Ladder struct {
	Chain baduk.Point // head of the chain
	// Working is the number of valid elements of Moves, the first moves of the attacker that capture a chain with two
	// liberties. It is 0 for a chain with one liberty: this chain is captured even if its owner moves first.
	Working int
	Moves   [2]baduk.Point
}

// Ladders appends the chains of both colours that a ladder captures: chains with one liberty that cannot
// escape by moving first, and chains with two liberties that are captured if the attacker moves first.
// It leaves out chains whose reading exhausts the budget. The ban is that of the basic ko rule, or
// NoPoint.
func (r *Reader) Ladders(dst []Ladder, b *baduk.Board, ban baduk.Point) []Ladder {
	if b.Graph().Regional() {
		return dst
	}
	r.board.CopyFrom(b)
	if r.call++; r.call == 0 {
		clear(r.heads)
		r.call = 1
	}
	for i := range r.heads {
		p := baduk.Point(i)
		if b.At(p) == baduk.Empty || r.heads[b.Head(p)] == r.call {
			continue
		}
		head := b.Head(p)
		r.heads[head] = r.call
		switch b.Liberties(p) {
		case 1:
			r.setTarget(p)
			if captured, _, _ := r.readDefender(); captured {
				dst = append(dst, Ladder{Chain: head})
			}
		case 2:
			r.setTarget(p)
			if working, _, _, _ := r.readAttacker(ban, true); working > 0 {
				dst = append(dst, Ladder{Chain: head, Working: working, Moves: r.works})
			}
		}
	}
	return dst
}

// setTarget prepares the reading of the chain on p of r.board.
func (r *Reader) setTarget(p baduk.Point) {
	r.target, r.defender = p, r.board.At(p)
	r.attacker = r.defender.Opponent()
	r.moves, r.path, r.captures = r.moves[:0], r.path[:0], 0
	r.nodes, r.exhausted = 0, false
	r.growLines(0)
}

// growLines makes room for a move at index i of r.lines.
func (r *Reader) growLines(i int) {
	for i >= len(r.lines) {
		r.lines = append(r.lines, baduk.Move{})
	}
}
