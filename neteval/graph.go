package neteval

import (
	"fmt"
	"math"

	"tengen/baduk"
	"tengen/nn"
)

// This file has the parts of the input that only nets for graphs have. Such a net reads the planes and numbers of
// generation 7, and these planes after them. They describe the points without coordinates:
//
//	22  number of neighbours divided by 4, at most 4
//	23  the point has fewer neighbours than the point with the most
//	24  weight in units of scoreUnit: sign(w) * log2(1+|w|); 1 on boards without weights
//	25  the point stands for all points beyond the drawn part of the board
//	26  only on regional boards: share of the board's weight that keeps the stone alive; see [writer.support]
//	27  the same share x as -log2(x)/10, from 0 to 2
const (
	planeDegree = 22 + iota
	planeEdge
	planeWeight
	planeBeyond
	planeSupport
	planeSupportLog
)

// graphLadderBudget is the budget of ladders for nets that read graphs; see [tactics.Reader]. Ladders on a torus, or
// on a board with three neighbours for each point, can take very long.
const graphLadderBudget = 500

// Bind makes m a net for the board g, which other boards refuse. It fails for a net that reads rectangles.
func Bind(m *nn.Model, g *baduk.Graph) error {
	if m.Graph == nil {
		return fmt.Errorf("the net %s reads rectangles, so it cannot be a net for the board %v", m.Name, g)
	}
	m.Graph = &nn.GraphNet{Board: g.String(), Key: g.Fingerprint()}
	return nil
}

// checkGraphBoard fails if a net for graphs is for another board.
func checkGraphBoard(m *nn.Model, g *baduk.Graph) error {
	if n := m.Graph; n.Board != "" && n.Key != g.Fingerprint() {
		if n.Board == g.String() {
			return fmt.Errorf("the net %s is for another board with the name %s", m.Name, n.Board)
		}
		return fmt.Errorf("the net %s is for the board %s, and the board is %v", m.Name, n.Board, g)
	}
	return nil
}

// graphOf returns the neighbours of a board as a net reads them.
func graphOf(g *baduk.Graph) (*nn.Graph, error) {
	neighbours := make([][]int, g.Len())
	for p := range neighbours {
		for _, q := range g.Neighbours(baduk.Point(p)) {
			neighbours[p] = append(neighbours[p], int(q))
		}
	}
	return nn.NewGraph(neighbours)
}

// ScoreUnit returns the number of points that nets treat as one point on a board: the mean absolute weight of its
// points. It is 1 on boards without weights.
func ScoreUnit(g *baduk.Graph) float64 {
	if g.Life() == nil {
		return 1
	}
	sum := 0.0
	for _, w := range g.Life().Weights {
		sum += math.Abs(w) / float64(g.Len()) // dividing first avoids an overflow
	}
	if sum == 0 {
		return 1
	}
	return sum
}

// fixedPlanes returns the planes from planeDegree to planeBeyond, which are the same in all positions.
func fixedPlanes(g *baduk.Graph) []float32 {
	n, most, unit := g.Len(), 0, ScoreUnit(g)
	for i := range n {
		most = max(most, len(g.Neighbours(baduk.Point(i))))
	}
	planes := make([]float32, (planeSupport-planeDegree)*n)
	for i := range n {
		p := baduk.Point(i)
		degree := len(g.Neighbours(p))
		planes[i] = float32(min(degree, 16)) / 4
		if degree < most {
			planes[(planeEdge-planeDegree)*n+i] = 1
		}
		weight := g.Weight(p) / unit
		planes[(planeWeight-planeDegree)*n+i] = float32(math.Copysign(math.Log2(1+math.Abs(weight)), weight))
		if p == g.Beyond() {
			planes[(planeBeyond-planeDegree)*n+i] = 1
		}
	}
	return planes
}

// graphPlanes fills the planes that only nets for graphs have.
func (w *writer) graphPlanes() {
	copy(w.spatial[planeDegree*w.area:], w.fixed)
	if w.graph.Regional() {
		w.support(w.me)
		w.support(w.other)
	}
}

// support fills the planes of support for the stones of a colour. A stone of a regional board lives by the weight of
// the empty points that it reaches through empty points and stones of its colour.
func (w *writer) support(c baduk.Color) {
	b, g := &w.game.Position().Board, w.graph
	w.visited = resize(w.visited, w.area)
	total := ScoreUnit(g) * float64(w.area)
	for i := range w.area {
		if w.visited[i] || b.At(baduk.Point(i)) != c {
			continue
		}
		w.visited[i] = true
		region, weight := append(w.region[:0], baduk.Point(i)), 0.0
		for k := 0; k < len(region); k++ {
			p := region[k]
			if b.At(p) == baduk.Empty {
				weight += g.Weight(p)
			}
			for _, q := range g.Neighbours(p) {
				if at := b.At(q); !w.visited[q] && (at == c || at == baduk.Empty) {
					w.visited[q] = true
					region = append(region, q)
				}
			}
		}
		share, log := weight/total, 2.0
		if share > 0 {
			log = min(max(-math.Log2(share)/10, 0), 2)
		}
		for _, p := range region {
			if b.At(p) == c {
				w.spatial[planeSupport*w.area+int(p)] = float32(share)
				w.spatial[planeSupportLog*w.area+int(p)] = float32(log)
			}
		}
		w.region = region
	}
}
