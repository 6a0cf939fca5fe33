package rollout

import (
	"cmp"
	"math"
	"slices"

	"tengen/baduk"
)

// A Learner makes a [Linear] from games. It maximises the likelihood of the moves of the games by stochastic gradient
// ascent with a step size for each weight (Duchi et al. 2011, AdaGrad). First [Learner.Count] must be called for all
// games, so that the Learner knows which response patterns are frequent enough. Then [Learner.Learn] is called for the
// games, several times and in any order. A Learner is not safe for concurrent use.
type Learner struct {
	// Rate is the step size. Least is the number of times that a response pattern must have occurred to get weights.
	Rate  float64
	Least int

	all      [8]symmetry
	canon    []uint32 // canonical near codes
	colors   []uint32 // for each canonical near code: its near code without liberties, in canonical form
	walker   walker
	counts   map[uint64]int32
	patterns map[uint64]int // index of each frequent response pattern
	nakades  map[uint64]int // index of each nakade
	// weights are the logarithms of factors. The weight of a near code is the sum of its own weight and of that of the
	// code without liberties, so that rare codes have sensible weights.
	weights, squares, gradient []float32
	touched                    []int32
	candidates                 []candidate
}

// candidate is a move with its weight and its features, which are indices of Learner.weights.
type candidate struct {
	point    baduk.Point
	score    float64
	features [8]int32
	n        int
}

// Indices of Learner.weights. The weights of response patterns follow after fixedFeatures, and those of nakade after
// them.
const (
	featureNear      = 0
	featureColors    = nearCodes
	featureResponse  = 2 * nearCodes
	featureSave      = featureResponse + 1
	featureNeighbour = featureResponse + 2
	fixedFeatures    = featureResponse + 4
)

// NewLearner makes a Learner without knowledge.
func NewLearner() *Learner {
	l := &Learner{Rate: 0.1, Least: 20, all: squareSymmetries(), counts: map[uint64]int32{}, nakades: map[uint64]int{}}
	possible := &Linear{near: make([]uint32, nearCodes), wide: newWideTable(0)} // says only which moves are possible
	for code := range possible.near {
		if allowedNear(uint32(code)) {
			possible.near[code] = nearUnit
		}
	}
	l.walker.policy = possible
	l.canon, l.colors = canonicalNear(&l.all), make([]uint32, nearCodes)
	for code := range l.colors {
		plain := uint32(code)
		for i := range 4 {
			if s := plain >> (3 * i) & 3; s != 0 { // a stone: as if it had 1 liberty
				plain = plain&^(3<<(3*i)) | 1<<(3*i)
			}
		}
		l.colors[code] = l.canon[plain]
	}
	return l
}

// response returns the canonical code of the response pattern in the position, and the symmetry that makes it. It
// returns false if the last move was a pass.
func (l *Learner) response(t *linearPlay) (code uint64, by int, ok bool) {
	if t.last < 0 || t.pos.At(t.last) != t.pos.ToPlay.Opponent() {
		return 0, 0, false
	}
	code = wideCode(&t.pos.Board, t.last, &t.around[t.last])
	if t.pos.ToPlay == baduk.White {
		code = swapWide(code)
	}
	code, by = canonicalWide(code, &l.all)
	return code, by, true
}

// Count counts the patterns of a game. It returns false if the game cannot be used.
func (l *Learner) Count(g *baduk.Graph, setup baduk.Setup, moves []baduk.Move) bool {
	return l.walker.walk(g, setup, moves, func(t *linearPlay, _ baduk.Point) {
		if code, _, ok := l.response(t); ok {
			l.counts[code]++
		}
		if n := len(t.captured); n >= leastNakade && n <= mostNakade {
			for _, p := range t.captured {
				key := nakadeKey(t.grid, t.captured, p)
				if _, known := l.nakades[key]; !known && len(l.nakades) < mostNakades {
					l.nakades[key] = len(l.nakades)
				}
			}
		}
	})
}

