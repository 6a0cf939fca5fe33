package nn

import (
	"testing"
	"time"

	"tengen/nn/internal/kernel"
)

// TestPeak: wider registers do more, by so much that a busy machine does not hide it.
func TestPeak(t *testing.T) {
	slow := 0.0
	for _, l := range Levels() {
		peak := 0.0
		for range 20 { // the machine may stand still in one of them
			peak = max(peak, Peak(l, time.Millisecond))
		}
		if !(peak > 0.01 && peak < 1e5) {
			t.Errorf("%v: %g GFLOP/s", l, peak)
		}
		if l == kernel.Generic {
			slow = peak
		} else if peak < slow {
			t.Errorf("%v does %g GFLOP/s, plain Go %g", l, peak, slow)
		}
	}
	if got := Peak(kernel.VNNI16+1, time.Millisecond); got != 0 {
		t.Errorf("a level that there is not does %g", got)
	}
}
