package solve

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"tengen/baduk"
	"tengen/topology"
)

// Search proves claims about boards that are too large for a [FixPoint]. It proves only what a player can force in a
// game that ends, so its results hold under every rule about cycles that includes the basic ko.
type Search struct {
	*field
	board    *topology.Board
	table    *table
	threads  int
	progress func(Progress)
	locals   []*locals     // by thread: regions do not depend on the claim
	every    time.Duration // time between checkpoints
}

// Progress describes a finished try to prove a claim.
type Progress struct {
	Claim Claim
	Depth int    // turns within which the claim is tried
	Nodes uint64 // states that were expanded for this depth
}

// NewSearch prepares a search with a table of at most so many bytes. The function progress may be nil.
func NewSearch(b *topology.Board, threads int, memory int64, progress func(Progress)) (*Search, error) {
	g := b.Graph
	switch {
	case g.Len() > MaxSearch:
		return nil, fmt.Errorf("%v has %d points: at most %d can be searched", g, g.Len(), MaxSearch)
	case g.Regional() || g.Life() != nil || g.Beyond() != baduk.NoPoint:
		return nil, fmt.Errorf("%v has weights or a threshold: it cannot be searched", g)
	}
	f, err := newField(g)
	if err != nil {
		return nil, err
	}
	log := 16
	for 16<<(log+1) <= memory {
		log++
	}
	s := &Search{field: f, board: b, table: newTable(log), threads: max(threads, 1), progress: progress, every: checkpointEvery}
	for range s.threads {
		s.locals = append(s.locals, newLocals(f, largestLocal))
	}
	return s, nil
}

// within reports whether the claimant forces the claim within depth turns.
func (s *Search) within(ctx context.Context, claim Claim, start state, depth int) (bool, error) {
	var stop, won atomic.Bool
	var group sync.WaitGroup
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	provers := make([]*prover, s.threads)
	for i := range provers {
		provers[i] = &prover{field: s.field, want: claim.want(), table: s.table, locals: s.locals[i], stop: &stop, biased: i%2 == 0}
	}
	p := provers[0]
	root := option{state: start}
	if open, won := p.look(&root, depth); !open {
		return won, ctx.Err()
	}
	for _, p := range provers {
		group.Go(func() {
			if result := p.win(start, root.key, depth, root.fact); stop.CompareAndSwap(false, true) {
				won.Store(result)
			}
		})
	}
	group.Wait()
	if s.progress != nil {
		nodes := uint64(0)
		for _, p := range provers {
			nodes += p.nodes.Load()
		}
		s.progress(Progress{claim, depth, nodes})
	}
	return won.Load(), ctx.Err()
}

// prove tries the claim within more and more turns. It returns the number of turns, or 0 if the claim was not proved
// within the largest number.
func (s *Search) prove(ctx context.Context, claim Claim, start state, largest int) (depth int, err error) {
	for depth = 1; depth <= largest; depth++ {
		if won, err := s.within(ctx, claim, start, depth); won || err != nil {
			return depth, err
		}
	}
	return 0, nil
}
