package topology

import (
	"encoding/binary"
	"slices"

	"tengen/baduk"
)

// MaxSymmetries is the greatest number of symmetries that a board lists; it
// lists fewer where they would take more than maxEntries numbers. Of a larger
// group it lists a subgroup: a 19x19 torus its translations and reflections, but
// not the exchange of rows and columns.
const MaxSymmetries = 2000

// maxEntries is the greatest number of points of all symmetries together.
const maxEntries = 1 << 20

// symmetries is the group that the generators make, the identity first. A
// generator that is no automorphism of the graph is left out, and so is one that
// would make the group too large.
func symmetries(adj [][]baduk.Point, generators [][]baduk.Point) [][]baduk.Point {
	identity := make([]baduk.Point, len(adj))
	for p := range identity {
		identity[p] = baduk.Point(p)
	}
	group := [][]baduk.Point{identity}
	limit := min(MaxSymmetries, max(1, maxEntries/len(adj)))
	var kept [][]baduk.Point
	for _, g := range generators {
		if !automorphism(adj, g) {
			continue
		}
		if larger, ok := closure(identity, append(slices.Clone(kept), g), limit); ok {
			kept, group = append(kept, g), larger
		}
	}
	return group
}

// closure is the group of all products of the generators. It reports false when
// there are more than limit of them.
func closure(identity []baduk.Point, generators [][]baduk.Point, limit int) ([][]baduk.Point, bool) {
	key := make([]byte, 2*len(identity))
	seen := map[string]bool{}
	add := func(s []baduk.Point) bool {
		for p, q := range s {
			binary.LittleEndian.PutUint16(key[2*p:], uint16(q))
		}
		known := seen[string(key)]
		seen[string(key)] = true
		return !known
	}
	group := [][]baduk.Point{identity}
	add(identity)
	for i := 0; i < len(group); i++ {
		for _, g := range generators {
			product := make([]baduk.Point, len(identity))
			for p, q := range group[i] {
				product[p] = g[q]
			}
			if add(product) {
				if len(group) == limit {
					return nil, false
				}
				group = append(group, product)
			}
		}
	}
	return group, true
}

// automorphism reports whether s is a permutation that keeps neighbours
// neighbours.
func automorphism(adj [][]baduk.Point, s []baduk.Point) bool {
	hit := make([]bool, len(adj))
	for p, q := range s {
		if int(q) < 0 || int(q) >= len(adj) || hit[q] || len(adj[p]) != len(adj[q]) {
			return false
		}
		hit[q] = true
		for _, n := range adj[p] {
			if !slices.Contains(adj[q], s[n]) {
				return false
			}
		}
	}
	return true
}
