package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// each runs a test on every level of this CPU, and logs the levels that the CPU lacks.
func each(t *testing.T, f func(t *testing.T, l Level)) {
	t.Helper()
	for l := Generic; int(l) < len(levels); l++ {
		if !Has(l) {
			t.Logf("this CPU has no %v: not tested", l)
			continue
		}
		t.Run(l.String(), func(t *testing.T) { f(t, l) })
	}
}

func random(rng *rand.Rand, n int) []float32 {
	v := Floats(n)
	for i := range v {
		v[i] = float32(rng.NormFloat64())
	}
	return v
}

// near reports the first number whose error is too large. The tolerance is relative to the number itself
// plus the typical size of all numbers.
func near(t *testing.T, what string, got []float32, want []float64, tolerance float64) {
	t.Helper()
	size := 0.0
	for _, w := range want {
		size += w * w
	}
	size = math.Sqrt(size/float64(len(want))) + 1e-30
	for i, w := range want {
		if !(math.Abs(float64(got[i])-w) <= tolerance*(size+math.Abs(w))) {
			t.Errorf("%s: number %d is %g, want %g (typical size %g)", what, i, got[i], w, size)
			return
		}
	}
}

func TestMatrix(t *testing.T) {
	each(t, func(t *testing.T, l Level) {
		rng := rand.New(rand.NewPCG(1, 2))
		for _, shape := range [][3]int{{1, 4, 16}, {1, 96, 96}, {25, 96, 96}, {9, 64, 48}, {16, 22, 3}, {31, 17, 33}, {7, 128, 200}, {14, 8, 32}, {15, 8, 32}, {2, 5, 1}} {
			rows, k, n := shape[0], shape[1], shape[2]
			weights := random(rng, k*n)
			m := NewMatrix(l, nil, weights, k, n)
			lda, ldc := m.K+4, m.N+16
			a, c := random(rng, rows*lda), random(rng, rows*ldc)
			before := append([]float32(nil), c...)
			for _, add := range []bool{false, true} {
				copy(c, before)
				m.Mul(rows, a, lda, c, ldc, add)
				var got []float32
				var want []float64
				for r := range rows {
					for j := range m.N {
						sum := 0.0
						if add {
							sum = float64(before[r*ldc+j])
						}
						if j < n {
							for i := range k {
								sum += float64(a[r*lda+i]) * float64(weights[i*n+j])
							}
						}
						got, want = append(got, c[r*ldc+j]), append(want, sum)
					}
					for j := m.N; j < ldc; j++ {
						if c[r*ldc+j] != before[r*ldc+j] {
							t.Fatalf("%v: Mul wrote beyond the columns", shape)
						}
					}
				}
				near(t, fmt.Sprint(shape, add), got, want, 1e-5)
			}
		}
	})
}

// convolve computes a convolution by its definition, on planes.
func convolve(p Plane, in []float32, filters []float32, inC, out, side int) []float64 {
	var result []float64
	for i := range p.Count {
		in := in[p.Board(i):]
		for y := range p.Height {
			for x := range p.Width {
				for o := range out {
					sum := 0.0
					for ty := range side {
						for tx := range side {
							fx, fy := x+tx-side/2, y+ty-side/2
							if fx < 0 || fy < 0 || fx >= p.Width || fy >= p.Height {
								continue
							}
							for c := range inC {
								sum += float64(in[p.At(fx, fy)+c]) * float64(filters[((ty*side+tx)*inC+c)*out+o])
							}
						}
					}
					result = append(result, sum)
				}
			}
		}
	}
	return result
}

// fill returns a plane with random numbers on the board and zeros on the border.
func fill(rng *rand.Rand, p Plane) []float32 {
	v := p.New(nil)
	for b := range p.Count {
		for y := range p.Height {
			for i := range p.Width * p.Channels {
				v[p.Board(b)+p.At(0, y)+i] = float32(rng.NormFloat64())
			}
		}
	}
	return v
}

// board returns the pixels of all boards without the border, with the first channels of each.
func board(p Plane, v []float32, channels int) []float32 {
	var list []float32
	for b := range p.Count {
		for y := range p.Height {
			for x := range p.Width {
				list = append(list, v[p.Board(b)+p.At(x, y):][:channels]...)
			}
		}
	}
	return list
}

func borderIsZero(t *testing.T, p Plane, v []float32) {
	t.Helper()
	inside := map[int]bool{}
	for b := range p.Count {
		for y := range p.Height {
			for i := range p.Width * p.Channels {
				inside[p.Board(b)+p.At(0, y)+i] = true
			}
		}
	}
	for i, x := range v[:p.Len()] {
		if !inside[i] && x != 0 {
			t.Fatalf("the border has %g at %d, want 0", x, i)
		}
	}
}

