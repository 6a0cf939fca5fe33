package nn

import (
	"time"

	"tengen/nn/internal/kernel"
)

// Peak measures the peak of one thread of this CPU on a level, in 10^9 operations a second:
// multiplications and additions of registers, without access to memory. The operations are of float32;
// on level vnni16 they are of 16-bit integers. On level generic they are compiled Go, one at a time.
// The result is the best moment within d, so that other work on the machine matters less. Compare it
// with the speed of a net; see [Model.FLOPs]. It is 0 for a level that this CPU does not support.
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
