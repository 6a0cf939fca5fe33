package topology

import (
	"encoding/binary"
	"slices"

	"tengen/baduk"
)

// MaxSymmetries is the largest number of symmetries that a board lists. Together they
// also have at most maxEntries entries. If there are more symmetries, the board lists a
// subgroup. For example, a 19x19 torus lists its translations and reflections, but not
// the exchange of rows and columns.
const MaxSymmetries = 2000

// maxEntries is the largest number of entries of all listed symmetries together.
const maxEntries = 1 << 20

// symmetries returns the group that the generators generate, with the identity as the first element. It skips
// generators that are not automorphisms of the graph. It also skips generators with which the group would be
// too large.
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

// closure returns the group of all products of the generators, or false if the group has more than
// limit elements.
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

// automorphism reports whether s is a permutation that maps neighbours to neighbours.
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
