package rollout

import "tengen/baduk"

// counter counts the area of finished boards without allocating.
type counter struct {
	weighted bool // the board has weights, or a point that Board.Empties does not list
	area     areaCounter
	colors   []baduk.Color // memory for boards with weights
	mark     []uint32
	epoch    uint32
	region   []baduk.Point
}

func newCounter(g *baduk.Graph) *counter {
	return &counter{weighted: g.Life() != nil || g.Beyond() != baduk.NoPoint, area: newAreaCounter(g), colors: make([]baduk.Color, g.Len()),
		mark: make([]uint32, g.Len()), region: make([]baduk.Point, 0, g.Len())}
}

// lead returns Black's area minus White's. On boards with weights, the area is the sum of the points' weights.
// If the slice owner is not nil, lead adds 1 to the elements of Black's points, and subtracts 1 from the
// elements of White's points.
func (c *counter) lead(b *baduk.Board, owner []float32) float64 {
	if c.weighted {
		for i := range c.colors {
			c.colors[i] = b.At(baduk.Point(i))
		}
		return c.area.lead(c.colors, owner)
	}
	return float64(c.points(b, owner))
}

func (c *counter) nextEpoch() {
	c.epoch++
	if c.epoch == 0 {
		clear(c.mark)
		c.epoch = 1
	}
}

// points computes the result of the method lead on a board without weights and without [baduk.Graph.Beyond].
func (c *counter) points(b *baduk.Board, owner []float32) int {
	lead := b.Stones(baduk.Black) - b.Stones(baduk.White)
	for p := range owner {
		owner[p] += float32(b.At(baduk.Point(p)).Number())
	}
	c.nextEpoch()
	for _, p := range b.Empties() {
		if c.mark[p] == c.epoch {
			continue
		}
		if !b.Open(p) { // most regions are a single point: an eye or a neutral point
			black, white := b.Around(p, baduk.Black) > 0, b.Around(p, baduk.White) > 0
			if black != white {
				side := -1
				if black {
					side = 1
				}
				lead += side
				if owner != nil {
					owner[p] += float32(side)
				}
			}
			continue
		}
		side := c.flood(b, p)
		lead += side * len(c.region)
		if owner != nil && side != 0 {
			for _, q := range c.region {
				owner[q] += float32(side)
			}
		}
	}
	return lead
}

// flood collects the empty region of p and returns its owner: 1 for Black, -1 for White, 0 for neither.
func (c *counter) flood(b *baduk.Board, p baduk.Point) int {
	c.mark[p] = c.epoch
	c.region = append(c.region[:0], p)
	black, white := false, false
	for k := 0; k < len(c.region); k++ {
		q := c.region[k]
		black = black || b.Around(q, baduk.Black) > 0
		white = white || b.Around(q, baduk.White) > 0
		if b.Around(q, baduk.Empty) == 0 {
			continue
		}
		for _, r := range b.Graph().Neighbours(q) {
			if b.At(r) == baduk.Empty && c.mark[r] != c.epoch {
				c.mark[r] = c.epoch
				c.region = append(c.region, r)
			}
		}
	}
	switch {
	case black && !white:
		return 1
	case white && !black:
		return -1
	}
	return 0
}

// areaCounter counts the area of a board that is given by the colours of its points.
type areaCounter struct {
	graph  *baduk.Graph
	seen   []bool
	region []baduk.Point
}

func newAreaCounter(g *baduk.Graph) areaCounter {
	return areaCounter{graph: g, seen: make([]bool, g.Len()), region: make([]baduk.Point, 0, g.Len())}
}

// lead returns the weight of Black's points minus the weight of White's. The slice owner is as in counter.lead.
func (a *areaCounter) lead(colors []baduk.Color, owner []float32) (lead float64) {
	clear(a.seen)
	for i, c := range colors {
		p := baduk.Point(i)
		side := c.Number()
		a.region = append(a.region[:0], p)
		if c == baduk.Empty {
			if a.seen[p] {
				continue
			}
			side = a.flood(colors, p)
		}
		for _, q := range a.region {
			lead += float64(side) * a.graph.Weight(q)
			if owner != nil {
				owner[q] += float32(side)
			}
		}
	}
	return lead
}

// flood collects the empty region of p. It returns 1 if only Black's stones border on it, -1 if only White's
// do, and otherwise 0.
func (a *areaCounter) flood(colors []baduk.Color, p baduk.Point) int8 {
	var borders [3]bool
	a.seen[p] = true
	for k := 0; k < len(a.region); k++ {
		for _, q := range a.graph.Neighbours(a.region[k]) {
			borders[colors[q]] = true
			if colors[q] == baduk.Empty && !a.seen[q] {
				a.seen[q] = true
				a.region = append(a.region, q)
			}
		}
	}
	if borders[baduk.Black] == borders[baduk.White] {
		return 0
	}
	if borders[baduk.Black] {
		return 1
	}
	return -1
}
