package solve

import (
	"fmt"
	"testing"

	"tengen/baduk"
	"tengen/topology"
)

// TestPerfectPlayNeverReturns checks the claim of [Evaluators] about the simple ko, which makes a game void when a
// position occurs for the third time. In perfect play by either player, a position does not occur twice with the same
// player to move and no pass in between, whatever the opponent does. Another ban of the ko in the same position is
// another state, but it would be such a repetition. The colours are alike, so Black plays perfectly here. Black begins
// in any state in which Black can force more than the loss of all points.
func TestPerfectPlayNeverReturns(t *testing.T) {
	for _, rules := range []baduk.Rules{article(), baduk.Chinese()} { // with and without dead stones at the end
		for _, name := range rectanglesPlayed() {
			if from, to, found := returning(solvedFor(t, name, rules)); found {
				t.Errorf("%s, %v: perfect play leads from %+v back to %+v", name, rules.Dead, from, to)
			}
		}
	}
	if _, _, found := returning(solvedFor(t, "hex 3x3", article())); !found {
		t.Error("perfect play on hex 3x3 never returns either, so Covers could accept other boards than rectangles")
	}
}

func solvedFor(t *testing.T, board string, rules baduk.Rules) *FixPoint {
	t.Helper()
	b, err := topology.Parse(board)
	if err != nil {
		t.Fatal(err)
	}
	r, err := ForRules(t.Context(), b.Graph, rules)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// rectanglesPlayed lists the rectangles of up to LargestPlayed points.
func rectanglesPlayed() (names []string) {
	for height := 1; height*height <= LargestPlayed; height++ {
		for width := height; width*height <= LargestPlayed; width++ {
			names = append(names, fmt.Sprintf("%dx%d", width, height))
		}
	}
	return names
}

// returning looks for a state from which perfect play returns to the same position.
func returning(r *FixPoint) (from, to state, found bool) {
	starts := map[state]bool{}
	r.each(func(_ uint64, c colouring) {
		for _, opponent := range []bool{false, true} {
			if !r.rules.stands(c) {
				continue
			}
			r.eachTurn(state{c, 0, opponent, false}, func(_ baduk.Point, next state) {
				if next.ban != 0 {
					starts[next], starts[state{next.colouring, 0, next.opponent, false}] = true, true
				}
			})
		}
	})
	lines := perfectLines{r, map[state][]state{}}
	for from := range starts {
		if r.value(from) == 0 {
			continue // Black can force nothing
		}
		if to, found := lines.returns(from); found {
			return from, to, true
		}
	}
	return from, to, false
}

// perfectLines are the plays of games in which Black plays perfectly.
type perfectLines struct {
	r    *FixPoint
	next map[state][]state
}

// after returns the states after a play: Black's best one, or all of White's.
func (l perfectLines) after(s state) []state {
	if list, known := l.next[s]; known {
		return list
	}
	var list []state
	best, pass := int32(-1), false
	l.r.eachTurn(s, func(p baduk.Point, next state) {
		switch value := l.r.value(next); {
		case s.opponent && p != baduk.Pass:
			list = append(list, next)
		case s.opponent:
		case value > best || value == best && l.r.foundAt(next) < l.r.foundAt(list[0]):
			best, list, pass = value, []state{next}, p == baduk.Pass
		}
	})
	if pass {
		list = nil
	}
	l.next[s] = list
	return list
}

// returns looks for the same position, with the same player to move, among the states after a state.
func (l perfectLines) returns(from state) (state, bool) {
	seen := map[state]bool{}
	open := l.after(from)
	for len(open) > 0 {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		if s.colouring == from.colouring && s.opponent == from.opponent {
			return s, true
		}
		open = append(open, l.after(s)...)
	}
	return state{}, false
}
