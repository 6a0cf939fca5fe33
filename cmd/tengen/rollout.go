package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"time"

	"tengen/baduk"
	"tengen/internal/columns"
	"tengen/internal/outfile"
	"tengen/player"
	"tengen/replay"
	"tengen/rollout"
	"tengen/train"
)

// RolloutCmd is `tengen rollout`.
type RolloutCmd struct {
	Train RolloutTrainCmd `cmd:"" help:"Train a rollout policy on the moves of games."`
	Test  RolloutTestCmd  `cmd:"" help:"Measure the accuracy and the speed of a rollout policy."`
}

// RolloutTrainCmd is `tengen rollout train`.
type RolloutTrainCmd struct {
	Data        []string `required:"" placeholder:"DIR" help:"Folder of training rows (see tengen data import). All moves of its games are learned. May be repeated." config:"-"`
	Out         Path     `required:"" placeholder:"FILE" help:"File of the policy." config:"-"`
	Force       bool     `help:"Replace an existing file." config:"-"`
	Epochs      Count    `default:"2" placeholder:"N" help:"Learn each game N times (default ${default})." config:"-"`
	Least       Count    `default:"20" placeholder:"N" help:"Leave out response patterns that occur fewer than N times (default ${default})." config:"-"`
	Rate        float64  `default:"0.1" placeholder:"R" help:"Learning rate (default ${default})." config:"-"`
	HoldOut     uint32   `default:"100" placeholder:"N" help:"Hold out one game in N for tengen rollout test (default ${default}); 0 holds out none." config:"-"`
	HoldOutFrom []string `placeholder:"SOURCE" help:"Hold out all games from this source. May be repeated." config:"-"`
	Seed        uint64   `default:"1" placeholder:"N" help:"Random seed of the order of the games (default ${default})." config:"-"`
}

// Help explains what a rollout policy is for.
func (RolloutTrainCmd) Help() string {
	return "A rollout policy plays games to the end quickly. It is a linear softmax over local patterns, as in AlphaGo. To play with it, use --rollout FILE of tengen gtp, or the setting rollout=FILE of a player of tengen match. docs/training.md describes the features and the file."
}

// Run trains a policy and writes it.
func (c *RolloutTrainCmd) Run(env *Env) error {
	o := train.DefaultRollout()
	o.Dirs, o.Split = folders(c.Data), replay.Split{OneIn: int(c.HoldOut), Sources: c.HoldOutFrom}
	o.Epochs, o.Least, o.Rate, o.Seed = int(c.Epochs), int(c.Least), c.Rate, c.Seed
	if err := o.Validate(); err != nil {
		return usagef("%v", err)
	}
	if err := outfile.Check(string(c.Out), c.Force); err != nil {
		return usagef("%v", err)
	}
	if err := (replay.ReaderOptions{Dirs: o.Dirs, Split: o.Split}).CheckSources(); err != nil {
		return rowsError(err)
	}
	var bar *meter
	o.Progress = func(done, total int) {
		if bar == nil {
			bar = newCounter(env, total, "games")
		}
		bar.at(int64(done))
	}
	o.Damage = func(d *replay.Damage) { env.Log.Warn("skipped damaged rows", "because", d.Error()) }
	l, err := train.TrainRollout(env.Ctx, o)
	bar.clear()
	if env.Ctx.Err() != nil {
		return fmt.Errorf("%w: nothing was written", errInterrupted)
	}
	if err != nil {
		return rowsError(err)
	}
	return outfile.Write(string(c.Out), c.Force, l.Append(nil))
}

// RolloutTestCmd is `tengen rollout test`.
type RolloutTestCmd struct {
	Data        []string     `placeholder:"DIR" help:"Also measure how often the policy predicts the moves of games in this folder of training rows. May be repeated." config:"-"`
	HoldOut     uint32       `default:"100" placeholder:"N" help:"Test on the games that training with --hold-out N held out (default ${default}). With 0 and without --hold-out-from, all games are used." config:"-"`
	HoldOutFrom []string     `placeholder:"SOURCE" help:"Also test on all games from this source, which training held out. May be repeated." config:"-"`
	Seconds     Seconds      `default:"2" placeholder:"S" help:"Measure the speed on each board for S seconds (default ${default})." config:"-"`
	JSON        bool         `help:"Print one JSON object." config:"-"`
	File        ExistingFile `arg:"" placeholder:"FILE" help:"A rollout policy, made by tengen rollout train."`
}

