package topology

import (
	"slices"
	"testing"

	"tengen/baduk"
)

// automorphisms counts the automorphisms of a connected graph. It chooses the image of one point
// after another.
func automorphisms(g *baduk.Graph) int {
	n := g.Len()
	order, parent := []baduk.Point{0}, []baduk.Point{0} // every point is next to an earlier one
	for i := 0; i < len(order); i++ {
		for _, q := range g.Neighbours(order[i]) {
			if !slices.Contains(order, q) {
				order, parent = append(order, q), append(parent, order[i])
			}
		}
	}
	image, used := make([]baduk.Point, n), make([]bool, n)
	count := 0
	var choose func(k int)
	choose = func(k int) {
		if k == n {
			count++
			return
		}
		p := order[k]
		candidates := g.Neighbours(image[parent[k]])
		if k == 0 {
			candidates = nil
			for q := range n {
				candidates = append(candidates, baduk.Point(q))
			}
		}
		for _, q := range candidates {
			if used[q] || len(g.Neighbours(q)) != len(g.Neighbours(p)) {
				continue
			}
			image[p], used[q] = q, true
			fits := true
			for _, before := range order[:k] {
				if slices.Contains(g.Neighbours(p), before) != slices.Contains(g.Neighbours(q), image[before]) {
					fits = false
					break
				}
			}
			if fits {
				choose(k + 1)
			}
			used[q] = false
		}
	}
	choose(0)
	return count
}

// TestWholeGroup checks that small boards list all their symmetries, except those that the doc
// comments of the constructors exclude.
func TestWholeGroup(t *testing.T) {
	for _, test := range []struct {
		spec         string
		listed, want int
	}{
		{"cylinder 5x3", 20, 20}, {"cylinder 3x5", 12, 12}, {"cylinder 1x5", 2, 2}, {"cylinder 7x1", 14, 14},
		{"annulus 6x3", 24, 24},
		{"torus 3x3", 72, 72}, {"torus 5x5", 200, 200}, {"torus 5x6", 120, 120}, {"torus 6x6", 288, 288}, {"torus 3x5", 60, 60},
		{"torus 4x4", 128, 384}, {"torus 2x4", 16, 48}, {"torus 4x5", 80, 80}, {"torus 1x6", 12, 12},
		{"moebius 5x3", 20, 20}, {"moebius 9x5", 36, 36}, {"moebius 6x4", 24, 24},
		{"klein 5x7", 20, 20}, {"klein 7x6", 56, 56}, {"klein 5x5", 20, 20}, {"klein 6x8", 48, 48},
		{"hex 9x9", 2, 2}, {"hex 9x8", 4, 4}, {"hex 8x9", 2, 2}, {"hex 8x8", 2, 2}, {"hex 2x4", 2, 2},
		{"triangular 9x9", 2, 2}, {"triangular 9x8", 2, 2}, {"triangular 3x4", 2, 2},
		{"ring 3", 6, 6}, {"ring 9", 18, 18}, {"ring 2", 2, 2}, {"ring 1", 1, 1},
		{"diamond 1", 24, 24}, {"diamond 2", 24, 24}, {"diamond 3", 24, 24},
		{"planar 60 7", 1, 1},
		{"infinite 4", 8, 8},
	} {
		g := mustParse(t, test.spec).Graph
		geo, _ := g.Geometry()
		if listed := len(geo.Symmetries); listed != test.listed {
			t.Errorf("%s lists %d symmetries, want %d", test.spec, listed, test.listed)
		}
		if all := automorphisms(g); all != test.want {
			t.Errorf("%s has %d symmetries, want %d", test.spec, all, test.want)
		}
	}
}

// TestLimitOfSymmetries checks which subgroup is listed if the group is too large.
func TestLimitOfSymmetries(t *testing.T) {
	for spec, want := range map[string]int{
		"torus 15x15": 1800,
		"torus 19x19": 1444, // without the exchange of rows and columns
		"torus 52x52": 208,  // with the translations in one direction only
		"ring 1000":   1000, // without the reflections
	} {
		geo, _ := mustParse(t, spec).Graph.Geometry()
		if got := len(geo.Symmetries); got != want {
			t.Errorf("%s lists %d symmetries, want %d", spec, got, want)
		}
	}
}

// TestWeightedSymmetries checks that a board with weights lists only symmetries that preserve the
// weights.
func TestWeightedSymmetries(t *testing.T) {
	for text, want := range map[string]int{
		`{"shape":"9x9","weight":"x"}`:                                2,
		`{"shape":"9x9","weight":"x+y"}`:                              2,
		`{"shape":"9x9","weight":"(x-5)^2+(y-5)^2"}`:                  8,
		`{"shape":"9x9","weight":"i"}`:                                1,
		`{"shape":"torus 4x3","weight":"x == 1 ? 2 : 1"}`:             12,
		`{"shape":"infinite","weight":"exp(-abs(x)-2*abs(y))"}`:       4,
		`{"shape":"infinite","weight":"exp(-x^2-(y-1)^2)"}`:           2,
		`{"shape":"cylinder 5x2","weight":{"A1":3}}`:                  2,
		`{"shape":"9x9","weight":"d","threshold":"z > 1"}`:            8,
		`{"points":[{},{}],"edges":[[0,1]],"weight":[1,2]}`:           1,
		`{"points":[{},{},{}],"edges":[[0,1],[1,2]],"regional":true}`: 1,
	} {
		b, err := Read("test", []byte(text))
		if err != nil {
			t.Error(err)
			continue
		}
		geo, _ := b.Graph.Geometry()
		if got := len(geo.Symmetries); got != want {
			t.Errorf("%s lists %d symmetries, want %d", text, got, want)
		}
	}
}
