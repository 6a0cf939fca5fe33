package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

func bits(v float64) uint32 { return math.Float32bits(float32(v)) }

// shape is the type of the same name in package kernel. The constants are those of the same names.
type shape struct{ width, height int }

const (
	longSide = 5
	points   = longSide + 2

	pointA = 0.875
	pointB = 2
	pointC = 0.375
)

// winograd writes the transforms of the input and of the output, for tiles of every shape.
func winograd(v vectors) {
	for _, width := range []int{longSide - 1, longSide} {
		for _, height := range []int{longSide - 1, longSide} {
			s := shape{width, height}
			winogradIn(v, s)
			winogradOut(v, s, false)
			winogradOut(v, s, true)
		}
	}
}

// inFactors returns the names and values of the factors of input transforms along sides of these lengths.
// The most frequently used factors come first.
func inFactors(sides ...int) (names []string, value map[string]float64) {
	const a, b, c = pointA, pointB, pointC
	value = map[string]float64{"AABB": a * a * b * b, "AAplusBB": a*a + b*b, "BB": b * b, "AA": a * a, "A": a, "B": b, "C": c,
		"ZeroFirst": -c, "ZeroThird": c * (a*a + b*b), "ZeroFifth": -c * a * a * b * b}
	names = []string{"AABB", "AAplusBB", "BB", "AA"}
	if slices.Contains(sides, longSide) {
		names = append(names, "A", "B", "C")
	}
	if slices.Contains(sides, longSide-1) {
		for point, v := range map[string]float64{"A": a, "B": b} {
			value[point+"Plus"], value[point+"PlusEven"] = v-c, (v-c)*v
			value[point+"Minus"], value[point+"MinusEven"] = -v-c, (v+c)*v
		}
		for _, point := range []string{"A", "B"} {
			names = append(names, point+"Plus", point+"PlusEven", point+"Minus", point+"MinusEven")
		}
		names = append(names, "ZeroFirst", "ZeroThird", "ZeroFifth")
	}
	return names, value
}

// winogradIn writes the transform of a patch of the input. Its argument is a *inArgs.
func winogradIn(v vectors, s shape) {
	v.fn(fmt.Sprintf("winogradIn%dx%d%s", s.width, s.height, v.suffix()), "args *inArgs", 8)
	v.arguments("AX", "BX", "CX", "DX", "R8", "R9", "R10") // src dst scratch vectors row pixel plane
	k := v.factors(inFactors(s.width, s.height))
	columns, rows := s.width+2, s.height+2
	v.op("channels:")
	v.copy("AX", "R11")
	for c := range columns {
		v.copy("R11", "R12")
		for r := range rows {
			v.load("(R12)", r)
			if r < rows-1 {
				v.advance("R8", "R12")
			}
		}
		in1d(v, s.height, k, func(r, result int) { v.store(result, at("CX", (points*r+c)*v.size())) })
		if c < columns-1 {
			v.advance("R9", "R11")
		}
	}
	v.copy("BX", "R12")
	for r := range rows {
		for c := range columns {
			v.load(at("CX", (points*r+c)*v.size()), c)
		}
		in1d(v, s.width, k, func(_, result int) {
			v.store(result, "(R12)")
			v.advance("R10", "R12")
		})
		for range points - columns {
			v.advance("R10", "R12")
		}
	}
	next := fmt.Sprintf("$%d", v.size())
	v.advance(next, "AX")
	v.advance(next, "BX")
	v.repeat("DX", "channels")
	v.end()
}

// in1d transforms the pixels of a side, which are in the registers from 0 on. It calls store for each
// result, in the order of points, and uses registers up to 15, or up to 16 if differences returns 1.
func in1d(v vectors, side int, k factors, store func(i, result int)) {
	first := 0                                         // register of the first pixel
	r := func(i int) int { return first + i }          // register of pixel i, or for an intermediate result
	sub := func(from int, factor string, by, to int) { // to = from - factor*by
		v.move(r(from), r(to))
		k.minus(factor, r(by), r(to))
	}
	outer := func(last, to int) { // to = last - (AA+BB)*(two before) + AABB*(four before)
		sub(last, "AAplusBB", last-2, to)
		k.plus("AABB", r(last-4), r(to))
	}
	if side == longSide {
		outer(5, 7)
		store(0, r(7))
		first = k.differences("C", 6)
		outer(4, 10)
	} else {
		k.times("ZeroFirst", r(4), r(10))
		k.plus("ZeroThird", r(2), r(10))
		k.plus("ZeroFifth", r(0), r(10))
	}
	sub(4, "BB", 2, 6)
	sub(3, "BB", 1, 7)
	sub(4, "AA", 2, 8)
	sub(3, "AA", 1, 9)
	outer(5, 15)
	for i, factor := range []string{"A", "B"} {
		odd, even, plus := 6+2*i, 7+2*i, 11+2*i
		if side == longSide {
			v.move(r(odd), r(plus))
			k.plus(factor, r(even), r(plus))
			sub(odd, factor, even, plus+1)
			continue
		}
		for j, sign := range []string{"Plus", "Minus"} {
			k.times(factor+sign, r(odd), r(plus+j))
			k.plus(factor+sign+"Even", r(even), r(plus+j))
		}
	}
	for i := range 6 {
		store(side-4+i, r(10+i))
	}
}

