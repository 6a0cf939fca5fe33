package engine

import (
	"fmt"
	"time"

	"tengen/baduk"
	"tengen/clock"
)

// Limit limits the search for one move. A zero field means no limit. If no limit is set, the search takes
// [Params].Time.
type Limit struct {
	Visits   int           // visits of the root, including those of earlier searches
	Playouts int           // playouts of this search
	Time     time.Duration // wall-clock time
	// Clock is the player's clock, which runs from the beginning of the call. The engine divides the time on the
	// clock, see [TimeParams]. If Clock is set, Time is the longest time for a move.
	Clock *clock.Clock
	// Lag is the time on the clock that is reserved for the network round trip. 0 means [TimeParams].Lag.
	Lag time.Duration
	// Rank makes the engine play like a human player of this rank, at most [Dan9]. The zero value is full strength. The
	// rank chooses the number of visits, so Visits is ignored.
	Rank Rank
	// PlayOn makes the engine play to the end instead of resigning.
	PlayOn bool
	// Report, if not nil, is called several times a second with the present decision. The calls come from
	// another goroutine, one after the other, and end before Genmove returns.
	Report func(Decision)
}

// check returns an error if c cannot make a turn or if the rank is not a rank.
func (l Limit) check(c baduk.Color) error {
	switch {
	case c != baduk.Black && c != baduk.White:
		return fmt.Errorf("engine: colour %d cannot move: choose Black or White", c)
	case l.Rank < 0 || l.Rank > Dan9:
		return fmt.Errorf("engine: %d is not a rank: choose a number from 0 for full strength to %d for %v", int(l.Rank), int(Dan9), Dan9)
	}
	return nil
}

// bounded reports whether the search has a limit besides its memory.
func (l Limit) bounded() bool {
	return l.Visits > 0 || l.Playouts > 0 || l.Time > 0 || l.Clock != nil && !l.Clock.Unlimited()
}

// Decision is a decision of the engine with the values behind it. All values are from Black's point of view.
type Decision struct {
	Move     baduk.Move    // undefined if Resign is set
	Resign   bool          // the player to move resigns
	Win      float64       // probability that Black wins, 0..1
	Lead     float64       // expected lead of Black, points
	Spread   float64       // standard deviation of the final score, points
	Visits   int           // visits of the root
	Playouts int           // playouts of this search
	Elapsed  time.Duration // wall-clock time spent
	PV       []baduk.Move  // principal variation, beginning with Move
	Full     bool          // the search ended because its memory was used up
}
