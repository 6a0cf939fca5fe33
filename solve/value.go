package solve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"tengen/baduk"
)

// start returns the state at the start of the game from the point of view of the claimant. If first is not
// [baduk.NoPoint], the state is the one after this turn.
func (s *Search) start(white bool, first baduk.Point) (state, error) {
	st := state{opponent: s.board.Setup.ToPlay == baduk.White}
	for _, p := range s.board.Setup.Black {
		st.own |= 1 << p
	}
	for _, p := range s.board.Setup.White {
		st.opp |= 1 << p
	}
	switch first {
	case baduk.NoPoint:
	case baduk.Pass:
		st = st.pass()
	default:
		next, ok := st.after(s.field, int(first))
		if !ok || (st.own|st.opp)>>first&1 != 0 {
			return st, fmt.Errorf("%s is not possible as the first turn", s.board.Graph.Vertex(first))
		}
		st = next
	}
	if white {
		st = st.swapped()
	}
	return st, nil
}

// Prove tries to prove a claim, which has to be finite, about the game after the first turn, or about the whole game if
// first is [baduk.NoPoint]. The answer is false if the claim cannot be forced with so few losses.
func (s *Search) Prove(ctx context.Context, claim Claim, first baduk.Point) (bool, error) {
	start, err := s.start(claim.White, first)
	if err != nil {
		return false, err
	}
	proved, _, err := s.try(ctx, claim, start, math.MaxUint64)
	return proved, err
}

// leastStates is the number of states that [Search.Value] expands for a claim in the first round.
const leastStates = 1 << 12

// Value finds bounds of the value after the first turn, or of the whole game if first is [baduk.NoPoint]. In every
// round each player tries to get all points, and then to prove a little more, with twice as many states as in the round
// before. It ends when the
// bounds meet, or when neither player can force more. The function improved gets every better pair of bounds; it may be
// nil.
func (s *Search) Value(ctx context.Context, first baduk.Point, improved func(b Bounds)) (Bounds, error) {
	low, high := -s.n, s.n
	open := map[bool]bool{false: true, true: true} // by claimant: the next claim is not refuted
	for states := uint64(leastStates); low < high && (open[false] || open[true]); states *= 2 {
		for _, white := range []bool{false, true} {
			start, err := s.start(white, first)
			if err != nil {
				return Bounds{}, err
			}
			for step := 2 * s.n; step > 0 && low < high && open[white]; {
				claim := Claim{white, min(low+step, high), true}
				if white {
					claim.Lead = max(high-step, low)
				}
				proved, refuted, err := s.try(ctx, claim, start, states)
				if err != nil {
					return Bounds{float64(low), float64(high)}, err
				}
				switch {
				case !proved && step == 2*s.n:
					step = 1 // not all points
					continue
				case !proved:
					open[white] = step > 1 || !refuted
					step /= 2
					continue
				case white:
					high = claim.Lead
				default:
					low = claim.Lead
				}
				step *= 2
				if improved != nil {
					improved(Bounds{float64(low), float64(high)})
				}
			}
		}
	}
	return Bounds{float64(low), float64(high)}, nil
}

// Certify writes a certificate of claims that were proved before, each about the game after the first turn.
func (s *Search) Certify(ctx context.Context, w io.Writer, claims []Claim, first baduk.Point) (lines int, err error) {
	c := newCertifier(w, s.field, s.board.Graph)
	for _, claim := range claims {
		start, err := s.start(claim.White, first)
		if err != nil {
			return lines, err
		}
		n, err := c.claim(ctx, claim, start, s.strategy(claim))
		if lines += n; err != nil {
			return lines, err
		}
	}
	return lines, c.end()
}

// strategy plays to a state that is proved with no more losses. The losses that are left never grow, and every capture
// of the opponent takes one away, so the game does not go in a circle. Where the table has forgotten a proof, the
// strategy searches again.
func (s *Search) strategy(claim Claim) strategy {
	p := s.prover(claim, 0, &effort{})
	look := func(st state) fact {
		o := option{state: st, key: p.claimKey(st)}
		p.look(&o)
		return o.fact
	}
	best := func(st state, losses int) (best turn) {
		best, least := none, math.MaxInt
		s.turns(st, func(t turn, next state) {
			if x := look(next); x.proved <= losses && x.effort < least {
				best, least = t, x.effort
			}
		})
		return best
	}
	return func(ctx context.Context, st state) (turn, error) {
		losses := min(look(st).proved, s.losses)
		t := best(st, losses)
		if t == none {
			again := s.prover(claim, 0, &effort{most: math.MaxUint64})
			defer context.AfterFunc(ctx, func() { again.stop.Store(true) })()
			again.search(&option{state: st, fact: unknown(), key: p.claimKey(st)}, losses, numbers{unlimited, unlimited})
			t = best(st, losses)
		}
		if t == none && ctx.Err() == nil {
			return none, errors.New("the table has no room for a proof: try more memory")
		}
		return t, ctx.Err()
	}
}
