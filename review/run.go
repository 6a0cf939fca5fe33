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
	Visits   int // visits per position; 0 means 100
	Workers  int // number of positions that are searched at the same time; 0 means 1
	// Judge and Model are the names of the program and of its net in records and reports. Way is a text
	// about everything else on which judgements depend, such as the checksum of the net's file. A journal
	// returns only judgements with the same Judge, Model and Way.
	Judge, Model, Way string
	Journal           *Journal // stores the judgements; may be nil
	// Done, if not nil, is called for every position as soon as the position is judged, by one goroutine at
	// a time. The parameter named searched is false if no search was necessary.
	Done func(searched bool)
	// Each, if not nil, is called for every position in the order of the game, by one goroutine. The
	// analysis is nil if the game is over in the position. If Each returns an error, the run ends.
	Each func(position int, a *kifu.Analysis) error
}

// Run judges all positions of a line. If ctx is cancelled, Run returns the error of ctx, and the journal has
// the positions that were judged before. A slow Each does not delay the searches.
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

// visits returns the number of visits per position.
func (o Options) visits() int {
	if o.Visits <= 0 {
		return 100
	}
	return o.Visits
}

func (o Options) key(g *baduk.Game) string {
	return keyOf(g, o.Judge+"\n"+o.Model+"\n"+o.Way, o.visits())
}

// Missing returns the positions that Run would search: the positions of the line that the journal does not
// have.
func Missing(l *Line, o Options) (positions []int) {
	for i := range l.Len() + 1 {
		if g := l.At(i); !g.Over() && !o.Journal.knows(o.key(g)) {
			positions = append(positions, i)
		}
	}
	return positions
}

// runner is the state of Run.
type runner struct {
	line    *Line
	options Options
	ready   []chan *kifu.Analysis
	mu      sync.Mutex // held during Options.Done
}

// judge returns the analysis of a position from the journal. If the journal does not have it, judge
// searches the position.
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
		err = ctx.Err() // the result of an interrupted search is not used
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
