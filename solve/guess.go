package solve

import "math/bits"

// reach divides the empty points: each belongs to the player whose stones are nearer.
func (f *field) reach(c colouring) (own, opp points) {
	own, opp = c.own, c.opp
	for {
		empty := f.all &^ (own | opp)
		a, b := f.near(own)&empty, f.near(opp)&empty
		if a|b == 0 {
			return own, opp
		}
		both := a & b
		a, b = a&^both, b&^both
		if a|b == 0 {
			return own, opp
		}
		own, opp = own|a, opp|b
	}
}

// loose returns the stones of chains that have one liberty.
func (f *field) loose(c, empty points) points {
	var loose points
	for rest := c; rest != 0; {
		chain := f.flood(rest&-rest, c)
		rest &^= chain
		if l := f.near(chain) & empty; l&(l-1) == 0 {
			loose |= chain
		}
	}
	return loose
}

var K [8]int

func (s *search) guess(st state) (pn, dn uint32) {
	c := st.colouring
	empty := s.all &^ (c.own | c.opp)
	if K[0] > 0 {
		if st.opponent {
			c.own &^= s.loose(c.own, empty)
		} else {
			c.opp &^= s.loose(c.opp, empty)
		}
	}
	own, opp := s.reach(c)
	est := bits.OnesCount64(own) - bits.OnesCount64(opp)
	x := (s.want - est + 1) / 2
	if x < 0 {
		x = 0
	}
	z := bits.OnesCount64(s.all &^ (c.own | s.near(c.own)))
	w := bits.OnesCount64(s.all &^ (c.opp | s.near(c.opp)))
	_ = w
	y := s.n - x
	if y < 0 {
		y = 0
	}
	return uint32(1 + (x*K[1]+z*K[5])/8), uint32(1 + (y*K[2]+w*K[6]+(s.n-z)*K[7])/8)
}
