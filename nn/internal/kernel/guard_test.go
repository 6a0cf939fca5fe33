//go:build linux

package kernel

import (
	"fmt"
	"os"
	"runtime/debug"
	"syscall"
	"testing"
	"unsafe"
)

// guarded allocates memory beside pages that cannot be accessed. If a kernel reads or writes beyond a buffer, the
// access faults. A buffer touches only one of the two pages around it, so a test has to run twice.
type guarded struct {
	t     *testing.T
	atEnd bool // buffers end at the inaccessible page, otherwise they begin at it
}

// bytes returns a buffer of n bytes. Its memory is released at the end of the test.
func (g *guarded) bytes(n int) []byte {
	g.t.Helper()
	page := os.Getpagesize()
	whole := (n + page - 1) / page * page
	all, err := syscall.Mmap(-1, 0, whole+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		g.t.Fatal(err)
	}
	g.t.Cleanup(func() { _ = syscall.Munmap(all) })
	for _, p := range [][]byte{all[:page], all[page+whole:]} {
		if err := syscall.Mprotect(p, syscall.PROT_NONE); err != nil {
			g.t.Fatal(err)
		}
	}
	if g.atEnd {
		return all[page+whole-n : page+whole : page+whole]
	}
	return all[page : page+n : page+n]
}

// slice returns a buffer of n zeros.
func slice[T any](g *guarded, n int) []T {
	var zero T
	b := g.bytes(max(n, 1) * int(unsafe.Sizeof(zero)))
	return unsafe.Slice((*T)(unsafe.Pointer(&b[0])), max(n, 1))[:n:n]
}

// copyOf returns a guarded copy.
func copyOf[T any](g *guarded, v []T) []T {
	c := slice[T](g, len(v))
	copy(c, v)
	return c
}

// floats returns a buffer of n small numbers.
func (g *guarded) floats(n int) []float32 {
	v := slice[float32](g, n)
	for i := range v {
		v[i] = float32(i%7 - 3)
	}
	return v
}

// plane returns a plane. Its border is not zero, because the results do not matter.
func (g *guarded) plane(p Plane) []float32 { return g.floats(p.Len()) }

// matrix returns a matrix whose panels are guarded, one by one.
func (g *guarded) matrix(l Level, k, n int) *Matrix {
	m := NewMatrix(l, nil, g.floats(k*n), k, n)
	g.panels(m)
	return m
}

func (g *guarded) panels(m *Matrix) {
	for i := range m.panels {
		m.panels[i].data = copyOf(g, m.panels[i].data)
	}
}

// winograd returns a convolution whose filters are guarded, and its working memory.
func (g *guarded) winograd(l Level, in, out int, on Boards) (*Winograd, *Scratch) {
	w := NewWinograd(l, nil, g.floats(9*in*out), in, out, nil)
	for _, m := range w.filters {
		g.panels(m)
	}
	for _, m := range w.ints {
		m.steps = copyOf(g, m.steps)
		g.panels16(m)
	}
	return w, g.scratch(l, w.In, w.Out, on)
}

// panels16 copies the panels of a matrix, which stay adjacent.
func (g *guarded) panels16(m *matrix16) {
	var all []int16
	for _, p := range m.panels {
		all = append(all, p.data...)
	}
	all = copyOf(g, all)
	for i := range m.panels {
		n := len(m.panels[i].data)
		m.panels[i].data, all = all[:n], all[n:]
	}
}

// scratch returns the working memory of a convolution. All boards must fit into one block.
func (g *guarded) scratch(l Level, in, out int, on Boards) *Scratch {
	tiles := on.Count * coverOf(on).tiles()
	s := &Scratch{patch: slice[float32](g, frequencies*Lanes), out: slice[float32](g, frequencies*tiles*out)}
	if l.Integers() {
		s.in, s.in16, s.scales = slice[float32](g, frequencies*in), slice[int16](g, frequencies*tiles*in), slice[float32](g, frequencies*tiles)
	} else {
		s.in = slice[float32](g, frequencies*tiles*in)
	}
	return s
}

// eachGuarded runs a test on every level of this CPU, with inaccessible pages behind buffers and before them.
func eachGuarded(t *testing.T, f func(g *guarded, l Level)) {
	each(t, func(t *testing.T, l Level) {
		for _, atEnd := range []bool{true, false} {
			t.Run(map[bool]string{true: "behind", false: "before"}[atEnd], func(t *testing.T) {
				defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
				f(&guarded{t, atEnd}, l)
			})
		}
	})
}

// beyond runs one case in a subtest, which releases the memory of the case, and reports an access beyond a buffer.
func (g *guarded) beyond(name string, f func(g *guarded)) {
	g.t.Helper()
	g.t.Run(name, func(t *testing.T) {
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		defer func() {
			if err := recover(); err != nil {
				t.Errorf("%v", err)
			}
		}()
		f(&guarded{t, g.atEnd})
	})
}

