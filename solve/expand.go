package solve

import "math/bits"

// group is a connected set of points, and the points next to it.
type group struct{ set, near points }

// groups appends the connected parts of a set to a list.
func (f *field) groups(set points, list []group) []group {
	for rest := set; rest != 0; {
		part := rest & -rest
		for {
			near := f.near(part)
			next := part | near&rest
			if next == part {
				list = append(list, group{part, near &^ part})
				break
			}
			part = next
		}
		rest &^= part
	}
	return list
}

// plays finds the points where the player to move can play, and by point the stones that a play there captures.
func (s *prover) plays(st *state, captures *[maxPoints]points) (legal, capturing points) {
	c := st.mover()
	empty := s.all &^ (c.own | c.opp)
	legal = s.near(empty)
	s.own = s.groups(c.own, s.own[:0])
	for _, g := range s.own {
		if liberties := g.near & empty; liberties&(liberties-1) != 0 {
			legal |= liberties
		}
	}
	s.opp = s.groups(c.opp, s.opp[:0])
	for _, g := range s.opp {
		if liberties := g.near & empty; liberties&(liberties-1) == 0 {
			p := bits.TrailingZeros64(liberties)
			if capturing&liberties == 0 {
				captures[p] = 0
			}
			captures[p] |= g.set
			capturing |= liberties
		}
	}
	return (legal | capturing) & empty &^ st.ban, capturing
}

// expand appends the states after the turns of the player to move to a list, with their keys. Of states that are images
// of each other it lists one. It leaves out a pass after which the other player would end the game to his advantage.
func (s *prover) expand(st *state, list []option) []option {
	var captures [maxPoints]points
	legal, capturing := s.plays(st, &captures)
	s.keys = s.keys[:0]
	for i := range s.symmetry {
		s.keys = append(s.keys, s.code(st.colouring, i))
	}
	digit, other := uint64(1), uint64(2)
	if st.opponent {
		digit, other = 2, 1
	}
	var filter uint64 // by the low bits of a key: whether the list has a key with these bits
	add := func(o *option) {
		o.fact = unknown()
		bit := uint64(1) << (mix(o.key) & 63)
		if filter&bit != 0 {
			for i := range list {
				if list[i].key == o.key {
					return
				}
			}
		}
		filter |= bit
		list = append(list, *o)
	}
	var o option
	if s.lead(st.colouring) >= s.want != st.opponent {
		o.state = state{colouring: st.colouring, opponent: !st.opponent}
		o.key = s.claimed(s.least(), o.opponent)
		add(&o)
	}
	for rest := legal; rest != 0; rest &= rest - 1 {
		p := bits.TrailingZeros64(rest)
		stone := points(1) << p
		mine, theirs, ban, taken := st.own, st.opp, points(0), points(0)
		if st.opponent {
			mine, theirs = theirs, mine
		}
		mine |= stone
		if capturing&stone != 0 {
			taken = captures[p]
			theirs &^= taken
			if taken&(taken-1) == 0 && s.adj[p]&^theirs == taken {
				ban = taken
			}
		}
		o.lost = 0
		if o.state = (state{colouring{mine, theirs}, ban, !st.opponent, false}); st.opponent {
			o.own, o.opp = theirs, mine
			if taken != 0 {
				o.lost = 1
			}
		}
		if ban != 0 {
			o.key = s.claimKey(o.state)
		} else {
			least := ^uint64(0)
			for i, power := range s.powers[p] {
				code := s.keys[i] + digit*power
				for stones := taken; stones != 0; stones &= stones - 1 {
					code -= other * s.powers[bits.TrailingZeros64(stones)][i]
				}
				least = min(least, code)
			}
			o.key = s.claimed(least, o.opponent)
		}
		add(&o)
	}
	return list
}

// least is the least code of the images of the state that is expanded.
func (s *prover) least() uint64 {
	least := ^uint64(0)
	for _, code := range s.keys {
		least = min(least, code)
	}
	return least
}

// claimed is the claimKey of a state without a banned point and without a pass before it, from its least code.
func (s *prover) claimed(code uint64, opponent bool) uint64 {
	k := code * uint64(s.n+2) * 2
	if opponent {
		k++
	}
	return (k+1)*uint64(2*s.n+1) + uint64(s.want+s.n)
}
