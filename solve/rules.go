package solve

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"tengen/baduk"
)

// rules says which positions can occur, and what a play does. Suicide of a single stone is never allowed, because
// it would restore the position before it.
type rules interface {
	// put returns the position after a play of the player on an empty point, and the points on which the opponent
	// would restore the position before the play. It returns false if the play is not allowed.
	put(c colouring, p int) (after colouring, ban points, ok bool)
	// stands reports whether the position can occur.
	stands(c colouring) bool
}

// ordinary is the game with liberties and without suicide.
type ordinary struct{ *field }

func (r ordinary) put(c colouring, p int) (colouring, points, bool) { return r.play(c, p) }

func (r ordinary) stands(c colouring) bool {
	empty := r.all &^ (c.own | c.opp)
	return r.flood(empty, empty|c.own) == empty|c.own && r.flood(empty, empty|c.opp) == empty|c.opp
}

// regional is the game of the MANGO document: stones live by the weights of the empty points that they reach.
type regional struct {
	*field
	alive []bool // by set of empty points: whether they keep stones alive
}

// maxRegional is the largest regional board: it has a table of all sets of points.
const maxRegional = 16

func newRegional(f *field, g *baduk.Graph) (*regional, error) {
	if f.n > maxRegional {
		return nil, fmt.Errorf("%v has %d points: a board with weights or a threshold may have at most %d", g, f.n, maxRegional)
	}
	life := g.Life()
	accepts := life.Alive
	if accepts == nil {
		accepts = func(z float64) bool { return z > 0 }
	}
	r := &regional{f, make([]bool, 1<<f.n)}
	weights := exactWeights(g)
	for set := range r.alive {
		z, _ := sum(weights, points(set)).Float64()
		r.alive[set] = accepts(z)
	}
	return r, nil
}

// put removes first all stones of the opponent that are not alive, then those of the player.
func (r *regional) put(c colouring, p int) (after colouring, ban points, ok bool) {
	after = r.move(c, p)
	if after == c {
		return c, 0, false
	}
	for q := range r.n {
		if (after.own|after.opp)>>q&1 == 0 {
			if back := r.move(colouring{after.opp, after.own}, q); back.own == c.opp && back.opp == c.own {
				ban |= 1 << q
			}
		}
	}
	return after, ban, true
}

func (r *regional) move(c colouring, p int) colouring {
	c.own |= 1 << p
	c.opp &^= r.dead(c.opp, c.own)
	c.own &^= r.dead(c.own, c.opp)
	return c
}

// dead returns the stones of one colour that are not alive.
func (r *regional) dead(stones, others points) (dead points) {
	for rest := stones; rest != 0; {
		part := r.flood(rest&-rest, r.all&^others)
		rest &^= part
		if !r.alive[part&^stones] {
			dead |= part & stones
		}
	}
	return dead
}

// stands is always true: stones that are not alive may stay until the next move.
func (r *regional) stands(colouring) bool { return true }

// exactWeights are the values of the points as fractions.
func exactWeights(g *baduk.Graph) []*big.Rat {
	weights := make([]*big.Rat, g.Len())
	for p := range weights {
		weights[p] = new(big.Rat).SetFloat64(g.Weight(baduk.Point(p)))
	}
	return weights
}

func sum(weights []*big.Rat, set points) *big.Rat {
	total := new(big.Rat)
	for p, w := range weights {
		if set>>p&1 != 0 {
			total.Add(total, w)
		}
	}
	return total
}

// area returns the points of the player and of the opponent: their stones, and the empty regions that border only on
// them.
func (f *field) area(c colouring) (own, opp points) {
	own, opp = c.own, c.opp
	for rest := f.all &^ (c.own | c.opp); rest != 0; {
		region := f.flood(rest&-rest, rest)
		rest &^= region
		near := f.near(region)
		switch mine, theirs := near&c.own != 0, near&c.opp != 0; {
		case mine && !theirs:
			own |= region
		case theirs && !mine:
			opp |= region
		}
	}
	return own, opp
}

// leadOf returns a function that computes Black's lead in points from the areas of both players.
func leadOf(g *baduk.Graph) func(black, white points) float64 {
	weights := exactWeights(g)
	if one := big.NewRat(1, 1); !slices.ContainsFunc(weights, func(w *big.Rat) bool { return w.Cmp(one) != 0 }) {
		return func(black, white points) float64 {
			return float64(bits.OnesCount64(black) - bits.OnesCount64(white))
		}
	}
	return func(black, white points) float64 {
		lead, _ := new(big.Rat).Sub(sum(weights, black), sum(weights, white)).Float64()
		return lead
	}
}
