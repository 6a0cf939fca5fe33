package solve

import (
	"os"
	"testing"
)

// TestHeld compares the points that locals promises with the values of all positions.
func TestHeld(t *testing.T) {
	boards := []string{"3x3", "2x4", "2x5", "1x7", "torus 3x3", "cylinder 3x3"}
	if os.Getenv("TENGEN_LONG") == "1" {
		boards = append(boards, "3x4", "2x6", "hex 3x4", "3x5", "4x4")
	}
	for _, board := range boards {
		r := fixPoint(t, board)
		l := newLocals(r.field, largestLocal)
		claims, plain, states, wrong := 0, 0, 0, 0
		r.each(func(code uint64, c colouring) {
			if fixPoints := len(r.positions); fixPoints == 0 || !r.rules.stands(c) {
				return
			}
			if least := r.code(c, 0); func() bool {
				for i := range r.symmetry {
					if r.code(c, i) < least {
						return true
					}
				}
				return false
			}() {
				return
			}
			states++
			all := []state{{c, 0, false, false}, {c, 0, true, false}}
			for empty := r.all &^ (c.own | c.opp); empty != 0; empty &= empty - 1 {
				if p := empty & -empty; r.near(p)&^c.opp == 0 {
					all = append(all, state{c, p, false, false}) // perhaps a ko
				}
			}
			for _, s := range all {
				value := r.scores[r.value(s)]
				n := l.held(&s, r.n)
				if m := l.held(&s, 1); m > 0 && float64(2*m-r.n) > value {
					n = m
				}
				if n > 0 && float64(2*n-r.n) > value {
					wrong++
					if wrong < 5 {
						t.Errorf("%s: %0*b %0*b %+v: held %d, value %v", board, r.n, c.own, r.n, c.opp, s, n, value)
					}
				}
				if value == float64(r.n) {
					if n == r.n {
						claims++
					}
					if r.sure(s, r.n) {
						plain++
					}
				}
			}
		})
		t.Log(board, states, "states; all points: sure", plain, "held", claims, "wrong", wrong)
	}
}
