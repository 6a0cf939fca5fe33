package tactics

import "tengen/baduk"

// Eye is what an empty point is worth as an eye, see [Eyes].
type Eye uint8

// The kinds of eyes.
const (
	// NoEye is a stone, or a point that has an empty neighbour, or neighbours of
	// both colours, or none.
	NoEye Eye = iota
	// FalseEye is a point with neighbours of one colour that is neither of the
	// following.
	FalseEye
	// HalfEye is an eye that one more stone of its owner makes real, and one of
	// the opponent prevents from becoming so.
	HalfEye
	// RealEye is an eye whose chains hold together without it, or will in spite
	// of the opponent's next move.
	RealEye
)

// String is the kind in a word.
func (e Eye) String() string { return [...]string{"no eye", "false eye", "half eye", "real eye"}[e] }

// Eyes classifies the empty points as eyes of a single point, on any graph,
// without the idea of a diagonal. The owner is the colour of the neighbours.
//
// A set of eyes of one colour holds together when the chains around each of
// them are connected without it: each can be reached from each by going from
// chain to chain over other eyes of the set that both touch. The eyes of the
// largest such set are real, because none of them has to be filled to save a
// chain; so the two eyes of two chains that both touch both are real. A chain
// that touches two such eyes is pass-alive.
//
// An eye that is not in the set is real all the same if it gets into it by the
// owner's answer to whatever the opponent plays, or already is, where both play
// on the other liberties of the chains around the eye and no suicide; half if it
// gets into it by a move of the owner; and false otherwise. A half eye so needs
// an answer, or is one move short.
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
	if !answered(b, p, c) {
		return FalseEye
	}
	for _, q := range besides(b, p) {
		m := baduk.Move{Color: c.Opponent(), Point: q}
		if b.IsSuicide(m) {
			continue
		}
		u, _ := b.Place(m)
		held := enclosed(b, p, c) && (realEyes(b, c)[p] || answered(b, p, c))
		b.Take(u)
		if !held {
			return HalfEye
		}
	}
	return RealEye
}

// answered reports whether one stone of c makes p real.
func answered(b *baduk.Board, p baduk.Point, c baduk.Color) bool {
	for _, q := range besides(b, p) {
		m := baduk.Move{Color: c, Point: q}
		if b.IsSuicide(m) {
			continue
		}
		u, _ := b.Place(m)
		real := enclosed(b, p, c) && realEyes(b, c)[p]
		b.Take(u)
		if real {
			return true
		}
	}
	return false
}

// besides lists the liberties other than p of the chains around p.
func besides(b *baduk.Board, p baduk.Point) []baduk.Point {
	var list []baduk.Point
	seen := map[baduk.Point]bool{p: true, b.Graph().Beyond(): true}
	for _, q := range b.Graph().Neighbours(p) {
		for _, l := range b.AppendLiberties(nil, q) {
			if !seen[l] {
				seen[l] = true
				list = append(list, l)
			}
		}
	}
	return list
}
