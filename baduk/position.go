package baduk

// Position is a board together with the state that the next turn needs: the player to
// move and the ban of the basic ko. It has no history, so it cannot apply superko; see
// [Game]. Rollouts play on Positions. Do not copy the struct.
type Position struct {
	Board
	ToPlay Color
	// KoBan is the point that the basic ko rule forbids ToPlay now, or NoPoint. On a
	// regional board this is the point of the only stone that the last move captured, if
	// a stone on the point would restore the board from before the move. If the move lost
	// stones of its own, it must have lost only the placed stone. On a regional board a
	// suicide may restore that board too. KoBan leaves this case out, and a [Game] checks
	// it.
	KoBan Point
	// Prisoners counts the stones of each colour that were taken off, stones
	// lost by suicide included.
	Prisoners [3]int32
	// Passes is the number of consecutive passes since the last stone.
	Passes uint8
}

// NewPosition is an empty board with Black to move.
func NewPosition(g *Graph) *Position {
	return &Position{Board: *NewBoard(g), ToPlay: Black, KoBan: NoPoint}
}

// CopyFrom makes p a copy of o; see [Board.CopyFrom].
func (p *Position) CopyFrom(o *Position) {
	p.Board.CopyFrom(&o.Board)
	p.ToPlay, p.KoBan, p.Prisoners, p.Passes = o.ToPlay, o.KoBan, o.Prisoners, o.Passes
}

// Play makes a turn of either player: a pass, or a stone on an empty point. It
// does not enforce the rules about ko, suicide and the end of the game. It
// allocates nothing. With the Undo, [Board.Take] restores only the stones. To take back
// the other fields or a pass too, copy the position with [Position.CopyFrom] first.
func (p *Position) Play(m Move) (Undo, Verdict) {
	if m.Point == Pass {
		p.ToPlay, p.KoBan = m.Color.Opponent(), NoPoint
		p.Passes++
		return Undo{}, Legal
	}
	u, v := p.Place(m)
	if v != Legal {
		return u, v
	}
	opp := m.Color.Opponent()
	p.ToPlay, p.KoBan, p.Passes = opp, NoPoint, 0
	p.Prisoners[opp] += u.Captured
	p.Prisoners[m.Color] += u.Suicide
	switch {
	case u.Captured != 1:
	case p.weigher != nil:
		p.KoBan = p.retaken(m, u)
	default:
		// A new stone is its own head only when it joined no chain.
		if c := &p.cells[m.Point]; c.head == m.Point && c.liberties == 1 {
			p.KoBan = p.log[len(p.log)-1] // the point of the one stone that was taken
		}
	}
	return u, Legal
}
