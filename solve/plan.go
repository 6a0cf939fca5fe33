package solve

import (
	"context"
	"math"
	"time"

	"tengen/topology"
)

// States estimates the number of states that a search expands to prove that a player gets every point of the board, as
// a logarithm to base 10. Searches needed about 11,000 states for 15 points, 160,000 for 20 and 5 million for 25, so
// every point doubles the number. Other results need more.
func States(points int) float64 { return math.Log10(5e6) + math.Log10(2)*float64(points-25) }

// rateStates is the number of states that [Rate] expands twice. The first ones are slower, because the memory is new.
const rateStates = 1 << 15

// Rate measures how many states a search expands per second. This takes about a second.
func Rate(ctx context.Context, threads int) (float64, error) {
	b, err := topology.Parse("5x5")
	if err != nil {
		return 0, err
	}
	s, err := NewSearch(b, 4, threads, 1<<26, nil)
	if err != nil {
		return 0, err
	}
	middle, err := b.Graph.ParseVertex("C3")
	if err != nil {
		return 0, err
	}
	var begun time.Time
	for range 2 {
		begun = time.Now()
		if _, _, err := s.try(ctx, Claim{Lead: s.n, Finite: true}, middle, rateStates); err != nil {
			return 0, err
		}
	}
	return rateStates / time.Since(begun).Seconds(), nil
}
