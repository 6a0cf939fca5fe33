package solve

import "math/bits"

// state is everything that the rest of a game under basic ko depends on. The claimant is the player who wants to prove
// a result.
type state struct {
	colouring        // own: the claimant's stones
	ban       points // the point that the basic ko bans for the next play, or none
	opponent  bool   // the opponent of the claimant is to move
	passed    bool   // the last turn was a pass; then nothing is banned
}

// mover returns the position from the point of view of the player to move.
func (s state) mover() colouring {
	if s.opponent {
		return colouring{s.opp, s.own}
	}
	return s.colouring
}

// after returns the state after a play on an empty point. It returns false if the play is banned or suicide.
func (s state) after(f *field, p int) (state, bool) {
	if s.ban>>p&1 != 0 {
		return s, false
	}
	c, ban, ok := f.play(s.mover(), p)
	if s.opponent {
		c.own, c.opp = c.opp, c.own
	}
	return state{c, ban, !s.opponent, false}, ok
}

// pass returns the state after a pass that does not end the game.
func (s state) pass() state { return state{s.colouring, 0, !s.opponent, true} }

// key is a number that only this state and its images under the symmetries of the board have. It is not 0.
func (f *field) key(s state) uint64 {
	best := ^uint64(0)
	for i := range f.symmetry {
		if k := f.keyUnder(s, i); k < best {
			best = k
		}
	}
	return best + 1
}

func (f *field) keyUnder(s state, symmetry int) uint64 {
	special := 0
	switch {
	case s.passed:
		special = 1
	case s.ban != 0:
		special = 2 + f.symmetry[symmetry][bits.TrailingZeros64(s.ban)]
	}
	turn := uint64(0)
	if s.opponent {
		turn = 1
	}
	return (f.code(s.colouring, symmetry)*uint64(f.n+2)+uint64(special))*2 + turn
}
