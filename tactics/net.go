package tactics

import "tengen/baduk"

// NetReader reads captures by nets: the next step after a ladder. It keeps a board and a [Reader]. It is not safe for
// concurrent use.
//
// A threat is a move of the attacker after which a ladder captures the chain if the defender passes. The attacker
// captures the chain by a net if the attacker has a threat after which every move of the defender, anywhere on the
// board, leaves a capture by a ladder or by another net. Thomsen (2000) calls this a search of the second order in his
// lambda search. As in ladders, the defender is assumed to win all kos: a move of the attacker that takes a ko fails.
type NetReader struct {
	Depth  int // the most threats in a row; 0 reads only ladders
	Budget int // the most positions for an answer

	ladders *Reader
	board   *baduk.Board
	spent   int
	unread  bool // a ladder was not decided
}

// netDepth and netBudget are the defaults of a new NetReader.
const netDepth, netBudget = 2, 20_000

// NewNetReader returns a NetReader for boards on g.
func NewNetReader(g *baduk.Graph) *NetReader {
	return &NetReader{Depth: netDepth, Budget: netBudget, ladders: NewReader(g), board: baduk.NewBoard(g)}
}

// Captured reports whether the chain on a point is captured by a ladder or a net of at most Depth threats. ban is the
// point that the basic ko rule forbids to the player to move, or NoPoint. decided is false if the budget is too small,
// if a ladder cannot be decided, and on regional boards and those with a point beyond. captured is then false too.
func (r *NetReader) Captured(b *baduk.Board, chain baduk.Point, toMove baduk.Color, ban baduk.Point) (captured, decided bool) {
	if b.Graph().Regional() || b.Graph().Beyond() != baduk.NoPoint {
		return false, false
	}
	if b.At(chain) == baduk.Empty {
		return false, true
	}
	r.board.CopyFrom(b)
	r.spent, r.unread = 0, false
	if toMove == b.At(chain) {
		captured = r.defend(chain, r.Depth, ban)
	} else {
		captured = r.attack(chain, r.Depth, ban)
	}
	if r.spent > r.Budget {
		return false, false
	}
	return captured, captured || !r.unread
}

// attack reports whether the attacker, who moves, captures the chain with at most depth threats.
func (r *NetReader) attack(chain baduk.Point, depth int, ban baduk.Point) bool {
	b := r.board
	if r.spent++; r.spent > r.Budget {
		return false
	}
	attacker := b.At(chain).Opponent()
	if r.ladder(chain, ban) {
		return true
	}
	if depth == 0 {
		return false
	}
	for i := range b.Graph().Len() {
		m := baduk.Move{Color: attacker, Point: baduk.Point(i)}
		if b.At(m.Point) != baduk.Empty || m.Point == ban || b.IsSuicide(m) {
			continue
		}
		u, _ := b.Place(m)
		wins := b.Liberties(chain) <= 2 && KoBan(b, m.Point, u) == baduk.NoPoint && r.ladder(chain, baduk.NoPoint) && r.defend(chain, depth-1, baduk.NoPoint)
		b.Take(u)
		if wins {
			return true
		}
	}
	return false
}

// ladder reports whether the attacker, who moves, captures the chain by a ladder. A ladder that cannot be decided
// counts as no capture, so a capture by a net is certain.
func (r *NetReader) ladder(chain, ban baduk.Point) bool {
	caught, _, decided := r.ladders.Captured(r.board, chain, r.board.At(chain).Opponent(), ban)
	r.unread = r.unread || !decided
	return caught
}

// defend reports whether every move of the defender, and a pass, leaves a capture with at most depth threats.
func (r *NetReader) defend(chain baduk.Point, depth int, ban baduk.Point) bool {
	b := r.board
	defender := b.At(chain)
	if !r.attack(chain, depth, baduk.NoPoint) { // the defender passes
		return false
	}
	for i := range b.Graph().Len() {
		m := baduk.Move{Color: defender, Point: baduk.Point(i)}
		if b.At(m.Point) != baduk.Empty || m.Point == ban || b.IsSuicide(m) {
			continue
		}
		u, _ := b.Place(m)
		captured := r.attack(chain, depth, KoBan(b, m.Point, u))
		b.Take(u)
		if !captured {
			return false
		}
	}
	return true
}
