package engine

import (
	"time"

	"tengen/baduk"
	"tengen/clock"
)

// Limit bounds the search for one move. A zero field means no bound. Without any bound the engine's parameters
// decide.
type Limit struct {
	Visits   int           // visits of the root, including those of a kept graph
	Playouts int           // playouts of this search
	Time     time.Duration // wall-clock time
	// Clock is the player's clock, running since the call. The engine divides its time, see [TimeParams];
	// Time is then the longest time for a move.
	Clock *clock.Clock
	// Lag is the time on the clock that is kept back for the network round trip; 0 for the engine's own
	// parameter.
	Lag time.Duration
	// Rank weakens the play to that of a human player; the zero value plays at full strength.
	Rank Rank
	// Report, if not nil, is called several times a second with the present decision. It is called from
	// another goroutine, never twice at the same time, and not after the move.
	Report func(Decision)
}

// bounded reports whether anything besides memory ends the search.
func (l Limit) bounded() bool {
	return l.Visits > 0 || l.Playouts > 0 || l.Time > 0 || l.Clock != nil && !l.Clock.Unlimited()
}

// Decision is what the engine decides, and why. Numbers are Black's.
type Decision struct {
	Move     baduk.Move    // undefined if Resign is set
	Resign   bool          // the player to move resigns
	Win      float64       // probability that Black wins, 0..1
	Lead     float64       // expected lead of Black, points
	Spread   float64       // standard deviation of the final score, points
	Visits   int           // visits of the root
	Playouts int           // playouts of this search
	Elapsed  time.Duration // wall-clock time spent
	PV       []baduk.Move  // principal variation, the move first
	Full     bool          // the search ended because its memory was used up
}
