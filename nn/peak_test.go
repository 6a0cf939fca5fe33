package nn

import (
	"testing"
	"time"

	"tengen/nn/internal/kernel"
)

// TestPeak: each level has a speed that a processor can have. The speeds are not compared with each other, because an
// emulator may execute wide registers more slowly than narrow ones.
func TestPeak(t *testing.T) {
	for _, l := range Levels() {
		if peak := Peak(l, time.Millisecond); !(peak > 0.001 && peak < 1e5) {
			t.Errorf("%v: got %g GFLOP/s, want between 0.001 and 1e5", l, peak)
		}
	}
	if got := Peak(kernel.VNNI16+1, time.Millisecond); got != 0 {
		t.Errorf("an unknown level: got %g GFLOP/s, want 0", got)
	}
}