// TestGuard: the helper of this file notices an access beyond a buffer, in Go and in every kernel.
func TestGuard(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	each(t, func(t *testing.T, l Level) {
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		v := (&guarded{t, true}).floats(48)
		if !faults(func() { Activate(l, Mish, unsafe.Slice(&v[0], 64)) }) {
			t.Error("a kernel can write beyond a buffer")
		}
	})
	for _, atEnd := range []bool{true, false} {
		g, sum := &guarded{t, atEnd}, float32(0)
		for _, n := range []int{16, 1024, 1040} {
			v := g.floats(n)
			beyond := unsafe.Pointer(&v[0])
			if atEnd {
				beyond = unsafe.Add(beyond, 4*n)
			} else {
				beyond = unsafe.Add(beyond, -4)
			}
			if !faults(func() { sum += *(*float32)(beyond) }) {
				t.Errorf("atEnd=%v: the float beyond %d floats can be read", atEnd, n)
			}
		}
	}
}

// faults reports whether a function panics, as it does if it uses an address that it must not use.
func faults(f func()) (fault bool) {
	defer func() { fault = recover() != nil }()
	f()
	return false
}

// guardedBoards yields sizes from 2x2 to 25x25, each width and each height once.
func guardedBoards(do func(i int, on Boards)) {
	for i := range 24 {
		do(i, Boards{2 + i, 2 + i*7%24, 1})
	}
	do(24, Boards{19, 19, 2})
	do(25, Boards{25, 25, 1})
	do(26, Boards{3, 2, 5})
}

// guardedChannels are numbers of channels that use panels and vectors of all widths.
var guardedChannels = []int{16, 48, 112, 208, 32, 64, 80}

func TestGuardedProducts(t *testing.T) {
	eachGuarded(t, func(g *guarded, l Level) {
		for _, n := range guardedChannels {
			for _, rows := range []int{1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 14, 29} {
				k := []int{4, 16, 48, 208}[rows%4]
				g.beyond(fmt.Sprint(rows, k, n), func(g *guarded) {
					m := g.matrix(l, k, n)
					a, c := g.floats(rows*k), g.floats(rows*n)
					m.Mul(rows, a, k, c, n, false)
					m.Mul(rows, a, k, c, n, true)
					k = Pad(k)
					Outer(l, rows, g.floats(rows*k), k, k, g.floats(rows*n), n, n, g.floats(k*n))
				})
			}
		}
	})
}

func TestGuardedProducts16(t *testing.T) {
	eachGuarded(t, func(g *guarded, l Level) {
		if !l.Integers() {
			return
		}
		for _, n := range guardedChannels {
			for _, rows := range []int{1, 2, 5, 7, 10, 14, 29} {
				k := []int{16, 48, 208}[rows%3]
				g.beyond(fmt.Sprint(rows, k, n), func(g *guarded) {
					m := newMatrix16(l, nil, g.floats(k*n), k, n)
					m.steps = copyOf(g, m.steps)
					g.panels16(m)
					from, a, scales, c := g.floats(rows*k), slice[int16](g, rows*k), slice[float32](g, rows), g.floats(rows*n)
					r := roundArgs{src: at(from, 0), dst: at(a, 0), scales: at(scales, 0), rows: 1, columns: rows, srcStep: 4 * k, dstStep: 2 * k, scaleStep: 4}
					r.setLength(k)
					round(l, &r)
					m.mul(rows, a, scales, c, n, new(gemm16Args))
				})
			}
		}
	})
}

func TestGuardedConvolutions(t *testing.T) {
	eachGuarded(t, func(g *guarded, l Level) {
		guardedBoards(func(i int, on Boards) {
			if testing.Short() && i%3 > 0 {
				return
			}
			in, out := guardedChannels[i%4], guardedChannels[i/4%4]
			if in*out > 112*112 {
				in = 16
			}
			g.beyond(fmt.Sprint(on, in, out), func(g *guarded) {
				w, s := g.winograd(l, in, out, on)
				from, to := on.Plane(in), on.Plane(out)
				src, dst := g.plane(from), g.plane(to)
				w.Run(on, src, dst, Epilogue{Bias: g.floats(out), Rectify: true}, s)
				w.Run(on, src, dst, Epilogue{Bias: g.floats(out), Scale: g.floats(out), Residual: g.plane(to)}, s)
				gradient := NewGradient(l, nil, in, out)
				gradient.sums = slice[float32](g, len(gradient.sums))
				gradient.Add(on, src, g.plane(to), g.scratch(l.Exact(), in, out, on))
			})
		})
	})
}

