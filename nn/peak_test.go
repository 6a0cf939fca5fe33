package nn

import (
	"testing"
	"time"

	"tengen/nn/internal/kernel"
)

// TestPeak: wider registers are faster. The difference is so large that it shows even on a busy machine.
func TestPeak(t *testing.T) {
	slow := 0.0
	for _, l := range Levels() {
		peak := 0.0
		for range 20 { // the machine may be too busy during one of them
			peak = max(peak, Peak(l, time.Millisecond))
		}
		if !(peak > 0.01 && peak < 1e5) {
			t.Errorf("%v: got %g GFLOP/s, want between 0.01 and 1e5", l, peak)
		}
		if l == kernel.Generic {
			slow = peak
		} else if peak < slow {
			t.Errorf("%v: got %g GFLOP/s, want at least the %g of plain Go", l, peak, slow)
		}
	}
	if got := Peak(kernel.VNNI16+1, time.Millisecond); got != 0 {
		t.Errorf("an unknown level: got %g GFLOP/s, want 0", got)
	}
}
