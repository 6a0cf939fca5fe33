package engine

import (
	"time"

	"tengen/baduk"
	"tengen/clock"
)

// Limit bounds the thinking about one move; zero fields do not bound. With no
// bound at all the engine's own parameters decide.
type Limit struct {
	Visits   int           // visits of the root, a reused tree's included
	Playouts int           // playouts of this search
	Time     time.Duration // wall-clock time
	// Clock is the player's clock, running since the call. The engine divides what
	// it has left, see [TimeParams]; Time then is the longest that a move takes.
	Clock *clock.Clock
	// Lag is what is kept back of the clock for the way of the answer; 0 is what the
	// engine's parameters say.
	Lag time.Duration
	// Rank weakens the play to a person's; the zero value plays as well as it can.
	Rank Rank
	// Report, if it is not nil, is told several times a second what would be decided now.
	// It is called from another goroutine, never twice at a time, and not after the move.
	Report func(Decision)
}

// bounded reports whether anything ends the thinking besides memory.
func (l Limit) bounded() bool {
	return l.Visits > 0 || l.Playouts > 0 || l.Time > 0 || l.Clock != nil && !l.Clock.Unlimited()
}

// Decision is what the engine wants to do, and why. Numbers are Black's.
type Decision struct {
	Move     baduk.Move    // meaningless when Resign is set
	Resign   bool          // the player to move gives up
	Win      float64       // probability that Black wins, 0..1
	Lead     float64       // expected lead of Black, points
	Spread   float64       // standard deviation of the final score, points
	Visits   int           // visits of the root
	Playouts int           // playouts of this search
	Elapsed  time.Duration // wall-clock time spent
	PV       []baduk.Move  // principal variation, the move first
	Full     bool          // the search ended because its memory was used up
}
