package solve

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"tengen/baduk"
	"tengen/topology"
)

// Bounds are values of a position: Black's lead in points at the end under best play of both players. If Low and High
// are equal, no rule about cycles can change the value, as long as the basic ko is part of it.
type Bounds struct {
	Low  float64 `json:"low"`  // an endless game is White's win
	High float64 `json:"high"` // an endless game is Black's win
}

// Draw returns the value if an endless game is a draw: a lead of 0.
func (b Bounds) Draw() float64 { return max(b.Low, min(b.High, 0)) }

// String is the value, or both values as in "1..16".
func (b Bounds) String() string {
	if b.Low == b.High {
		return fmt.Sprint(b.Low)
	}
	return fmt.Sprintf("%v..%v", b.Low, b.High)
}

// bounds returns the values of a state whose own stones are black.
func (r *FixPoint) bounds(s state) Bounds {
	return Bounds{r.scores[r.value(s)], 0 - r.scores[r.value(s.swapped())]}
}

// startOf is the state at the start of the game on a board. Its own stones are black.
func startOf(b *topology.Board) state {
	s := state{opponent: b.Setup.ToPlay == baduk.White}
	for _, p := range b.Setup.Black {
		s.own |= 1 << p
	}
	for _, p := range b.Setup.White {
		s.opp |= 1 << p
	}
	return s
}

// Positions is the number of stored positions.
func (r *FixPoint) Positions() int { return len(r.positions) }

// Value returns the values at the start of the game. They do not include initial scores of the board.
func (r *FixPoint) Value() Bounds { return r.bounds(startOf(r.board)) }

// Opening is the value of a first turn.
type Opening struct {
	Point  baduk.Point // or baduk.Pass
	Bounds Bounds
}

// Openings returns the values of all first turns, in the order of points, the pass last.
func (r *FixPoint) Openings() []Opening {
	var list []Opening
	r.eachTurn(startOf(r.board), func(p baduk.Point, next state) { list = append(list, Opening{p, r.bounds(next)}) })
	return list
}

// eachTurn calls add with the plays of the player to move, in the order of points, and then with the pass. After
// another pass, the pass ends the game, and add is not called with it.
func (r *FixPoint) eachTurn(s state, add func(p baduk.Point, next state)) {
	real := s
	if s.opponent {
		real = s.swapped()
	}
	turned := func(next state) state {
		if s.opponent {
			return next.swapped()
		}
		return next
	}
	for p := range r.n {
		if (real.own|real.opp|real.ban)>>p&1 == 0 {
			if after, ban, ok := r.rules.put(real.colouring, p); ok {
				add(baduk.Point(p), turned(state{after, ban, true, false}))
			}
		}
	}
	if !s.passed {
		add(baduk.Pass, turned(real.pass()))
	}
}

// Certify writes a certificate of the value at the start: for every bound that is not already the largest or smallest
// lead on the board, a strategy of each player. It returns the number of states in the strategies.
func (r *FixPoint) Certify(ctx context.Context, w io.Writer) (lines int, err error) {
	if r.board.Graph.Life() != nil {
		return 0, fmt.Errorf("%v has weights or a threshold: its results have no certificates", r.board.Graph)
	}
	c := newCertifier(w, r.field, r.board.Graph)
	value := r.Value()
	for _, claim := range []Claim{
		{false, int(value.Low), true}, {true, int(value.Low), false},
		{false, int(value.High), false}, {true, int(value.High), true},
	} {
		if claim.want() == -r.n || !claim.Finite && value.Low == value.High {
			continue // trivial, or implied by the finite claims
		}
		start, play := startOf(r.board), strategy(nil)
		if claim.White {
			start = start.swapped()
		}
		if claim.Finite {
			f, err := r.force(ctx, float64(claim.want()))
			if err != nil {
				return lines, err
			}
			play = f.turn
		} else {
			var err error
			if play, err = r.safe(ctx, float64(claim.want())); err != nil {
				return lines, err
			}
		}
		n, err := c.claim(ctx, claim, start, play)
		if lines += n; err != nil {
			return lines, err
		}
	}
	return lines, c.end()
}

// Sort sorts values, those that are best for Black first.
func Sort(values []Bounds) {
	slices.SortFunc(values, func(a, b Bounds) int {
		return cmp.Or(cmp.Compare(b.Low, a.Low), cmp.Compare(b.High, a.High))
	})
}
