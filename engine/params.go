package engine

import (
	"fmt"
	"time"

	"tengen/mcts"
)

// Params are the parameters of a player.
type Params struct {
	// Search are the parameters of the search. Only [Engine.Analyze] uses Search.ConservativePass.
	Search mcts.Params `json:"search"`
	// Time is the time for a move if no [Limit] is set.
	Time time.Duration `json:"time"`
	// Clock describes how the player divides the time of a game.
	Clock  TimeParams   `json:"clock"`
	Resign ResignParams `json:"resign"`
	// StopEarly ends the search when no other move can overtake the best move in the remaining time. If this time would
	// be lost, the search ends only shortly before.
	StopEarly bool `json:"stopEarly"`
	// Enough is the number of playouts that gives a reliable result for the whole board. After fewer playouts
	// the engine does not resign, and does not pass because of the ownership of points.
	Enough int `json:"enough"`
	// DeadPlayouts is the number of playouts of two kinds of searches: those for dead stones, one for each
	// player, and the search after the opponent's pass. It is the same at every level.
	DeadPlayouts int `json:"deadPlayouts"`
}

// RolloutParams returns the parameters of a player with rollouts that takes a second for each move.
func RolloutParams() Params { return playerParams(mcts.RolloutParams(), 100, 3000) }

// NetParams returns the parameters of a player with a net. A net is slower than rollouts, but each of its
// evaluations is reliable, so fewer playouts are enough.
func NetParams() Params { return playerParams(mcts.NetParams(), 8, 100) }

// DefaultMemory is the memory that the search of a player may use, in bytes. The search stops when this
// memory is used up.
const DefaultMemory = 512 << 20

// playerParams adds to a search what all players have in common.
func playerParams(search mcts.Params, enough, deadPlayouts int) Params {
	search.MaxBytes = DefaultMemory
	return Params{Search: search, Time: time.Second, Clock: defaultTimeParams(), Resign: DefaultResignParams(),
		StopEarly: true, Enough: enough, DeadPlayouts: deadPlayouts}
}

// Validate reports the first parameter that is out of range.
func (p Params) Validate() error {
	switch {
	case p.Time <= 0:
		return fmt.Errorf("time is %v, not above 0", p.Time)
	case p.Enough < 1:
		return fmt.Errorf("enough is %d, not 1 or more", p.Enough)
	case p.DeadPlayouts < 1:
		return fmt.Errorf("deadPlayouts is %d, not 1 or more", p.DeadPlayouts)
	}
	if err := p.Clock.Validate(); err != nil {
		return err
	}
	if err := p.Resign.Validate(); err != nil {
		return err
	}
	return p.Search.Validate()
}