var boards = [][2]int{{19, 19}, {9, 9}, {13, 13}, {2, 2}, {1, 1}, {5, 8}, {19, 3}, {4, 4}, {7, 20}}

func TestWinograd(t *testing.T) {
	each(t, func(t *testing.T, l Level) {
		tolerance := 6e-5
		if l.Integers() {
			tolerance = 3e-2
		}
		rng := rand.New(rand.NewPCG(3, 4))
		for i, size := range boards {
			in, out := 32+16*(i%3), 16+16*(i%4)
			if i == 0 {
				in, out = 96, 96
			}
			on := Boards{size[0], size[1], 1 + i%3}
			from, to := on.Plane(in), on.Plane(out)
			filters, src, bias, scale := random(rng, in*out*9), fill(rng, from), random(rng, out), random(rng, out)
			plain := convolve(from, src, filters, in, out, 3)
			var s Scratch
			for _, e := range []Epilogue{{}, {Bias: bias, Rectify: true}, {Bias: bias, Scale: scale, Residual: fill(rng, to)}, {Residual: fill(rng, to), Rectify: true}} {
				folded := []float32(nil)
				if e.Residual == nil && e.Bias != nil {
					folded = scale
				}
				w := NewWinograd(l, nil, filters, in, out, folded)
				var residual []float64
				want := make([]float64, len(plain))
				var old []float32
				if e.Residual != nil {
					old = board(to, e.Residual, out)
				}
				for k, v := range plain {
					c := k % out
					if folded != nil {
						v *= float64(scale[c])
					}
					if old != nil {
						v += float64(old[k])
						residual = append(residual, v)
						if e.Scale != nil {
							v *= float64(scale[c])
						}
					}
					if e.Bias != nil {
						v += float64(bias[c])
					}
					if e.Rectify {
						v = max(v, 0)
					}
					want[k] = v
				}
				dst := to.New(nil)
				w.Run(to.Boards, src, dst, e, &s)
				near(t, fmt.Sprint(size), board(to, dst, out), want, tolerance)
				borderIsZero(t, to, dst)
				if residual != nil {
					near(t, "residual", board(to, e.Residual, out), residual, tolerance)
				}
			}
		}
	})
}

// integerLevels returns the levels in integers that this CPU supports, after plain Go.
func integerLevels(t *testing.T) []Level {
	all := []Level{Generic}
	for l := Generic; int(l) < len(levels); l++ {
		switch {
		case l.Integers() && Has(l):
			all = append(all, l)
		case l.Integers():
			t.Logf("skipped: this CPU has no %v", l)
		}
	}
	return all
}

// TestMatrix16: products of integers have small errors, whatever the size of the numbers, and assembly gives the
// same integers as plain Go.
func TestMatrix16(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, l := range integerLevels(t) {
		for _, shape := range [][3]int{{1, 4, 16}, {1, 96, 96}, {25, 96, 96}, {9, 64, 48}, {16, 22, 3}, {31, 17, 33}, {7, 384, 200}, {14, 8, 32}, {15, 8, 32}, {2, 5, 1}} {
			for _, size := range []float32{1, 1e-12, 1e16} {
				rows, k, n := shape[0], shape[1], shape[2]
				weights, a := random(rng, k*n), random(rng, rows*Pad(k))
				for i := range a {
					if a[i] *= size; i%Pad(k) >= k {
						a[i] = 0
					}
				}
				m := newMatrix16(l, nil, weights, k, n)
				rounded, scales := (*Memory)(nil).words(rows*Pad(k)), Floats(rows)
				plain, plainScales := (*Memory)(nil).words(rows*Pad(k)), Floats(rows)
				r := roundArgs{src: at(a, 0), dst: at(rounded, 0), scales: at(scales, 0), rows: 1, columns: rows, srcStep: 4 * Pad(k), dstStep: 2 * Pad(k), scaleStep: 4}
				r.setLength(Pad(k))
				round(l, &r)
				r.dst, r.scales = at(plain, 0), at(plainScales, 0)
				roundGeneric(&r)
				for i := range plain {
					if d := plain[i] - rounded[i]; d < -1 || d > 1 {
						t.Fatalf("%v %v: number %d is rounded to %d, want %d", l, shape, i, rounded[i], plain[i])
					}
				}
				ldc := m.n + 16
				c := random(rng, rows*ldc)
				before := append([]float32(nil), c...)
				m.mul(rows, rounded, scales, c, ldc, new(gemm16Args))
				var got []float32
				var want []float64
				for r := range rows {
					for j := range m.n {
						sum := 0.0
						if j < n {
							for i := range k {
								sum += float64(a[r*Pad(k)+i]) * float64(weights[i*n+j])
							}
						}
						got, want = append(got, c[r*ldc+j]), append(want, sum)
					}
					for j := m.n; j < ldc; j++ {
						if c[r*ldc+j] != before[r*ldc+j] {
							t.Fatalf("%v %v: mul wrote beyond the columns", l, shape)
						}
					}
				}
				near(t, fmt.Sprint(l, shape, size), got, want, 1e-3)
			}
		}
	}
}

