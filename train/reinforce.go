package train

import (
	"errors"
	"fmt"
	"os"

	"tengen/baduk"
	"tengen/nn"
	"tengen/replay"
	"tengen/rollout"
)

// Reinforcement trains the policy of a net by the results of its own games: REINFORCE (Williams 1992), as in AlphaGo
// (Silver et al. 2016, Methods, "Policy network: reinforcement learning"). A move m that was played in the position s
// changes the weights in the direction of z times the gradient of log p(m|s). The reward z is 1 if the player of the
// move won and -1 if the player lost. p(m|s) is the probability among the moves of [rollout.Uniform.Candidates].
type Reinforcement struct {
	trainer *trainer
	path    string // path of the checkpoint
	saved   int    // number of steps in the checkpoint
}

// ReinforcementOptions returns the options of a reinforcement with a number of steps. The rate is constant, and the
// weights are not averaged, because the games of a step are those of the present policy.
func ReinforcementOptions(steps, threads int, rate float64) Options {
	o := defaultOptions(steps)
	o.Weights, o.Threads = Weights{Policy: 1}, threads
	o.Optimizer = OptimizerParams{Method: AdamW, Rate: rate, Clip: 0, Steps: steps, Final: 1, Beta1: 0.9, Beta2: 0.98}
	return o
}

// NewReinforcement continues from the checkpoint at this path. Without a checkpoint it begins with the weights of m,
// which it changes.
func NewReinforcement(path string, m *nn.Model, level nn.Level, o Options) (*Reinforcement, error) {
	t, _, err := resume(path, level, o.Threads)
	switch {
	case errors.Is(err, os.ErrNotExist):
		if t, err = newTrainer(m, level, o); err != nil {
			return nil, err
		}
	case errors.Is(err, ErrCheckpoint):
		return nil, fmt.Errorf("reinforcement cannot continue: %w; begin a new run in another folder", err)
	case err != nil:
		return nil, err
	case t.options != o:
		return nil, fmt.Errorf("%s began with other settings: use another folder", path)
	}
	for i := range t.workers {
		t.workers[i].rows.candidates = map[*baduk.Graph]*rollout.Uniform{}
	}
	return &Reinforcement{trainer: t, path: path, saved: t.optimizer.step}, nil
}

// Model returns the net in training. The next step changes it.
func (r *Reinforcement) Model() *nn.Model { return r.trainer.learner.Model() }

// Steps returns the number of steps made so far.
func (r *Reinforcement) Steps() int { return r.trainer.optimizer.step }

// Step changes the weights by a mini-batch of games. It learns the moves at the samples of the games. The weight of a
// sample is the reward of its move. A reward of 0 changes nothing. The gradient is the sum over the moves of a game and
// the mean over the games. The games must be on boards that the net can read.
func (r *Reinforcement) Step(games []*replay.Game) (Measured, error) {
	var rows []replay.Row
	for _, g := range games {
		for i := range g.Samples {
			rows = append(rows, replay.Row{Game: g, Index: i})
		}
	}
	m, err := r.trainer.share(rows, true)
	if err != nil {
		return m, err
	}
	if m.Length, err = r.trainer.optimizer.Step(r.trainer.gradients(), float64(len(games))); err != nil {
		return m, err
	}
	r.trainer.learner.Update()
	return m, nil
}

// Save writes a checkpoint, unless no step was made since the last one.
func (r *Reinforcement) Save() error {
	if r.saved == r.Steps() {
		return nil
	}
	r.saved = r.Steps()
	return r.trainer.save(r.path, replay.State{})
}
