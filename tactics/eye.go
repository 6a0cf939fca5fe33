package tactics

import "tengen/baduk"

// Eye is what an empty point is worth as an eye, see [Eyes].
type Eye uint8

// The kinds of eyes.
const (
	// NoEye is a stone, or a point that has an empty neighbour, or neighbours of
	// both colours, or none.
	NoEye Eye = iota
	// FalseEye cannot be made real at its joints: it will have to be filled.
	FalseEye
	// OpenEye is more than one move away from being real, but not yet false.
	OpenEye
	// HalfEye is real if its owner moves first, and not if the opponent does.
	HalfEye
	// RealEye will not have to be filled.
	RealEye
)

// String is the kind in words.
func (e Eye) String() string {
	return [...]string{"no eye", "false eye", "open eye", "half eye", "real eye"}[e]
}

// Eyes classifies the empty points as eyes of a single point, on any graph. The
// owner is the colour of all the neighbours.
//
// A set of eyes of one colour holds together when the chains around each of
// them are connected without it: each can be reached from each by going from
// chain to chain over other eyes of the set that both touch. The eyes of the
// largest such set are real, because none of them has to be filled to save a
// chain; so are both eyes of two chains that both touch both. A chain that
// touches two of them is pass-alive.
//
// The joints of an eye are the other empty points that touch two or more of the
// chains around it. An eye outside the set is real all the same if the owner can
// get it into the set by a stone on a joint whatever joint the opponent takes
// first; half if only without that; false if not even stones on all the joints
// get it there. Nobody plays suicide, and kos are not looked at. On a square
// board the joints are the diagonals, and an eye is false when the opponent
// holds two of the four, or one at the border, unless the chains are connected
// elsewhere.
func Eyes(b *baduk.Board) []Eye {
	g := b.Graph()
	kinds := make([]Eye, g.Len())
	if g.Regional() {
		return kinds
	}
	work := baduk.NewBoard(g)
	work.CopyFrom(b)
	for _, c := range [2]baduk.Color{baduk.Black, baduk.White} {
		real := realEyes(work, c)
		for i := range kinds {
			switch p := baduk.Point(i); {
			case !enclosed(work, p, c):
			case real[p]:
				kinds[p] = RealEye
			default:
				kinds[p] = joinable(work, p, c)
			}
		}
	}
	return kinds
}

// enclosed reports whether p is an empty point all of whose neighbours, at least
// one, hold c.
func enclosed(b *baduk.Board, p baduk.Point, c baduk.Color) bool {
	return b.At(p) == baduk.Empty && p != b.Graph().Beyond() && b.Around(p, c) > 0 && b.Enclosed(p, c)
}

// realEyes is the largest set of eyes of c that holds together.
func realEyes(b *baduk.Board, c baduk.Color) map[baduk.Point]bool {
	set := map[baduk.Point]bool{}
	var list []baduk.Point
	for p := range baduk.Point(b.Graph().Len()) {
		if enclosed(b, p, c) {
			set[p] = true
			list = append(list, p)
		}
	}
	parent := make([]baduk.Point, b.Graph().Len())
	for changed := true; changed; {
		changed = false
		for _, p := range list {
			if set[p] && !joined(b, list, set, p, parent) {
				delete(set, p)
				changed = true
			}
		}
	}
	return set
}

// joined reports whether the chains around p are connected over eyes of the set
// other than p. Parent is memory for a union of chains, by head.
func joined(b *baduk.Board, list []baduk.Point, set map[baduk.Point]bool, p baduk.Point, parent []baduk.Point) bool {
	for i := range parent {
		parent[i] = baduk.Point(i)
	}
	find := func(q baduk.Point) baduk.Point {
		q = b.Head(q)
		for parent[q] != q {
			q = parent[q]
		}
		return q
	}
	for _, e := range list {
		if e == p || !set[e] {
			continue
		}
		around := b.Graph().Neighbours(e)
		for _, q := range around[1:] {
			parent[find(q)] = find(around[0])
		}
	}
	around := b.Graph().Neighbours(p)
	for _, q := range around[1:] {
		if find(q) != find(around[0]) {
			return false
		}
	}
	return true
}

// joinable says what the eye p of c is worth that is not real as it stands.
func joinable(b *baduk.Board, p baduk.Point, c baduk.Color) Eye {
	points := joints(b, p)
	if !answered(b, p, c, points) {
		if filled(b, p, c, points) {
			return OpenEye
		}
		return FalseEye
	}
	for _, q := range points {
		m := baduk.Move{Color: c.Opponent(), Point: q}
		if b.IsSuicide(m) {
			continue
		}
		u, _ := b.Place(m)
		held := enclosed(b, p, c) && (realEyes(b, c)[p] || answered(b, p, c, points))
		b.Take(u)
		if !held {
			return HalfEye
		}
	}
	return RealEye
}

// answered reports whether one stone of c on a joint makes p real.
func answered(b *baduk.Board, p baduk.Point, c baduk.Color, points []baduk.Point) bool {
	for _, q := range points {
		if b.At(q) == baduk.Empty && filled(b, p, c, []baduk.Point{q}) {
			return true
		}
	}
	return false
}

// filled reports whether p is real once c has stones on all those points.
func filled(b *baduk.Board, p baduk.Point, c baduk.Color, points []baduk.Point) bool {
	var undo []baduk.Undo
	for _, q := range points {
		if m := (baduk.Move{Color: c, Point: q}); !b.IsSuicide(m) {
			u, _ := b.Place(m)
			undo = append(undo, u)
		}
	}
	real := len(undo) > 0 && enclosed(b, p, c) && realEyes(b, c)[p]
	for i := len(undo) - 1; i >= 0; i-- {
		b.Take(undo[i])
	}
	return real
}

// joints lists the empty points other than p that touch two or more of the
// chains around p.
func joints(b *baduk.Board, p baduk.Point) []baduk.Point {
	var list []baduk.Point
	first := map[baduk.Point]baduk.Point{} // by liberty: the head of a chain beside it, or NoPoint once listed
	for _, q := range b.Graph().Neighbours(p) {
		for _, l := range b.AppendLiberties(nil, q) {
			head, known := first[l]
			switch {
			case l == p || l == b.Graph().Beyond():
			case !known:
				first[l] = b.Head(q)
			case head != b.Head(q) && head != baduk.NoPoint:
				first[l] = baduk.NoPoint
				list = append(list, l)
			}
		}
	}
	return list
}
