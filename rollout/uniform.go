package rollout

import "tengen/baduk"

// Uniform plays games to the end at random. It is not safe for concurrent use.
type Uniform struct {
	shape   *shape
	counter *counter
}

// NewUniform makes a uniform player for the graph.
func NewUniform(g *baduk.Graph) *Uniform { return &Uniform{newShape(g), newCounter(g)} }

// Play draws moves uniformly from the legal moves that do not fill a simple eye. Simple ko holds, and suicide
// is forbidden. Play ends when both players have passed in a row, or after maxMoves moves. It changes pos, which
// must be a position on the board for which u was made. The result named moves is the number of moves, including
// passes. The result named ended is true if both players have passed in a row. Play does not allocate memory.
func (u *Uniform) Play(pos *baduk.Position, rng *Rand, maxMoves int) (moves int, ended bool) {
	for passes := 0; moves < maxMoves; moves++ {
		p := u.choose(pos, rng)
		pos.Play(baduk.Move{Color: pos.ToPlay, Point: p})
		if p != baduk.Pass {
			passes = 0
		} else if passes++; passes == 2 {
			return moves + 1, true
		}
	}
	return moves, false
}

// Choose draws uniformly from the moves of c that are legal in g and do not fill a simple eye. It returns
// [baduk.Pass] if no move is left.
func (u *Uniform) Choose(g *baduk.Game, c baduk.Color, rng *Rand) baduk.Point {
	b := &g.Position().Board
	points := append([]baduk.Point(nil), b.Empties()...)
	for n := len(points); n > 0; n-- {
		i := rng.Below(n)
		if p := points[i]; !u.shape.isEye(b, p, c) && g.Legal(baduk.Move{Color: c, Point: p}) == baduk.Legal {
			return p
		}
		points[i] = points[n-1]
	}
	return baduk.Pass
}

// Candidates marks the moves among which a policy without a search chooses: the legal moves of the player to move that
// neither fill a simple eye nor are suicide. If no such move is left, only the pass is marked. A game of such moves
// therefore ends. The indices are the points, and the pass comes last. Candidates reuses the memory of the list.
// Several goroutines may call it at the same time.
func (u *Uniform) Candidates(g *baduk.Game, list []bool) []bool {
	n, b, c := g.Graph().Len(), &g.Position().Board, g.ToPlay()
	list = append(list[:0], make([]bool, n+1)...)
	none := true
	for _, p := range b.Empties() {
		m := baduk.Move{Color: c, Point: p}
		if !u.shape.isEye(b, p, c) && !b.IsSuicide(m) && g.Legal(m) == baduk.Legal {
			list[p], none = true, false
		}
	}
	list[n] = none
	return list
}

// Lead returns Black's area minus White's. All stones count as alive. On boards with weights, the area is the
// sum of the points' weights. Lead does not allocate memory.
func (u *Uniform) Lead(b *baduk.Board) float64 { return u.counter.lead(b, nil) }

// choose draws from the empty points without replacement until a move on the point is allowed.
func (u *Uniform) choose(pos *baduk.Position, rng *Rand) baduk.Point {
	b, c := &pos.Board, pos.ToPlay
	empty := b.Empties()
	for n := len(empty); n > 0; n-- {
		i := rng.Below(n)
		p := empty[i]
		// On boards on which liberties keep stones alive, a point with an empty neighbour cannot be a ko, an eye
		// or a suicide.
		if b.Open(p) && !b.Graph().Regional() || p != pos.KoBan && !u.shape.isEye(b, p, c) && !b.IsSuicide(baduk.Move{Color: c, Point: p}) {
			return p
		}
		b.SwapEmpties(i, n-1)
	}
	return baduk.Pass
}