// begin ends the counting.
func (l *Learner) begin() {
	type counted struct {
		code uint64
		n    int32
	}
	var list []counted
	for code, n := range l.counts {
		if int(n) >= l.Least {
			list = append(list, counted{code, n})
		}
	}
	slices.SortFunc(list, func(a, b counted) int { return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.code, b.code)) })
	l.patterns = map[uint64]int{}
	for i, c := range list[:min(len(list), mostPatterns)] {
		l.patterns[c.code] = i
	}
	l.counts = nil
	size := fixedFeatures + diamondPlaces*len(l.patterns) + len(l.nakades)
	l.weights, l.squares, l.gradient = make([]float32, size), make([]float32, size), make([]float32, size)
}

// list fills candidates with the moves that rollouts may make, and returns the index of a move, or -1 if rollouts never
// make it.
func (l *Learner) list(t *linearPlay, move baduk.Point) (at int) {
	at, l.candidates = -1, l.candidates[:0]
	c := t.pos.ToPlay
	row := -1
	code, by, response := l.response(t)
	if response {
		if i, ok := l.patterns[code]; ok {
			row = fixedFeatures + diamondPlaces*i
		}
		t.findSaves(c)
	}
	for _, p := range t.pos.Empties() {
		if t.weights[c][p] == 0 || p == t.pos.KoBan {
			continue
		}
		if p == move {
			at = len(l.candidates)
		}
		near := nearCode(&t.pos.Board, &t.around[p])
		if c == baduk.White {
			near = swapNear(near)
		}
		near = l.canon[near]
		k := candidate{point: p, n: 2}
		k.features[0], k.features[1] = int32(featureNear+near), int32(featureColors+l.colors[near])
		l.candidates = append(l.candidates, k)
	}
	if !response {
		return at
	}
	for i := range l.candidates {
		k := &l.candidates[i]
		place := slices.Index(t.around[t.last][:], k.point)
		if place >= 0 && row >= 0 {
			k.add(featureResponse)
			k.add(row + l.all[by][place])
		}
		if place >= 0 && place < nearPlaces {
			k.add(featureNeighbour + place/4)
		}
		if slices.Contains(t.saves, k.point) {
			k.add(featureSave)
		}
		if n := len(t.captured); n >= leastNakade && n <= mostNakade && slices.Contains(t.captured, k.point) {
			if i, ok := l.nakades[nakadeKey(t.grid, t.captured, k.point)]; ok {
				k.add(fixedFeatures + diamondPlaces*len(l.patterns) + i)
			}
		}
	}
	return at
}

func (k *candidate) add(feature int) {
	k.features[k.n] = int32(feature)
	k.n++
}

// Learn changes the weights so that the moves of a game become likelier. It returns the number of moves that it learned
// from, and the sum of the negative logarithms of their probabilities before the changes.
func (l *Learner) Learn(g *baduk.Graph, setup baduk.Setup, moves []baduk.Move) (n int, loss float64) {
	if l.patterns == nil {
		l.begin()
	}
	l.walker.walk(g, setup, moves, func(t *linearPlay, move baduk.Point) {
		at := l.list(t, move)
		if at < 0 {
			return
		}
		most := math.Inf(-1)
		for i := range l.candidates {
			k := &l.candidates[i]
			for _, f := range k.features[:k.n] {
				k.score += float64(l.weights[f])
			}
			most = max(most, k.score)
		}
		sum := 0.0
		for i := range l.candidates {
			k := &l.candidates[i]
			k.score = math.Exp(k.score - most)
			sum += k.score
		}
		n++
		loss -= math.Log(max(l.candidates[at].score/sum, math.SmallestNonzeroFloat64))
		for i := range l.candidates {
			k := &l.candidates[i]
			d := float32(-k.score / sum)
			if i == at {
				d++
			}
			for _, f := range k.features[:k.n] {
				if l.gradient[f] == 0 {
					l.touched = append(l.touched, f)
				}
				l.gradient[f] += d
			}
		}
		for _, f := range l.touched { // a weight may be listed twice; the second time its gradient is 0
			if d := l.gradient[f]; d != 0 {
				l.squares[f] += d * d
				l.weights[f] += float32(l.Rate) * d / float32(math.Sqrt(float64(l.squares[f])+1))
				l.gradient[f] = 0
			}
		}
		l.touched = l.touched[:0]
	})
	return n, loss
}
