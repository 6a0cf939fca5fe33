package rollout

import "tengen/baduk"

// Uniform plays games to the end at random. Not safe for concurrent use.
type Uniform struct {
	shape   *shape
	counter *counter
}

// NewUniform makes a uniform player for the graph.
func NewUniform(g *baduk.Graph) *Uniform { return &Uniform{newShape(g), newCounter(g)} }

// Play moves uniformly at random over the legal moves that fill no simple eye,
// under simple ko and without suicide, until both pass in turn or maxMoves were
// made. It changes pos, which must stand on the player's graph, and reports the
// number of moves, passes included, and whether the game ended. It allocates
// nothing.
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

// Choose draws uniformly from the moves of c that are legal in g and fill no
// simple eye; [baduk.Pass] if no move is left.
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

// Lead is the area of Black minus that of White, every stone alive, in weights
// where the board has them. It allocates nothing.
func (u *Uniform) Lead(b *baduk.Board) float64 { return u.counter.lead(b, nil) }

// choose draws from the empty points without replacement until one is playable.
func (u *Uniform) choose(pos *baduk.Position, rng *Rand) baduk.Point {
	b, c := &pos.Board, pos.ToPlay
	empty := b.Empties()
	for n := len(empty); n > 0; n-- {
		i := rng.Below(n)
		p := empty[i]
		// Where liberties decide, a point with an empty neighbour is none of the three.
		if b.Open(p) && !b.Graph().Regional() || p != pos.KoBan && !u.shape.isEye(b, p, c) && !b.IsSuicide(baduk.Move{Color: c, Point: p}) {
			return p
		}
		b.SwapEmpties(i, n-1)
	}
	return baduk.Pass
}