// TestSums: the sum of the longest vectors that rounding allows fits into 32 bits.
func TestSums(t *testing.T) {
	for _, l := range integerLevels(t) {
		for _, k := range []int{16, 96, MaxChannels} {
			weights, a := Floats(k*16), Floats(k)
			for i := range k {
				a[i] = 0.7 + float32(i%3)/10
				for j := range 16 {
					weights[i*16+j] = a[i]
				}
			}
			m := newMatrix16(l, nil, weights, k, 16)
			rounded, scales, c := (*Memory)(nil).words(k), Floats(1), Floats(16)
			r := roundArgs{src: at(a, 0), dst: at(rounded, 0), scales: at(scales, 0), rows: 1, columns: 1}
			r.setLength(k)
			round(l, &r)
			m.mul(1, rounded, scales, c, 16, new(gemm16Args))
			want := 0.0
			for _, v := range a {
				want += float64(v) * float64(v)
			}
			for _, v := range c {
				if math.Abs(float64(v)-want) > 2e-3*want {
					t.Fatalf("%v: the product of %d equal numbers with themselves is %g, want %g", l, k, v, want)
				}
			}
		}
	}
}

func TestDirect(t *testing.T) {
	each(t, func(t *testing.T, l Level) {
		rng := rand.New(rand.NewPCG(9, 10))
		for i, size := range boards {
			in, out, side := 22, []int{96, 16, 40, 112}[i%4], []int{5, 3, 1}[i%3]
			filters, add, bias := random(rng, in*out*side*side), random(rng, Pad(out)), random(rng, Pad(out))
			chw := make([]float32, in*size[0]*size[1])
			p := Boards{size[0], size[1], 1}.Plane(Pad(in))
			planes := p.New(nil)
			for k := range chw {
				if rng.IntN(4) == 0 {
					chw[k] = float32(rng.NormFloat64())
					at := k % (size[0] * size[1])
					planes[p.At(at%size[0], at/size[0])+k/(size[0]*size[1])] = chw[k]
				}
			}
			want := convolve(p, planes, filters, in, out, side)
			for k := range want {
				want[k] += float64(add[k%out]) + float64(bias[k%out])
			}
			d := NewDirect(l, nil, filters, in, out, side, side, 1, 1)
			q := Boards{size[0], size[1], 1}.Plane(d.Out)
			base, dst := q.New(nil), q.New(nil)
			for y := range size[1] {
				for x := range size[0] {
					copy(base[q.At(x, y):], add)
				}
			}
			var s SparseScratch
			d.Run(size[0], size[1], 2, chw, base, bias, dst, &s)
			clear(chw[2*size[0]*size[1]:])
			d.Run(size[0], size[1], 0, chw, dst, nil, dst, &s)
			near(t, fmt.Sprint(size, side), board(q, dst, out), want, 1e-5)
			borderIsZero(t, q, dst)
		}
	})
}

func TestTaps(t *testing.T) {
	each(t, func(t *testing.T, l Level) {
		rng := rand.New(rand.NewPCG(17, 18))
		for i, size := range boards {
			in, out, side := []int{16, 48}[i%2], []int{32, 20, 3}[i%3], []int{5, 1, 3, 7}[i%4]
			filters := random(rng, in*out*side*side)
			on := Boards{size[0], size[1], 1 + i%3}
			p := on.Plane(in)
			src := fill(rng, p)
			c := NewTaps(l, nil, filters, in, out, side, side, 1, 1)
			q := on.Plane(c.Out)
			dst := q.New(nil)
			c.Run(p.Boards, src, dst)
			near(t, fmt.Sprint(size, side), board(q, dst, out), convolve(p, src, filters, in, out, side), 1e-5)
			borderIsZero(t, q, dst)
		}
	})
}
