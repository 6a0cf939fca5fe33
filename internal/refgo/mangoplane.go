package refgo

import (
	"maps"
	"math/big"
	"slices"
)

// Lattice is an infinite board. Its points are those of Z x Z with x >= Least[0] and y >=
// Least[1]. They are joined by Steps. Their weights are F(x,y) = exp(-Exponent(x,y)).
type Lattice struct {
	Least    [2]int
	Steps    func(p [2]int) [][2]int
	Exponent func(p [2]int) int

	total *big.Float // sum of F over the board, or nil before it is computed
}

// nowhere is smaller than all coordinates. As a bound it does not restrict the
// board.
const nowhere = -1 << 40

func squareSteps([2]int) [][2]int { return [][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} }

func square(p [2]int) int { return p[0]*p[0] + p[1]*p[1] }

// Square is the board of the MANGO document's second example: C joins points at
// distance 1, and F(x,y) = exp(-x*x-y*y).
func Square() *Lattice {
	return &Lattice{Least: [2]int{nowhere, nowhere}, Steps: squareSteps, Exponent: square}
}

// HalfSquare is the part of Square with y >= 0. QuarterSquare is the part with
// x >= 0 and y >= 0.
func HalfSquare() *Lattice {
	return &Lattice{Least: [2]int{nowhere, 0}, Steps: squareSteps, Exponent: square}
}
func QuarterSquare() *Lattice {
	return &Lattice{Least: [2]int{0, 0}, Steps: squareSteps, Exponent: square}
}

// Honeycomb joins a point to its left and right neighbours, and to the point
// below if x+y is even, or above if it is odd.
func Honeycomb() *Lattice {
	return &Lattice{Least: [2]int{nowhere, nowhere}, Steps: func(p [2]int) [][2]int {
		if (p[0]+p[1])%2 == 0 {
			return [][2]int{{1, 0}, {-1, 0}, {0, -1}}
		}
		return [][2]int{{1, 0}, {-1, 0}, {0, 1}}
	}, Exponent: square}
}

// Triangles joins each point to the six points around it. The axis of y goes up
// at 60 degrees to the axis of x. The square of the distance from the origin is
// x*x + x*y + y*y.
func Triangles() *Lattice {
	return &Lattice{Least: [2]int{nowhere, nowhere}, Steps: func(p [2]int) [][2]int {
		return append(squareSteps(p), [2]int{1, -1}, [2]int{-1, 1})
	}, Exponent: func(p [2]int) int { return square(p) + p[0]*p[1] }}
}

// Has reports whether p is in I.
func (l *Lattice) Has(p [2]int) bool { return p[0] >= l.Least[0] && p[1] >= l.Least[1] }

// Neighbours are the points joined to p.
func (l *Lattice) Neighbours(p [2]int) (list [][2]int) {
	for _, s := range l.Steps(p) {
		if q := [2]int{p[0] + s[0], p[1] + s[1]}; l.Has(q) {
			list = append(list, q)
		}
	}
	return list
}

// Plane is a configuration on an infinite board: finitely many stones by their
// coordinates. Every other point is empty and is not in the map. T(z) is 1 if z
// > 1/1000.
type Plane map[[2]int]Color

// box is a finite set of points that contains all stones and their neighbours.
// A point is in the box if its column is near the column of a stone and its row
// is near the row of a stone. Every point outside lies in two adjacent columns
// or two adjacent rows without stones. So all points outside are joined to each
// other, and there is exactly one unbounded empty region.
func (l *Lattice) box(b Plane) map[[2]int]bool {
	var near [2]map[int]bool
	for i := range near {
		near[i] = map[int]bool{}
		for p := range b {
			for d := -1; d <= 1; d++ {
				near[i][p[i]+d] = true
			}
		}
		for v := range maps.Clone(near[i]) {
			if near[i][v+2] { // one column or row between two near ones is also near
				near[i][v+1] = true
			}
		}
	}
	box := map[[2]int]bool{}
	for x := range near[0] {
		for y := range near[1] {
			if p := [2]int{x, y}; l.Has(p) {
				box[p] = true
			}
		}
	}
	return box
}

