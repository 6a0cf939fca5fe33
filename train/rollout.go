package train

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"

	"tengen/baduk"
	"tengen/replay"
	"tengen/rollout"
)

// RolloutOptions say how [TrainRollout] makes a policy for rollouts.
type RolloutOptions struct {
	Dirs   []string     // folders of rows; all moves of their games are used, not only those at rows
	Split  replay.Split // games that are held out
	Epochs int          // number of times that the games are learned
	Least  int          // number of occurrences from which on a response pattern gets weights
	Rate   float64      // step size, see [rollout.Learner]
	Seed   uint64       // random seed of the order of the games
	// Progress, if not nil, is called after each game. The total is the number of calls.
	Progress func(done, total int)
	// Damage, if not nil, is called for each unreadable part of the folders.
	Damage func(*replay.Damage)
}

// DefaultRollout returns the default options.
func DefaultRollout() RolloutOptions {
	return RolloutOptions{Split: replay.Split{OneIn: 100}, Epochs: 2, Least: 20, Rate: 0.1, Seed: 1}
}

// Validate returns an error for options that cannot be used.
func (o RolloutOptions) Validate() error {
	switch {
	case len(o.Dirs) == 0:
		return errors.New("training needs a folder of rows")
	case o.Epochs < 1 || o.Epochs > 1000:
		return errors.New("the number of epochs must be from 1 to 1000")
	case o.Least < 1:
		return errors.New("the least number of occurrences of a pattern must be at least 1")
	case !(o.Rate > 0 && o.Rate <= 10):
		return errors.New("the rate must be above 0 and at most 10")
	}
	return nil
}

// gameOf has what a policy for rollouts learns from a game.
type gameOf struct {
	graph *baduk.Graph
	setup baduk.Setup
	moves []baduk.Move
}

// ErrNoGames is the error of [TrainRollout] for folders without suitable games.
var ErrNoGames = errors.New("the folder has no games to learn from: a rollout policy learns from games on rectangles that are not held out")

// readGames reads the games of one part of a split.
func readGames(ctx context.Context, dirs []string, held func(*replay.Game) bool, damage func(*replay.Damage)) (games []gameOf, err error) {
	for _, dir := range dirs {
		f, err := replay.OpenFolder(dir)
		if err != nil {
			return nil, err
		}
		for g, err := range f.Games() {
			if err = cmp.Or(err, ctx.Err()); err != nil {
				return nil, err
			}
			if held(g) {
				games = append(games, gameOf{g.Graph, g.Setup, g.Moves})
			}
		}
		for _, d := range f.Damage {
			if damage != nil {
				damage(d)
			}
		}
	}
	return games, nil
}

// TrainRollout trains a policy for rollouts on the moves of all games that are not held out. It keeps their moves in
// memory: 4 bytes for each.
func TrainRollout(ctx context.Context, o RolloutOptions) (*rollout.Linear, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	games, err := readGames(ctx, o.Dirs, func(g *replay.Game) bool { return !o.Split.Held(g) }, o.Damage)
	if err != nil {
		return nil, err
	}
	l := rollout.NewLearner()
	l.Rate, l.Least = o.Rate, o.Least
	done, total, used := 0, (1+o.Epochs)*len(games), 0
	next := func() error {
		done++
		if o.Progress != nil {
			o.Progress(done, total)
		}
		return ctx.Err()
	}
	for _, g := range games {
		if l.Count(g.graph, g.setup, g.moves) {
			used++
		}
		if err := next(); err != nil {
			return nil, err
		}
	}
	if used == 0 {
		return nil, ErrNoGames
	}
	rng := rand.New(rand.NewPCG(o.Seed, 0))
	for range o.Epochs {
		rng.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
		for _, g := range games {
			l.Learn(g.graph, g.setup, g.moves)
			if err := next(); err != nil {
				return nil, err
			}
		}
	}
	return l.Linear(), nil
}

// MeasureRollout measures how well a policy predicts the moves of the games that a split holds out. If the split holds
// out no games, all games are used.
func MeasureRollout(ctx context.Context, l *rollout.Linear, dirs []string, split replay.Split, damage func(*replay.Damage)) (*rollout.LinearTest, error) {
	all := split.OneIn == 0 && len(split.Sources) == 0
	games, err := readGames(ctx, dirs, func(g *replay.Game) bool { return all || split.Held(g) }, damage)
	if err != nil {
		return nil, err
	}
	x := rollout.NewLinearTest(l)
	for _, g := range games {
		x.Add(g.graph, g.setup, g.moves)
		if err := ctx.Err(); err != nil {
			return x, err
		}
	}
	return x, nil
}