func TestGuardedPixels(t *testing.T) {
	eachGuarded(t, func(g *guarded, l Level) {
		guardedBoards(func(i int, on Boards) {
			n := guardedChannels[i%len(guardedChannels)]
			g.beyond(fmt.Sprint(on, n), func(g *guarded) {
				p := on.Plane(n)
				Affine(l, on, n, g.plane(p), n, g.plane(p), n, Epilogue{Scale: g.floats(n), Bias: g.floats(n), Rectify: true})
				Affine(l, on, n, g.plane(p), n, g.plane(p), n, Epilogue{Scale: g.floats(n), Bias: g.floats(n), Residual: g.plane(p)})
				Pool(l, p, g.plane(p), g.floats(n), g.floats(n))
				for _, add := range []bool{false, true} {
					Rectified(l, p, g.plane(p), g.plane(p), g.plane(p), g.floats(n), g.floats(n), add)
				}
				// The loops over pixels must not reach beyond the last row either, so this row is a buffer of its own.
				row := on.Width * n
				a := affineArgs{src: at(g.floats(row), 0), dst: at(g.floats(row), 0), scale: at(g.floats(n), 0), bias: at(g.floats(n), 0),
					pixels: on.Width, channels: 4 * n, srcStep: 4 * n, dstStep: 4 * n, residualStep: 4 * n}
				affine(l, &a)
				a.residual = at(g.floats(row), 0)
				affine(l, &a)
				pool(l, &poolArgs{src: at(g.floats(row), 0), sum: at(g.floats(n), 0), most: at(g.floats(n), 0), pixels: on.Width, channels: 4 * n, step: 4 * n})
				r := rectifiedArgs{by: at(g.floats(row), 0), out: at(g.floats(row), 0), dst: at(g.floats(row), 0), scale: at(g.floats(n), 0),
					bias: at(g.floats(n), 0), pixels: on.Width, channels: 4 * n, step: 4 * n}
				rectified(l, &r, false)
				rectified(l, &r, true)
			})
		})
	})
}

func TestGuardedGather(t *testing.T) {
	eachGuarded(t, func(g *guarded, l Level) {
		guardedBoards(func(i int, on Boards) {
			n := guardedChannels[i%len(guardedChannels)]
			g.beyond(fmt.Sprint(on, n), func(g *guarded) {
				const in, side = 3, 5
				d := NewDirect(l, nil, g.floats(side*side*in*n), in, n, side, side, 1, 1)
				d.rows = copyOf(g, d.rows)
				planes := g.floats(in * on.Width * on.Height)
				var s SparseScratch
				d.read(planes, on.Width, on.Height, 0, &s)
				s.starts, s.offset, s.amount = copyOf(g, s.starts), copyOf(g, s.offset), copyOf(g, s.amount)
				_, _, columns, _ := d.pixels(on.Width, on.Height)
				place := 4 * in * n
				a := gatherArgs{rows: at(d.rows, 0), offset: at(s.offset, 0), amount: at(s.amount, 0), height: side, width: 4 * side,
					below: 4 * columns, line: side * place, base: at(g.floats(n), 0), bias: at(g.floats(n), 0)}
				dst := g.floats(n)
				for _, pixel := range [][2]int{{0, 0}, {on.Width - 1, 0}, {0, on.Height - 1}, {on.Width - 1, on.Height - 1}} {
					a.dst, a.starts, a.shift = at(dst, 0), at(s.starts, pixel[1]*columns+pixel[0]), pixel[0]*place
					gather(l, n, &a)
				}
			})
		})
	})
}

func TestGuardedActivations(t *testing.T) {
	eachGuarded(t, func(g *guarded, l Level) {
		for _, n := range []int{1, 15, 16, 17, 48, 112, 208, 368, 633} {
			g.beyond(fmt.Sprint(n), func(g *guarded) {
				for _, a := range []Activation{ReLU, Mish, SiLU} {
					Activate(l, a, g.floats(n))
				}
				exponentials(l, g.floats(Pad(n)), g.floats(Pad(n)))
				GatedSiLU(l, g.floats(Pad(n)), g.floats(Pad(n)))
				if n%2 == 0 {
					Rotate(l, g.floats(n), g.floats(n), g.floats(n))
				}
			})
		}
	})
}

func TestGuardedTokens(t *testing.T) {
	eachGuarded(t, func(g *guarded, l Level) {
		guardedBoards(func(i int, on Boards) {
			if testing.Short() && i%3 > 0 {
				return
			}
			n := guardedChannels[i%len(guardedChannels)]
			g.beyond(fmt.Sprint(on, n), func(g *guarded) {
				tokens, p := on.Count*on.Width*on.Height, on.Plane(n)
				RMSNorm(l, p, g.plane(p), n, 1e-3, g.floats(n), g.floats(tokens*n))
				NewLinear(l, nil, g.floats(n*n), n, n).Run(on, g.plane(p), g.plane(p), Epilogue{}, new(Scratch))
				points := on.Width * on.Height
				Attend(l, Head{Points: points, Dim: 16, ValueDim: 16, Scale: 1, Step: 16, OutStep: 16,
					Q: g.floats(points * 16), K: g.floats(points * 16), V: g.floats(points * 16), Out: g.floats(points * 16)}, new(AttentionScratch))
			})
		})
	})
}
