package solve

import (
	"math"
	"math/bits"
)

// amounts are logarithms of the work to prove a claim and of the work to refute it.
type amounts struct{ proof, refusal float32 }

// model corrects the first proof numbers of states. It learns while a search runs: whenever a state was searched, the
// weights of its parts move towards the proof numbers that the search found. So the model fits each board and claim. It
// orders the search and decides nothing. A model belongs to one goroutine.
type model struct {
	near    *patterns[amounts]
	windows []window
	used    []*amounts // scratch: the weights of the state that was estimated last
}

// window is a rectangle of points that has a weight for each of its colourings. Windows that are images of each other
// under a symmetry of the board share their weights.
type window struct {
	shift, columns, rows int
	digits               []uint32      // by set of points: the sum of 3 to the power of the place of each point
	weights              *[2][]amounts // by player to move, by code
}

// newModel returns a model that has learned nothing yet. The board has to be a rectangle that fits the patterns.
func newModel(f *field) *model {
	m := &model{near: newPatterns[amounts]()}
	shared := map[points]*[2][]amounts{}
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
func (f *field) window(x, y, columns, rows int, shared map[points]*[2][]amounts) window {
	w := window{shift: y*f.width + x, columns: columns, rows: rows, digits: make([]uint32, 1<<(columns*rows))}
	least := ^points(0)
	powers := make([]uint32, columns*rows)
	for _, image := range f.symmetry {
		var set points
		for i := range powers {
			set |= 1 << image[w.shift+i/columns*f.width+i%columns]
		}
		if set >= least {
			continue
		}
		least = set
		for i := range powers {
			powers[i] = 1
			for range bits.OnesCount64(set & (1<<image[w.shift+i/columns*f.width+i%columns] - 1)) {
				powers[i] *= 3
			}
		}
	}
	codes := 1
	for set := 1; set < len(w.digits); set++ {
		w.digits[set] = w.digits[set&(set-1)] + powers[bits.TrailingZeros(uint(set))]
		codes = max(codes, 2*int(w.digits[set])+1)
	}
	if shared[least] == nil {
		shared[least] = &[2][]amounts{make([]amounts, codes), make([]amounts, codes)}
	}
	w.weights = shared[least]
	return w
}

// cut returns the points of the window.
func (w *window) cut(set points, width int) (cut points) {
	set >>= w.shift
	for row := range w.rows {
		cut |= set & (1<<w.columns - 1) << (row * w.columns)
		set >>= width
	}
	return cut
}

// sum returns the sum of the weights of a state. The chains are those of the claimant and of the opponent.
func (m *model) sum(f *field, st *state, chains *[2][]group) (sum amounts) {
	m.used = m.near.find(f, st, chains, m.used[:0])
	turn := 0
	if st.opponent {
		turn = 1
	}
	for i := range m.windows {
		w := &m.windows[i]
		m.used = append(m.used, &w.weights[turn][w.digits[w.cut(st.own, f.width)]+2*w.digits[w.cut(st.opp, f.width)]])
	}
	for _, w := range m.used {
		sum.proof += w.proof
		sum.refusal += w.refusal
	}
	return sum
}

const (
	// learningRate is the part of an error that each weight takes.
	learningRate = 0.01
	// mostError is the largest error that a model learns from.
	mostError = 3
)

// learn moves the weights of the state that was estimated last.
func (m *model) learn(proofError, refusalError float32) {
	proof := learningRate * max(min(proofError, mostError), -mostError)
	refusal := learningRate * max(min(refusalError, mostError), -mostError)
	for _, w := range m.used {
		w.proof += proof
		w.refusal += refusal
	}
}

// learn teaches the model the result of a search that expanded so many states.
func (s *prover) learn(o *option, states uint64) {
	s.own, s.opp = s.groups(o.own, s.own[:0]), s.groups(o.opp, s.opp[:0])
	was, work := s.work(&o.state), unit*float64(states)
	switch {
	case o.proved < unproved:
		s.model.learn(float32(math.Log(work))-was.proof, 0)
	case o.refuted >= 0:
		s.model.learn(0, float32(math.Log(work))-was.refusal)
	default:
		s.model.learn(float32(math.Log(work+float64(o.proof)))-was.proof, float32(math.Log(work+float64(o.refusal)))-was.refusal)
	}
}
