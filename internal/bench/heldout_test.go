package bench

import (
	"math"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/neteval"
)

// TestKnowledge is worked out by hand: three moves and four results.
func TestKnowledge(t *testing.T) {
	k := Knowledge{Calibration: make([]Calibration, 10)}
	j := neteval.Judgement{Policy: []float32{0.1, 0.2, 0.05, 0.06, 0.07, 0.02, -1, 0.5}}
	k.move(&j, baduk.Pass) // the first choice
	k.move(&j, 0)          // the third
	k.move(&j, 2)          // the sixth
	for _, r := range []struct{ win, none, won float64 }{{0.9, 0.04, 1}, {0.94, 0, 0}, {0.15, 0, 0}, {1, 0, 1}} {
		k.result(&neteval.Judgement{Win: r.win, NoResult: r.none}, r.won)
	}
	k.finish()
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-6 {
			t.Errorf("%s is %g, want %g", what, got, want)
		}
	}
	near("top 1", k.Top1, 1./3)
	near("top 5", k.Top5, 2./3)
	near("policy loss", k.PolicyLoss, -(math.Log(0.5)+math.Log(0.1)+math.Log(0.05))/3)
	near("value loss", k.ValueLoss, -(math.Log(0.92)+math.Log(0.06)+math.Log(0.85)+math.Log(1))/4)
	near("said", k.Calibration[9].Said, (0.92+0.94+1)/3)
	near("won", k.Calibration[9].Won, 2./3)
	near("off", k.CalibrationError, (0.86+0.15)/4)
	if k.Calibration[1].Count != 1 || k.Calibration[9].Count != 3 {
		t.Errorf("%+v", k.Calibration)
	}
	if svg := k.Reliability("a < b"); strings.Count(svg, "<circle") != 2 || !strings.Contains(svg, "a &lt; b") {
		t.Error(svg)
	}
}
