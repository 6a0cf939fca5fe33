package solve

import (
	"context"
	"io"
	"math/bits"

	"tengen/baduk"
)

// mostTurns is the largest number of turns of a line. Lines on the boards that can be solved are much shorter.
const mostTurns = 200

// contender is a player of a line.
type contender struct {
	Claim                       // what the player can force
	keep     strategy           // the player's turns
	prolongs func(s state) turn // the opponent's turn that makes the proof of the claim longest
	left     int                // captures by the opponent that the claim still allows
}

// line plays a game in which each player keeps his claim, until both claims are certain. A player whose claim is
// trivial makes the proof of the other player as long as possible. In the state Black's stones are own.
func (c *certifier) line(ctx context.Context, s state, black, white *contender) (line []baduk.Point, err error) {
	for len(line) < mostTurns && !(c.certain(s, black) && c.certain(s, white)) {
		mover, other, own, opposite := black, white, s, s.swapped()
		if s.opponent {
			mover, other, own, opposite = white, black, opposite, own
		}
		if s.passed && c.lead(own.colouring) >= mover.want() {
			return append(line, baduk.Pass), nil
		}
		t := none
		if mover.want() == -c.n {
			t = other.prolongs(opposite)
		} else if t, mover.left, err = mover.keep(ctx, own, mover.left); err != nil {
			return line, err
		}
		line = append(line, baduk.Point(t))
		if t == pass {
			s = s.pass()
			continue
		}
		stones := bits.OnesCount64(s.own | s.opp)
		s, _ = s.after(c.field, int(t))
		if bits.OnesCount64(s.own|s.opp) <= stones {
			other.left--
		}
	}
	return line, nil
}

// certain reports whether the claim of a player needs no more turns.
func (c *certifier) certain(s state, x *contender) bool {
	if x.White {
		s = s.swapped()
	}
	return x.want() == -c.n || c.verdict(s, x.want()) != undecided
}

// contenders returns the players of a line that ends with a value.
func contenders(value float64) (black, white *contender) {
	lead := int(value)
	return &contender{Claim: Claim{false, lead, true}}, &contender{Claim: Claim{true, lead, true}}
}

// Line returns a game with the value of the board, from its start until the value is certain. It returns nil if the
// value depends on the rule about cycles, or if the board has weights or a threshold.
func (r *FixPoint) Line(ctx context.Context) ([]baduk.Point, error) {
	value := r.Value()
	if value.Low != value.High || r.board.Graph.Life() != nil {
		return nil, nil
	}
	black, white := contenders(value.Low)
	for _, x := range []*contender{black, white} {
		if x.want() == -r.n {
			continue
		}
		f, err := r.force(ctx, float64(x.want()))
		if err != nil {
			return nil, err
		}
		x.keep = f.turn
		x.prolongs = func(s state) (longest turn) {
			most := -1
			r.turns(s, func(t turn, next state) {
				if at := int(f.at(next)); at > most {
					longest, most = t, at
				}
			})
			return longest
		}
	}
	return newCertifier(io.Discard, r.field, r.board.Graph).line(ctx, startOf(r.board), black, white)
}

// Line returns a game with the value after the first turn, if a search has found this value, until the value is
// certain. It returns nil if the bounds differ.
func (s *Search) Line(ctx context.Context, value Bounds, first baduk.Point) ([]baduk.Point, error) {
	start, err := s.start(false, first)
	if err != nil || value.Low != value.High {
		return nil, err
	}
	black, white := contenders(value.Low)
	for _, x := range []*contender{black, white} {
		p := s.prover(x.Claim, 0)
		x.left, x.keep = s.losses, s.strategy(x.Claim)
		x.prolongs = func(st state) (longest turn) {
			most := -1
			s.turns(st, func(t turn, next state) {
				if o := p.option(next); o.effort > most {
					longest, most = t, o.effort
				}
			})
			return longest
		}
	}
	return newCertifier(io.Discard, s.field, s.board.Graph).line(ctx, start, black, white)
}