// region finds the component of p among the points of the given colours. One of
// the colours must be Empty. It returns the part of the component in the box. The result
// named unbounded says whether the component also has points outside the box. If it does,
// every point next to the outside belongs to the component.
func (l *Lattice) region(b Plane, box map[[2]int]bool, p [2]int, colors ...Color) (region map[[2]int]bool, unbounded bool) {
	region = map[[2]int]bool{p: true}
	open := [][2]int{p}
	add := func(q [2]int) {
		if slices.Contains(colors, b[q]) && !region[q] {
			region[q] = true
			open = append(open, q)
		}
	}
	for ; len(open) > 0; open = open[1:] {
		for _, n := range l.Neighbours(open[0]) {
			if box[n] {
				add(n)
			} else if !unbounded {
				unbounded = true
				for q := range box {
					if slices.ContainsFunc(l.Neighbours(q), func(r [2]int) bool { return !box[r] }) {
						add(q)
					}
				}
			}
		}
	}
	return region, unbounded
}

// L returns those points of the set L of the stone s that are in the box. The result
// named unbounded says whether L also has points outside the box.
func (l *Lattice) L(b Plane, s [2]int) (set map[[2]int]bool, unbounded bool) {
	set, unbounded = l.region(b, l.box(b), s, Empty, b[s])
	maps.DeleteFunc(set, func(p [2]int, _ bool) bool { return b[p] != Empty })
	return set, unbounded
}

// weight is the sum of F over the points. If the set is unbounded, the sum includes
// all points outside the box.
func (l *Lattice) weight(box, points map[[2]int]bool, unbounded bool) *big.Float {
	if !unbounded {
		return l.sumF(points)
	}
	rest := map[[2]int]bool{}
	for p := range box {
		if !points[p] {
			rest[p] = true
		}
	}
	total := l.TotalF()
	return total.Sub(total, l.sumF(rest))
}

// Alive reports whether the stone s is alive.
func (l *Lattice) Alive(b Plane, s [2]int) bool {
	set, unbounded := l.L(b, s)
	thousandfold := l.weight(l.box(b), set, unbounded)
	thousandfold.Mul(thousandfold, big.NewFloat(1000))
	return thousandfold.Cmp(big.NewFloat(1)) > 0
}

// Move is a move of player c at the empty point n, by the steps of [Mango.Move].
func (l *Lattice) Move(b Plane, n [2]int, c Color) Plane {
	after := maps.Clone(b)
	if after == nil {
		after = Plane{}
	}
	after[n] = c
	for _, c := range []Color{-c, c} {
		judged := maps.Clone(after)
		maps.DeleteFunc(after, func(p [2]int, color Color) bool { return color == c && !l.Alive(judged, p) })
	}
	return after
}

// Score is the score of player c, by the conditions of [Mango.Score], rounded to
// a float64 at the end.
func (l *Lattice) Score(b Plane, c Color) float64 {
	box := l.box(b)
	score := new(big.Float).SetPrec(precision)
	seen := map[[2]int]bool{}
	for p := range box {
		if b[p] == c {
			score.Add(score, l.sumF(map[[2]int]bool{p: true}))
		}
		if b[p] != Empty || seen[p] {
			continue
		}
		region, unbounded := l.region(b, box, p, Empty)
		borders := map[Color]bool{}
		for q := range region {
			seen[q] = true
			for _, n := range l.Neighbours(q) {
				borders[b[n]] = true
			}
		}
		if borders[c] && !borders[-c] {
			score.Add(score, l.weight(box, region, unbounded))
		}
	}
	f, _ := score.Float64()
	return f
}

// precision is the precision of the sums in bits. A sum of powers of 1/e can be
// close to a thousandth. But it is very unlikely that it is too close for this
// precision.
const precision = 512

