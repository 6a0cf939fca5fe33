package player

import (
	"cmp"
	"log/slog"
	"sync"

	"tengen/baduk"
	"tengen/mcts"
	"tengen/neteval"
	"tengen/review"
	"tengen/solve"
)

// Reviewer chooses how a review judges the positions of a game: by the net on boards that the net
// can read, and by rollouts on other boards. It is safe for concurrent use.
type Reviewer struct {
	Memory int64 // bytes for cached evaluations, if less than the default of [review.Search]; 0 means this default

	net     *Net
	visits  int
	workers int
	log     *slog.Logger

	mu       sync.Mutex
	searches map[bool]*review.Search // true: the search with the net; false: the search with rollouts
}

// Visits per position, unless the user sets them.
const (
	netReviewVisits     = 100
	rolloutReviewVisits = 1000
)

// NewReviewer makes a reviewer that judges by a net, or by rollouts if net is nil. 0 visits mean 100
// with a net and 1000 without; 0 workers mean one per processor.
func NewReviewer(net *Net, visits, workers int, log *slog.Logger) *Reviewer {
	return &Reviewer{net: net, visits: visits, workers: cmp.Or(workers, AllThreads()), log: log, searches: map[bool]*review.Search{}}
}

// On returns the options for reviews on a board. The options have no journal.
func (r *Reviewer) On(g *baduk.Graph) review.Options {
	r.mu.Lock()
	defer r.mu.Unlock()
	o := review.Options{Judge: "tengen", Workers: r.workers}
	byNet := r.net != nil
	var unfit error
	if byNet {
		unfit = neteval.Supports(r.net.Model(), g)
		byNet = unfit == nil
	}
	if byNet {
		o.Model, o.Way, o.Visits = r.net.Model().Name, r.net.digest()+" "+r.net.Level().String(), cmp.Or(r.visits, netReviewVisits)
	} else {
		o.Judge, o.Visits = "tengen (rollouts, no net)", cmp.Or(r.visits, rolloutReviewVisits)
	}
	if r.searches[byNet] == nil {
		if byNet {
			r.searches[byNet] = review.NewSearch(solve.Evaluators(r.net.Evaluators(o.Workers)), mcts.NetParams())
		} else {
			r.searches[byNet] = review.NewSearch(solve.Evaluators(Rollouts), mcts.RolloutParams())
			if unfit != nil {
				r.log.Warn("reviewing by rollouts, without the net", "because", unfit)
			}
		}
		if s := r.searches[byNet]; r.Memory > 0 {
			s.Cache = min(s.Cache, r.Memory)
		}
	}
	o.Searcher = r.searches[byNet]
	return o
}
