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
		operations := kernel.Peak(l, 1<<12) // some ten microseconds to some hundred
		best = max(best, operations/time.Since(began).Seconds()/1e9)
		if time.Since(start) >= d {
			return best
		}
	}
}
