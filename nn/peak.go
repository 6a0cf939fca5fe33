package nn

import (
	"time"

	"tengen/nn/internal/kernel"
)

// Peak measures the peak speed of one thread of this CPU at a level, in 10^9 operations a second. The
// operations are multiplications and additions in registers, without access to memory: of float32, or of
// 16-bit integers at level vnni16. At level generic they are compiled Go, one operation at a time. The result
// is the highest speed at any moment within d, so that other work on the machine matters less. It can be
// compared with the speed of a net, see [Model.FLOPs]. It is 0 for a level that this CPU does not support.
func Peak(l Level, d time.Duration) float64 {
	if !kernel.Has(l) {
		return 0
	}
	best := 0.0
	for start := time.Now(); ; {
		began := time.Now()
		operations := kernel.Peak(l, 1<<12) // ten to some hundred microseconds
		best = max(best, operations/time.Since(began).Seconds()/1e9)
		if time.Since(start) >= d {
			return best
		}
	}
}
