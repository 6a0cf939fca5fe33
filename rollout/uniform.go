package rollout

import "tengen/baduk"

// Uniform plays games to the end at random.
type Uniform struct {
	shape *shape
}

// NewUniform makes a uniform player for the graph.
func NewUniform(g *baduk.Graph) *Uniform { return &Uniform{newShape(g)} }

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

// choose draws from the empty points without replacement until one is playable.
func (u *Uniform) choose(pos *baduk.Position, rng *Rand) baduk.Point {
	b, c := &pos.Board, pos.ToPlay
	empty := b.Empties()
	for n := len(empty); n > 0; n-- {
		i := rng.Below(n)
		p := empty[i]
		// A point with an empty neighbour is none of the three.
		if b.Open(p) || p != pos.KoBan && !u.shape.isEye(b, p, c) && !b.IsSuicide(baduk.Move{Color: c, Point: p}) {
			return p
		}
		b.SwapEmpties(i, n-1)
	}
	return baduk.Pass
}
