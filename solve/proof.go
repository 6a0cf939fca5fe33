package solve

import (
	"math/bits"
	"sync/atomic"
)

// prover proves that the claimant can force a lead of at least want in a game that ends. It is a depth-first
// proof-number search (df-pn): it always expands the state that seems to need the least work to decide the claim.
//
// The opponent may capture only a given number of times, the losses. With one more capture the claim is lost. A game
// that goes in a circle has captures of both players, so it does not stay within any number of losses. A proof
// therefore depends on the state and the number of losses alone, and not on the turns before.
//
// A prover belongs to one goroutine; several share a table and search for the same proof.
type prover struct {
	*field
	*effort
	want     int
	table    *table
	locals   *locals
	patterns []int16  // weights of the patterns; nil if they do not fit the board
	model    *model   // nil if patterns is nil
	codes    *codes   // scratch: the codes of the state that was estimated last
	used     []uint32 // scratch: the numbers of its patterns
	own      []group  // scratch: the chains of the player to move, then those of the claimant
	opp      []group
	keys     []uint64      // scratch: by symmetry: the code of the state that is expanded
	nodes    atomic.Uint64 // states that were expanded
	most     uint64        // states after which the prover stops
}

// effort is what the provers of one proof share.
type effort struct {
	stop atomic.Bool
	busy [1 << 16]atomic.Int32 // by hash of a state: the number of provers that search it
}

// largestLocal is the largest region that is decided on its own.
const largestLocal = 10

// MaxSearch is the largest board on which a search can have exact keys.
const MaxSearch = 30

// claimKey is the key of the state together with the claim. It needs a board of at most MaxSearch points.
func (s *prover) claimKey(st state) uint64 {
	return s.key(st)*uint64(2*s.n+1) + uint64(s.want+s.n)
}

// judge decides a state without a search if points that a player can certainly make his own decide it. The player to
// move must not be able to win by a second pass: the last turn was not a pass, or the lead does not suffice. The
// scratch has the chains of the state.
func (s *prover) judge(st *state) (proved, refuted bool) {
	if s.locals.certain(st, s.own, s.want) {
		return true, false
	}
	other := st.swapped()
	return false, s.locals.certain(&other, s.opp, 1-s.want)
}

// certain reports whether settled or held points give the claimant the lead. It needs the chains of the claimant.
func (l *locals) certain(s *state, chains []group, want int) bool {
	if len(chains) == 0 {
		return false
	}
	ban := s.ban
	if s.opponent {
		ban = 0
	}
	least := max((want+l.n+1)/2, 1)
	sure, alive := l.settledBy(s.own, chains, ban)
	return bits.OnesCount64(sure) >= least || l.heldBy(s, chains, alive, least) >= least
}

// option is a state one turn further.
type option struct {
	state
	fact
	key  uint64
	lost int // 1 if the opponent captures with this turn, otherwise 0
}

// numbers are limits of the proof number and the disproof number.
type numbers struct{ proof, refusal int }

// unlimited is larger than every proof and disproof number.
const unlimited = 1 << 50

// search searches a state that is not decided with the given losses, until it is decided or one of its numbers reaches
// its limit.
func (s *prover) search(o *option, losses int, limit numbers) {
	before := s.nodes.Add(1)
	if before >= s.most {
		s.stop.Store(true)
	}
	var buffer [maxPoints + 1]option
	r := s.replies(&o.state, losses, buffer[:0])
	for !r.over {
		second := r.sum(o)
		if o.proof >= limit.proof || o.refusal >= limit.refusal || s.stop.Load() {
			break
		}
		at := s.choose(&r)
		x := &r.open[at]
		if found, ok := s.table.find(x.key); ok && found != x.fact && (found.effort > 0 || found.decided(losses-x.lost)) {
			x.fact = found // another turn or another prover led to the same state
		} else {
			busy := &s.busy[mix(x.key)>>48]
			busy.Add(1)
			s.search(x, losses-x.lost, r.share(o, x, limit, second))
			busy.Add(-1)
		}
		if x.decided(losses - x.lost) {
			r.settle(at, losses)
		}
	}
	if r.over {
		o.proved, o.refuted = min(o.proved, r.proved), max(o.refuted, r.refuted)
	}
	states := s.nodes.Load() - before + 1
	if s.model != nil && !s.stop.Load() {
		s.learn(o, states)
	}
	o.effort = bits.Len64(states)
	s.table.put(o.key, o.fact)
}

// option returns a state with what is known about it. If the last turn was a pass, the player to move ends the game if
// the lead suits him. Otherwise, if he passed too, the other player would end the game to his own advantage. So the
// state has the same turns as without the pass before it, and the table has only states without one.
func (s *prover) option(st state) option {
	o := option{state: st, fact: unknown()}
	if st.passed && s.lead(st.colouring) >= s.want != st.opponent {
		if st.opponent {
			o.refuted = always
		} else {
			o.proved = 0
		}
		return o
	}
	o.passed = false
	o.key = s.claimKey(o.state)
	s.look(&o)
	return o
}

// look finds what is known about an option with a key.
func (s *prover) look(o *option) {
	var known bool
	if o.fact, known = s.table.find(o.key); !known {
		s.first(o)
	}
}

// first decides or estimates an option of which nothing is known.
func (s *prover) first(o *option) {
	s.own, s.opp = s.groups(o.own, s.own[:0]), s.groups(o.opp, s.opp[:0])
	switch proved, refuted := s.judge(&o.state); {
	case proved:
		o.proved = 0
	case refuted:
		o.refuted = always
	default:
		o.proof, o.refusal = s.estimate(&o.state)
	}
	s.table.put(o.key, o.fact)
}
