package nn

import (
	"time"

	"tengen/nn/internal/kernel"
)

// Peak measures the peak speed of one thread of this CPU at a level, in 10^9 operations a second. The
// operations are multiplications and additions in registers, without access to memory. The numbers are 16-bit
// integers at levels in integers, and float32 at all other levels. At level generic, compiled Go code makes one
// operation at a time. The result is the highest speed at any moment within the duration d. Other work on the
// machine changes this maximum less than it would change a mean. The speed of a net can be computed with
// [Model.FLOPs] and compared with the peak. Peak returns 0 for a level that this CPU does not support.
func Peak(l Level, d time.Duration) float64 {
	if !kernel.Has(l) {
		return 0
	}
	best := 0.0
	for start := time.Now(); ; {
		began := time.Now()
		operations := kernel.Peak(l, 1<<12) // takes 10 to several hundred microseconds
		best = max(best, operations/time.Since(began).Seconds()/1e9)
		if time.Since(start) >= d {
			return best
		}
	}
}
