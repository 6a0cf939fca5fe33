package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"tengen/internal/bench"
)

// BenchCmd is `tengen bench`, with the flags that its benchmarks share.
type BenchCmd struct {
	Size    Sizes   `placeholder:"N,N" help:"Board sizes, measured in turn (default 9,13,19)."`
	Threads Threads `default:"1" placeholder:"N" help:"Threads (default ${default})."`
	Seconds Seconds `default:"3" placeholder:"S" help:"Seconds to measure each figure (default ${default})."`
	JSON    bool    `help:"Print one JSON object per figure." config:"-"`

	Board  BenchBoardCmd  `cmd:"" help:"Measure rollouts (uniform random games) per second, on the rules' board and on a lean one."`
	Search BenchSearchCmd `cmd:"" help:"Measure playouts of the search per second, and its memory."`
	Net    BenchNetCmd    `cmd:"" help:"Measure evaluations of a net per second."`
	Web    BenchWebCmd    `cmd:"" help:"Measure a server with many players and spectators."`
	Peers  BenchPeersCmd  `cmd:"" help:"Compare the speed and the answers of tengen and an installed KataGo."`

	Problems BenchProblemsCmd `cmd:"" help:"Measure the share of graded problems that are solved."`
	Ranks    BenchRanksCmd    `cmd:"" help:"Measure the strength of ranks from finished matches."`
}

// sizes are the sizes of the boards to measure on.
func (c *BenchCmd) sizes() []int {
	if len(c.Size.list) > 0 {
		return c.Size.list
	}
	return []int{9, 13, 19}
}

// unmeasured is the message of an interrupted benchmark.
const unmeasured = "not everything was measured"

// run makes the measurements for each size in turn and prints the figures.
func (c *BenchCmd) run(env *Env, measurements ...func(ctx context.Context, size, threads int, d time.Duration) (bench.Figure, error)) error {
	for _, size := range c.sizes() {
		for _, measure := range measurements {
			f, err := measure(env.Ctx, size, int(c.Threads), c.Seconds.Duration())
			if err := cmp.Or(env.interrupted(unmeasured), err); err != nil {
				return err
			}
			if err := c.print(env, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// print prints a figure.
func (c *BenchCmd) print(env *Env, figure any) error {
	if c.JSON {
		return json.NewEncoder(env.Stdout).Encode(figure)
	}
	_, err := fmt.Fprintln(env.Stdout, figure)
	return err
}

// BenchBoardCmd is `tengen bench board`.
type BenchBoardCmd struct{}

// Run measures random games on the two boards in turn.
func (*BenchBoardCmd) Run(env *Env, c *BenchCmd) error { return c.run(env, bench.Board, bench.Lean) }
