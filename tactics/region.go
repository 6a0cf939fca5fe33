package tactics

import "tengen/baduk"

// region is an unsettled part of a board: a maximal connected set of points that are pass-alive for
// neither player.
//
// All points outside that touch a region are pass-alive stones. (If one of them were an empty point or a lost stone,
// the region would belong to the same pass-alive territory.) So the stones around the region cannot be captured against
// their owner's will, and moves outside change nothing inside. Therefore the region can be read on a small board. On
// this board all pass-alive stones of a colour are one chain with two eyes, the wall.
type region struct {
	points []baduk.Point // by index on the small board: the point of the whole board
	board  *baduk.Board  // the small board: first the points of the region, then the walls; nil if too large
	walls  []baduk.Move  // stones of the walls
	// owned has two sets for every position: the points that are pass-alive for Black, and
	// those for White.
	owned map[uint64][2]uint64
	stop  func() bool // reports whether reading has to end; nil: never
}

// maxRegion is the largest number of points of a region whose positions can be numbered in 64 bits.
const maxRegion = 40

// regions finds the regions of a board. owner is the result of PassAlive.
func regions(b *baduk.Board, owner []baduk.Color) []*region {
	g := b.Graph()
	index := make([]int, g.Len())
	for p := range index {
		index[p] = -1
	}
	var list []*region
	for i, c := range owner {
		if c != baduk.Empty || index[i] >= 0 {
			continue
		}
		r := &region{points: []baduk.Point{baduk.Point(i)}, owned: map[uint64][2]uint64{}}
		index[i] = 0
		for k := 0; k < len(r.points); k++ {
			for _, q := range g.Neighbours(r.points[k]) {
				if owner[q] == baduk.Empty && index[q] < 0 {
					index[q] = len(r.points)
					r.points = append(r.points, q)
				}
			}
		}
		if len(r.points) <= maxRegion {
			r.makeBoard(b, owner, index)
		}
		list = append(list, r)
	}
	return list
}

// makeBoard makes the small board of the region.
func (r *region) makeBoard(b *baduk.Board, owner []baduk.Color, index []int) {
	k := len(r.points)
	adj := make([][]baduk.Point, k, k+6)
	var wall [3]baduk.Point // by colour; 0 if missing
	for i, p := range r.points {
		var touches [3]bool
		for _, q := range b.Graph().Neighbours(p) {
			if owner[q] == baduk.Empty {
				adj[i] = append(adj[i], baduk.Point(index[q]))
				continue
			}
			c := b.At(q)
			if touches[c] {
				continue
			}
			touches[c] = true
			if wall[c] == 0 {
				w := baduk.Point(len(adj))
				adj = append(adj, []baduk.Point{w + 1, w + 2}, []baduk.Point{w}, []baduk.Point{w})
				wall[c] = w
				r.walls = append(r.walls, baduk.Move{Color: c, Point: w})
			}
			adj[i] = append(adj[i], wall[c])
			adj[wall[c]] = append(adj[wall[c]], baduk.Point(i))
		}
	}
	g, err := baduk.NewGraph(adj)
	if err != nil {
		panic("tactics: a region is not a graph: " + err.Error())
	}
	r.board = baduk.NewBoard(g)
	for _, m := range r.walls {
		r.board.Place(m)
	}
	for i, p := range r.points {
		if c := b.At(p); c != baduk.Empty {
			r.board.Place(baduk.Move{Color: c, Point: baduk.Point(i)})
		}
	}
}

// code returns the position on the small board as a number in base three. Each digit is the colour of a point.
func (r *region) code() (n uint64) {
	for i := len(r.points) - 1; i >= 0; i-- {
		n = 3*n + uint64(r.board.At(baduk.Point(i)))
	}
	return n
}

// set puts a position on the small board. All chains of a position have liberties, so the stones can be
// placed in any order.
func (r *region) set(code uint64) {
	r.board.Clear()
	for _, m := range r.walls {
		r.board.Place(m)
	}
	for i := 0; code > 0; i, code = i+1, code/3 {
		if c := baduk.Color(code % 3); c != baduk.Empty {
			r.board.Place(baduk.Move{Color: c, Point: baduk.Point(i)})
		}
	}
}

// fate returns the player for whom a point is pass-alive, or Empty. The small board must have the position
// with the given code.
func (r *region) fate(code uint64, p baduk.Point, suicide bool) baduk.Color {
	owned, known := r.owned[code]
	if !known {
		for i, c := range r.board.PassAlive(suicide)[:len(r.points)] {
			if c != baduk.Empty {
				owned[c-1] |= 1 << i
			}
		}
		r.owned[code] = owned
	}
	switch {
	case owned[0]>>p&1 != 0:
		return baduk.Black
	case owned[1]>>p&1 != 0:
		return baduk.White
	}
	return baduk.Empty
}

// Regions returns the number of regions of a board, see [Statuses]. If there is at most one region, no move outside
// of it can be a ko threat.
func Regions(b *baduk.Board, suicide bool) int { return len(regions(b, b.PassAlive(suicide))) }
