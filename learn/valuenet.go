package learn

import (
	"context"
	"errors"
	"io"

	"tengen/eval"
	"tengen/neteval"
	"tengen/replay"
	"tengen/selfplay"
	"tengen/train"
)

// This file has the last net of recipe AlphaGo, the value net.

// valueHoldOut is the split of the games of the value net: one in ten is held out, because there are few of them.
var valueHoldOut = replay.Split{OneIn: 10}

// playValue plays the games of the value net.
func (r *run) playValue(ctx context.Context, g *Generation) error {
	s := &r.state.Settings
	sl, err := r.policy(slNumber)
	if err != nil {
		return err
	}
	rl, err := r.policy(s.lastPolicy())
	if err != nil {
		return err
	}
	total := s.AlphaGo.ValueRows
	about := replay.Settings{Rules: s.Rules, Komi: s.Komi, Seed: s.Seed, Teacher: sl.Name}
	return r.record(ctx, g, about, total, func(out *replay.Recorder, done doneFunc) error {
		return selfplay.PlayPolicies(ctx, selfplay.PolicyOptions{Boards: r.boards, First: sl, Second: rl, KomiSpread: s.Games.KomiSpread, Regression: true,
			AllRows: s.AlphaGo.AllPositions, Seed: r.seed(forGames, g.Number), From: out.Games(), Games: 1 << 30, Parallel: r.o.Parallel, Threads: r.o.Threads,
			Batch: neteval.MaxBatch, Done: func(one *selfplay.Game) (enough bool, err error) {
				if out.Samples() >= total {
					return true, nil // the game began before there were enough rows
				}
				return done(one)
			}})
	})
}

// trainValue trains the value net. It begins with the SL policy, and learns the result, the score and the owners of the
// points at the end of each game. It also learns the moves of the SL policy at its rows, and therefore keeps them.
func (r *run) trainValue(ctx context.Context, g *Generation) error {
	if g.SHA256 == "" {
		o := r.training(g, g.Rows)
		o.Rows = replay.ReaderOptions{Dirs: []string{r.rowsDir(g.Number)}, Seed: r.seed(forTraining, g.Number), Split: valueHoldOut}
		o.Mix, o.Origin = train.Mix{Policy: 1}, "the SL policy"
		g.Window = g.Rows
		if err := r.trainNet(ctx, g, slNumber, o); err != nil {
			return err
		}
	}
	var err error
	if g.Errors, err = r.valueErrors(ctx, g); err != nil {
		return err
	}
	return r.finishNet(g, valueFile)
}

// mostMeasured is the largest number of rows on which errors of a value net are measured.
const mostMeasured = 20_000

// valueErrors measures the errors of a value net on the games that it learned from and on those that are held out.
func (r *run) valueErrors(ctx context.Context, g *Generation) (*ValueErrors, error) {
	e := &ValueErrors{}
	var err error
	if e.Train, e.TrainRows, err = r.valueError(ctx, g, replay.Training); err == nil {
		e.HeldOut, e.HeldOutRows, err = r.valueError(ctx, g, replay.Validation)
	}
	return e, err
}

// valueError returns the mean squared error on a part of the rows of a generation, and the number of these rows. Only
// the first row of each game counts, so that a net that learned all positions can be compared.
func (r *run) valueError(ctx context.Context, g *Generation, part replay.Part) (mean float64, rows int, err error) {
	net, err := r.player(g.Number)
	if err != nil {
		return 0, 0, err
	}
	evaluators, err := r.evaluators(net)
	if err != nil {
		return 0, 0, err
	}
	reader, err := replay.NewReader(replay.ReaderOptions{Dirs: []string{r.rowsDir(g.Number)}, Epochs: 1, Part: part, Split: valueHoldOut, Ordered: true})
	if err != nil {
		return 0, 0, err
	}
	var player replay.Player
	sum := 0.0
	for rows < mostMeasured {
		row, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, 0, err
		}
		win, ok := row.Game.Result.Win()
		board := boardOf(r.boards, row.Game.Graph)
		if !ok || board < 0 || row.Index > 0 {
			continue
		}
		row.Game.Graph = r.boards[board].Graph // the evaluator knows this copy of the board
		at, err := player.At(row.Game, row.Sample().Turn)
		if err != nil {
			return 0, 0, err
		}
		out, err := eval.One(ctx, evaluators[board], eval.Query{Game: at})
		if err != nil {
			return 0, 0, err
		}
		off := float64(out.Win) - float64(win)
		sum += off * off
		rows++
	}
	if rows == 0 {
		return 0, 0, nil
	}
	return sum / float64(rows), rows, nil
}

// passValue makes the value net the one that plays. It plays with a search, unlike the policies, so it has no match
// against them here.
func (r *run) passValue(_ context.Context, g *Generation) error { return r.pass(g) }