// winogradOut writes the transform of products back to pixels, and the epilogue of a convolution. Its
// argument is a *outArgs.
func winogradOut(v vectors, s shape, residual bool) {
	mode := map[bool]string{false: "Bias", true: "Residual"}[residual]
	v.fn(fmt.Sprintf("winogradOut%dx%d%s%s", s.width, s.height, mode, v.suffix()), "args *outArgs", 8)
	v.arguments("AX", "BX", "CX", "DX", "R8", "R9", "R10") // src dst scratch vectors row pixel plane
	v.clear("SI")                                          // offset of the current channels, in bytes
	k := v.factors(outFactors(s))
	v.op("channels:")
	outRows(v, s, k)
	outColumns(v, s, k, residual)
	for _, r := range []string{"AX", "BX", "SI"} {
		v.advance(fmt.Sprintf("$%d", v.size()), r)
	}
	v.repeat("DX", "channels")
	v.end()
}

// outRows transforms the rows of frequencies, and stores the results in the scratch memory.
func outRows(v vectors, s shape, k factors) {
	columns, rows := s.width+2, s.height+2
	v.copy("AX", "R11")
	for r := range rows {
		for c := range columns {
			v.load("(R11)", 7-columns+c)
			v.advance("R10", "R11")
		}
		for range points - columns {
			v.advance("R10", "R11")
		}
		out1d(v, s.width, k)
		for c := range s.width {
			v.store(9+c, at("CX", (5*r+c)*v.size()))
		}
	}
}

// outColumns transforms the columns of the results of outRows, applies the epilogue, and writes the pixels.
func outColumns(v vectors, s shape, k factors, residual bool) {
	rows := s.height + 2
	v.field(64, "R15") // bias
	v.load("(R15)(SI*1)", 14)
	v.broadcast("72(DI)", 15) // floor
	v.field(80, "R13")        // residual
	v.field(56, "R15")        // scale
	v.copy("BX", "R11")
	v.advance("SI", "R13")
	for c := range s.width {
		for r := range rows {
			v.load(at("CX", (5*r+c)*v.size()), 7-rows+r)
		}
		out1d(v, s.height, k)
		v.copy("R11", "R12")
		v.copy("R13", "R14")
		if residual {
			v.load("(R15)(SI*1)", 6)
		}
		for r := range s.height {
			q := 9 + r
			if residual {
				v.addLoaded("(R14)", q)
				v.store(q, "(R14)")
				v.scale(6, 14, q)
				if r < s.height-1 {
					v.advance("R8", "R14")
				}
			} else {
				v.add(14, q, q)
			}
			v.max(15, q, q)
			v.store(q, "(R12)")
			if r < s.height-1 {
				v.advance("R8", "R12")
			}
		}
		if c < s.width-1 {
			v.advance("R9", "R11")
			v.advance("R9", "R13")
		}
	}
}

// out1d transforms registers 0 to 6, the products for the points c, 0, ±a, ±b and infinity, into the pixels
// of a side, in the registers from 9 on. It also uses registers 7 and 8. A short side lacks the point c.
func out1d(v vectors, side int, k factors) {
	for i := range 2 { // sums in 7 and 8, differences in 2 and 4
		plus, minus := 2+2*i, 3+2*i
		v.add(minus, plus, 7+i)
		v.sub(minus, plus, plus)
	}
	v.add(7, 1, 9)
	v.add(8, 9, 9)
	if side == longSide {
		v.add(0, 9, 9)
	}
	for power := 1; power < side; power++ {
		a, b := 2, 4
		if power%2 == 0 {
			a, b = 7, 8
		}
		into := 9 + power
		factor := func(point string) string { return strings.Repeat(point, power) }
		if power == side-1 {
			v.move(6, into)
			k.plus(factor("A"), a, into)
		} else {
			k.times(factor("A"), a, into)
		}
		k.plus(factor("B"), b, into)
		if side == longSide {
			k.plus(factor("C"), 0, into)
		}
	}
}
