package nn

import (
	"time"

	"tengen/nn/internal/kernel"
)

// Peak is what one thread of this CPU can do at most on a level, in 10^9 operations
// a second: multiplications and additions of registers that never wait for memory.
// They are of float32, on level vnni16 of 16-bit integers, and on level generic,
// which is compiled Go, one at a time. It is the best moment within d, so that other
// work on the machine hides it less. What a net achieves can be compared with it:
// see [Model.FLOPs]. 0 on a level that this CPU has not.
func Peak(l Level, d time.Duration) float64 {
	if !kernel.Has(l) {
		return 0
	}
	best := 0.0
	for start := time.Now(); ; {
		began := time.Now()
		operations := peak(l, 1<<12) // some ten microseconds to some hundred
		best = max(best, operations/time.Since(began).Seconds()/1e9)
		if time.Since(start) >= d {
			return best
		}
	}
}

// peak multiplies and adds n times over and returns how many operations that were.
func peak(l Level, n int) float64 {
	if l != kernel.Generic {
		return kernel.Peak(l, n)
	}
	a, b, c, d := float32(1), float32(2), float32(3), float32(4)
	for range n {
		a, b, c, d = a*0.5+1, b*0.5+1, c*0.5+1, d*0.5+1
	}
	if a+b+c+d < 0 { // never, which the compiler does not know
		return 0
	}
	return 8 * float64(n)
}
