package engine

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"tengen/baduk"
	"tengen/eval"
)

// A player with a rank imitates people of this rank if the engine has a net of human games. The net is told the rank,
// and says how likely people of this rank play each move. The player draws its move from this policy. It then examines
// the drawn move as long and as strictly as the rank asks: see [Rung].
//
// On boards for which people have no games, and without a net, the player uses the rungs of [Scale] instead.

// people is a source of moves of people.
type people struct {
	policy func(Rank) eval.Factory // makes evaluators whose priors are those of people of the rank
	asked  *timed                  // the latest evaluator; nil before the first one
	graph  *baduk.Graph            // board of asked
	rank   Rank                    // rank of asked
}

// SetPeople changes the source of moves of people. The function policy makes an evaluator whose priors are those of
// people of a rank. If it is nil, players with a rank imitate no people.
func (e *Engine) SetPeople(policy func(Rank) eval.Factory) { e.people = people{policy: policy} }

// The smallest and the largest side of a board on which people are imitated, in points.
const leastPeopleSide, mostPeopleSide = 9, 19

// imitates reports whether players with a rank imitate people on the board of g.
func (e *Engine) imitates(g *baduk.Game) bool {
	grid, ok := g.Graph().Rectangle()
	return e.people.policy != nil && ok && min(grid.Width, grid.Height) >= leastPeopleSide && max(grid.Width, grid.Height) <= mostPeopleSide
}

// preparePeople makes the evaluator of people of the engine's rank, unless it exists. Its first call may load a net, so
// it comes before the search, which then takes less of the time.
func (e *Engine) preparePeople(g *baduk.Game) error {
	p := &e.people
	if p.asked != nil && p.graph == g.Graph() && p.rank == e.rank {
		return nil
	}
	policy, err := p.policy(e.rank)(g.Graph(), g.Rules())
	if err != nil {
		return fmt.Errorf("no policy of people of %v: %w", e.rank, err)
	}
	asked := &timed{Evaluator: policy}
	if p.asked != nil && p.graph == g.Graph() {
		asked.startFrom(p.asked) // evaluations for another rank take the same time
	}
	p.asked, p.graph, p.rank = asked, g.Graph(), e.rank
	return nil
}

// slow returns the longest time that one evaluation is expected to take. It is 0 if unknown.
func (p *people) slow() time.Duration {
	if p.asked == nil {
		return 0
	}
	return p.asked.slow()
}

// askPeople returns the policy of people of the engine's rank, by point, with the pass last. It returns an error if no
// time is left.
func (e *Engine) askPeople(ctx context.Context, g *baduk.Game, t timing) ([]float32, error) {
	p := &e.people
	if err := e.preparePeople(g); err != nil {
		return nil, err
	}
	if t.out() {
		return nil, errNoTime
	}
	ask := eval.Query{Game: g, Seed: e.params.Search.Seed, Policy: true}
	out, err := eval.One(context.WithoutCancel(ctx), p.asked, ask)
	return out.Policy, err
}

// peopleRungs returns the rungs of players who imitate people. The rungs between them are interpolated by rank. The
// losses are in points, on a board of any size: people who overlook a group of ten stones on 19x19 overlook it on 9x9
// too. docs/strength.md compares the points that ranks and people lose.
func peopleRungs() []peopleStep {
	return []peopleStep{
		{Kyu30, Rung{Temperature: 1.5, Tolerance: 65, Visits: 8, Loss: 100}},
		{Dan1 - 25, Rung{Temperature: 1.25, Tolerance: 58, Visits: 8, Loss: 90}},
		{Kyu20, Rung{Temperature: 1.1, Tolerance: 45, Visits: 8, Loss: 75}},
		{Dan1 - 15, Rung{Temperature: 1.02, Tolerance: 28, Visits: 8, Loss: 55}},
		{Dan1 - 10, Rung{Temperature: 0.98, Tolerance: 15, Visits: 8, Loss: 38}},
		{Dan1 - 5, Rung{Temperature: 0.9, Tolerance: 6.5, Visits: 8, Loss: 22}},
		{Dan1, Rung{Temperature: 0.72, Tolerance: 2, Visits: 60, Loss: 10}},
		{Dan1 + 4, Rung{Temperature: 0.6, Tolerance: 1.2, Visits: 140, Loss: 6}},
		{Dan9, Rung{Temperature: 0.3, Tolerance: 0.3, Visits: 3000, Loss: 1.5}},
	}
}

// peopleStep is the rung of a rank.
type peopleStep struct {
	rank Rank
	rung Rung
}

// peopleRung returns the rung of a rank. Its Loss and Tolerance are in points of the board that is played on.
func peopleRung(r Rank) Rung {
	steps := peopleRungs()
	last := steps[0]
	for _, next := range steps[1:] {
		if r <= next.rank {
			return last.rung.towards(next.rung, float64(r-last.rank)/float64(next.rank-last.rank))
		}
		last = next
	}
	return last.rung
}

// PeopleRanks returns the ranks for which players who imitate people have numbers of their own, the weakest first. For
// the ranks between them the numbers are interpolated.
func PeopleRanks() []Rank {
	var ranks []Rank
	for _, s := range peopleRungs() {
		ranks = append(ranks, s.rank)
	}
	return ranks
}

// PeopleChances returns how likely a player of the rank, who imitates people and plays one of some moves, plays each of
// them. priors are those of people of the rank. The function lead returns the lead of the player after a move, as a
// search of this number of visits sees it. It is called only for moves that the player considers.
func PeopleChances(r Rank, priors []float64, lead func(move, visits int) (float64, error)) ([]float64, error) {
	rung := peopleRung(r)
	chances, leads := make([]float64, len(priors)), make([]float64, len(priors))
	best, sum := math.Inf(-1), 0.0
	most := slices.Max(priors)
	for i, p := range priors {
		if chances[i] = math.Pow(max(p, 0)/most, 1/rung.Temperature); !(chances[i] >= leastShare) {
			chances[i] = 0
			continue
		}
		var err error
		if leads[i], err = lead(i, rung.look()); err != nil {
			return nil, err
		}
		best = max(best, leads[i])
	}
	for i := range chances {
		if chances[i] > 0 {
			chances[i] *= rung.accepts(best - leads[i])
			sum += chances[i]
		}
	}
	for i := range chances {
		if sum > 0 {
			chances[i] /= sum
		}
	}
	return chances, nil
}
