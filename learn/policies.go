package learn

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"tengen/internal/durable"
	"tengen/neteval"
	"tengen/nn"
	"tengen/replay"
	"tengen/rollout"
	"tengen/selfplay"
	"tengen/train"
)

// This file has the first two kinds of nets of recipe AlphaGo: the SL policy and the RL policies.

// supervise trains the rollout policy and the SL policy on the rows of records.
func (r *run) supervise(ctx context.Context, g *Generation) error {
	s := &r.state.Settings
	if err := r.trainRollout(ctx, g); err != nil {
		return err
	}
	rows := replay.ReaderOptions{Dirs: s.AlphaGo.Data, Seed: r.seed(forTraining, g.Number), Split: replay.Split{OneIn: 100}}
	if g.SHA256 == "" {
		reader, err := replay.NewReader(rows)
		if err != nil {
			return err
		}
		g.Window = reader.Samples()
		o := r.training(g, g.Window)
		o.Rows, o.Mix, o.Origin = rows, train.Mix{}, s.From
		// The policy learns only moves. The answer to a move helps it to learn, and is not in its file.
		weights := train.DefaultWeights()
		o.Weights = train.Weights{Policy: weights.Policy, Answer: weights.Answer}
		if err := r.trainNet(ctx, g, 0, o); err != nil {
			return err
		}
	}
	return r.finishNet(g, slFile)
}

// trainRollout trains the rollout policy, unless it exists. It does nothing if no game is on a rectangle. After a pause
// the training begins again.
func (r *run) trainRollout(ctx context.Context, g *Generation) error {
	path := filepath.Join(r.o.Dir, rolloutFile)
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	o := train.DefaultRollout()
	o.Dirs, o.Seed = r.state.Settings.AlphaGo.Data, r.state.Settings.Seed
	r.o.Log.Info("the rollout policy is trained")
	var saving error
	o.Progress = func(done, total int) { saving = errors.Join(saving, r.progress(g, done, total)) }
	var policy *rollout.Linear
	err := r.withPauses(ctx, func(ctx context.Context) (err error) {
		policy, err = train.TrainRollout(ctx, o)
		return err
	})
	if errors.Is(err, train.ErrNoGames) {
		r.o.Log.Warn("the run has no rollout policy", "because", err)
		return nil
	}
	if err = errors.Join(err, saving); err != nil {
		return err
	}
	return durable.Replace(path, policy.Append(nil), true)
}

// gradientFile is the path of the checkpoint of REINFORCE, which all RL policies share.
func (r *run) gradientFile() string { return filepath.Join(r.o.Dir, "train", "reinforce") }

// policy returns the net of a generation as a player without a search. Unlike [run.player], it computes exactly as
// training does, with floats and without symmetries.
func (r *run) policy(n int) (selfplay.Net, error) {
	m, err := r.model(n)
	if err != nil {
		return selfplay.Net{}, err
	}
	return r.playerOf(m, r.o.Level.Exact(), neteval.Options{Fixed: true})
}

// reinforce plays mini-batches of games against the policies of the pool, and learns from each of them by REINFORCE.
// The games of a mini-batch depend only on the seed, its number and the weights. So a mini-batch that is repeated
// after an interruption is the same one.
func (r *run) reinforce(ctx context.Context, g *Generation) error {
	s := &r.state.Settings
	a := &s.AlphaGo
	first, err := r.model(slNumber)
	if err != nil {
		return err
	}
	learner, err := train.NewReinforcement(r.gradientFile(), first, r.o.Level, train.ReinforcementOptions(a.MiniBatches, r.o.Threads, a.Rate))
	if err != nil {
		return err
	}
	out, err := replay.NewRecorder(r.rowsDir(g.Number), replay.Settings{Rules: s.Rules, Komi: s.Komi, Seed: s.Seed})
	if err != nil {
		return err
	}
	defer out.Close()
	judge, err := r.baseline()
	if err != nil {
		return err
	}
	begin, pool := a.PoolEvery*(g.Number-slNumber-1), map[int]selfplay.Net{}
	end := min(begin+a.PoolEvery, a.MiniBatches)
	if learner.Steps() > end {
		return fmt.Errorf("%s is from a later time than %s: restore both from the same copy", r.gradientFile(), StateFile)
	}
	if learner.Steps() < begin {
		return fmt.Errorf("%s is missing, or from an earlier time than %s: restore both from the same copy", r.gradientFile(), StateFile)
	}
	save := func() error {
		if err := learner.Save(); err != nil {
			return fmt.Errorf("the training since the last checkpoint is lost: %w", err)
		}
		return nil
	}
	saved := time.Now()
	for learner.Steps() < end {
		if r.paused() || ctx.Err() != nil {
			if err := save(); err != nil {
				return err
			}
			if err := r.rest(ctx); err != nil {
				return err
			}
		}
		number := learner.Steps()
		games, err := r.miniBatch(ctx, g, number, learner.Model(), pool)
		if err != nil {
			lost := save()
			if lost != nil && ctx.Err() != nil {
				return lost // with the error of ctx it would be an ordinary interruption
			}
			return errors.Join(err, lost)
		}
		var lessons []*replay.Game
		for i, one := range games {
			learned := lesson(one, i)
			if err := judge.subtract(ctx, learned); err != nil {
				return err
			}
			lessons = append(lessons, learned)
			if (number-begin)*a.MiniBatch+i < out.Games() {
				continue // a repeated mini-batch
			}
			if err := out.Add(one.Game); err != nil {
				return err
			}
			g.add(one)
		}
		if _, err := learner.Step(lessons); err != nil {
			return err
		}
		g.Games = out.Games()
		if err := r.progress(g, (learner.Steps()-begin)*a.MiniBatch, (end-begin)*a.MiniBatch); err != nil {
			return err
		}
		if time.Since(saved) > saveEvery {
			saved = time.Now()
			if err := learner.Save(); err != nil {
				return err
			}
		}
	}
	g.Steps = end - begin
	return errors.Join(learner.Save(), out.Finish(), r.recount(g), r.writeNet(g.Number, learner.Model()))
}

