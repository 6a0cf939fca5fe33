package tactics

import "tengen/baduk"

// ladderBudget is the [Reader.Budget] of a new Reader, in stones placed: more
// than any ladder on 25x25 needs that is not made to be difficult.
const ladderBudget = 25000

// Reader reads ladders on the boards of one graph. It owns a board and all the
// memory that reading needs, so that it does not allocate once it is warm. It is
// not safe for concurrent use.
type Reader struct {
	// Budget is the most stones that the reading of one first move may place
	// before it gives up.
	Budget int

	board              *baduk.Board // what is read, changed and restored
	target             baduk.Point  // a stone of the chain
	attacker, defender baduk.Color
	nodes              int // stones placed for this answer
	exhausted          bool

	moves    []baduk.Point // stack of the moves to try
	path     []step        // the stones placed on the way to this position
	captures int           // how many of them captured something
	lines    []baduk.Move  // see attack
	stones   []baduk.Color // for repeats
	works    [2]baduk.Point
	heads    []uint32 // by point: the call of Ladders that saw this head
	call     uint32
}

// step is a stone of the current line and the position before it.
type step struct {
	undo    baduk.Undo
	move    baduk.Move
	hash    uint64
	ban     baduk.Point
	capture bool
}

// NewReader makes a Reader for boards on g.
func NewReader(g *baduk.Graph) *Reader {
	return &Reader{
		Budget: ladderBudget,
		board:  baduk.NewBoard(g),
		stones: make([]baduk.Color, g.Len()),
		heads:  make([]uint32, g.Len()),
	}
}

// Captured reports whether the chain on a point is taken by a ladder.
//
// A ladder is the reading in which the attacker only ever plays on one of the
// two liberties of the chain, and the defender, always in atari, only on its
// last liberty or where that captures a chain in atari that touches it. The
// chain is captured when the attacker can force the capture in finitely many
// such moves. So nets, and ladders that leave three liberties for a moment, are
// none. Suicide is not a move of a ladder under any rules: the attacker's leaves
// the chain its liberties, the defender's is the capture.
//
// With toMove the attacker and two liberties, or one, the attacker begins; with
// toMove the defender and one liberty, the defender. A chain of more liberties,
// or of two with the defender to move, is not captured, nor is an empty point.
//
// Kos are the defender's, whoever has the threats: the ban on a point (NoPoint
// for none) binds only the attacker's first move, the attacker may not retake a
// ko at once, and an attacker's move that takes a ko is taken to fail, except
// for the first of the reading, which the defender may retake at once. There is
// one exception: a chain whose only two liberties are two kos that the attacker
// can take, and that gains nothing by connecting either or by capturing, is
// captured, because whichever ko the defender connects, the attacker takes the
// other (double-ko death). A position that comes again helps the defender; no
// ladder in which one does is known. These are KataGo's assumptions, so that its
// nets can be told the same.
//
// The line is the longest resistance against the first of the working moves,
// with a pass of a defender who has no move left, and ends with the capturing
// stone, or with the last one before a double ko; of a chain that escapes, it is
// the longest attempt. It is the Reader's own memory, valid until the next call.
// Decided is false, and captured too, when the budget was exhausted before the
// answer was found, and on boards where stones do not live by liberties.
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

// Working lists the attacker's first moves that capture the chain on a point,
// which has one or two liberties, by a ladder; see [Reader.Captured] for the
// definition. The list is the Reader's own memory, valid until the next call.
// Decided is false when the reading of one of the moves exhausted the budget;
// what is listed works all the same.
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
	Chain baduk.Point // its head
	// Working is how many of Moves are the attacker's first moves that capture
	// a chain of two liberties; 0 for a chain of one liberty, which is lost even
	// though its owner moves first.
	Working int
	Moves   [2]baduk.Point
}

// Ladders appends the chains of either colour that a ladder captures: those of
// one liberty that cannot escape by moving first, and those of two that are
// captured when the attacker moves first. Chains whose reading exhausts the
// budget are left out. The ban is that of the basic ko, or NoPoint.
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

// setTarget begins to read about the chain on p of the board that is set up.
func (r *Reader) setTarget(p baduk.Point) {
	r.target, r.defender = p, r.board.At(p)
	r.attacker = r.defender.Opponent()
	r.moves, r.path, r.captures = r.moves[:0], r.path[:0], 0
	r.nodes, r.exhausted = 0, false
	r.growLines(0)
}

// growLines makes place for a move at index i of r.lines.
func (r *Reader) growLines(i int) {
	for i >= len(r.lines) {
		r.lines = append(r.lines, baduk.Move{})
	}
}
