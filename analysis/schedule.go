package analysis

import (
	"context"
	"slices"
)

// schedule gives the threads that are free to the sessions whose turn it is, and says
// which session has to lend one where none is free. The caller holds the lock.
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
		if len(s.aside) > 0 {
			s.aside[0].aside.Store(false)
			s.aside = s.aside[1:]
			e.changed.Broadcast()
			continue
		}
		j := s.queue.take()
		var ctx context.Context
		ctx, j.cancel = context.WithCancel(e.ctx)
		e.wg.Go(func() { e.run(ctx, j) })
	}
	e.crowding.Store(e.lender())
}

// choose is the session whose turn it is: of those that have something to search the one
// of which the fewest positions are searched, of equals the one that was served longest
// ago. What is urgent is a session's own affair, see job.before. Clients that do not read
// have to wait.
func (e *Engine) choose() *Session {
	var best *Session
	for s := range e.sessions {
		if len(s.aside) == 0 && (len(s.queue) == 0 || s.waiting >= maxWaiting) {
			continue
		}
		if best == nil || s.running < best.running || s.running == best.running && s.served < best.served {
			best = s
		}
	}
	return best
}

// lender is the session that has to lend a thread to the one whose turn it is: that with the
// most, if it has at least two more. Nobody lends when as many searches stand aside as
// there are threads, for all of them keep their memory.
func (e *Engine) lender() *Session {
	next := e.choose()
	if next == nil || e.free > 0 {
		return nil
	}
	most, aside := next, 0
	for s := range e.sessions {
		aside += len(s.aside)
		if s.running > most.running {
			most = s
		}
	}
	if most.running < next.running+2 || aside >= e.opt.Threads {
		return nil
	}
	return most
}

// standAside is called before each judgement of a search. It waits while the search has lent
// its thread to another session, or until the search is to end, which the context says: that of an
// evaluation does not, since the root is evaluated whatever happens.
func (e *Engine) standAside(ctx context.Context, j *job) {
	s := j.session
	if e.crowding.Load() != s && !j.aside.Load() {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.crowding.Load() == s && !j.aside.Load() {
		j.aside.Store(true)
		s.aside = append(s.aside, j)
		s.running--
		e.free++
		e.schedule()
	}
	defer context.AfterFunc(ctx, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.changed.Broadcast()
	})()
	for j.aside.Load() && ctx.Err() == nil {
		e.changed.Wait()
	}
}

// run searches for a job that was given a thread, and gives it back.
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
	if j.aside.Load() { // its search was ended there
		s.aside = slices.DeleteFunc(s.aside, func(o *job) bool { return o == j })
	} else {
		s.running--
		e.free++
	}
	e.schedule()
	e.changed.Broadcast()
}
