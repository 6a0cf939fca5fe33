package engine

import (
	"time"

	"tengen/baduk"
)

// lag is kept back on every move for the way of the answer to the clock.
const lag = 100 * time.Millisecond

// Budget is the time to spend on the next move with so much left: main time
// for the rest of the game, and period for each move of the overtime that
// follows (0: none), with increment added after every move.
func Budget(g *baduk.Game, main, period, increment time.Duration) time.Duration {
	// Half of the moves to come are the player's. A game fills most of the
	// board; near the end a few moves are always left.
	points := g.Graph().Len()
	moves := max((points*3/4-g.Len())/2, points/12, 4)
	d := main/time.Duration(moves) + increment*9/10
	if period > 0 {
		if main <= period {
			d = period
		}
		d = max(d, period*8/10)
	} else {
		d = min(d, main/3)
	}
	d = min(d, main+period) - lag
	return max(d, min(20*time.Millisecond, (main+period)/4))
}
