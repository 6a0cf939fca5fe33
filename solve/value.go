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
	proved, _, err := s.try(ctx, claim, start, unlimited)
	return proved, err
}

// claimShare is the part, as a divisor, that each other claim gets of the states that [Search.Value] expands in a round
// for the strongest claim of the player to move.
const claimShare = 16

// Value finds bounds of the value after the first turn, or of the whole game if first is [baduk.NoPoint]. In every
// round each player tries to prove that the other player's bound is the value, and then to prove a little more than
// before. Each round has twice as many states as the one before. Most of them are for the strongest claim of the player
// to move, because on many boards the first player gets all points. Value ends when the bounds meet, or when neither
// player can force more. The function improved gets every better pair of bounds; it may be nil.
func (s *Search) Value(ctx context.Context, first baduk.Point, improved func(b Bounds)) (Bounds, error) {
	b := Bounds{float64(-s.n), float64(s.n)}
	black, err := s.start(false, first)
	if err != nil {
		return b, err
	}
	blackMoves := !black.opponent
	// prove tries the claim that is so much stronger than the player's bound.
	prove := func(white bool, step int, states uint64) (proved, refuted bool, err error) {
		start, err := s.start(white, first)
		if err != nil {
			return false, false, err
		}
		claim := Claim{white, int(b.Low) + step, true}
		if white {
			claim.Lead = int(b.High) - step
		}
		if proved, refuted, err = s.try(ctx, claim, start, states); !proved || err != nil {
			return proved, refuted, err
		}
		if white {
			b.High = float64(claim.Lead)
		} else {
			b.Low = float64(claim.Lead)
		}
		if improved != nil {
			improved(b)
		}
		return true, false, nil
	}
	gap := func() int { return int(b.High - b.Low) }
	open := map[bool]bool{false: true, true: true} // by player: the next claim is not refuted
	for states := uint64(leastStates); gap() > 0 && (open[false] || open[true]); states *= 2 {
		for _, white := range []bool{!blackMoves, blackMoves} {
			if !open[white] || gap() == 0 {
				continue
			}
			share := states
			if white == blackMoves {
				share /= claimShare
			}
			proved, refuted, err := prove(white, gap(), share)
			if err != nil {
				return b, err
			}
			if !proved && gap() == 1 {
				open[white] = !refuted
			}
			for step := 1; step > 0 && step < gap(); {
				proved, refuted, err := prove(white, step, states/claimShare)
				switch {
				case err != nil:
					return b, err
				case proved:
					step *= 2
				default:
					open[white] = step > 1 || !refuted
					step /= 2
				}
			}
		}
	}
	return b, nil
}

// Turn returns a turn after the first one that keeps a claim, which was proved before. If the opponent is to move, it
// returns [baduk.NoPoint].
func (s *Search) Turn(ctx context.Context, claim Claim, first baduk.Point) (baduk.Point, error) {
	start, err := s.start(claim.White, first)
	if err != nil || start.opponent {
		return baduk.NoPoint, err
	}
	t, _, err := s.strategy(claim)(ctx, start, s.losses)
	switch {
	case err != nil:
		return baduk.NoPoint, err
	case t == pass:
		return baduk.Pass, nil
	}
	return baduk.Point(t), nil
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

// strategy plays to a state that is proved with no more losses. Where the table has forgotten a proof, the strategy
// searches again.
func (s *Search) strategy(claim Claim) strategy {
	p := s.prover(claim, 0)
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
	searched := 0
	return func(ctx context.Context, st state, left int) (turn, int, error) {
		losses := min(look(st).proved, s.losses, left)
		t := best(st, losses)
		if t == none {
			if searched++; searched%16 == 1 {
				s.table.fit()
			}
			again := s.prover(claim, 0)
			defer context.AfterFunc(ctx, func() { again.stop.Store(true) })()
			again.search(&option{state: st, fact: unknown(), key: p.claimKey(st)}, losses, numbers{unlimited, unlimited})
			t = best(st, losses)
		}
		if t == none && ctx.Err() == nil {
			return none, 0, errors.New("the table has no room for a proof: try more memory")
		}
		return t, losses, ctx.Err()
	}
}
