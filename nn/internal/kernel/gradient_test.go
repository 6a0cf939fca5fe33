package kernel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestOuter(t *testing.T) {
	each(t, func(t *testing.T, l Level) {
		rng := rand.New(rand.NewPCG(21, 22))
		for _, shape := range [][3]int{{1, 16, 16}, {300, 96, 96}, {7, 48, 32}, {513, 16, 64}, {40, 32, 80}} {
			rows, k, n := shape[0], shape[1], shape[2]
			lda, ldb := k+16, n+32
			a, b, c := random(rng, rows*lda), random(rng, rows*ldb), random(rng, k*n+16)
			want := make([]float64, k*n)
			for i := range k {
				for j := range n {
					want[i*n+j] = float64(c[i*n+j])
					for r := range rows {
						want[i*n+j] += float64(a[r*lda+i]) * float64(b[r*ldb+j])
					}
				}
			}
			beyond := slices.Clone(c[k*n:])
			Outer(l, rows, a, lda, k, b, ldb, n, c)
			near(t, fmt.Sprint(shape), c[:k*n], want, 1e-5)
			if !slices.Equal(c[k*n:], beyond) {
				t.Errorf("%v: Outer wrote beyond the end", shape)
			}
		}
		Outer(l, 0, nil, 0, 16, nil, 0, 16, nil)
	})
}

// TestGradient compares the gradients of filters and input with their definitions.
func TestGradient(t *testing.T) {
	each(t, func(t *testing.T, l Level) {
		rng := rand.New(rand.NewPCG(23, 24))
		for i, size := range boards {
			in, out := 10+22*(i%3), 16+17*(i%4)
			on := Boards{size[0], size[1], 1 + i%3}
			from, to := on.Plane(Pad(in)), on.Plane(Pad(out))
			x, by := fill(rng, from), fill(rng, to)
			blank(from, x, in)
			blank(to, by, out)
			want := make([]float64, 9*in*out)
			for b := range on.Count {
				for y := range on.Height {
					for col := range on.Width {
						d := by[to.Board(b)+to.At(col, y):][:out]
						for k := range 9 {
							fx, fy := col+k%3-1, y+k/3-1
							if fx < 0 || fy < 0 || fx >= on.Width || fy >= on.Height {
								continue
							}
							for c, v := range x[from.Board(b)+from.At(fx, fy):][:in] {
								for o, w := range d {
									want[(k*in+c)*out+o] += float64(v) * float64(w)
								}
							}
						}
					}
				}
			}
			var s Scratch
			g := NewGradient(l, nil, in, out)
			got := make([]float32, 9*in*out)
			for range 2 { // Filters adds to got and resets the gradient
				g.Add(on, x, by, &s)
				g.Filters(got)
			}
			for j := range want {
				want[j] *= 2
			}
			near(t, fmt.Sprint(size, in, out), got, want, 6e-5)

			filters := random(rng, 9*in*out)
			back := NewWinograd(l.Exact(), nil, Flip(filters, in, out), out, in, nil)
			dx := from.New(nil)
			back.Run(on, by, dx, Epilogue{}, &s)
			near(t, fmt.Sprint("back ", size), board(from, dx, in), convolve(to, by, Flip(filters, in, out), out, in, 3), 6e-5)
			var inner, outer float64 // <conv(x), by> = <x, back(by)>
			byList, dxList := board(to, by, out), board(from, dx, in)
			for j, v := range convolve(from, x, filters, in, out, 3) {
				inner += v * float64(byList[j])
			}
			for j, v := range board(from, x, in) {
				outer += float64(v) * float64(dxList[j])
			}
			near(t, fmt.Sprint("adjoint ", size), []float32{float32(inner)}, []float64{outer}, 1e-3)
		}
	})
}

// blank sets all but the first channels to zero, like padding.
func blank(p Plane, v []float32, channels int) {
	for b := range p.Count {
		for y := range p.Height {
			for x := range p.Width {
				clear(v[p.Board(b)+p.At(x, y)+channels:][:p.Channels-channels])
			}
		}
	}
}

// TestSetFilters: after SetFilters a convolution equals one made from the new filters.
func TestSetFilters(t *testing.T) {
	each(t, func(t *testing.T, l Level) {
		rng := rand.New(rand.NewPCG(25, 26))
		l = l.Exact()
		const in, out = 22, 40
		on := Boards{9, 9, 2}
		x := fill(rng, on.Plane(Pad(in)))
		first, second := random(rng, 9*in*out), random(rng, 9*in*out)
		w := NewWinograd(l, nil, first, in, out, nil)
		w.SetFilters(second, in, out)
		var s Scratch
		got, want := on.Plane(Pad(out)).New(nil), on.Plane(Pad(out)).New(nil)
		w.Run(on, x, got, Epilogue{}, &s)
		NewWinograd(l, nil, second, in, out, nil).Run(on, x, want, Epilogue{}, &s)
		var exact []float64
		for _, v := range want {
			exact = append(exact, float64(v))
		}
		near(t, "set", got, exact, 6e-5)
	})
}

// BenchmarkGradient measures the gradient of filters of 96 into 96 channels. It counts effective
// operations, like [BenchmarkWinograd].
func BenchmarkGradient(b *testing.B) {
	for _, side := range []int{19, 13, 9} {
		for l := AVX2; l <= AVX512; l++ {
			if !Has(l) {
				continue
			}
			b.Run(fmt.Sprintf("%v/%d", l, side), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(1, 1))
				const c, count = 96, 16
				p := Boards{side, side, count}.Plane(c)
				x, by := fill(rng, p), fill(rng, p)
				g := NewGradient(l, nil, c, c)
				var s Scratch
				for b.Loop() {
					g.Add(p.Boards, x, by, &s)
				}
				b.ReportMetric(count*2*9*c*c*float64(side*side)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
}
