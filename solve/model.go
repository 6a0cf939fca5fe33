package solve

import (
	"math"
	"math/bits"
	"sync/atomic"
)

// amounts are logarithms of the work to prove a claim and of the work to refute it.
type amounts struct{ proof, refusal float32 }

// learned is a pair of amounts that goroutines share. If two of them add to it at the same time, one addition is lost.
type learned struct{ bits atomic.Uint64 }

func (l *learned) load() amounts {
	bits := l.bits.Load()
	return amounts{math.Float32frombits(uint32(bits)), math.Float32frombits(uint32(bits >> 32))}
}

func (l *learned) add(a amounts) {
	sum := l.load()
	sum.proof += a.proof
	sum.refusal += a.refusal
	l.bits.Store(uint64(math.Float32bits(sum.proof)) | uint64(math.Float32bits(sum.refusal))<<32)
}

// model corrects the first proof numbers of states. It learns while a search runs: whenever a state was searched, the
// weights of its parts move towards the proof numbers that the search found. So the model fits each board and claim. It
// orders the search and decides nothing. Goroutines share a model.
type model struct {
	near    *patterns[learned]
	windows []window
}

// window is a rectangle of points that has a weight for each of its colourings. Windows that are images of each other
// under a symmetry of the board share their weights.
type window struct {
	digits  [][]uint32    // by chunk of the board, by set of points in it: the sum of 3 to the power of the place of each
	weights *[2][]learned // by player to move, by code
}

// newModel returns a model that has learned nothing yet. The board has to be a rectangle that fits the patterns.
func newModel(f *field) *model {
	m := &model{near: newPatterns[learned]()}
	shared := map[points]*[2][]learned{}
	for _, shape := range [][2]int{{3, 4}, {4, 3}, {5, 2}, {2, 5}} { // columns and rows
		for y := 0; y+shape[1] <= f.n/f.width; y++ {
			for x := 0; x+shape[0] <= f.width; x++ {
				m.windows = append(m.windows, f.window(x, y, shape[0], shape[1], shared))
			}
		}
	}
	return m
}

// window returns the window with its first point in column x and row y. The map has the weights by the points of the
// window that stands for all its images.
func (f *field) window(x, y, columns, rows int, shared map[points]*[2][]learned) window {
	var set points
	for i := range columns * rows {
		set |= 1 << ((y+i/columns)*f.width + x + i%columns)
	}
	least, image := ^points(0), []int(nil)
	for _, other := range f.symmetry {
		var turned points
		for rest := set; rest != 0; rest &= rest - 1 {
			turned |= 1 << other[bits.TrailingZeros64(rest)]
		}
		if turned < least {
			least, image = turned, other
		}
	}
	powers, codes := make([]uint32, f.n), 1 // a point outside the window has the power 0
	for range columns * rows {
		codes *= 3
	}
	for rest := set; rest != 0; rest &= rest - 1 {
		p := bits.TrailingZeros64(rest)
		powers[p] = 1
		for range bits.OnesCount64(least & (1<<image[p] - 1)) {
			powers[p] *= 3
		}
	}
	if shared[least] == nil {
		shared[least] = &[2][]learned{make([]learned, codes), make([]learned, codes)}
	}
	return window{chunkSums(powers), shared[least]}
}

// chunkSums returns, by chunk of the board, by set of points in it, the sum of the powers of these points.
func chunkSums[T uint32 | uint64](powers []T) (chunks [][]T) {
	for low := 0; low < len(powers); low += chunkBits {
		sums := make([]T, 1<<chunkBits)
		for set := 1; set < len(sums); set++ {
			sums[set] = sums[set&(set-1)]
			if p := low + bits.TrailingZeros(uint(set)); p < len(powers) {
				sums[set] += powers[p]
			}
		}
		chunks = append(chunks, sums)
	}
	return chunks
}

// code returns the number of the colouring of the window.
func (w *window) code(c colouring) (code uint32) {
	for _, sums := range w.digits {
		code += sums[c.own&chunkMask] + 2*sums[c.opp&chunkMask]
		c.own >>= chunkBits
		c.opp >>= chunkBits
	}
	return code
}

// find appends the weights of a state to a list. The chains are those of the claimant and of the opponent.
func (m *model) find(f *field, st *state, chains *[2][]group, list []*learned) []*learned {
	list = m.near.find(f, st, chains, list)
	turn := 0
	if st.opponent {
		turn = 1
	}
	for i := range m.windows {
		w := &m.windows[i]
		list = append(list, &w.weights[turn][w.code(st.colouring)])
	}
	return list
}

const (
	// learningRate is the part of an error that each weight takes.
	learningRate = 0.01
	// mostError is the largest error that a model learns from.
	mostError = 3
)

// step returns the change of each weight for an error.
func step(e float64) float32 { return float32(learningRate * max(min(e, mostError), -mostError)) }

// learn teaches the model the result of a search that expanded so many states.
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
		change = amounts{step(math.Log(work+float64(o.proof)) - proof), step(math.Log(work+float64(o.refusal)) - refusal)}
	}
	for _, w := range s.learned {
		w.add(change)
	}
}
