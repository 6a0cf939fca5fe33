package analysis

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"tengen/eval"
	"tengen/mcts"
)

// answer searches for a job and returns its final answer. There is an answer even if the search fails.
func (e *Engine) answer(ctx context.Context, j *job) (answers []message) {
	defer func() {
		if v := recover(); v != nil {
			e.log.Error("an analysis panicked", "id", j.query.id, "turn", j.turn, "panic", v, "stack", string(debug.Stack()))
			answers = failure(j, fmt.Errorf("the search failed: %v", v))
		}
	}()
	key, seed := e.keyOf(j)
	if body, ok := e.store.get(key); ok {
		return []message{{data: addressed(body, j)}}
	}
	f, err := e.search(ctx, j, seed)
	if err != nil {
		return failure(j, err)
	}
	body := f.report(false)
	if f.lasting {
		e.store.put(key, dump(body))
	}
	return []message{{data: f.addressed(body)}}
}

// failure returns the answers about a position that could not be searched: the error, and a final answer
// without results.
func failure(j *job, err error) []message {
	problem := errorAnswer(&j.query.id, "", err.Error())
	problem["turnNumber"] = j.turn
	return []message{{data: dump(problem)}, {data: dump(noResults(j))}}
}

// search searches for a job. It reports during the search if the query asks for that.
func (e *Engine) search(ctx context.Context, j *job, seed uint64) (*findings, error) {
	q := j.query
	b, err := e.boards.get(e.place(q), q.rules)
	if err != nil {
		return nil, err
	}
	game, err := q.position(b.graph, j.turn)
	if err != nil {
		return nil, err
	}
	shared := b.evaluator
	params := q.settings.Search
	if info := shared.Info(); info.Stochastic { // rollouts have their own search parameters
		params = mcts.RolloutParams()
		params.Threads, params.ConservativePass = q.settings.Search.Threads, q.settings.Search.ConservativePass
	} else if params.RootSamples > 1 {
		shared = b.uncached // a cache would return the same sample again
	}
	params.Seed = seed
	params.MaxBytes = j.memory
	patience, stop := context.WithTimeout(ctx, q.settings.Max.Time)
	defer stop()
	watch := &watch{Evaluator: shared, looks: max(params.RootSamples, 1), before: func() { e.lendThread(patience, j) }}
	human, err := e.boards.humanOn(b.graph, q.rules, q.settings.HumanProfile)
	if err != nil {
		return nil, err
	}
	s, err := newSearch(watch, human, params)
	if err != nil {
		return nil, err
	}
	f := &findings{job: j, game: game, symmetries: []int{0}, net: shared.Info().Scores, errors: shared.Info().Errors}
	if human != nil {
		f.humanErrors = human.Info().Errors
	}
	avoid := q.avoid
	if q.settings.RootSymmetryPruning {
		if f.symmetries = symmetries(game, q.width, q.height); len(f.symmetries) > 1 {
			avoid = avoid.clone()
			avoid.duplicates(game, f.symmetries, q.width, q.height)
		}
	}
	s.SetGame(game.Clone())
	s.Restrict(avoid.restrictions()...)
	if f.net && e.opt.TimeLeft != nil {
		if f.timeLeft, err = e.opt.TimeLeft(game, q.settings.HumanProfile); err != nil {
			return nil, err
		}
	} else {
		f.timeLeft = -1
	}
	end := e.reportDuring(s, &params, f, watch)
	ask := mcts.Ask{Ownership: q.ownership || q.ownershipStdev, Moves: q.movesOwnership || q.movesOwnershipStdev}
	r, err := s.RunFor(ctx, q.settings.Max.Stopper(), ask)
	end()
	if err != nil {
		return nil, err
	}
	if r.Stopped == mcts.StoppedByMemory && !q.saidFull.Swap(true) {
		e.log.Warn("a search ends because its memory is used up: give it more (--memory), or search fewer positions at the same time (--analysis-threads)", "id", q.id, "turn", j.turn, "visits", r.Visits)
	}
	asKataGo(&r, &params)
	f.result, f.raw = r, watch.seen()
	f.lasting = f.result.Stopped == mcts.StoppedByStopper && q.settings.Max.Time > f.result.Elapsed
	return f, nil
}

// newSearch makes a search. The human policy may be nil.
func newSearch(e, human eval.Evaluator, params mcts.Params) (*mcts.Search, error) {
	if human == nil {
		return mcts.New(e, params)
	}
	return mcts.NewWithHumanPolicy(e, human, params)
}

// reportDuring starts the reports during a search, if its query asks for them. The returned function stops the
// reports and waits for the last one.
func (e *Engine) reportDuring(s *mcts.Search, params *mcts.Params, f *findings, w *watch) (end func()) {
	q := f.job.query
	if !q.partial {
		return func() {}
	}
	ended := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for wait := q.wait; ; {
			select {
			case <-time.After(wait):
			case <-ended:
				return
			}
			e.mu.Lock()
			unread := f.job.unread || f.job.session.abandoned
			e.mu.Unlock()
			wait = q.every
			if unread {
				continue // a slow reader gets fewer reports, but never outdated ones
			}
			r, ok := s.Snapshot()
			if !ok { // the root is still being evaluated
				wait = min(q.every, 5*time.Millisecond)
				continue
			}
			asKataGo(&r, params)
			now := *f
			now.result, now.raw, now.game = r, w.seen(), f.game.Clone()
			data := now.addressed(now.report(true))
			e.mu.Lock()
			f.job.session.say(message{data: data, job: f.job})
			e.mu.Unlock()
		}
	})
	return func() {
		close(ended)
		wg.Wait()
	}
}

// watch is an evaluator that remembers the mean of its first evaluations, which are those of the root.
type watch struct {
	eval.Evaluator
	before func()
	looks  int // number of evaluations of the root over which the mean is taken
	mu     sync.Mutex
	root   *eval.Evaluation
	taken  int // number of evaluations of the root that were made
}

// Evaluate calls w.before, and then the wrapped evaluator.
func (w *watch) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	w.before()
	err := w.Evaluator.Evaluate(ctx, in, out)
	if err != nil || len(out) == 0 {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.taken == w.looks {
		return nil
	}
	var root eval.Evaluation // a new variable each time, because reports may be reading the previous one
	if w.root != nil {
		root.Blend(w.root, 0)
	}
	root.Blend(&out[0], w.taken)
	w.root = &root
	w.taken++
	return nil
}

// seen returns the evaluation of the root, or nil if it does not exist yet.
func (w *watch) seen() *eval.Evaluation {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.root
}
