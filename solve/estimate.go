package solve

import (
	"math"
	"math/bits"
)

// weights are the weights of the features of a position. Their sum is an estimate of the logarithm of the odds that the
// claim is true, in hundredths. They were fitted to decided states of searches on 4x5 and 5x5 (logistic regression).
type weights struct {
	base       int
	far        int // by point that has no stone of the claimant on it or next to it
	contested  int // by empty point next to stones of both players
	edge       int // by stone of the claimant with fewer than four neighbours
	claimant   sideWeights
	adversary  sideWeights
	everyPoint int // by point of the board
	margin     int // by point that the claim leaves to the opponent
}

// sideWeights are the weights of the stones of one player.
type sideWeights struct{ stone, chain, atari, twoLiberties, liberty int }

var (
	claimantToMove = weights{
		base: -2430, far: 0, contested: 70, edge: -30, everyPoint: 130, margin: 50,
		claimant: sideWeights{45, -120, -150, -50, 60}, adversary: sideWeights{-100, 40, 220, 70, -90},
	}
	adversaryToMove = weights{
		base: -2430, far: -17, contested: 60, edge: -50, everyPoint: 130, margin: 50,
		claimant: sideWeights{60, -170, -220, -30, 55}, adversary: sideWeights{-65, -25, 210, 120, -75},
	}
)

const (
	// unit is the proof number of a state whose odds are even.
	unit = 1000
	// mostOdds is the largest logarithm of the odds in an estimate, in hundredths.
	mostOdds = 1000
	// movesFactor is the part of a state's work that each turn adds if the state needs all of them. Without it a state
	// that was not searched would always seem to need less work than one that was.
	movesFactor = 3
	// mostLogarithm is the logarithm of mostProof.
	mostLogarithm = 27.7
)

// estimate returns the proof number and the disproof number of a state that was not searched. It orders the search and
// decides nothing. The scratch has the chains of the state.
func (s *prover) estimate(st *state) (proof, refusal int) {
	a := s.work(st)
	return rounded(int(math.Exp(float64(a.proof)))), rounded(int(math.Exp(float64(a.refusal))))
}

// work returns the logarithms of the numbers of estimate. It leaves the numbers of the patterns and the codes of the
// windows in the scratch.
func (s *prover) work(st *state) amounts {
	odds := 0
	if s.model != nil {
		s.codes.move(st.colouring)
		s.used = s.codes.patterns(s.field, st, &[2][]group{s.own, s.opp}, s.used[:0])
		for _, i := range s.used {
			odds += int(s.patterns[i])
		}
		odds += s.want * int(s.patterns[len(s.patterns)-1])
	} else {
		odds = s.rough(st)
	}
	x := float64(max(min(odds, mostOdds), -mostOdds)) / 100
	moves := math.Log(float64(1 + movesFactor*bits.OnesCount64(s.all&^(st.own|st.opp))))
	a := amounts{float32(math.Log(unit) - x), float32(math.Log(unit) + x)}
	if st.opponent {
		a.proof += float32(moves)
	} else {
		a.refusal += float32(moves)
	}
	if s.model != nil {
		for _, i := range s.used {
			a.add(s.model.patterns[i].load())
		}
		for w, weights := range s.model.turn(st) {
			a.add(weights[s.codes.window[w]].load())
		}
	}
	return amounts{max(min(a.proof, mostLogarithm), 0), max(min(a.refusal, mostLogarithm), 0)}
}

// rough returns the sum of the weights for the state.
func (s *prover) rough(st *state) int {
	w := &claimantToMove
	if st.opponent {
		w = &adversaryToMove
	}
	count := bits.OnesCount64
	empty, near := s.all&^(st.own|st.opp), s.near(st.own)
	sum := w.base + w.everyPoint*s.n + w.margin*(s.n-s.want) + w.far*count(s.all&^(st.own|near)) +
		w.contested*count(empty&near&s.near(st.opp)) + w.edge*count(st.own&s.edge)
	return sum + w.claimant.weigh(s.own, empty) + w.adversary.weigh(s.opp, empty)
}

func (w *sideWeights) weigh(chains []group, empty points) (sum int) {
	for i := range chains {
		chain := &chains[i]
		liberties := bits.OnesCount64(chain.near & empty)
		sum += w.stone*bits.OnesCount64(chain.set) + w.chain + w.liberty*liberties
		switch liberties {
		case 1:
			sum += w.atari
		case 2:
			sum += w.twoLiberties
		}
	}
	return sum
}
