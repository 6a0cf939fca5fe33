package review

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/mcts"
)

// Options say how the positions of a line are judged.
type Options struct {
	Searcher Searcher
	Visits   int // of every position; 0 is 100
	Workers  int // positions at a time; 0 is one
	// Judge and Model name who judges, the program and its net, for records and reports. Way is
	// whatever else makes judgements differ, such as the sum of the net's file: a journal tells by
	// all three what it knows.
	Judge, Model, Way string
	Journal           *Journal // nil keeps nothing
	// Done, if it is not nil, is told of every position that is judged, by one goroutine at a
	// time, in the order in which they are ready.
	Done func(searched bool)
	// Each is told of the positions in the order of the game, by one goroutine. The analysis is
	// nil where nothing can be said of a position because the game is over. Its error ends the run.
	Each func(position int, a *kifu.Analysis) error
}

// Run judges all positions of a line. When ctx ends it returns its error; what was found by then
// is in the journal. A slow Each does not hold the searches up.
func Run(ctx context.Context, l *Line, o Options) error {
	o.Workers = max(o.Workers, 1)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := &runner{line: l, options: o, ready: make([]chan *kifu.Analysis, l.Len()+1)}
	for i := range r.ready {
		r.ready[i] = make(chan *kifu.Analysis, 1)
	}
	jobs := make(chan int)
	var workers sync.WaitGroup
	for range o.Workers {
		workers.Go(func() {
			for i := range jobs {
				a, err := r.judge(ctx, i)
				if err != nil {
					cancel(err)
					return
				}
				r.ready[i] <- a
			}
		})
	}
	workers.Go(func() {
		defer close(jobs)
		for i := range r.ready {
			select {
			case jobs <- i:
			case <-ctx.Done():
				return
			}
		}
	})
	defer workers.Wait()
	for i := range r.ready {
		select {
		case a := <-r.ready[i]:
			if o.Each == nil {
				continue
			}
			if err := o.Each(i, a); err != nil {
				cancel(err)
				return err
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// visits is how many visits every position gets.
func (o Options) visits() int {
	if o.Visits <= 0 {
		return 100
	}
	return o.Visits
}

func (o Options) key(g *baduk.Game) string {
	return keyOf(g, o.Judge+"\n"+o.Model+"\n"+o.Way, o.visits())
}

// Left is how many positions of a line are still to be searched: those that the journal does not
// know.
func Left(l *Line, o Options) int {
	left := 0
	for i := range l.Len() + 1 {
		if g := l.At(i); !g.Over() && !o.Journal.knows(o.key(g)) {
			left++
		}
	}
	return left
}

// runner is a run.
type runner struct {
	line    *Line
	options Options
	ready   []chan *kifu.Analysis
	mu      sync.Mutex // of who is told
}

// judge is what is known of a position, or what a search finds.
func (r *runner) judge(ctx context.Context, position int) (*kifu.Analysis, error) {
	o := r.options
	g := r.line.At(position)
	if g.Over() {
		r.done(false)
		return nil, nil
	}
	key := o.key(g)
	if a := o.Journal.find(key); a != nil {
		r.done(false)
		return a, nil
	}
	found, err := o.Searcher.Search(ctx, g, o.visits())
	if errors.Is(err, mcts.ErrGameOver) {
		r.done(false)
		return nil, nil
	}
	if err == nil {
		err = ctx.Err() // a search that was cut short is none
	}
	if err != nil {
		return nil, fmt.Errorf("position %d: %w", position, err)
	}
	a := analysisOf(found, o.Judge, o.Model)
	if err := o.Journal.keep(key, a); err != nil {
		return nil, err
	}
	r.done(true)
	return a, nil
}

func (r *runner) done(searched bool) {
	if r.options.Done != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.options.Done(searched)
	}
}
