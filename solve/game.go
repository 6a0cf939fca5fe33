package solve

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"tengen/baduk"
	"tengen/topology"
)

// ForRules solves the game on a graph, komi and other compensations left out. It fails if [Covers] does not accept the
// graph and the rules. The end of a game is counted as the rules count it if the players do not agree about dead
// stones.
func ForRules(ctx context.Context, g *baduk.Graph, rules baduk.Rules) (*FixPoint, error) {
	if !Covers(g, rules) {
		return nil, fmt.Errorf("%v cannot be solved under the rules %v: choose at most %d points without weights, the basic ko, no suicide, the count of areas or stones, and an end by two passes",
			g, rules, MaxFixPoint)
	}
	board := &topology.Board{Graph: g}
	if rules.Dead == baduk.DeadNone && rules.Tax == baduk.TaxNone && rules.Scoring == baduk.ScoringArea {
		return newFixPoint(ctx, board, nil, nil)
	}
	rules.Komi = 0
	return newFixPoint(ctx, board, func(c colouring) float64 {
		game, err := baduk.NewGameFrom(g, rules, baduk.Setup{Black: list(c.own), White: list(c.opp), ToPlay: baduk.Black})
		if err != nil {
			return 0 // cannot happen: all chains of a position have liberties
		}
		score := game.Score(nil)
		return score.Lead() + float64(score.Bonus)
	}, nil)
}

// list returns the points of a set.
func list(set points) (list []baduk.Point) {
	for p := range maxPoints {
		if set>>p&1 != 0 {
			list = append(list, baduk.Point(p))
		}
	}
	return list
}

// Covers reports whether the values of a [FixPoint] are those of the game under these rules on this graph, unless
// positions repeat; see [Certain]. Suicide must not be allowed, two passes must end the game, and the count must depend
// on the position only. The rule about repetition is the basic ko alone, or on rectangles of at most [LargestPlayed]
// points the simple ko.
func Covers(g *baduk.Graph, rules baduk.Rules) bool {
	_, rectangle := g.Rectangle()
	return g.Len() <= MaxFixPoint && g.Beyond() == baduk.NoPoint && !g.Regional() &&
		(rules.Ko == baduk.KoBasic || rules.Ko == baduk.KoSimple && rectangle && g.Len() <= LargestPlayed) &&
		rules.Suicide == baduk.SuicideForbidden && (rules.Scoring == baduk.ScoringArea || rules.Scoring == baduk.ScoringStones) &&
		rules.End == baduk.EndTwoPasses && rules.Dead != baduk.DeadCleanup && !rules.Button && !rules.PassStones
}

// Certain reports whether the values of a [FixPoint] are proved for the rest of a game under rules that [Covers]
// accepts. The simple ko makes a game void when a position occurs for the third time, and stops play at the second pass
// of a player in the same position. Perfect play on a rectangle runs into neither of them: a test finds that it does
// not return to a position. So the values are certain unless the game itself has repeated a position, or has passes
// before the last turn.
func Certain(g *baduk.Game) bool {
	if g.Rules().Ko == baduk.KoBasic {
		return true
	}
	type moment struct {
		hash   uint64
		toPlay baduk.Color
	}
	seen := make(map[moment]bool, g.Len()+1)
	for n := range g.Len() + 1 {
		if n > 0 && n < g.Len() && g.Turn(n-1).IsPass() {
			return false
		}
		m := moment{toPlay: g.ToPlay()}
		m.hash, _ = g.TracesAfter(n)
		if n < g.Len() {
			m.toPlay = g.Turn(n).Color
		}
		if seen[m] {
			return false // equal hashes of different positions do no harm: the value is only called uncertain
		}
		seen[m] = true
	}
	return true
}

// Turn is a turn in a game, and what it leads to.
type Turn struct {
	Point  baduk.Point // or baduk.Pass
	Bounds Bounds      // of the position after the turn
	// Last is set if the turn is a pass that ends the game. Black and White order the turns with the same value: a
	// player who can force this value in a game that ends, does so by always choosing the turn with the least number.
	Last         bool
	Black, White uint32
}

// sooner reports whether a turn ends the game before another turn with the same value.
func (t *Turn) sooner(c baduk.Color, other *Turn) bool {
	if t.Last || other.Last {
		return t.Last
	}
	if c == baduk.Black {
		return t.Black < other.Black
	}
	return t.White < other.White
}

// forced returns what a player can force, as a number that is larger if it is better for the player.
func (b Bounds) forced(c baduk.Color) float64 {
	if c == baduk.Black {
		return b.Low
	}
	return -b.High
}

// Keeps reports whether a turn of the player keeps what the player could force before it.
func Keeps(c baduk.Color, before, after Bounds) bool { return after.forced(c) >= before.forced(c) }

// Best sorts the turns of a player by what they force, then by what may be hoped for, then by how soon they end the
// game.
func Best(c baduk.Color, turns []Turn) []Turn {
	slices.SortStableFunc(turns, func(a, b Turn) int {
		soon := 0
		if a.sooner(c, &b) {
			soon = -1
		} else if b.sooner(c, &a) {
			soon = 1
		}
		return cmp.Or(cmp.Compare(b.Bounds.forced(c), a.Bounds.forced(c)), cmp.Compare(a.Bounds.forced(c.Opponent()), b.Bounds.forced(c.Opponent())), soon)
	})
	return turns
}

// At returns the values of the present position of a game, and of all turns, komi and other compensations left out. It
// panics if the game is on another graph than the one that was solved.
func (r *FixPoint) At(g *baduk.Game) (Bounds, []Turn) {
	s := r.stateOf(g)
	var turns []Turn
	r.eachTurn(s, func(p baduk.Point, next state) {
		turns = append(turns, Turn{Point: p, Bounds: r.bounds(next), Black: r.foundAt(next), White: r.foundAt(next.swapped())})
	})
	if s.passed {
		turns = append(turns, Turn{Point: baduk.Pass, Bounds: r.End(g), Last: true})
	}
	return r.bounds(s), turns
}

// End returns the lead if the game ends in its present position, as both bounds. It panics if the game is on another
// graph than the one that was solved.
func (r *FixPoint) End(g *baduk.Game) Bounds {
	i, _ := r.situationOf(r.stateOf(g))
	lead := r.scores[r.leads[i/2]]
	return Bounds{lead, lead}
}

// stateOf returns the present position of a game. Its own stones are black. It panics if the game is on another graph.
func (r *FixPoint) stateOf(g *baduk.Game) state {
	if solved := r.board.Graph; g.Graph() != solved && g.Graph().Fingerprint() != solved.Fingerprint() {
		panic(fmt.Sprintf("solve: the values are those of %v, and the game is on %v", solved, g.Graph()))
	}
	s := state{opponent: g.ToPlay() == baduk.White}
	for p := range r.n {
		switch g.At(baduk.Point(p)) {
		case baduk.Black:
			s.own |= 1 << p
		case baduk.White:
			s.opp |= 1 << p
		}
	}
	if s.passed = g.Position().Passes > 0; !s.passed && g.Position().KoBan != baduk.NoPoint {
		s.ban = 1 << g.Position().KoBan
	}
	return s
}

// foundAt says when the value of a state was found, from the point of view of the player whose stones are own.
func (r *FixPoint) foundAt(s state) uint32 {
	i, ban := r.situationOf(s)
	switch {
	case s.passed:
		return r.foundPassed[i]
	case ban == 0:
		return r.found[i]
	}
	if k, ok := r.koNumber[ko{i, uint32(ban)}]; ok {
		return r.found[len(r.plays)+int(k)]
	}
	return ^uint32(0) // no play leads to this state
}