// rolloutTest is the result of a test.
type rolloutTest struct {
	Moves int                `json:"moves"`
	Top1  float64            `json:"top1,omitempty"` // share of the moves that were the policy's first choice
	Loss  float64            `json:"loss,omitempty"` // mean of -log of the probabilities of the moves, in nats
	Never int                `json:"never"`          // moves that rollouts never make
	Speed map[string]float64 `json:"microsecondsPerMove"`
}

// Run measures a policy.
func (c *RolloutTestCmd) Run(env *Env) error {
	l, err := player.ReadRollout(string(c.File))
	if err != nil {
		return err
	}
	r := rolloutTest{Speed: map[string]float64{}}
	if len(c.Data) > 0 {
		dirs, split := folders(c.Data), replay.Split{OneIn: int(c.HoldOut), Sources: c.HoldOutFrom}
		if err := (replay.ReaderOptions{Dirs: dirs, Split: split}).CheckSources(); err != nil {
			return rowsError(err)
		}
		x, err := train.MeasureRollout(env.Ctx, l, dirs, split, func(d *replay.Damage) { env.Log.Warn("skipped damaged rows", "because", d.Error()) })
		if env.Ctx.Err() != nil {
			return fmt.Errorf("%w: the games were not read completely", errInterrupted)
		}
		if err != nil {
			return rowsError(err)
		}
		if x.Moves == 0 {
			return fmt.Errorf("no moves were tested: the folder has no held-out games on rectangles")
		}
		r.Moves, r.Never, r.Top1 = x.Moves, x.Never, x.Top1/float64(x.Moves)
		r.Loss = x.Loss / float64(max(x.Moves-x.Never, 1))
	}
	for _, size := range []int{9, 13, 19} {
		if r.Speed[strconv.Itoa(size)], err = rolloutSpeed(env, l, size, c.Seconds.Duration()); err != nil {
			return err
		}
	}
	out := newResults(env)
	if c.JSON {
		return out.end(json.NewEncoder(out).Encode(r))
	}
	t := columns.New(out)
	if r.Moves > 0 {
		t.Row("moves", strconv.Itoa(r.Moves), fmt.Sprintf("%d of them are moves that rollouts never make", r.Never))
		t.Row("first choice", fmt.Sprintf("%.1f %%", 100*r.Top1), "share of the moves that were the policy's likeliest move")
		t.Row("loss", fmt.Sprintf("%.3f", r.Loss), "mean of -log of the moves' probabilities")
	}
	for _, size := range []string{"9", "13", "19"} {
		t.Row(size+"x"+size, fmt.Sprintf("%.2f µs", r.Speed[size]), "for each move of a rollout, on one thread")
	}
	return out.end(t.Flush())
}

// rolloutSpeed returns the time of a move in whole games from the empty board, in microseconds.
func rolloutSpeed(env *Env, l *rollout.Linear, size int, d time.Duration) (float64, error) {
	g := baduk.MustRectangle(size, size)
	games, err := rollout.NewLinearGames(g, l)
	if err != nil {
		return 0, err
	}
	rng := rollout.Rand(1)
	games.Play(&rng, 3*g.Len()) // not measured: it brings the tables into the caches
	began, moves := time.Now(), 0
	for moves == 0 || time.Since(began) < d {
		if env.Ctx.Err() != nil {
			return 0, fmt.Errorf("%w: the speed was not measured", errInterrupted)
		}
		moves += games.Play(&rng, 3*g.Len())
	}
	return math.Round(float64(time.Since(began).Nanoseconds())/float64(moves)) / 1000, nil
}
