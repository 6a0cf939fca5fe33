// Package bench measures speed: how many random games, evaluations of a net, or playouts of the search the
// machine makes per second. A [Figure] is one such number with its unit, so that a script can compare it.
// Figures vary with the load of the machine, so compare only figures of the same run.
//
//	f, err := bench.Board(ctx, 9, 1, 3*time.Second)
//	fmt.Println(f.Value, f.Unit) // 100000 rollouts/s
package bench

import (
	"context"
	"fmt"
	"sync"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/mcts"
	"tengen/rollout"
)

// Figure is the result of one benchmark.
type Figure struct {
	Bench   string  `json:"bench"`
	Size    int     `json:"size"`
	Threads int     `json:"threads"`
	Value   float64 `json:"value"`
	Unit    string  `json:"unit"`
	// Seconds is the duration of the measurement.
	Seconds float64 `json:"seconds"`
	// The following fields are for random games only. Capped is the share of games that reached the limit of
	// three moves per point. Lead is Black's mean lead in points.
	MovesPerSecond float64 `json:"movesPerSecond,omitempty"`
	MovesPerGame   float64 `json:"movesPerGame,omitempty"`
	Capped         float64 `json:"capped,omitempty"`
	Lead           float64 `json:"lead,omitempty"`
}

// String returns the figure as text.
func (f Figure) String() string {
	s := fmt.Sprintf("%-8s %2dx%-2d %d thread(s) %10.0f %s", f.Bench, f.Size, f.Size, f.Threads, f.Value, f.Unit)
	if f.MovesPerSecond > 0 {
		s += fmt.Sprintf("  %.2f million moves/s, %.1f moves/game, %.2f%% capped", f.MovesPerSecond/1e6, f.MovesPerGame, 100*f.Capped)
	}
	return s
}

// Board plays uniform random games on a [baduk.Position] in each thread for the duration d, and scores each of
// them. In these games the simple ko rule holds, suicide is forbidden, and players do not fill their own eyes. A
// game has at most three moves per point. If ctx ends, Board stops early, but it always plays some games.
func Board(ctx context.Context, size, threads int, d time.Duration) (Figure, error) {
	return randomGames(ctx, "rollouts", size, threads, d, func(g *baduk.Graph) player {
		u, empty, pos := rollout.NewUniform(g), baduk.NewPosition(g), baduk.NewPosition(g)
		return func(rng *rollout.Rand) (moves int, ended bool, lead float64) {
			pos.CopyFrom(empty)
			moves, ended = u.Play(pos, rng, 3*g.Len())
			return moves, ended, u.Lead(&pos.Board)
		}
	})
}

// Lean plays the same games as [Board] on the lean board of [rollout.Sampler], which does only what a random game
// needs.
func Lean(ctx context.Context, size, threads int, d time.Duration) (Figure, error) {
	return randomGames(ctx, "lean", size, threads, d, func(g *baduk.Graph) player {
		s := rollout.NewSampler(g)
		return func(rng *rollout.Rand) (moves int, ended bool, lead float64) {
			moves, ended = s.Play(rng, 3*g.Len())
			return moves, ended, s.Lead()
		}
	})
}

// player plays a random game from the empty board.
type player func(rng *rollout.Rand) (moves int, ended bool, lead float64)

// randomGames measures the games of players that newPlayer makes, one for each thread.
func randomGames(ctx context.Context, name string, size, threads int, d time.Duration, newPlayer func(g *baduk.Graph) player) (Figure, error) {
	g, err := baduk.Rectangle(size, size)
	if err != nil {
		return Figure{}, err
	}
	type tally struct {
		games, moves, capped int
		lead                 float64
	}
	tallies := make([]tally, threads)
	start := time.Now()
	var wg sync.WaitGroup
	for i := range tallies {
		wg.Go(func() {
			var t tally
			play, rng := newPlayer(g), rollout.Rand(i+1)
			for t.games == 0 || time.Since(start) < d && ctx.Err() == nil {
				for range 64 { // reading the clock once in 64 games takes a negligible time
					moves, ended, lead := play(&rng)
					t.games++
					t.moves += moves
					t.lead += lead
					if !ended {
						t.capped++
					}
				}
			}
			tallies[i] = t
		})
	}
	wg.Wait()
	seconds := time.Since(start).Seconds()
	var sum tally
	for _, t := range tallies {
		sum.games += t.games
		sum.moves += t.moves
		sum.capped += t.capped
		sum.lead += t.lead
	}
	f := Figure{Bench: name, Size: size, Threads: threads, Unit: "rollouts/s", Seconds: seconds, Value: float64(sum.games) / seconds, MovesPerSecond: float64(sum.moves) / seconds}
	if sum.games > 0 {
		n := float64(sum.games)
		f.MovesPerGame, f.Capped, f.Lead = float64(sum.moves)/n, float64(sum.capped)/n, sum.lead/n
	}
	return f, nil
}

// Search measures how many playouts the engine's search makes on an empty board in the duration d. Rollouts
// evaluate the positions.
func Search(ctx context.Context, size, threads int, d time.Duration) (Figure, error) {
	g, err := baduk.Rectangle(size, size)
	if err != nil {
		return Figure{}, err
	}
	params := engine.RolloutParams().Search
	params.Threads = threads
	s, err := mcts.New(rollout.NewEvaluator(g, rollout.DefaultParams()), params)
	if err != nil {
		return Figure{}, err
	}
	s.SetGame(baduk.NewGame(g, baduk.TrompTaylor()))
	r, err := s.Run(ctx, mcts.Time(d), false)
	if err != nil {
		return Figure{}, err
	}
	seconds := r.Elapsed.Seconds()
	return Figure{Bench: "search", Size: size, Threads: threads, Unit: "playouts/s", Seconds: seconds, Value: float64(r.Playouts) / seconds}, nil
}
