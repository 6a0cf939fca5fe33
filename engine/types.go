package engine

import (
	"time"

	"tengen/baduk"
)

// Limit bounds the thinking about one move; zero fields do not bound. With no
// bound at all the engine's own parameters decide.
type Limit struct {
	Visits   int           // visits of the root, a reused tree's included
	Playouts int           // playouts of this search
	Time     time.Duration // wall-clock time
}

// Decision is what the engine wants to do, and why. Numbers are Black's.
type Decision struct {
	Move     baduk.Move    // meaningless when Resign is set
	Resign   bool          // the player to move gives up
	Win      float64       // probability that Black wins, 0..1
	Lead     float64       // expected lead of Black, points
	Visits   int           // visits of the root
	Playouts int           // playouts of this search
	Elapsed  time.Duration // wall-clock time spent
	PV       []baduk.Move  // principal variation, the move first
}
