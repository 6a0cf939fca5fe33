package solve

import (
	"math"
	"slices"
	"sync/atomic"
)

// amounts are logarithms of the work to prove a claim and of the work to refute it.
type amounts struct{ proof, refusal float32 }

func (a *amounts) add(more amounts) {
	a.proof += more.proof
	a.refusal += more.refusal
}

// learned is a pair of amounts that goroutines share. If two of them add to it at the same time, one addition is lost.
type learned struct{ bits atomic.Uint64 }

func (l *learned) load() amounts {
	bits := l.bits.Load()
	return amounts{math.Float32frombits(uint32(bits)), math.Float32frombits(uint32(bits >> 32))}
}

func (l *learned) add(a amounts) {
	sum := l.load()
	sum.add(a)
	l.bits.Store(uint64(math.Float32bits(sum.proof)) | uint64(math.Float32bits(sum.refusal))<<32)
}

// model corrects the first proof numbers of states. It learns while a search runs: whenever a state was searched, the
// weights of its parts move towards the proof numbers that the search found. So the model fits each board and claim. It
// orders the search and decides nothing. Goroutines share a model.
type model struct {
	patterns []learned
	windows  [2][][]learned // by player to move, by window, by code
}

// newModel returns a model that has learned nothing yet. Windows that are images of each other under a symmetry of the
// board share their weights.
func newModel(a *parts) *model {
	m := &model{patterns: make([]learned, a.weights())}
	for turn := range m.windows {
		for w, first := range a.like {
			if first < w {
				m.windows[turn] = append(m.windows[turn], m.windows[turn][first])
				continue
			}
			m.windows[turn] = append(m.windows[turn], make([]learned, a.colourings[w]))
		}
	}
	return m
}

// turn returns the weights of the windows for the player to move.
func (m *model) turn(st *state) [][]learned {
	if st.opponent {
		return m.windows[1]
	}
	return m.windows[0]
}

const (
	// learningRate is the part of an error that each weight takes.
	learningRate = 0.01
	// mostError is the largest error that a model learns from.
	mostError = 3
)

// step returns the change of each weight for an error.
func step(e float64) float32 { return float32(learningRate * max(min(e, mostError), -mostError)) }

// learn teaches the model the result of a search that expanded the given number of states. Each weight moves once,
// however often the state has its part: an almost empty board has many equal parts, and its estimate would move by
// several times the error. A proof number that has reached its limit only says that the work is large, so it teaches
// nothing.
func (s *prover) learn(o *option, states uint64) {
	s.own, s.opp = s.groups(o.own, s.own[:0]), s.groups(o.opp, s.opp[:0])
	was, work := s.work(&o.state), unit*float64(states)
	var change amounts
	switch proof, refusal := float64(was.proof), float64(was.refusal); {
	case o.proved < unproved:
		change.proof = step(math.Log(work) - proof)
	case o.refuted >= 0:
		change.refusal = step(math.Log(work) - refusal)
	default:
		if o.proof < mostProof {
			change.proof = step(math.Log(work+float64(o.proof)) - proof)
		}
		if o.refusal < mostProof {
			change.refusal = step(math.Log(work+float64(o.refusal)) - refusal)
		}
	}
	slices.Sort(s.used)
	for _, i := range slices.Compact(s.used) {
		s.model.patterns[i].add(change)
	}
	for w, weights := range s.model.turn(&o.state) {
		if !s.codes.repeated(w) {
			weights[s.codes.window[w]].add(change)
		}
	}
}
