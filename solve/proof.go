package solve

import (
	"math/bits"
	"sync/atomic"
)

// prover proves that the claimant can force a lead of at least want in a game that ends. A proof within a number of
// turns does not depend on the turns before, so cycles need no special treatment: a game that goes in a circle does not
// end within the number. A prover belongs to one goroutine; several share a table and search for the same proof.
type prover struct {
	*field
	want    int
	table   *table
	locals  *locals
	stop    *atomic.Bool
	nodes   atomic.Uint64 // states that were expanded
	history [2][maxPoints + 1]uint32
	biased  bool // order turns by influence too, so that two provers differ
}

// largestLocal is the largest region that is decided on its own.
const largestLocal = 8

// claimKey is the key of the state together with the claim. It needs a board of at most maxSearch points.
func (s *prover) claimKey(st state) uint64 {
	return s.key(st)*uint64(2*s.n+1) + uint64(s.want+s.n)
}

// MaxSearch is the largest board on which a search can have exact keys.
const MaxSearch = 30

// judge decides a state without a search if it can: by the lead if the game can end with this turn, or by points that
// a player can certainly make his own.
func (s *prover) judge(st state) (proved, refuted bool) {
	if st.passed {
		if lead := s.lead(st.colouring); lead >= s.want != st.opponent {
			return !st.opponent, st.opponent
		}
	}
	if s.sure(st, s.want) || s.locals.enough(st, s.want) {
		return true, false
	}
	other := st.swapped()
	if s.sure(other, 1-s.want) || s.locals.enough(other, 1-s.want) {
		return false, true
	}
	return false, false
}

// enough reports whether the claimant holds so many points around one chain that they give the lead.
func (l *locals) enough(s state, want int) bool {
	if s.opponent && s.passed && l.lead(s.colouring) < want {
		return false
	}
	least := (want + l.n + 1) / 2
	return l.held(s, max(least, 1)) >= least
}

// option is a state one turn further.
type option struct {
	state
	key   uint64
	fact  fact
	turn  int // the point, or n for a pass
	order int64
}

// win reports whether the claimant forces the claim within depth turns, of which there is at least one. The state is
// not decided by judge. After a stop, the result has no meaning.
func (s *prover) win(st state, key uint64, depth int, known fact) bool {
	before := s.nodes.Add(1)
	var buffer [maxPoints + 1]option
	list, sum, decided := s.options(st, depth, known, buffer[:0])
	if decided {
		s.store(key, known, sum, before)
		return !st.opponent
	}
	side := sideOf(st)
	for i := range list {
		for j := i + 1; j < len(list); j++ {
			if list[j].order > list[i].order {
				list[i], list[j] = list[j], list[i]
			}
		}
		o := &list[i]
		won := s.win(o.state, o.key, depth-1, o.fact)
		if s.stop.Load() {
			return false
		}
		if won != st.opponent {
			s.praise(side, o.turn, depth)
			sum = fact{depth, -1, o.turn + 1, 0}
			if !won {
				sum = fact{always + 1, depth, o.turn + 1, 0}
			}
			s.store(key, known, sum, before)
			return won
		}
	}
	if len(list) > 0 {
		sum.proved, sum.refuted = max(sum.proved, depth-1), min(sum.refuted, depth-1)
	}
	if st.opponent {
		sum = fact{sum.proved + 1, -1, known.move, 0}
	} else {
		sum = fact{always + 1, min(sum.refuted+1, always), known.move, 0}
	}
	s.store(key, known, sum, before)
	return st.opponent
}

func sideOf(st state) int {
	if st.opponent {
		return 1
	}
	return 0
}

// store adds new knowledge about a state to the table.
func (s *prover) store(key uint64, known, found fact, before uint64) {
	known.proved, known.refuted = min(known.proved, found.proved), max(known.refuted, found.refuted)
	known.move = found.move
	known.effort = uint32(min(s.nodes.Load()-before+1, 1<<32-1))
	s.table.put(key, known)
}

// praise counts a turn that decided a state.
func (s *prover) praise(side, turn, depth int) {
	h := &s.history[side]
	if h[turn] += uint32(depth * depth); h[turn] > 1<<20 {
		for i := range h {
			h[i] /= 2
		}
	}
}

// options lists the states after the turns that are not decided yet. If one turn decides the state, the result is true,
// with the fact about the state. Otherwise the fact has the largest depth in which a turn is proved, and the smallest
// depth for which one is refuted.
func (s *prover) options(st state, depth int, known fact, list []option) (open []option, sum fact, decided bool) {
	sum.refuted = always
	add := func(o option) bool {
		open, won := s.look(&o, depth-1)
		switch {
		case open:
			s.rate(&o, st.opponent, known.move)
			list = append(list, o)
		case won == st.opponent:
			sum.proved, sum.refuted = max(sum.proved, o.fact.proved), min(sum.refuted, o.fact.refuted)
		case won:
			sum = fact{o.fact.proved + 1, -1, o.turn + 1, 0}
			return true
		default:
			sum = fact{always + 1, min(o.fact.refuted+1, always), o.turn + 1, 0}
			return true
		}
		return false
	}
	for rest := s.all &^ (st.own | st.opp); rest != 0; rest &= rest - 1 {
		p := bits.TrailingZeros64(rest)
		if next, ok := st.after(s.field, p); ok && add(option{state: next, turn: p}) {
			return nil, sum, true
		}
	}
	if !st.passed && add(option{state: st.pass(), turn: s.n}) {
		return nil, sum, true
	}
	return list, sum, false
}

// look finds what is known about an option. It returns false if the option is decided within the depth.
func (s *prover) look(o *option, depth int) (open, won bool) {
	if depth == 0 { // too many states to keep
		proved, _ := s.judge(o.state)
		o.fact = fact{proved: 0, refuted: 0}
		return false, proved
	}
	o.key = s.claimKey(o.state)
	var ok bool
	if o.fact, ok = s.table.find(o.key); !ok {
		switch proved, refuted := s.judge(o.state); {
		case proved:
			o.fact.proved = 0
		case refuted:
			o.fact.refuted = always
		default:
			o.fact.refuted = 0
		}
		s.table.put(o.key, o.fact)
	}
	return o.fact.proved > depth && o.fact.refuted < depth, o.fact.proved <= depth
}

// rate sets the order of an option: first the turn that was best before, then turns that often decided other states.
// A biased prover prefers turns after which few points are far from the claimant's stones.
func (s *prover) rate(o *option, opponent bool, best int) {
	switch {
	case o.turn+1 == best:
		o.order = 1 << 60
	case opponent:
		o.order = int64(s.history[1][o.turn])
	default:
		o.order = int64(s.history[0][o.turn])
		if s.biased {
			o.order += 1000 * int64(bits.OnesCount64(o.own|s.near(o.own)))
		}
	}
}
