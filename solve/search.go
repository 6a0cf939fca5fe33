package solve

import (
	"context"
	"fmt"
	"sync"
	"time"

	"tengen/baduk"
	"tengen/topology"
)

// Search proves claims about boards that are too large for a [FixPoint]. It proves only what a player can force in a
// game that ends, so its results hold under every rule about cycles that includes the basic ko.
type Search struct {
	*field
	parts    *parts // nil if the board does not fit them
	board    *topology.Board
	table    *table
	losses   int
	threads  int
	progress func(Progress)
	locals   []*locals           // by thread: regions do not depend on the claim
	models   map[modelKey]*model // what was learned
	every    time.Duration       // time between checkpoints
}

// modelKey says for which claims a model is: those of a player, and whether the claim is about all points. A player
// tries claims of very different size.
type modelKey struct{ white, all bool }

// Progress describes a try to prove a claim.
type Progress struct {
	First    baduk.Point // the claim is about the game after this turn; baduk.NoPoint for the whole game
	Claim    Claim
	Finished bool
	States   uint64 // states that were expanded in this try
	Time     time.Duration
}

// progressEvery is the time between two calls of the function progress during a try.
const progressEvery = 10 * time.Second

// NewSearch prepares a search with a table of at most memory bytes. The opponent of the player who proves a claim may
// capture at most losses times, from 0 to [MostLosses]. The function progress may be nil. It is called every few
// seconds during a try, and at its end.
func NewSearch(b *topology.Board, losses, threads int, memory int64, progress func(Progress)) (*Search, error) {
	g := b.Graph
	switch {
	case losses < 0 || losses > MostLosses:
		return nil, fmt.Errorf("a search cannot allow %d losses: choose a number from 0 to %d", losses, MostLosses)
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
	s := &Search{field: f, board: b, table: newTable(log), losses: losses, threads: max(threads, 1), progress: progress, every: checkpointEvery,
		models: map[modelKey]*model{}}
	if f.fits() {
		s.parts = newParts(f)
	}
	for range s.threads {
		s.locals = append(s.locals, newLocals(f, largestLocal))
	}
	return s, nil
}

// try tries to decide whether the claimant forces the claim after the first turn, or in the whole game if first is
// [baduk.NoPoint]. The provers together expand about most states.
func (s *Search) try(ctx context.Context, claim Claim, first baduk.Point, most uint64) (proved, refuted bool, err error) {
	start, err := s.start(claim.White, first)
	if err != nil {
		return false, false, err
	}
	provers := make(team, s.threads)
	for i := range provers {
		provers[i] = s.prover(claim, i)
	}
	root := provers[0].option(start)
	begun := time.Now()
	tell := func(finished bool) {
		if s.progress != nil {
			s.progress(Progress{First: first, Claim: claim, Finished: finished, States: provers.states(), Time: time.Since(begun)})
		}
	}
	if !root.decided(s.losses) {
		over := make(chan struct{})
		var watch sync.WaitGroup
		watch.Go(func() {
			tick := time.NewTicker(progressEvery)
			defer tick.Stop()
			for {
				select {
				case <-tick.C:
					tell(false)
				case <-over:
					return
				}
			}
		})
		provers.search(ctx, &root, s.losses, most)
		close(over)
		watch.Wait()
	}
	tell(true)
	return root.proved <= s.losses, root.refuted >= s.losses, ctx.Err()
}

func (s *Search) prover(claim Claim, thread int) *prover {
	p := &prover{field: s.field, effort: &effort{}, most: unlimited, want: claim.want(), table: s.table, locals: s.locals[thread]}
	if s.parts == nil {
		return p
	}
	p.codes = newCodes(s.parts)
	if p.patterns = leadPatterns(); p.want == s.n {
		p.patterns = knownPatterns()
	}
	key := modelKey{claim.White, p.want == s.n}
	if s.models[key] == nil {
		s.models[key] = newModel(s.parts)
	}
	p.model = s.models[key]
	return p
}