// recount counts the stored games of a generation. The state of a process that was killed lacks its last games.
func (r *run) recount(g *Generation) error {
	f, err := replay.OpenFolder(r.rowsDir(g.Number))
	if err != nil {
		return err
	}
	g.Games, g.Rows, g.Turns, g.Black = 0, 0, 0, 0
	for one, err := range f.Games() {
		if err != nil {
			return err
		}
		g.Games, g.Rows, g.Turns = g.Games+1, g.Rows+len(one.Samples), g.Turns+len(one.Moves)
		if win, ok := one.Result.Win(); ok {
			g.Black += float64(win)
		}
	}
	return nil
}

// miniBatch plays the games of a mini-batch. The policy in training is Black in games with an even number.
func (r *run) miniBatch(ctx context.Context, g *Generation, number int, current *nn.Model, pool map[int]selfplay.Net) (games []*selfplay.Game, err error) {
	s := &r.state.Settings
	rng := rand.New(rand.NewPCG(r.seed(forOpponent, number), 0))
	chosen := slNumber + rng.IntN(g.Number-slNumber)
	opponent, ok := pool[chosen]
	if !ok {
		if opponent, err = r.policy(chosen); err != nil {
			return nil, err
		}
		pool[chosen] = opponent
	}
	player, err := r.playerOf(current, r.o.Level.Exact(), neteval.Options{Fixed: true})
	if err != nil {
		return nil, err
	}
	err = selfplay.PlayPolicies(ctx, selfplay.PolicyOptions{Boards: r.boards, First: player, Second: opponent, KomiSpread: s.Games.KomiSpread,
		Seed: r.seed(forMiniBatch, number), Games: s.AlphaGo.MiniBatch, Parallel: s.AlphaGo.MiniBatch, Threads: r.o.Threads, Batch: neteval.MaxBatch,
		Done: func(one *selfplay.Game) (bool, error) { games = append(games, one); return false, nil }})
	return games, err
}

// export completes an RL policy, which joins the pool.
func (r *run) export(_ context.Context, g *Generation) error {
	if err := r.hashNet(g); err != nil {
		return err
	}
	return r.finishNet(g, rlFile)
}

// duel measures a policy in games without a search: the SL policy against the first net, and each RL policy against the
// SL policy. Every net passes.
func (r *run) duel(ctx context.Context, g *Generation) error {
	if g.Opponent = 0; g.Number > slNumber {
		g.Opponent = slNumber
	}
	fresh, err := r.policy(g.Number)
	if err != nil {
		return err
	}
	other, err := r.policy(g.Opponent)
	if err != nil {
		return err
	}
	s := &r.state.Settings
	played, halves := 0, 0
	for _, n := range g.Pairs {
		played += n
	}
	for played < s.GatePairs {
		if err := r.rest(ctx); err != nil {
			return err
		}
		err := selfplay.PlayPolicies(ctx, selfplay.PolicyOptions{Boards: r.boards, First: fresh, Second: other, KomiSpread: s.Games.KomiSpread,
			Seed: r.seed(forMatch, g.Number), From: 2 * played, Games: 2 * (s.GatePairs - played), Parallel: r.o.Parallel, Threads: r.o.Threads, Batch: neteval.MaxBatch,
			Done: func(one *selfplay.Game) (bool, error) {
				points, ok := one.Result.Win()
				if !ok {
					points = 0.5
				}
				if one.Number%2 == 0 {
					halves = int(2 * points)
					return false, nil
				}
				g.Pairs[halves+int(2*(1-points))]++
				played++
				return r.paused(), errors.Join(r.progress(g, played, s.GatePairs), r.save())
			}})
		if err != nil {
			return err
		}
	}
	return r.pass(g)
}
