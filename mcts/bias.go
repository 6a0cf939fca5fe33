package mcts

import (
	"math"
	"slices"

	"tengen/baduk"
)

// biasTable stores the mean error of evaluations after a move. Moves share an entry if they are on the same
// point, in the same surroundings, and follow the same previous move. An evaluator tends to make the same
// error for all of them, wherever they are in the graph.
type biasTable struct {
	table[surrounding, *surrounding]
	around [][]baduk.Point // for each point: the points whose stones belong to its surroundings
}

// surrounding is an entry of the biasTable. The lock of the entry's stripe in the table guards it.
type surrounding struct {
	linked
	off    float64 // weighted sum of the errors of evaluations; positive if they were too low for Black
	weight float64
}

func newBiasTable(g *graph, board *baduk.Graph) *biasTable {
	b := &biasTable{around: surroundings(board)}
	b.pool = g.learned
	return b
}

// surroundings lists, for each point, the points of the 5x5 square around it. On boards without rows and
// columns it lists the points within two steps.
func surroundings(g *baduk.Graph) [][]baduk.Point {
	list := make([][]baduk.Point, g.Len())
	grid, rectangle := g.Rectangle()
	for p := range list {
		if rectangle {
			column, row := grid.XY(baduk.Point(p))
			for y := max(row-2, 0); y <= min(row+2, grid.Height-1); y++ {
				for x := max(column-2, 0); x <= min(column+2, grid.Width-1); x++ {
					list[p] = append(list[p], grid.At(x, y))
				}
			}
			continue
		}
		near := []baduk.Point{baduk.Point(p)}
		from := 0
		for range 2 {
			to := len(near)
			for _, q := range near[from:to] {
				for _, r := range g.Neighbours(q) {
					if len(near) < 40 && !slices.Contains(near, r) {
						near = append(near, r)
					}
				}
			}
			from = to
		}
		list[p] = near
	}
	return list
}

// key returns the key of the entry for a move. The game is at the position before the move. The key is 0 for
// moves that have no entry: passes, and the first move of a game.
func (b *biasTable) key(g *baduk.Game, m baduk.Move) uint64 {
	n := g.Len()
	if m.Point == baduk.Pass || n == 0 {
		return 0
	}
	k := baduk.Mix(uint64(m.Point)<<20 + uint64(uint16(g.Turn(n-1).Point))<<2 + uint64(m.Color))
	pos := g.Position()
	k = baduk.Mix(k + uint64(uint16(pos.KoBan)))
	stones := uint64(0)
	for i, q := range b.around[m.Point] {
		c := uint64(pos.At(q))
		if c != 0 && pos.Liberties(q) == 1 {
			c += 2
		}
		stones = stones*5 + c
		if i%24 == 23 {
			k, stones = baduk.Mix(k+stones), 0
		}
	}
	return baduk.Mix(k+stones) | 1
}

// The table ignores smaller weights than these, as does KataGo's subtree value bias.
const (
	biasLeastWeight   = 0.001 // smallest weight of an entry
	biasLeastChildren = 1e-10 // smallest weight of all children of a node
)

// expected returns the expected error of an evaluation in these surroundings, multiplied by Params.Bias.
func (e *surrounding) expected(p *Params) float64 {
	if e.weight <= biasLeastWeight {
		return 0
	}
	return p.Bias * e.off / e.weight
}

// adjust updates the node's contribution to its entry of the table. The new contribution is the present
// difference between the utility of the node's children and the node's own evaluation. adjust returns the
// correction of the node's own evaluation.
func (b *biasTable) adjust(nd *node, utility, total, all float64, p *Params) float64 {
	e := b.pool.at(nd.bias)
	s := b.stripe(e.key)
	s.mu.Lock()
	defer s.mu.Unlock()
	if total > biasLeastChildren {
		weight := math.Pow(all, p.BiasPower)
		delta := float32((utility/total - float64(nd.own.utility)) * weight)
		e.off += float64(delta) - float64(nd.biasDelta)
		e.weight += float64(float32(weight)) - float64(nd.biasWeight)
		nd.biasDelta, nd.biasWeight = delta, float32(weight)
	}
	return e.expected(p)
}

// forget is called when a node is dropped. It removes the share Params.BiasForget of the node's contribution.
func (b *biasTable) forget(nd *node, p *Params) {
	e := b.pool.at(nd.bias)
	e.off -= float64(nd.biasDelta) * p.BiasForget
	e.weight -= float64(nd.biasWeight) * p.BiasForget
}
