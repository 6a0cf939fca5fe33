package topology

import (
	"fmt"
	"slices"

	"tengen/baduk"
)

// MaxDiamond is the greatest size of a [Diamond].
const MaxDiamond = 10

// Diamond is a cube cut out of the lattice of the carbon atoms in diamond. The size is the number of unit cells along
// each edge, 1 to [MaxDiamond]. Points with fewer than two neighbours are left out. Every point in the interior has 4
// neighbours. The cube of size 1 has 10 points, the carbon atoms of the molecule adamantane.
//
// A point's name is the letter of its layer, A at the bottom, and its number in the layer, from left to right and from
// front to back. The drawing shows the cube from the front and a little from above. In expressions for weights, x and y
// are the coordinates in the layer, from 0 to 4*size. The symmetries are the 24 symmetries of a tetrahedron.
func Diamond(size int) (*baduk.Graph, error) { return built(diamond(size)) }

// site is a point of the lattice: three coordinates. They are all even or all odd, and
// their sum is 0 or 1 modulo 4.
type site [3]int

func (s site) bonds() [4]site {
	d := -1 // step from an even site to its odd neighbours
	if s[0]&1 != 0 {
		d = 1
	}
	x, y, z := s[0], s[1], s[2]
	return [4]site{{x + d, y + d, z + d}, {x + d, y - d, z - d}, {x - d, y + d, z - d}, {x - d, y - d, z + d}}
}

func diamond(size int) (*layout, error) {
	if size < 1 || size > MaxDiamond {
		return nil, fmt.Errorf("a diamond cannot have size %d: 1 to %d are possible", size, MaxDiamond)
	}
	sites := diamondSites(4 * size)
	index := make(map[site]baduk.Point, len(sites))
	for i, s := range sites {
		index[s] = baduk.Point(i)
	}
	l := newLayout(fmt.Sprintf("diamond %d", size), len(sites))
	layer, inLayer := -1, 0
	for p, s := range sites {
		if s[2] != layer {
			layer, inLayer = s[2], 0
		}
		inLayer++
		l.geo.Names[p] = layerName(layer) + number(inLayer)
		l.x[p], l.y[p] = float64(s[0]), float64(s[1])
		l.geo.X[p], l.geo.Y[p] = project(s)
		for _, b := range s.bonds() {
			if q, ok := index[b]; ok {
				l.join(baduk.Point(p), q)
			}
		}
	}
	// The exchanges of two axes and a half turn around one axis generate all symmetries.
	turned := func(f func(s site) site) []baduk.Point {
		return l.permutation(func(p int) int {
			if q, ok := index[f(sites[p])]; ok {
				return int(q)
			}
			return -1
		})
	}
	c := 4 * size
	l.generators = [][]baduk.Point{
		turned(func(s site) site { return site{s[1], s[0], s[2]} }),
		turned(func(s site) site { return site{s[0], s[2], s[1]} }),
		turned(func(s site) site { return site{c - s[0], c - s[1], s[2]} }),
	}
	return l, nil
}

// diamondSites lists the sites that have coordinates from 0 to edge and at least two neighbours. They are sorted by
// layer from the bottom, and in each layer from the front.
func diamondSites(edge int) []site {
	all := map[site]bool{}
	for z := range edge + 1 {
		for y := z % 2; y <= edge; y += 2 {
			for x := z % 2; x <= edge; x += 2 {
				if (x+y+z)%4 <= 1 {
					all[site{x, y, z}] = true
				}
			}
		}
	}
	for pruned := true; pruned; {
		pruned = false
		for s := range all {
			n := 0
			for _, b := range s.bonds() {
				if all[b] {
					n++
				}
			}
			if n < 2 {
				delete(all, s)
				pruned = true
			}
		}
	}
	sites := make([]site, 0, len(all))
	for s := range all {
		sites = append(sites, s)
	}
	slices.SortFunc(sites, func(a, b site) int {
		return slices.Compare([]int{a[2], a[1], a[0]}, []int{b[2], b[1], b[0]})
	})
	return sites
}

// layerName returns the name of a layer, in the style of columns: A, B, ... without I, then AA, AB, ...
func layerName(z int) string {
	const letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
	if z >= len(letters) {
		return string(letters[z/len(letters)-1]) + string(letters[z%len(letters)])
	}
	return string(letters[z])
}

// project returns the place of a site in the drawing. The projection is parallel; the
// cube is turned by 0.0887 and tilted by 0.205 radians. The angles were found by trial:
// the points of size 3 are at least 0.39 apart, and the average length of an edge is 1.
func project(s site) (x, y float64) {
	u, v, w := float64(s[0]), float64(s[1]), float64(s[2])
	return 0.70866*u + 0.06299*v, 0.01283*u - 0.14428*v - 0.69656*w
}
