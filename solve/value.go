package solve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"tengen/baduk"
)

// start returns the state at the start of the game from the point of view of the claimant. If first is not
// [baduk.NoPoint], the state is the one after this turn.
func (s *Search) start(white bool, first baduk.Point) (state, error) {
	st := startOf(s.board)
	switch first {
	case baduk.NoPoint:
	case baduk.Pass:
		st = st.pass()
	default:
		if !s.board.Graph.Contains(first) {
			return st, fmt.Errorf("the first turn is on point %d, and %v has the points 0 to %d", first, s.board.Graph, s.n-1)
		}
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
	proved, _, err := s.try(ctx, claim, first, unlimited)
	return proved, err
}

const (
	// claimShare divides a round: a claim gets 1/claimShare of its states.
	claimShare = 16
	// wholeShare limits the rounds in which the player to move may spend all states on the claim to every point. These
	// are the rounds of at most wholeShare times the states that such a proof usually needs. On many boards the claim
	// is true.
	wholeShare = 2
)

// side is what is known about the claims of a player. The leads are from the player's point of view.
type side struct {
	white   bool
	proved  int // the player forces this lead
	refuted int // the player cannot force this lead with so few losses
}

// valueSearch looks for the value after a first turn, or for that of the whole game if first is [baduk.NoPoint].
type valueSearch struct {
	*Search
	first        baduk.Point
	mover, other *side
	improved     func(b Bounds)
}

func (s *Search) valueSearch(first baduk.Point, improved func(b Bounds)) *valueSearch {
	whiteMoves := (s.board.Setup.ToPlay == baduk.White) == (first == baduk.NoPoint)
	return &valueSearch{s, first, &side{whiteMoves, -s.n, s.n + 1}, &side{!whiteMoves, -s.n, s.n + 1}, improved}
}

// bounds are the bounds of the value that are proved.
func (v *valueSearch) bounds() Bounds {
	black, white := v.mover, v.other
	if black.white {
		black, white = white, black
	}
	return Bounds{float64(black.proved), float64(-white.proved)}
}

// gap is the distance between the bounds.
func (v *valueSearch) gap() int { return -v.mover.proved - v.other.proved }

// largest is the largest step beyond what the player has proved that is worth a try.
func (v *valueSearch) largest(p *side) int { return min(v.gap(), p.refuted-p.proved-1) }

// open reports whether a player may be able to prove more.
func (v *valueSearch) open() bool { return max(v.largest(v.mover), v.largest(v.other)) > 0 }

// prove tries the claim that is a step stronger than what the player has proved.
func (v *valueSearch) prove(ctx context.Context, p *side, step int, states uint64) (bool, error) {
	lead := p.proved + step
	claim := Claim{p.white, lead, true}
	if p.white {
		claim.Lead = -lead
	}
	proved, refuted, err := v.try(ctx, claim, v.first, states)
	if refuted {
		p.refuted = lead
	}
	if proved {
		if p.proved = lead; v.improved != nil {
			v.improved(v.bounds())
		}
	}
	return proved, err
}

// round lets each player try to prove that the other player's bound is the value, and then to prove a little more than
// before.
func (v *valueSearch) round(ctx context.Context, states uint64) error {
	mostForWhole := wholeShare * uint64(math.Pow(10, States(v.n)))
	for _, p := range []*side{v.other, v.mover} {
		share := states / claimShare
		if p == v.mover && v.other.proved == -v.n && states <= mostForWhole {
			share = states
		}
		failed := p.proved + v.gap() // a claim that was not proved in this round
		if step := v.gap(); step > 0 && step == v.largest(p) {
			if _, err := v.prove(ctx, p, step, share); err != nil {
				return err
			}
		}
		for step := 1; ; {
			if step = min(step, v.largest(p), failed-1-p.proved); step <= 0 {
				break
			}
			proved, err := v.prove(ctx, p, step, states/claimShare)
			if err != nil {
				return err
			}
			if proved {
				step *= 2
			} else {
				failed = p.proved + step
				step /= 2
			}
		}
	}
	return nil
}

// Value finds bounds of the value after the first turn, or of the whole game if first is [baduk.NoPoint]. In every
// round each player tries to prove that the other player's bound is the value, and then to prove a little more than
// before. Each round has twice as many states as the one before. Value ends when the bounds meet, or when neither
// player can force more. The function improved gets every better pair of bounds; it may be nil.
func (s *Search) Value(ctx context.Context, first baduk.Point, improved func(b Bounds)) (Bounds, error) {
	if _, err := s.start(false, first); err != nil {
		return Bounds{}, err
	}
	v := s.valueSearch(first, improved)
	for states := uint64(leastStates); v.open(); states *= 2 {
		if err := v.round(ctx, states); err != nil {
			return v.bounds(), err
		}
	}
	return v.bounds(), nil
}

// Openings finds bounds of the values of all first turns, and those of the whole game that follow from them. In each
// round every first turn that is still open gets the same number of states, so the values that are easy to find come
// first. Of turns that are images of each other it searches one. The function improved gets every better pair of
// bounds; it may be nil. The list is in the order of points, the pass last. If ctx is cancelled, the bounds are those
// that were proved until then.
func (s *Search) Openings(ctx context.Context, improved func(o Opening)) (whole Bounds, list []Opening, err error) {
	start, err := s.start(false, baduk.NoPoint)
	if err != nil {
		return whole, nil, err
	}
	var open, of []*valueSearch // of: by turn in the list
	known := map[uint64]*valueSearch{}
	s.turns(start, func(t turn, next state) {
		first, key := baduk.Point(t), s.key(next)
		v := known[key]
		if v == nil {
			v = s.valueSearch(first, func(b Bounds) {
				if improved != nil {
					improved(Opening{first, b})
				}
			})
			known[key], open = v, append(open, v)
		}
		list, of = append(list, Opening{Point: first}), append(of, v)
	})
	for states := uint64(leastStates); err == nil && len(open) > 0; states *= 2 {
		for _, v := range open {
			if err = v.round(ctx, states); err != nil {
				break
			}
		}
		open = slices.DeleteFunc(open, func(v *valueSearch) bool { return !v.open() })
	}
	for i, v := range of {
		b := v.bounds()
		list[i].Bounds = b
		switch {
		case i == 0:
			whole = b
		case start.opponent: // White chooses the least value
			whole = Bounds{min(whole.Low, b.Low), min(whole.High, b.High)}
		default:
			whole = Bounds{max(whole.Low, b.Low), max(whole.High, b.High)}
		}
	}
	return whole, list, err
}

// Turn returns a turn after the first one that keeps a claim, which was proved before. If the opponent is to move, it
// returns [baduk.NoPoint].
func (s *Search) Turn(ctx context.Context, claim Claim, first baduk.Point) (baduk.Point, error) {
	start, err := s.start(claim.White, first)
	if err != nil || start.opponent {
		return baduk.NoPoint, err
	}
	if start.passed && s.lead(start.colouring) >= claim.want() {
		return baduk.Pass, nil
	}
	t, _, err := s.strategy(claim)(ctx, start, s.losses)
	if err != nil {
		return baduk.NoPoint, err
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
	best := func(st state, losses int) (best turn) {
		best, least := none, math.MaxInt
		s.turns(st, func(t turn, next state) {
			if x := p.option(next); x.proved <= losses && x.effort < least {
				best, least = t, x.effort
			}
		})
		return best
	}
	searched := 0
	return func(ctx context.Context, st state, left int) (turn, int, error) {
		o := p.option(st)
		losses := min(o.proved, s.losses, left)
		t := best(st, losses)
		if t == none {
			if searched++; searched%16 == 1 {
				s.table.fit()
			}
			again := s.prover(claim, 0)
			defer context.AfterFunc(ctx, func() { again.stop.Store(true) })()
			again.search(&o, losses, numbers{unlimited, unlimited})
			t = best(st, losses)
		}
		if t == none && ctx.Err() == nil {
			return none, 0, errors.New("the table has no room for a proof: try more memory")
		}
		return t, losses, ctx.Err()
	}
}
