package solve

import "math/bits"

const infinite = 1 << 30

// search proves or refutes that the claimant can force a lead of at least want in a game that ends.
type search struct {
	*field
	want           int
	table          *table
	nodes          uint64
	rootPN, rootDN uint32
	limit          uint64
}

// child is a state one turn further, with what is known about it.
type child struct {
	state
	key  uint64
	fact fact
	pn   uint32
	dn   uint32
}

// judge decides a state without a search if it can: by the lead if the game can end with this turn, by points that
// are settled for a player.
func (s *search) judge(st state) (proved, refuted bool) {
	if st.passed {
		if lead := s.lead(st.colouring); lead >= s.want != st.opponent {
			return !st.opponent, st.opponent
		}
	}
	own, opp := st.ban, points(0)
	if st.opponent {
		own, opp = opp, own
	}
	if 2*bits.OnesCount64(s.settled(st.colouring, own))-s.n >= s.want {
		return true, false
	}
	if s.n-2*bits.OnesCount64(s.settled(colouring{st.opp, st.own}, opp)) < s.want {
		return false, true
	}
	return false, false
}

// verdict sets the numbers of a child for a search of the given depth.
func (c *child) verdict(depth int) {
	switch {
	case c.fact.proved <= depth:
		c.pn, c.dn = 0, infinite
	case c.fact.refuted >= depth:
		c.pn, c.dn = infinite, 0
	default:
		c.pn, c.dn = max(c.fact.pn, 1), max(c.fact.dn, 1)
	}
}

func (s *search) look(st state, depth int) child {
	c := child{state: st, key: s.key(st)}
	var ok bool
	if c.fact, ok = s.table.find(c.key); !ok {
		proved, refuted := s.judge(st)
		switch {
		case proved:
			c.fact.proved = 0
		case refuted:
			c.fact.refuted = always
		default:
			c.fact.refuted = 0
			c.fact.pn, c.fact.dn = s.guess(st)
		}
		s.table.put(c.key, c.fact)
	}
	c.verdict(depth)
	return c
}

// children lists the states after every turn that may help the player to move.
func (s *search) children(st state, depth int, list []child) []child {
	for rest := s.all &^ (st.own | st.opp); rest != 0; rest &= rest - 1 {
		if next, ok := st.after(s.field, bits.TrailingZeros64(rest)); ok {
			list = append(list, s.look(next, depth-1))
			if c := &list[len(list)-1]; c.pn == 0 && !st.opponent || c.dn == 0 && st.opponent {
				return list
			}
		}
	}
	if !st.passed {
		list = append(list, s.look(st.pass(), depth-1))
	}
	return list
}

// mid searches until the proof number reaches pnLimit or the disproof number reaches dnLimit.
func (s *search) mid(node *child, depth int, pnLimit, dnLimit uint32) {
	s.nodes++
	before := s.nodes
	var buffer [maxPoints + 1]child
	list := s.children(node.state, depth, buffer[:0])
	for {
		if s.nodes > s.limit {
			return
		}
		best, second := s.sum(node, list, depth)
		if node.pn >= pnLimit || node.dn >= dnLimit {
			break
		}
		c := &list[best]
		pnNext, dnNext := pnLimit, dnLimit
		if !node.opponent {
			pnNext = min(pnLimit, second+second*uint32(K[3])/16+1)
			dnNext = dnLimit - node.dn + c.dn
		} else {
			dnNext = min(dnLimit, second+second*uint32(K[3])/16+1)
			pnNext = pnLimit - node.pn + c.pn
		}
		s.mid(c, depth-1, pnNext, dnNext)
	}
	node.fact.pn, node.fact.dn = node.pn, node.dn
	node.fact.effort = effort(s.nodes - before)
	s.table.put(node.key, node.fact)
}

// sum computes the numbers of a node from its children. It returns the index of the child to search and the number of
// the second-best child.
func (s *search) sum(node *child, list []child, depth int) (best int, second uint32) {
	best, second = -1, infinite
	low, most, open := uint32(infinite), uint32(0), uint32(0)
	proved, refuted := 0, always
	for i := range list {
		c := &list[i]
		choose, other := c.pn, c.dn
		if node.opponent {
			choose, other = other, choose
		}
		if choose < low {
			best, low, second = i, choose, low
		} else if choose < second {
			second = choose
		}
		if other > 0 {
			most = max(most, other)
			open++
		}
		proved, refuted = max(proved, c.fact.proved), min(refuted, c.fact.refuted)
	}
	total := most
	if open > 1 {
		total = min(most+(open-1)*uint32(K[4])/4, infinite)
	}
	if low == infinite { // every turn of the player to move loses
		total = 0
	}
	if node.opponent {
		node.pn, node.dn = total, low
	} else {
		node.pn, node.dn = low, total
	}
	if low == 0 {
		total = infinite
		if node.opponent {
			node.pn, node.fact.refuted = infinite, max(node.fact.refuted, deeper(list[best].fact.refuted))
		} else {
			node.dn, node.fact.proved = infinite, min(node.fact.proved, deeper(list[best].fact.proved))
		}
	} else if low == infinite {
		if node.opponent {
			node.fact.proved = min(node.fact.proved, deeper(proved))
		} else {
			node.fact.refuted = max(node.fact.refuted, deeper(refuted))
		}
	}
	return best, second
}

// deeper is a depth one turn further from the end of the search.
func deeper(depth int) int {
	if depth >= always {
		return always
	}
	return depth + 1
}
func (s *search) root(c *child, depth int) {
	for c.pn != 0 && c.dn != 0 && s.nodes < s.limit {
		s.mid(c, depth, min(infinite, c.pn*2+1), min(infinite, c.dn*2+1))
		s.rootPN, s.rootDN = c.pn, c.dn
		c.verdict(depth)
	}
}
