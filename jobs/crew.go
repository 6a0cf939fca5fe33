package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"tengen/cluster"
	"tengen/learn"
	"tengen/nn"
	"tengen/replay"
	"tengen/selfplay"
)

// Crew plays the games of a run of tengen learn in other processes. It implements [learn.Crew].
type Crew struct {
	Checks
	Cluster *cluster.Cluster
	Threads int // for the games that are played again
	Log     *slog.Logger

	hands *Hands // plays games again
}

var _ learn.Crew = (*Crew)(nil)

// retries is the number of times that a task is sent again after workers gave it up. The workers may be at fault.
const retries = 3

// perTask returns the number of games in a task. Games on boards of up to 5x5 take less than a tenth of a second, so
// several are one task. The time of a game grows with the number of its turns and with the time of a turn.
func perTask(boards []selfplay.Board) int {
	points := 0
	for _, b := range boards {
		points = max(points, b.Graph.Len())
	}
	return min(max(1, 1250/(points*points)), maxCount)
}

// Play plays games as [selfplay.Play] does. The order in which it delivers games depends on the workers.
func (c *Crew) Play(ctx context.Context, j learn.CrewJob, o selfplay.Options) error {
	d := description{Kernel: c.Level.String(), Seed: o.Seed, Games: &o.Params}
	about := ""
	count, next, enough := perTask(o.Boards), o.First, false
	taken := map[int]bool{}
	return c.Cluster.Run(ctx, cluster.Job{Queue: cluster.SelfPlay, Name: j.Name, Fresh: true, Retries: retries, Enough: func() bool { return enough },
		Store: func(ctx context.Context) (err error) {
			about, err = c.describe(ctx, d, o.Boards, j.Nets)
			return err
		},
		Next: func() (cluster.Task, bool) {
			next += count
			return taskOf(about, j, next-count, count), true
		},
		Take: func(r cluster.Result) error {
			number, ok := numberOf(j, r.ID)
			if !ok || !sent(number, o.First, next, count) || taken[number] {
				return nil // of an earlier sitting, of no task, or a second copy
			}
			games, kernel, err := decodeGames(r.Data, number, count)
			if err != nil {
				return rejected(r, err)
			}
			if err := c.examine(ctx, about, r, number, count, kernel, games, &o); err != nil {
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

// describe stores what the tasks of a job have in common, and returns its hash.
func (c *Crew) describe(ctx context.Context, d description, boards []selfplay.Board, nets []string) (about string, err error) {
	if d.Boards, err = describeBoards(boards); err != nil {
		return "", err
	}
	for _, file := range nets {
		data, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		hash, err := c.Cluster.Put(ctx, data)
		if err != nil {
			return "", err
		}
		d.Nets = append(d.Nets, hash)
	}
	text, err := json.Marshal(d)
	if err != nil {
		return "", err
	}
	return c.Cluster.Put(ctx, text)
}

// taskOf returns the task for games from a number on.
func taskOf(about string, j learn.CrewJob, number, count int) cluster.Task {
	return order{about, number, count}.task(fmt.Sprintf("s%d-%d", j.Sitting, number))
}

// numberOf returns the first number of a task of this sitting.
func numberOf(j learn.CrewJob, id string) (number int, ok bool) {
	sitting := 0
	if n, err := fmt.Sscanf(id, "s%d-%d", &sitting, &number); n != 2 || err != nil {
		return 0, false
	}
	return number, sitting == j.Sitting
}

// sent reports whether number is the first one of a task that was sent. The tasks have count games each, from the
// number first to before the number next.
func sent(number, first, next, count int) bool {
	return number >= first && number < next && (number-first)%count == 0
}

// Match plays pairs of games as [selfplay.Match] does.
func (c *Crew) Match(ctx context.Context, j learn.CrewJob, o selfplay.MatchOptions) error {
	d := description{Kernel: c.Level.String(), Seed: o.Seed, Pairs: &pairSettings{Visits: o.Visits, OpeningMoves: o.OpeningMoves, FairVisits: o.FairVisits, KomiSpread: o.KomiSpread}}
	about := ""
	next, stopped := o.FirstPair, false
	pairs := selfplay.NewInOrder(o.FirstPair, func(halves int) (err error) {
		if !stopped {
			stopped, err = o.Pair(halves)
		}
		return err
	})
	taken := map[int]bool{}
	return c.Cluster.Run(ctx, cluster.Job{Queue: cluster.Pairs, Name: j.Name, Fresh: true, Retries: retries, Enough: func() bool { return stopped },
		Store: func(ctx context.Context) (err error) {
			about, err = c.describe(ctx, d, o.Boards, j.Nets)
			return err
		},
		Next: func() (cluster.Task, bool) {
			if next == o.FirstPair+o.Pairs {
				return cluster.Task{}, false
			}
			next++
			return taskOf(about, j, next-1, 1), true
		},
		Take: func(r cluster.Result) error {
			number, ok := numberOf(j, r.ID)
			if !ok || !sent(number, o.FirstPair, next, 1) || taken[number] || stopped {
				return nil
			}
			one, _, err := decode(r.Data)
			if err != nil || len(one.Halves) != 1 || one.Halves[0] < 0 || one.Halves[0] > 4 {
				return rejected(r, errors.New("it is not the result of a pair of games"))
			}
			if err := c.repeatPair(ctx, about, r, number, one); err != nil {
				return err
			}
			taken[number] = true
			return pairs.Put(number, one.Halves[0])
		},
	})
}

// pool returns the pool that plays the games of a description again.
func (c *Crew) pool(ctx context.Context, about string) (*pool, error) {
	if c.hands == nil {
		c.hands = &Hands{Cluster: c.Cluster, Levels: []nn.Level{c.Level}, Threads: c.Threads, Log: c.Log}
	}
	return c.hands.poolOf(ctx, about)
}

// examine checks games that a worker has sent.
func (c *Crew) examine(ctx context.Context, about string, r cluster.Result, number, count int, kernel string, games []*selfplay.Game, o *selfplay.Options) error {
	repeat, err := c.again(r, kernel)
	if err != nil {
		return err
	}
	for _, g := range games {
		if err := selfplay.Check(g.Game, o, g.Number); err != nil {
			return rejected(r, fmt.Errorf("game %d: %w", g.Number, err))
		}
	}
	if !repeat {
		return nil
	}
	p, err := c.pool(ctx, about)
	if err != nil {
		return err
	}
	again, err := p.several(ctx, order{Number: number, Count: count}, func(string) {})
	if err != nil {
		return err
	}
	for i, g := range again {
		mine, err := replay.EncodeGame(g.Game)
		if err != nil {
			return err
		}
		theirs, err := replay.EncodeGame(games[i].Game)
		if err != nil || !bytes.Equal(mine, theirs) {
			return rejected(r, fmt.Errorf("game %d: played again, it is another game", g.Number))
		}
	}
	return nil
}

// leastPairShare is the smallest share of the pairs of games that are played again, if not all workers are trusted. The
// result of a pair is only a number, so nothing else can be examined.
const leastPairShare = 0.1

// repeatPair plays a pair of games again, if it is in the sample.
func (c *Crew) repeatPair(ctx context.Context, about string, r cluster.Result, number int, one report) error {
	checks := c.Checks
	if checks.Verify > 0 {
		checks.Verify = max(checks.Verify, leastPairShare)
	}
	repeat, err := checks.again(r, one.Kernel)
	if err != nil || !repeat {
		return err
	}
	p, err := c.pool(ctx, about)
	if err != nil {
		return err
	}
	halves, err := p.pairs.Pair(ctx, number)
	if err == nil && halves != one.Halves[0] {
		err = rejected(r, fmt.Errorf("pair %d: played again, the first net has %d halves of points, not %d", number, halves, one.Halves[0]))
	}
	return err
}
