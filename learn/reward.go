package learn

import (
	"context"
	"fmt"

	"tengen/baduk"
	"tengen/eval"
	"tengen/neteval"
	"tengen/nn"
	"tengen/replay"
	"tengen/selfplay"
)

// lesson returns game number i of a mini-batch with a sample for each move of the policy in training. The weight of a
// sample is its reward: 1 if the policy won, -1 if it lost, and 0 for a draw. The policy did not choose its passes. A
// game without a result has no samples.
func lesson(one *selfplay.Game, i int) *replay.Game {
	g := *one.Game
	g.Samples = nil
	win, ok := g.Result.Win()
	own, reward := baduk.Black, 2*win-1
	if i%2 == 1 {
		own, reward = baduk.White, -reward
	}
	for turn, m := range g.Moves {
		if ok && m.Color == own && !m.IsPass() {
			g.Samples = append(g.Samples, replay.Sample{Turn: turn, Weight: reward})
		}
	}
	return &g
}

// baseline judges positions for the rewards of REINFORCE. A nil baseline says 0 for all positions.
type baseline struct {
	boards     []selfplay.Board
	evaluators []eval.Evaluator // by board
}

// baseline reads the net of the baseline. It returns nil if the run has no baseline.
func (r *run) baseline() (*baseline, error) {
	a := &r.state.Settings.AlphaGo
	if a.Baseline == "" {
		return nil, nil
	}
	m, err := nn.ReadFile(a.Baseline, nn.Limits{})
	if err != nil {
		return nil, err
	}
	if m.SHA256 != a.BaselineSHA256 {
		return nil, fmt.Errorf("%s is not the net with which this run began: restore the file, or begin a run in another folder", a.Baseline)
	}
	net, err := r.playerOf(m, r.o.Level, neteval.Options{Fixed: true})
	if err != nil {
		return nil, err
	}
	evaluators, err := r.evaluators(net)
	if err != nil {
		return nil, err
	}
	return &baseline{r.boards, evaluators}, nil
}

// subtract subtracts the value of its position, from -1 to 1 for the player of the move, from each reward of a game.
func (b *baseline) subtract(ctx context.Context, g *replay.Game) error {
	if b == nil {
		return nil
	}
	evaluator := b.evaluators[boardOf(b.boards, g.Graph)]
	var player replay.Player
	for i := range g.Samples {
		s := &g.Samples[i]
		at, err := player.At(g, s.Turn)
		if err != nil {
			return err
		}
		out, err := eval.One(ctx, evaluator, eval.Query{Game: at})
		if err != nil {
			return err
		}
		s.Weight -= float32(at.ToPlay().Number()) * (2*out.Win - 1)
	}
	return nil
}
