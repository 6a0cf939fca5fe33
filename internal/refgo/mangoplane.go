package refgo

import (
	"maps"
	"math/big"
	"slices"
)

// Plane is a configuration on the infinite board of 002's second example: the
// stones, finitely many, by their coordinates. Every other point of Z x Z is
// empty and none has the colour Empty here. F(x,y) = exp(-x*x-y*y), and a stone
// is alive when z > 1/1000.
type Plane map[[2]int]Color

// planeNeighbours is C: the points at distance 1.
func planeNeighbours(p [2]int) [4][2]int {
	x, y := p[0], p[1]
	return [4][2]int{{x + 1, y}, {x, y + 1}, {x - 1, y}, {x, y - 1}}
}

// box is every point of the least rectangle that contains the stones and a ring
// of empty points around them. All points outside it are empty and joined to
// each other and to the ring, so there is one empty region without bounds.
func (b Plane) box() map[[2]int]bool {
	var low, high [2]int
	first := true
	for p := range b {
		for i := range p {
			if first || p[i] < low[i] {
				low[i] = p[i]
			}
			if first || p[i] > high[i] {
				high[i] = p[i]
			}
		}
		first = false
	}
	box := map[[2]int]bool{}
	for x := low[0] - 1; x <= high[0]+1; x++ {
		for y := low[1] - 1; y <= high[1]+1; y++ {
			box[[2]int{x, y}] = true
		}
	}
	return box
}

// region is the component of p among the points of the given colours, of which
// Empty is one, as far as it lies in the box, and whether it goes on outside.
func (b Plane) region(box map[[2]int]bool, p [2]int, colors ...Color) (region map[[2]int]bool, unbounded bool) {
	region = map[[2]int]bool{p: true}
	for open := [][2]int{p}; len(open) > 0; open = open[1:] {
		for _, n := range planeNeighbours(open[0]) {
			if !box[n] {
				unbounded = true
			} else if slices.Contains(colors, b[n]) && !region[n] {
				region[n] = true
				open = append(open, n)
			}
		}
	}
	return region, unbounded
}

// L is the set L of the stone s as far as it lies in the box, and whether it goes
// on outside.
func (b Plane) L(s [2]int) (l map[[2]int]bool, unbounded bool) {
	l, unbounded = b.region(b.box(), s, Empty, b[s])
	maps.DeleteFunc(l, func(p [2]int, _ bool) bool { return b[p] != Empty })
	return l, unbounded
}

// planeWeight is the sum of F over the points, together with all points outside
// the box if the set is unbounded.
func planeWeight(box, points map[[2]int]bool, unbounded bool) *big.Float {
	if !unbounded {
		return sumF(points)
	}
	rest := map[[2]int]bool{}
	for p := range box {
		if !points[p] {
			rest[p] = true
		}
	}
	total := TotalF()
	return total.Sub(total, sumF(rest))
}

// Alive reports whether the stone s is alive.
func (b Plane) Alive(s [2]int) bool {
	l, unbounded := b.L(s)
	thousandfold := planeWeight(b.box(), l, unbounded)
	thousandfold.Mul(thousandfold, big.NewFloat(1000))
	return thousandfold.Cmp(big.NewFloat(1)) > 0
}

// Move is a move of player c at the empty point n, by the steps of [Mango.Move].
func (b Plane) Move(n [2]int, c Color) Plane {
	after := maps.Clone(b)
	if after == nil {
		after = Plane{}
	}
	after[n] = c
	for _, c := range []Color{-c, c} {
		judged := maps.Clone(after)
		maps.DeleteFunc(after, func(p [2]int, color Color) bool { return color == c && !judged.Alive(p) })
	}
	return after
}

// Score is the score of player c, by the conditions of [Mango.Score], rounded to
// a float64 at the end.
func (b Plane) Score(c Color) float64 {
	box := b.box()
	score := new(big.Float).SetPrec(precision)
	seen := map[[2]int]bool{}
	for p := range box {
		if b[p] == c {
			score.Add(score, sumF(map[[2]int]bool{p: true}))
		}
		if b[p] != Empty || seen[p] {
			continue
		}
		region, unbounded := b.region(box, p, Empty)
		borders := map[Color]bool{}
		for q := range region {
			seen[q] = true
			for _, n := range planeNeighbours(q) {
				borders[b[n]] = true
			}
		}
		if borders[c] && !borders[-c] {
			score.Add(score, planeWeight(box, region, unbounded))
		}
	}
	f, _ := score.Float64()
	return f
}

// precision is that of the sums, in bits: sums of powers of 1/e can come close to
// a thousandth, but hardly so close.
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

// sumF is the sum of F over finitely many points, smallest first.
func sumF(points map[[2]int]bool) *big.Float {
	counts := map[int]int64{} // by x*x + y*y
	for p := range points {
		counts[p[0]*p[0]+p[1]*p[1]]++
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

// TotalF is the sum of F over the whole plane: the square of the sum over the
// integers of exp(-x*x). It is 3.14224..., near pi and not pi.
func TotalF() *big.Float {
	line := map[[2]int]bool{}
	for x := -20; x <= 20; x++ { // exp(-21*21) is less than 2 to the -636
		line[[2]int{x, 0}] = true
	}
	sum := sumF(line)
	return sum.Mul(sum, sum)
}

// InfiniteMango is a game on the infinite board, as its configurations: the
// first and the one after every turn. A move makes a configuration that is new,
// so one that equals the one before it comes from a pass.
type InfiniteMango struct{ Configurations []Plane }

// NewInfiniteMango begins a game with Black to play. The example begins with the
// empty plane.
func NewInfiniteMango(initial Plane) *InfiniteMango {
	return &InfiniteMango{[]Plane{maps.Clone(initial)}}
}

// Last is the configuration as it stands.
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

// Legal reports whether the player to play may move at p. On a board without
// bounds the demand for something new does not bound the game.
func (g *InfiniteMango) Legal(p [2]int) bool {
	if g.Over() || g.Last()[p] != Empty {
		return false
	}
	after := g.Last().Move(p, g.ToPlay())
	return !slices.ContainsFunc(g.Configurations, func(b Plane) bool { return maps.Equal(b, after) })
}

// Play moves at p if that is legal and reports whether it was.
func (g *InfiniteMango) Play(p [2]int) bool {
	legal := g.Legal(p)
	if legal {
		g.Configurations = append(g.Configurations, g.Last().Move(p, g.ToPlay()))
	}
	return legal
}

// Pass leaves the configuration to the other player.
func (g *InfiniteMango) Pass() {
	if !g.Over() {
		g.Configurations = append(g.Configurations, g.Last())
	}
}
