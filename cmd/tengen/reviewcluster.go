package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"time"

	"tengen/cluster"
	"tengen/jobs"
	"tengen/kifu"
	"tengen/player"
	"tengen/review"
	"tengen/server/reviews"
)

// crew returns the workers of a cluster that search positions as a reviewer with the same net and visits does.
func (c *CrewFlags) crew(env *Env, cli *CLI, model player.NetFile, visits int) (*jobs.ReviewCrew, error) {
	checks, err := c.checks(cli.Kernel)
	if err != nil {
		return nil, err
	}
	crew := &jobs.ReviewCrew{Checks: checks, Kernel: cli.Kernel, Visits: visits, Log: env.Log}
	if model != player.None {
		if crew.Net, err = model.Data(); err != nil {
			return nil, err
		}
	}
	crew.Cluster, err = c.open(env, "")
	return crew, err
}

// perReviewTask is the number of positions in a task of a review.
const perReviewTask = 4

// reviewElsewhere is the search of the positions of several games by workers. The results are in the journal.
type reviewElsewhere struct {
	stop context.CancelFunc
	left []chan struct{} // by game: closed when the workers have no more positions of it
	err  error           // why the search ended; valid when all channels are closed
	over chan struct{}   // closed at the end
}

// elsewhere begins to search the positions of all games that the journal does not have.
func (r *reviewing) elsewhere(crew *jobs.ReviewCrew, games []gameToReview) *reviewElsewhere {
	e := &reviewElsewhere{over: make(chan struct{})}
	for range games {
		e.left = append(e.left, make(chan struct{}))
	}
	var ctx context.Context
	ctx, e.stop = context.WithCancel(r.env.Ctx)
	next := r.positions(e, games)
	go func() {
		defer close(e.over)
		e.err = crew.Search(ctx, jobs.ReviewJob{Queue: cluster.Review, Name: reviewJob("review", string(r.Out), ""), PerTask: perReviewTask, Next: next})
	}()
	return e
}

// positions returns a function that returns one position of the games after another. All calls are made by one
// goroutine, also those of the functions of a position.
func (r *reviewing) positions(e *reviewElsewhere, games []gameToReview) func() *jobs.ReviewPosition {
	counts := make([]int, len(games)) // positions of each game that were returned and are not done
	game := -1
	var line *review.Line
	var o review.Options
	var todo []int
	done := func(i int) {
		if counts[i]--; counts[i] == 0 && (i < game || len(todo) == 0) {
			close(e.left[i])
		}
	}
	return func() *jobs.ReviewPosition {
		for len(todo) == 0 {
			if game++; game >= len(games) {
				return nil
			}
			var err error
			if line, err = games[game].line(); err == nil {
				o = r.options(line)
				todo = review.Missing(line, o)
			}
			if len(todo) == 0 { // also if the game cannot be read, which is reported when its turn comes
				close(e.left[game])
			}
		}
		i, g, within := game, line.At(todo[0]), o
		todo = todo[1:]
		counts[i]++
		return &jobs.ReviewPosition{Game: g, Options: within, Skip: func() { done(i) }, Take: func(a *kifu.Analysis) error {
			err := review.Keep(g, a, within)
			r.bar.add()
			done(i)
			return err
		}}
	}
}

// wait waits until the workers have no more positions of a game.
func (e *reviewElsewhere) wait(i int) error {
	if e == nil {
		return nil
	}
	select {
	case <-e.left[i]:
		return nil
	case <-e.over:
	}
	select {
	case <-e.left[i]: // the game was finished before the workers failed
		return nil
	default:
		return e.err
	}
}

// close ends the search.
func (e *reviewElsewhere) close() {
	if e != nil {
		e.stop()
		<-e.over
	}
}

// reviewJob is the name of a review in the cluster. A review that continues another one in the same folder replaces its
// tasks.
func reviewJob(kind, folder, name string) string {
	if path, err := filepath.Abs(folder); err == nil {
		folder = path
	}
	host, _ := os.Hostname()
	sum := sha256.Sum256([]byte(host + "\n" + folder + "\n" + name))
	return kind + "-" + hex.EncodeToString(sum[:8])
}

// pagePatience is the time after which the page's reviews are searched by the server itself if no worker answers.
const pagePatience = 30 * time.Second

// pageReviews returns the function that lets workers search the reviews of a page, whose games are in a folder.
func pageReviews(crew *jobs.ReviewCrew, folder string) reviews.Elsewhere {
	crew.Patience = pagePatience
	return func(ctx context.Context, name string, line *review.Line, o review.Options, positions []int, take func(int, *kifu.Analysis) error) error {
		return crew.Search(ctx, jobs.ReviewJob{Queue: cluster.Interactive, Name: reviewJob("page", folder, name), PerTask: 1, Next: func() *jobs.ReviewPosition {
			if len(positions) == 0 {
				return nil
			}
			i := positions[0]
			positions = positions[1:]
			return &jobs.ReviewPosition{Game: line.At(i), Options: o, Skip: func() {}, Take: func(a *kifu.Analysis) error { return take(i, a) }}
		}})
	}
}