// inverseE is 1/e, as the sum of (-1)^k / k!.
func inverseE() *big.Float {
	sum := new(big.Float).SetPrec(precision)
	term := new(big.Float).SetPrec(precision).SetInt64(1)
	for k := int64(1); term.MantExp(nil) > -precision; k++ {
		sum.Add(sum, term)
		term.Quo(term, new(big.Float).SetInt64(-k))
	}
	return sum
}

// sumF is the sum of F over finitely many points. It adds the smallest values
// first.
func (l *Lattice) sumF(points map[[2]int]bool) *big.Float {
	counts := map[int]int64{} // by exponent
	for p := range points {
		if e := l.Exponent(p); e < precision { // all others are less than 2 to the -precision
			counts[e]++
		}
	}
	sum := new(big.Float).SetPrec(precision)
	q, k := inverseE(), 0
	for _, r := range slices.Backward(slices.Sorted(maps.Keys(counts))) { // Horner's rule
		for ; k > r; k-- {
			sum.Mul(sum, q)
		}
		sum.Add(sum, new(big.Float).SetInt64(counts[r]))
		k = r
	}
	for ; k > 0; k-- {
		sum.Mul(sum, q)
	}
	return sum
}

// TotalF is the sum of F over the whole board. On the square lattice it is
// 3.14224..., which is near pi but not pi.
func (l *Lattice) TotalF() *big.Float {
	if l.total == nil {
		near := map[[2]int]bool{}
		for x := -26; x <= 26; x++ { // farther out the exponents are larger than precision
			for y := -26; y <= 26; y++ {
				if p := [2]int{x, y}; l.Has(p) {
					near[p] = true
				}
			}
		}
		l.total = l.sumF(near)
	}
	return new(big.Float).Copy(l.total)
}

// InfiniteMango is a game on the infinite board. It stores the initial
// configuration and the configuration after every turn. A move always makes a
// new configuration, so a configuration that equals the previous one was made
// by a pass.
type InfiniteMango struct {
	*Lattice
	Configurations []Plane
}

// NewInfiniteMango starts a game with Black to play. The example starts with
// the empty plane.
func NewInfiniteMango(l *Lattice, initial Plane) *InfiniteMango {
	return &InfiniteMango{l, []Plane{maps.Clone(initial)}}
}

// Last is the present configuration.
func (g *InfiniteMango) Last() Plane { return g.Configurations[len(g.Configurations)-1] }

// ToPlay is the player whose turn it is.
func (g *InfiniteMango) ToPlay() Color {
	if len(g.Configurations)%2 == 1 {
		return Black
	}
	return White
}

// Over reports whether the last two turns are passes.
func (g *InfiniteMango) Over() bool {
	k := len(g.Configurations)
	return k > 2 && maps.Equal(g.Configurations[k-1], g.Configurations[k-2]) &&
		maps.Equal(g.Configurations[k-2], g.Configurations[k-3])
}

// Legal reports whether the player to play may move at p. On an infinite board
// the rule that a configuration must be new does not bound the length of the
// game.
func (g *InfiniteMango) Legal(p [2]int) bool {
	if g.Over() || !g.Has(p) || g.Last()[p] != Empty {
		return false
	}
	after := g.Move(g.Last(), p, g.ToPlay())
	return !slices.ContainsFunc(g.Configurations, func(b Plane) bool { return maps.Equal(b, after) })
}

// Play moves at p if the move is legal. It reports whether the move was legal.
func (g *InfiniteMango) Play(p [2]int) bool {
	legal := g.Legal(p)
	if legal {
		g.Configurations = append(g.Configurations, g.Move(g.Last(), p, g.ToPlay()))
	}
	return legal
}

// Pass gives the turn to the other player without a change of the
// configuration.
func (g *InfiniteMango) Pass() {
	if !g.Over() {
		g.Configurations = append(g.Configurations, g.Last())
	}
}
