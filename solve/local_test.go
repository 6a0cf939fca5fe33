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
		l, small := newLocals(r.field, largestLocal), newLocals(r.field, 3)
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
				tooMany := (int(value)+r.n)/2 + 1
				if n := max(l.held(&s, tooMany), small.held(&s, tooMany)); n >= tooMany {
					wrong++
					if wrong < 5 {
						t.Errorf("%s: %0*b %0*b %+v: held %d, value %v", board, r.n, c.own, r.n, c.opp, s, n, value)
					}
				}
				if value == float64(r.n) {
					if l.held(&s, r.n) == r.n {
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

// TestBorder counts the points of two living walls with three empty points between them: the player to move gets two.
func TestBorder(t *testing.T) {
	b, f := fieldOn(t, "5x3")
	set := func(names ...string) (set points) {
		for _, name := range names {
			p, err := b.Graph.ParseVertex(name)
			if err != nil {
				t.Fatal(err)
			}
			set |= 1 << p
		}
		return set
	}
	c := colouring{set("A2", "B1", "B2", "B3"), set("E2", "D1", "D2", "D3")}
	for _, largest := range []int{3, largestLocal} {
		l := newLocals(f, largest)
		for _, x := range []struct {
			state
			want int
		}{
			{state{colouring: c}, 8},
			{state{colouring: c, opponent: true}, 7},
			{state{colouring: c, ban: set("C2")}, 6},                       // the ko never bans a point beside a wall
			{state{colouring: colouring{set("B1", "B2", "B3"), c.opp}}, 7}, // A2 needs the turn
			{state{colouring: c, ban: set("C2"), opponent: true}, 7},
		} {
			if few, many := l.held(&x.state, x.want), l.held(&x.state, x.want+1); few < x.want || many > x.want {
				t.Errorf("%+v: held %d and %d points, want %d", x.state, few, many, x.want)
			}
		}
	}
}
