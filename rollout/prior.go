package rollout

import (
	"math"

	"tengen/baduk"
)

// Factors for the priors of moves. A larger factor means that moves of the kind are more often worth a try.
const (
	weightCapture   = 6.0
	weightEscape    = 6.0
	weightPattern   = 2.5
	weightSelfAtari = 0.08
	weightOwnEye    = 0.002
	weightBorder    = 0.15 // first line with no stones nearby
	weightSecond    = 0.45 // second line with no stones nearby
	weightThird     = 1.4  // third line with no stones nearby
	weightPass      = 0.05
)

// weightNear are the factors for points near the last move, by the distance on the graph.
var weightNear = [5]float32{1, 3, 2.2, 1.5, 1.2}

// prior fills policy with the weights of the legal moves, scaled so that they sum to 1.
func (pl *policy) prior(g *baduk.Game, policy []float32) {
	pos := g.Position()
	b, c := &pos.Board, pos.ToPlay
	clear(policy)
	near := pl.distances(g)
	points, stride := b.Empties(), 1
	if pl.points != nil {
		points = pl.points
	}
	if b.Graph().Regional() {
		stride = 1 + len(points)*b.Graph().Len()/(2*regionalWork)
	}
	for i, p := range points {
		if i%stride != 0 && near[p] == 127 {
			continue // on a large board of this kind, a test of legality alone takes long
		}
		m := baduk.Move{Color: c, Point: p}
		if g.Legal(m) != baduk.Legal {
			continue
		}
		policy[p] = pl.weight(pos, m, near)
	}
	n := len(policy) - 1
	policy[n] = weightPass
	sum := float32(0)
	for _, w := range policy {
		sum += w
	}
	for p := range policy {
		policy[p] /= sum
	}
}

func (pl *policy) weight(pos *baduk.Position, m baduk.Move, near []int8) float32 {
	b, c, p := &pos.Board, m.Color, m.Point
	if pl.shape.isEye(b, p, c) {
		return weightOwnEye
	}
	w := pl.importance(p)
	if b.Graph().Regional() {
		return w // a test for captures would take as long as playing the move
	}
	captured, _ := b.Effect(m)
	libs := pl.libertiesAfter(b, m, 2)
	escapes := false
	for _, q := range b.Graph().Neighbours(p) {
		if b.At(q) == c && b.Liberties(q) == 1 {
			escapes = true
		}
	}
	switch {
	case captured > 0:
		w *= weightCapture + float32(captured)
		if escapes {
			w *= weightEscape / 2
		}
	case libs < 2:
		return w * weightSelfAtari
	case escapes:
		w *= weightEscape
	}
	if pl.patterns != nil && pl.shape.around != nil && pl.patterns.matches(pl.shape, b, p, c) {
		w *= weightPattern
	}
	if d := near[p]; int(d) < len(weightNear) {
		w *= weightNear[d]
	}
	if line := pl.line(p); line > 0 && Lonely(b, p) {
		switch line {
		case 1:
			w *= weightBorder
		case 2:
			w *= weightSecond
		case 3:
			w *= weightThird
		}
	}
	return w
}

// importance returns 1 on boards without weights. On boards with weights it returns a smaller number if the
// point and its neighbours have little weight. The number is never 0, because a stone on a point without weight
// can cut a chain off from points with weight.
func (pl *policy) importance(p baduk.Point) float32 {
	g := pl.shape.graph
	if g.Life() == nil {
		return 1
	}
	most := math.Abs(g.Weight(p))
	for _, q := range g.Neighbours(p) {
		if q != g.Beyond() {
			most = max(most, math.Abs(g.Weight(q)))
		}
	}
	return float32(min(1, 0.05+most/pl.unit))
}

// line returns the distance of p from the border of a rectangle. It is 1 on the border itself. On other boards,
// and on boards with weights, line returns 0.
func (pl *policy) line(p baduk.Point) int {
	grid, ok := pl.shape.graph.Rectangle()
	if !ok || pl.shape.graph.Life() != nil {
		return 0
	}
	return grid.Line(p)
}

// Lonely reports whether no stone stands within two steps of p.
func Lonely(b *baduk.Board, p baduk.Point) bool {
	g := b.Graph()
	for _, q := range g.Neighbours(p) {
		if b.At(q) != baduk.Empty {
			return false
		}
		for _, r := range g.Neighbours(q) {
			if b.At(r) != baduk.Empty {
				return false
			}
		}
	}
	return true
}

// distances returns the number of steps from the last move to each point. It is 127 for points beyond the range
// of weightNear. After a pass, and before the first move, it is 127 for all points.
func (pl *policy) distances(g *baduk.Game) []int8 {
	near := pl.near
	for i := range near {
		near[i] = 127
	}
	if g.Len() == 0 || g.Turn(g.Len()-1).IsPass() {
		return near
	}
	last := g.Turn(g.Len() - 1).Point
	near[last] = 0
	queue := append(pl.moves[:0], last)
	for k := 0; k < len(queue); k++ {
		p := queue[k]
		if int(near[p])+1 >= len(weightNear) {
			break
		}
		for _, q := range g.Graph().Neighbours(p) {
			if near[q] == 127 {
				near[q] = near[p] + 1
				queue = append(queue, q)
			}
		}
	}
	pl.moves = queue
	return near
}
