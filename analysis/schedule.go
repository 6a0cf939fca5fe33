package analysis

import (
	"context"
	"slices"
)

// schedule gives free threads to the sessions in turn. If no thread is free, it decides which session must lend
// one. The caller holds the lock.
func (e *Engine) schedule() {
	for e.free > 0 && !e.closed {
		s := e.choose()
		if s == nil {
			break
		}
		e.free--
		e.turn++
		s.running++
		s.served = e.turn
		if len(s.paused) > 0 {
			s.paused[0].paused.Store(false)
			s.paused = s.paused[1:]
			e.changed.Broadcast()
			continue
		}
		j := s.queue.take()
		j.memory = max(e.shareOfMemory(), (e.opt.SearchMemory-e.granted)/2) // a lone search gets more than its share
		e.granted += j.memory
		var ctx context.Context
		ctx, j.cancel = context.WithCancel(e.ctx)
		e.wg.Go(func() { e.run(ctx, j) })
	}
	e.lending.Store(e.lender())
}

// choose returns the session that gets the next thread. Among the sessions with waiting jobs, it is the session
// with the fewest running searches. If several sessions have the same number, it is the session that has waited
// longest for a thread. Priorities matter only within a session, see job.before. Sessions whose clients do not
// read their answers are skipped.
func (e *Engine) choose() *Session {
	var best *Session
	for s := range e.sessions {
		if len(s.paused) == 0 && (len(s.queue) == 0 || s.waiting >= maxWaiting) {
			continue
		}
		if best == nil || s.running < best.running || s.running == best.running && s.served < best.served {
			best = s
		}
	}
	return best
}

// lender returns the session that must lend a thread to the next session, which choose has returned. The lender
// is the session with the most running searches. It must have at least two more than the next session; otherwise
// lender returns nil. It also returns nil if the running and the paused searches leave no memory for another one.
func (e *Engine) lender() *Session {
	next := e.choose()
	if next == nil || e.free > 0 {
		return nil
	}
	most := next
	for s := range e.sessions {
		if s.running > most.running {
			most = s
		}
	}
	if most.running < next.running+2 || e.granted+e.shareOfMemory() > 2*e.opt.SearchMemory {
		return nil
	}
	return most
}

// leastMemory is the least memory of a search, in bytes.
const leastMemory = 4 << 20

// shareOfMemory is the number of bytes that every search may use, even if all threads search.
func (e *Engine) shareOfMemory() int64 { return e.opt.SearchMemory / int64(e.opt.Threads) }

// lendThread is called before each evaluation of a search. If the search has lent its thread to another session,
// lendThread waits until the search gets a thread again or ctx ends. ctx must be the context of the search. The
// context of an evaluation cannot be used, because it does not end with the search: the root is evaluated even
// after the end of the search.
func (e *Engine) lendThread(ctx context.Context, j *job) {
	s := j.session
	if e.lending.Load() != s && !j.paused.Load() {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.lending.Load() == s && !j.paused.Load() {
		j.paused.Store(true)
		s.paused = append(s.paused, j)
		s.running--
		e.free++
		e.schedule()
	}
	defer context.AfterFunc(ctx, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.changed.Broadcast()
	})()
	for j.paused.Load() && ctx.Err() == nil {
		e.changed.Wait()
	}
}

// run answers a job that got a thread, and then gives the thread back.
func (e *Engine) run(ctx context.Context, j *job) {
	answers := e.answer(ctx, j)
	e.mu.Lock()
	defer e.mu.Unlock()
	s := j.session
	j.cancel()
	for _, a := range answers {
		s.say(a)
	}
	s.done(j)
	e.granted -= j.memory
	if j.paused.Load() { // the search ended while it was paused
		s.paused = slices.DeleteFunc(s.paused, func(o *job) bool { return o == j })
	} else {
		s.running--
		e.free++
	}
	e.schedule()
	e.changed.Broadcast()
}
