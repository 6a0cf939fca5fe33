package learn

import (
	"errors"
	"fmt"

	"tengen/replay"
	"tengen/selfplay"
)

// AlphaGo is the recipe of "Mastering the game of Go with deep neural networks and tree search" (Silver et al. 2016):
// a policy learns from records, then by REINFORCE from games without a search, and then a value net learns from games
// of these policies. Each net of the recipe is a generation; see [Kind].
const AlphaGo = "alphago"

// AlphaGoSettings are the settings of recipe [AlphaGo] that other recipes do not have. A mini-batch is n games between
// the policy in training and an earlier policy from a pool.
type AlphaGoSettings struct {
	Data []string `json:"data"` // folders of rows, which the SL policy and the rollout policy learn
	// MiniBatches is the number of mini-batches, and MiniBatch is the number of games in each. After every PoolEvery
	// mini-batches the policy joins the pool, which begins with the SL policy. In the paper: 10,000, 128 and 500.
	MiniBatches int `json:"miniBatches"`
	MiniBatch   int `json:"miniBatch"`
	PoolEvery   int `json:"poolEvery"`
	// Rate is the learning rate of REINFORCE. The SL policy and the value net learn with [Settings].Rate.
	Rate float64 `json:"rate"`
	// Baseline is the file of a value net whose values are subtracted from the rewards, as in the paper's second pass,
	// and BaselineSHA256 is its hash. They are empty if the rewards have no baseline.
	Baseline       string `json:"baseline,omitempty"`
	BaselineSHA256 string `json:"baselineSHA256,omitempty"`
	// ValueRows is the number of positions that the value net learns from. There is one position of each game, as in the
	// paper, which had 30 million. AllPositions takes the later positions of the same games too.
	ValueRows    int  `json:"valueRows"`
	AllPositions bool `json:"allPositions,omitempty"`
}

// DefaultAlphaGo are the settings of recipe [AlphaGo] on boards of at most this number of points.
func DefaultAlphaGo(points int) Settings {
	s := DefaultSettings(points)
	s.Recipe, s.Reuse, s.MatchEvery, s.GatePairs = AlphaGo, 8, 0, 100
	s.AlphaGo = AlphaGoSettings{MiniBatches: 400, MiniBatch: 64, PoolEvery: 50, Rate: 1e-4, ValueRows: 20_000}
	return s
}

func (a *AlphaGoSettings) validate() error {
	for _, f := range []struct {
		name           string
		value          float64
		least, largest float64
	}{
		{"the number of mini-batches", float64(a.MiniBatches), 1, 1e6}, {"the number of games in a mini-batch", float64(a.MiniBatch), 2, 1 << 16},
		{"the number of mini-batches between two policies of the pool", float64(a.PoolEvery), 1, 1e6},
		{"the learning rate of REINFORCE", a.Rate, 1e-9, 10}, {"the number of rows for the value net", float64(a.ValueRows), 10, 1e9},
	} {
		if !(f.value >= f.least && f.value <= f.largest) {
			return fmt.Errorf("%s is %v, not from %v to %v", f.name, f.value, f.least, f.largest)
		}
	}
	if len(a.Data) == 0 {
		return errors.New("the recipe alphago learns from records first, and the settings name no folder of rows")
	}
	if n := (a.MiniBatches-1)/a.PoolEvery + 1; n > 1000 {
		return fmt.Errorf("the pool would have %d policies, and at most 1000 are possible", n)
	}
	return nil
}

// Kind is what a net of recipe [AlphaGo] is. It is empty for the nets of other recipes.
type Kind string

// The kinds, in the order in which they are made. The pool has several RL policies.
const (
	SLPolicy Kind = "sl"    // learned from records
	RLPolicy Kind = "rl"    // learned from the results of games against earlier policies
	ValueNet Kind = "value" // learned the results of games of the RL policy; keeps the moves of the SL policy
)

// slNumber is the number of the SL policy.
const slNumber = 1

// lastPolicy is the number of the last RL policy. The next number is that of the value net.
func (s *Settings) lastPolicy() int {
	return slNumber + (s.AlphaGo.MiniBatches-1)/s.AlphaGo.PoolEvery + 1
}

// Kind returns the kind of the net of a generation.
func (s *Settings) Kind(generation int) Kind {
	switch {
	case s.Recipe != AlphaGo || generation == 0:
		return ""
	case generation == slNumber:
		return SLPolicy
	case generation <= s.lastPolicy():
		return RLPolicy
	}
	return ValueNet
}

// Complete reports whether the run has made all its nets. Only runs of recipe [AlphaGo] come to an end.
func (s *State) Complete() bool {
	return s.Settings.Recipe == AlphaGo && s.last().Stage == Finished && s.last().Number == s.Settings.lastPolicy()+1
}

// The files that recipe AlphaGo leaves in the folder of the run.
const (
	slFile      = "sl.bin.gz"
	rlFile      = "rl.bin.gz"
	valueFile   = "value.bin.gz"
	rolloutFile = "rollout"
)

// ValueErrors are mean squared errors of the probability of a win, compared with the results of games, which are 0, 1/2
// or 1. An error of 0.25 is that of a net that always says 1/2.
type ValueErrors struct {
	Train       float64 `json:"train"`   // on the rows that the net learned
	HeldOut     float64 `json:"heldOut"` // on games that are held out
	TrainRows   int     `json:"trainRows"`
	HeldOutRows int     `json:"heldOutRows"`
}

// checkData fails if the folders of rows cannot be read, or have no game on one of the boards.
func checkData(dirs []string, boards []selfplay.Board) error {
	missing := map[uint64]bool{}
	for _, b := range boards {
		missing[b.Graph.Fingerprint()] = true
	}
	for _, dir := range dirs {
		f, err := replay.OpenFolder(dir)
		if err != nil {
			return err
		}
		for g, err := range f.Games() {
			if err != nil {
				return err
			}
			if delete(missing, g.Graph.Fingerprint()); len(missing) == 0 {
				return nil
			}
		}
	}
	for _, b := range boards {
		if missing[b.Graph.Fingerprint()] {
			return fmt.Errorf("the rows in %s have no game on %v: import records of games on this board, or choose another board", dirs[0], b.Graph)
		}
	}
	return nil
}
