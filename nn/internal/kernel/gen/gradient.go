package main

import (
	"fmt"
	"math"
	"strings"
)

// gradients writes the functions that only training needs: sums of outer products, the transpose of the
// output transform, and the gradient of a norm with ReLU.
func gradients(f *file, w width) {
	for nv := 1; nv <= 3; nv++ {
		for mr := 1; mr <= kinds(w)[0].most[nv-1]; mr++ {
			outer(f, w, mr, nv)
		}
		fmt.Fprintf(&f.stubs, "\nvar outer%s%d = [...]outerFunc{", w.reg, nv)
		for mr := 1; mr <= kinds(w)[0].most[nv-1]; mr++ {
			fmt.Fprintf(&f.stubs, "%d: outer%sx%dx%d, ", mr, w.reg, mr, nv)
		}
		f.stubs.WriteString("}\n")
	}
	adjoints(x86{f, w})
	rectified(f, w, false)
	rectified(f, w, true)
}

// adjoints writes the transposes of the output transform, for tiles of every shape.
func adjoints(v vectors) {
	for _, width := range []int{4, 5} {
		for _, height := range []int{4, 5} {
			winogradAdjoint(v, shape{width, height})
		}
	}
}

// outer writes a sum of outer products. For every row of A and B it adds the products of mr numbers of A
// with nv vectors of B to C, which has mr rows of nv vectors. AX points at A, BX at B and CX at C. DX is the
// remaining number of rows.
func outer(f *file, w width, mr, nv int) {
	f.fn(fmt.Sprintf("outer%sx%dx%d", w.reg, mr, nv), "a, b, c unsafe.Pointer, rows, lda, ldb, ldc int", 56)
	for i, r := range []string{"AX", "BX", "CX", "DX", "R8", "R9", "R13"} {
		f.op("MOVQ %s+%d(FP), %s", []string{"a", "b", "c", "rows", "lda", "ldb", "ldc"}[i], 8*i, r)
	}
	acc := func(r, v int) string { return w.r(r*nv + v) }
	every := func(do func(r, v int)) {
		f.op("MOVQ CX, DI")
		for r := range mr {
			for v := range nv {
				do(r, v)
			}
			if r < mr-1 {
				f.op("ADDQ R13, DI")
			}
		}
	}
	every(func(r, v int) { f.op("VMOVUPS %d(DI), %s", v*w.bytes, acc(r, v)) })
	f.op("PCALIGN $32")
	f.op("loop:")
	for v := range nv {
		f.op("VMOVUPS %d(BX), %s", v*w.bytes, w.r(mr*nv+v))
	}
	first := mr*nv + nv // first register for broadcast numbers
	spare := min(w.count-first, 4)
	for r := range mr {
		b := w.r(first + r%spare)
		f.op("VBROADCASTSS %d(AX), %s", 4*r, b)
		for v := range nv {
			f.op("VFMADD231PS %s, %s, %s", w.r(mr*nv+v), b, acc(r, v))
		}
	}
	f.op("ADDQ R8, AX")
	f.op("ADDQ R9, BX")
	f.op("DECQ DX")
	f.op("JNZ loop")
	every(func(r, v int) { f.op("VMOVUPS %s, %d(DI)", acc(r, v), v*w.bytes) })
	f.end()
}

// winogradAdjoint writes the transform of a tile's gradients from pixels to the products that the pixels
// are computed from. Its argument is a *inArgs.
func winogradAdjoint(v vectors, s shape) {
	v.fn(fmt.Sprintf("winogradAdjoint%dx%d%s", s.width, s.height, v.suffix()), "args *inArgs", 8)
	v.arguments("AX", "BX", "CX", "DX", "R8", "R9", "R10") // src dst scratch vectors row pixel plane
	k := v.factors(outFactors(s))
	v.op("channels:")
	v.copy("AX", "R11")
	for c := range s.width {
		v.copy("R11", "R12")
		for r := range s.height {
			v.load("(R12)", r)
			if r < s.height-1 {
				v.advance("R8", "R12")
			}
		}
		adjoint1d(v, s.height, k, func(r, result int) { v.store(result, at("CX", (5*r+c)*v.size())) })
		if c < s.width-1 {
			v.advance("R9", "R11")
		}
	}
	v.copy("BX", "R12")
	for r := range s.height + 2 {
		for c := range s.width {
			v.load(at("CX", (5*r+c)*v.size()), c)
		}
		adjoint1d(v, s.width, k, func(_, result int) {
			v.store(result, "(R12)")
			v.advance("R10", "R12")
		})
		for range longSide - s.width {
			v.advance("R10", "R12")
		}
	}
	next := fmt.Sprintf("$%d", v.size())
	v.advance(next, "AX")
	v.advance(next, "BX")
	v.repeat("DX", "channels")
	v.end()
}

