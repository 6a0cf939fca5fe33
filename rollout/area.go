package rollout

import "tengen/baduk"

// counter counts the area of finished boards without allocating.
type counter struct {
	weighted bool // the board has weights, or a point that Board.Empties does not list
	mark     []uint32
	epoch    uint32
	region   []baduk.Point
}

func newCounter(g *baduk.Graph) *counter {
	return &counter{weighted: g.Life() != nil || g.Beyond() != baduk.NoPoint, mark: make([]uint32, g.Len()), region: make([]baduk.Point, 0, g.Len())}
}

// lead returns Black's area minus White's. On boards with weights, the area is the sum of the points' weights.
// If the slice owner is not nil, lead adds 1 to the elements of Black's points, and subtracts 1 from the
// elements of White's points.
func (c *counter) lead(b *baduk.Board, owner []float32) float64 {
	if c.weighted {
		return c.weightedLead(b, owner)
	}
	return float64(c.points(b, owner))
}

// weightedLead computes the result of the method lead on every board.
func (c *counter) weightedLead(b *baduk.Board, owner []float32) float64 {
	g, lead := b.Graph(), 0.0
	c.nextEpoch()
	for i := range c.mark {
		p := baduk.Point(i)
		stone := b.At(p)
		if stone != baduk.Empty {
			lead += float64(stone.Number()) * g.Weight(p)
			if owner != nil {
				owner[p] += float32(stone.Number())
			}
			continue
		}
		if c.mark[p] == c.epoch {
			continue
		}
		side := c.flood(b, p)
		for _, q := range c.region {
			lead += float64(side) * g.Weight(q)
			if owner != nil {
				owner[q] += float32(side)
			}
		}
	}
	return lead
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
