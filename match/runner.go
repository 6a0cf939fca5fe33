package match

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"tengen/kifu"
)

// runner runs a match. Workers play the games. Only the goroutine of run uses the results.
type runner struct {
	options  Options
	schedule *schedule
	folder   *folder
	results  *results
	start    time.Time
	before   int           // number of games that earlier runs played
	ready    []atomic.Bool // by player: was it ready to play at least once?
	failed   []int         // by player: number of games in a row in which it failed
}

func newRunner(o Options, s *schedule, f *folder) *runner {
	r := &runner{options: o, schedule: s, folder: f, start: time.Now(), ready: make([]atomic.Bool, len(o.Players)), failed: make([]int, len(o.Players))}
	r.results = newResults(&r.options, s)
	for _, g := range f.done {
		r.results.add(g)
	}
	r.before = len(f.done)
	return r
}

func (r *runner) summary() Summary {
	s := r.results.summary()
	s.Seconds = r.folder.seconds + time.Since(r.start).Seconds()
	return s
}

// outcome is what a worker sends after a game: the result and the record, or an error.
type outcome struct {
	result GameResult
	record *kifu.Record
	err    error
}

// run plays the missing games.
func (r *runner) run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var todo []int
	for n := 1; n <= r.schedule.total(); n++ {
		if !r.results.has(n) {
			todo = append(todo, n)
		}
	}
	if len(todo) == 0 || r.results.decided() {
		return nil
	}
	if r.options.Elsewhere != nil {
		return r.options.Elsewhere(ctx, r.schedule.seed, todo, func(g GameResult, rec *kifu.Record) (enough bool, err error) {
			if r.results.has(g.Game) {
				return false, nil
			}
			err = r.keep(&outcome{result: g, record: rec})
			return r.results.decided(), err
		})
	}
	workers := make([]*worker, min(r.options.Parallel, len(todo)))
	for i := range workers {
		workers[i] = r.newWorker()
	}
	defer r.close(workers)
	// If a player does not start even once, the caller's options are probably wrong.
	for _, s := range workers[0].sides {
		if err := s.open(ctx); err != nil {
			return err
		}
	}
	jobs, outcomes := make(chan int), make(chan outcome)
	var group sync.WaitGroup
	for _, w := range workers {
		group.Go(func() {
			for n := range jobs {
				var o outcome
				o.result, o.record, o.err = w.play(ctx, n)
				if o.err == nil {
					w.restart(&o.result)
				}
				outcomes <- o
			}
		})
	}
	var first error // the error that ended the match
	playing, over := 0, false
	for {
		feed := jobs
		if over || len(todo) == 0 || ctx.Err() != nil {
			feed = nil
		}
		if feed == nil && playing == 0 {
			break
		}
		next := 0
		if feed != nil {
			next = todo[0]
		}
		select {
		case feed <- next:
			todo = todo[1:]
			playing++
		case o := <-outcomes:
			playing--
			err := o.err
			if err == nil {
				err = r.keep(&o)
			}
			stopped := over && errors.Is(err, context.Canceled) // the call of stop below ended the game
			if err != nil && !stopped && (first == nil || errors.Is(first, context.Canceled)) {
				first = err // any other error is more important than an interrupt
			}
			if over = over || err != nil || r.results.decided(); over {
				stop() // games in progress are not needed any more
			}
		}
	}
	close(jobs)
	group.Wait()
	if first == nil && !over {
		first = ctx.Err()
	}
	return first
}

// keep stores the result of a game and reports the progress.
func (r *runner) keep(o *outcome) error {
	if err := r.folder.game(&o.result, o.record); err != nil {
		return err
	}
	r.results.add(o.result)
	sum := r.summary()
	err := r.judgeFailures(&o.result)
	r.folder.show(r.results, sum)
	if r.options.Progress != nil {
		elapsed := time.Since(r.start)
		done, total := r.results.done(), r.schedule.total()
		r.options.Progress(Progress{Last: o.result, Done: done, Games: total,
			Left: elapsed / time.Duration(done-r.before) * time.Duration(max(0, r.expected(sum, total)-done)), Summary: sum})
	}
	return err
}

// expected estimates the number of games that the match will have.
func (r *runner) expected(sum Summary, total int) int {
	switch {
	case r.results.decided():
		return 0
	case sum.Test != nil && sum.Test.GamesExpected > 0:
		return min(total, sum.Test.GamesExpected)
	}
	return total
}

// judgeFailures returns an error when a player failed in too many games in a row.
func (r *runner) judgeFailures(g *GameResult) error {
	names, failures := g.names(), g.failures()
	for _, c := range colors {
		i := r.results.index[names[c]]
		if failures[c] == "" {
			r.failed[i] = 0
			continue
		}
		r.options.Log.Warn("a player failed", "game", g.Game, "player", names[c], "cause", string(failures[c]), "reason", g.Reason)
		if r.failed[i]++; r.failed[i] >= r.options.MaxFailures && r.results.done() < r.schedule.total() {
			return fmt.Errorf("%w: %s failed in %d games in a row; in the last one: %s", errFailures, names[c], r.failed[i], g.Reason)
		}
	}
	return nil
}

// worker plays one game at a time with players of its own.
type worker struct {
	options  *Options
	schedule *schedule
	sides    []*runningSide // by player
}

func (r *runner) newWorker() *worker {
	w := &worker{options: &r.options, schedule: r.schedule}
	for i, side := range r.options.Players {
		w.sides = append(w.sides, &runningSide{side: side, ready: &r.ready[i]})
	}
	return w
}

// restart closes the players that failed. The next game opens them again.
func (w *worker) restart(g *GameResult) {
	names, failures := g.names(), g.failures()
	for _, s := range w.sides {
		for _, c := range colors {
			if s.side.Name == names[c] && failures[c] != "" {
				s.close(w.options.Log)
			}
		}
	}
}

// close closes all players concurrently, because each may take some time.
func (r *runner) close(workers []*worker) {
	var group sync.WaitGroup
	for _, w := range workers {
		for _, s := range w.sides {
			group.Go(func() { s.close(r.options.Log) })
		}
	}
	group.Wait()
}

// runningSide is a side and its player. The player is nil until it is opened, and after it was closed.
type runningSide struct {
	side   Side
	player player
	ready  *atomic.Bool // was the side ready to play at least once? All workers share this value.
}

func (s *runningSide) open(ctx context.Context) error {
	if s.player != nil {
		return nil
	}
	p, err := s.side.open(ctx)
	if err != nil {
		return err
	}
	s.player = p
	return nil
}

// release frees the memory of a player's search after a game, if the player runs in this process. A search may
// take much memory, and in a match of many players most players are idle.
func (s *runningSide) release(log *slog.Logger) {
	if l, ok := s.player.(*localPlayer); ok {
		if err := l.Close(); err != nil {
			log.Debug("a player was released", "player", s.side.Name, "error", err)
		}
	}
}

func (s *runningSide) close(log *slog.Logger) {
	if s.player == nil {
		return
	}
	if err := s.player.Close(); err != nil && !errors.Is(err, context.Canceled) {
		log.Debug("a player was closed", "player", s.side.Name, "error", err)
	}
	s.player = nil
}
