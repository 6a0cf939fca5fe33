package mcts

import (
	"fmt"
)

// Params are the parameters of the search.
type Params struct {
	// CPUCT scales exploration by priors (Silver et al. 2016, AlphaGo,
	// "Searching with policy and value networks").
	CPUCT float64 `json:"cpuct"`
	// FPU is how much worse than its parent a move without visits is thought to
	// be, in win probability.
	FPU float64 `json:"fpu"`
	// RAVE is the number of visits at which a move's own results and its
	// all-moves-as-first results weigh the same; 0 ignores the latter (Gelly
	// and Silver 2007). It needs an evaluator that fills Evaluation.First.
	RAVE float64 `json:"rave"`
	// ExpandVisits is the number of evaluations of a leaf before its moves are
	// entered into the tree: 1 for a net, more for rollouts.
	ExpandVisits int `json:"expandVisits"`
	// ScoreWeight mixes the expected lead into the value, 0..1: it keeps a won
	// game neat and a lost one close.
	ScoreWeight float64 `json:"scoreWeight"`
	// VirtualLoss is how many lost visits a playout in progress counts for,
	// which sends other threads elsewhere.
	VirtualLoss int `json:"virtualLoss"`
	// Threads is the number of playouts at a time. With 1, the same seed gives
	// the same tree.
	Threads int `json:"threads"`
	// Seed is the start of the random numbers that evaluations are given.
	Seed uint64 `json:"seed"`
}

// DefaultParams suit rollouts.
func DefaultParams() Params {
	return Params{CPUCT: 0.25, FPU: 0.05, RAVE: 2500, ExpandVisits: 6, ScoreWeight: 0.08, VirtualLoss: 1, Threads: 1, Seed: 1}
}

// NetParams suit a net: it judges a position at once and says which moves are worth
// a try, so each leaf is entered at its first evaluation and the priors weigh more.
// The constants are near those of KataGo, halved where it counts values from -1 to 1.
func NetParams() Params {
	return Params{CPUCT: 0.6, FPU: 0.1, ExpandVisits: 1, ScoreWeight: 0.1, VirtualLoss: 1, Threads: 1, Seed: 1}
}

// Validate reports the first parameter that makes no sense.
func (p Params) Validate() error {
	switch {
	case p.CPUCT < 0 || p.CPUCT > 100:
		return fmt.Errorf("cpuct is %v, not 0 to 100", p.CPUCT)
	case p.FPU < -1 || p.FPU > 1:
		return fmt.Errorf("fpu is %v, not -1 to 1", p.FPU)
	case p.RAVE < 0:
		return fmt.Errorf("rave is %v, not 0 or more", p.RAVE)
	case p.ExpandVisits < 1:
		return fmt.Errorf("expandVisits is %d, not 1 or more", p.ExpandVisits)
	case p.ScoreWeight < 0 || p.ScoreWeight > 1:
		return fmt.Errorf("scoreWeight is %v, not 0 to 1", p.ScoreWeight)
	case p.VirtualLoss < 0 || p.VirtualLoss > 100:
		return fmt.Errorf("virtualLoss is %d, not 0 to 100", p.VirtualLoss)
	case p.Threads < 1 || p.Threads > 1024:
		return fmt.Errorf("threads is %d, not 1 to 1024", p.Threads)
	}
	return nil
}
