package kernel

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkWinograd measures a convolution of 96 into 96 channels with a residual. It counts the
// operations that the convolution would need by its definition, not the smaller number that Winograd's
// method needs.
func BenchmarkWinograd(b *testing.B) {
	for _, side := range []int{19, 13, 9} {
		for l := AVX2; int(l) < len(levels); l++ {
			if !Has(l) {
				continue
			}
			b.Run(l.String()+"/"+string(rune('0'+side/10))+string(rune('0'+side%10)), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(1, 1))
				const c, layers = 96, 12
				p := Boards{side, side, 1}.Plane(c)
				src, dst, residual := fill(rng, p), p.New(nil), p.New(nil)
				var all []*Winograd
				var s Scratch
				for range layers {
					all = append(all, NewWinograd(l, nil, random(rng, c*c*9), c, c, nil))
				}
				e := Epilogue{Bias: random(rng, c), Residual: residual, Rectify: true}
				b.ReportAllocs()
				i := 0
				for b.Loop() {
					all[i%layers].Run(p.Boards, src, dst, e, &s)
					i++
				}
				b.ReportMetric(2*9*c*c*float64(side*side)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
}

// BenchmarkPeak measures the largest possible number of operations per second.
func BenchmarkPeak(b *testing.B) {
	for _, l := range Available() {
		b.Run(l.String(), func(b *testing.B) {
			var operations float64
			for b.Loop() {
				operations += Peak(l, 1000)
			}
			b.ReportMetric(operations/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}