// adjoint1d transforms the gradients of the pixels of a side, which are in the registers from 0 on. It
// computes the gradients for the points c, 0, ±a, ±b and infinity, and calls store for each in this order.
// A side of 4 lacks the point c.
func adjoint1d(v vectors, side int, k factors, store func(i, result int)) {
	next := 0
	put := func(register int) {
		store(next, register)
		next++
	}
	if side == 5 {
		v.move(0, 5)
		for x := 1; x < side; x++ {
			k.plus(strings.Repeat("C", x), x, 5)
		}
		put(5)
	}
	put(0)
	for _, point := range []string{"A", "B"} {
		v.move(0, 6) // even powers
		k.times(point, 1, 7)
		for x := 2; x < side; x++ {
			k.plus(strings.Repeat(point, x), x, 6+x%2)
		}
		v.add(7, 6, 8)
		v.sub(7, 6, 9)
		put(8)
		put(9)
	}
	put(side - 1)
}

// outFactors returns the names and values of the factors of output transforms: powers of the points.
func outFactors(s shape) (names []string, value map[string]float64) {
	value = map[string]float64{}
	for power := range max(s.width, s.height) - 1 {
		for i, point := range []float64{pointA, pointB, pointC} {
			name := strings.Repeat("ABC"[i:i+1], power+1)
			names, value[name] = append(names, name), math.Pow(point, float64(power+1))
		}
	}
	return names, value
}

// rectified writes the gradient of max(x*scale + bias, 0). It uses by, the gradient of the result, where the
// result is above zero, and zero elsewhere. It adds this to the gradient of the bias. It multiplies it by
// the scale, and writes the product to dst, or adds it to dst if add is true. Its argument is a
// *rectifiedArgs.
func rectified(f *file, w width, add bool) {
	name := "rectified" + w.reg
	if add {
		name = "rectifiedAdd" + w.reg
	}
	f.fn(name, "args *rectifiedArgs", 8)
	f.op("MOVQ args+0(FP), DI")
	// by out dst scale bias pixels channels step
	for i, r := range []string{"AX", "BX", "CX", "DX", "SI", "R8", "R9", "R10"} {
		f.op("MOVQ %d(DI), %s", 8*i, r)
	}
	f.op("VXORPS %s, %[1]s, %[1]s", w.r(3))
	f.op("pixels:")
	f.op("XORQ R13, R13")
	f.op("channels:")
	if w == Z {
		f.op("VCMPPS $1, (BX)(R13*1), %s, K1", w.r(3))
		f.op("VMOVUPS.Z (AX)(R13*1), K1, %s", w.r(0))
	} else {
		f.op("VCMPPS $1, (BX)(R13*1), %s, %s", w.r(3), w.r(1))
		f.op("VANDPS (AX)(R13*1), %s, %s", w.r(1), w.r(0))
	}
	f.op("VADDPS (SI)(R13*1), %s, %s", w.r(0), w.r(1))
	f.op("VMOVUPS %s, (SI)(R13*1)", w.r(1))
	if add {
		f.op("VMOVUPS (CX)(R13*1), %s", w.r(1))
		f.op("VFMADD231PS (DX)(R13*1), %s, %s", w.r(0), w.r(1))
	} else {
		f.op("VMULPS (DX)(R13*1), %s, %s", w.r(0), w.r(1))
	}
	f.op("VMOVUPS %s, (CX)(R13*1)", w.r(1))
	f.op("ADDQ $%d, R13", w.bytes)
	f.op("CMPQ R13, R9")
	f.op("JLT channels")
	for _, r := range []string{"AX", "BX", "CX"} {
		f.op("ADDQ R10, %s", r)
	}
	f.op("DECQ R8")
	f.op("JNZ pixels")
	f.end()
}
