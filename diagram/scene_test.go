package diagram

import (
	"testing"

	"tengen/baduk"
	"tengen/kifu"
)

func TestHeat(t *testing.T) {
	a := kifu.Analysis{Visits: 30, Candidates: []kifu.Candidate{{Point: 12, Visits: 20}, {Point: 6, Visits: 10}, {Point: baduk.Pass, Visits: 40}}}
	if heat := heatOf(&a, 25); heat[12] != 1 || heat[6] != 0.5 || heat[0] != 0 {
		t.Errorf("the heat is %v, want 1 on point 12, 0.5 on point 6 and 0 on the others", heat)
	}
}
