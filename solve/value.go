package solve

import (
	"context"
	"fmt"
	"io"

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
// first is [baduk.NoPoint]. It returns the number of turns within which the claimant can force it, or 0 if he cannot
// within the largest number.
func (s *Search) Prove(ctx context.Context, claim Claim, first baduk.Point, largest int) (turns int, err error) {
	start, err := s.start(claim.White, first)
	if err != nil {
		return 0, err
	}
	return s.prove(ctx, claim, start, min(largest, always-1))
}

// Value finds bounds of the value after the first turn, or of the whole game if first is [baduk.NoPoint]. It tries for
// both players which lead they can force within one turn, two turns, and so on, until the bounds meet or the largest
// number of turns is reached. The function improved gets every better pair of bounds; it may be nil.
func (s *Search) Value(ctx context.Context, first baduk.Point, largest int, improved func(b Bounds, turns int)) (Bounds, error) {
	low, high := -s.n, s.n
	for depth := 1; depth <= min(largest, always-1) && low < high; depth++ {
		for _, white := range []bool{false, true} {
			start, err := s.start(white, first)
			if err != nil {
				return Bounds{}, err
			}
			for step := 1; step > 0 && low < high; {
				claim := Claim{white, min(low+step, high), true}
				if white {
					claim.Lead = max(high-step, low)
				}
				won, err := s.within(ctx, claim, start, depth)
				if err != nil {
					return Bounds{float64(low), float64(high)}, err
				}
				switch {
				case !won:
					step /= 2
					continue
				case white:
					high = claim.Lead
				default:
					low = claim.Lead
				}
				step *= 2
				if improved != nil {
					improved(Bounds{float64(low), float64(high)}, depth)
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
		n, err := c.claim(ctx, claim, start, func(ctx context.Context, st state) (turn, error) {
			return s.turn(ctx, claim, st)
		})
		if lines += n; err != nil {
			return lines, err
		}
	}
	return lines, c.end()
}

// proved returns the number of turns within which the claim is proved in a state. If the table has forgotten it, proved
// searches again. The claim is known to be proved within limit turns.
func (s *Search) proved(ctx context.Context, claim Claim, st state, limit int) (int, error) {
	p := &prover{field: s.field, want: claim.want(), table: s.table, locals: s.locals[0]}
	o := option{state: st}
	if p.look(&o, limit); o.fact.proved <= limit {
		return o.fact.proved, nil
	}
	depth, err := s.prove(ctx, claim, st, limit)
	if err == nil && depth == 0 {
		err = fmt.Errorf("a claim was proved before and cannot be proved again")
	}
	return depth, err
}

// turn is the strategy of a proved claim: a turn to a state that is proved within fewer turns.
func (s *Search) turn(ctx context.Context, claim Claim, st state) (turn, error) {
	limit, err := s.proved(ctx, claim, st, always-1)
	if err != nil {
		return none, err
	}
	p := &prover{field: s.field, want: claim.want(), table: s.table, locals: s.locals[0]}
	best, least := none, limit
	var unknown []option
	try := func(t turn, next state) {
		o := option{state: next, turn: int(t)}
		p.look(&o, max(limit-1, 1))
		if o.fact.proved < least {
			best, least = t, o.fact.proved
		} else if o.fact.refuted < limit-1 {
			unknown = append(unknown, o)
		}
	}
	s.turns(st, try)
	if best != none {
		return best, nil
	}
	for _, o := range unknown { // the table has forgotten which turn it was
		won, err := s.within(ctx, claim, o.state, limit-1)
		if won || err != nil {
			return turn(o.turn), err
		}
	}
	return none, fmt.Errorf("no turn reaches a claim that was proved within %d turns", limit)
}
