package engine

import (
	"fmt"
	"time"

	"tengen/mcts"
)

// Params are the parameters of a player.
type Params struct {
	Search mcts.Params `json:"search"`
	// Time is the time for a move when no limit is given.
	Time time.Duration `json:"time"`
	// Clock says how the time of a game is divided.
	Clock  TimeParams   `json:"clock"`
	Resign ResignParams `json:"resign"`
	// StopEarly ends the search when the best move cannot be overtaken in the time that is left.
	StopEarly bool `json:"stopEarly"`
	// Enough is the number of playouts that gives a reliable result for the whole board. With fewer, the
	// engine does not resign, and does not pass because of the ownership of points.
	Enough int `json:"enough"`
	// DeadPlayouts is how many playouts each side gets to find dead stones, and how many the search after the
	// opponent's pass gets, whatever the level.
	DeadPlayouts int `json:"deadPlayouts"`
}

// DefaultParams suit an opponent with rollouts: a second a move.
func DefaultParams() Params {
	p := Params{Search: mcts.DefaultParams(), Time: time.Second, Clock: defaultTimeParams(),
		Resign: DefaultResignParams(), StopEarly: true, Enough: 100, DeadPlayouts: 3000}
	p.Search.MaxBytes = DefaultMemory
	return p
}

// DefaultMemory is how many bytes the search of a player may use. The search stops when they are used up.
const DefaultMemory = 512 << 20

// NetParams are the same for a net, which is slow but sees the whole board in each evaluation.
func NetParams() Params {
	p := DefaultParams()
	p.Search, p.Enough, p.DeadPlayouts = mcts.NetParams(), 8, 100
	p.Search.MaxBytes = DefaultMemory
	return p
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
