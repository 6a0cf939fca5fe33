package engine

import (
	"math"
	"testing"

	"tengen/baduk"
	"tengen/mcts"
)

// TestChances compares the chances of a draw with values that were worked out by hand from KataGo's
// definition.
func TestChances(t *testing.T) {
	moves := []mcts.MoveInfo{{Visits: 1, PlaySelection: 64, Prior: 0.5}, {PlaySelection: 16, Prior: 0.25}, {PlaySelection: 0.5, Prior: 0.25}, {Move: baduk.Move{Point: baduk.Pass}, PlaySelection: 99}}
	untried := append([]mcts.MoveInfo{{PlaySelection: 0.5}, {PlaySelection: 0.25}, {PlaySelection: 0.25}}, moves[3:]...)
	for _, c := range []struct {
		moves []mcts.MoveInfo
		how   Draw
		want  []float64
	}{
		{moves, Draw{Temperature: 1, OnlyBelow: 1}, []float64{64 / 80.5, 16 / 80.5, 0.5 / 80.5, 0}},
		{moves, Draw{Temperature: 1, OnlyBelow: 1, Subtract: 5}, []float64{63. / 78, 15. / 78, 0, 0}},
		{moves, Draw{Temperature: 0.5, OnlyBelow: 1, Subtract: 5}, []float64{63. * 63 / (63*63 + 15*15), 15. * 15 / (63*63 + 15*15), 0, 0}},
		{moves, Draw{OnlyBelow: 1}, []float64{1, 0, 0, 0}},
		{moves, Draw{OnlyBelow: 0.1}, []float64{0.8, 0.2, 0, 0}},
		{[]mcts.MoveInfo{moves[2], moves[1], moves[0], moves[0]}, Draw{OnlyBelow: 1}, []float64{0, 0, 1, 0}}, // the first of two equal moves
		{moves, Draw{Temperature: 0.5, OnlyBelow: 8.05 / 80.5}, []float64{64 / (80 + 0.25/8.05), 16 / (80 + 0.25/8.05), 0.25 / 8.05 / (80 + 0.25/8.05), 0}},
		{untried, Draw{Temperature: 1, OnlyBelow: 1}, []float64{0.5, 0.25, 0.25, 0}},
		{moves[3:], Draw{Temperature: 1, OnlyBelow: 1}, []float64{0}},
	} {
		for i, got := range c.how.chances(c.moves) {
			if math.Abs(got-c.want[i]) > 1e-9 {
				t.Errorf("%+v: move %d has %v, want %v", c.how, i, got, c.want[i])
			}
		}
	}
}
