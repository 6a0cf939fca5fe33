package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"

	"tengen/baduk"
	"tengen/cluster"
	"tengen/learn"
	"tengen/nn"
	"tengen/replay"
	"tengen/selfplay"
)

// Crew plays the games of a run of tengen learn in other processes. It implements [learn.Crew].
type Crew struct {
	Cluster *cluster.Cluster
	// Verify is the share of the results that are computed again, from 0 to 1.
	Verify  float64
	Threads int // for the games that are played again
	Program string
	Log     *slog.Logger

	hands map[string]*Hands // by the level of the kernels
}

var _ learn.Crew = (*Crew)(nil)

// gamesAhead is the number of games that are sent and not finished. It has to keep all workers busy.
const gamesAhead = 256

// perTask returns the number of games in a task. Games on small boards take a fraction of a second, so several are one
// task.
func perTask(boards []selfplay.Board) int {
	points := 0
	for _, b := range boards {
		points = max(points, b.Graph.Len())
	}
	return max(1, 200/points)
}

// Play plays games as [selfplay.Play] does. The order in which it delivers games depends on the workers.
func (c *Crew) Play(ctx context.Context, j learn.CrewJob, o selfplay.Options) error {
	d := description{Seed: o.Seed, Games: &o.Params}
	about, err := c.describe(ctx, &d, o.Boards, j.Nets)
	if err != nil {
		return err
	}
	count, next, enough := perTask(o.Boards), o.First, false
	taken := map[int]bool{}
	return c.Cluster.Run(ctx, cluster.Job{Queue: cluster.SelfPlay, Name: j.Name, Ahead: max(1, gamesAhead/count),
		Next: func() (cluster.Task, bool) {
			if enough {
				return cluster.Task{}, false
			}
			task := c.order(about, j, next, count)
			next += count
			return task, true
		},
		Take: func(r cluster.Result) error {
			number, ok := j.number(r.ID)
			if !ok || number < o.First || taken[number] || enough {
				return nil // of an earlier sitting, or a second copy
			}
			games, kernel, err := decodeGames(r.Data, number, count)
			if err == nil {
				err = c.examine(ctx, about, r, number, count, kernel, games, o.Boards)
			}
			if err != nil {
				return err
			}
			taken[number] = true
			for _, g := range games {
				if stop, err := o.Done(g); err != nil {
					return err
				} else if stop {
					enough = true
				}
			}
			return nil
		},
	})
}
