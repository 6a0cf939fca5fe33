package analysis

import (
	"context"
	"io"
)

// maxWaiting is the largest number of bytes of a client's unread answers. While there are more, its lines are
// not read and its queries are not searched.
const maxWaiting = 4 << 20

// Session is a client of an [Engine]. One goroutine may give it lines while another reads answers. The caller
// closes it.
type Session struct {
	engine *Engine

	// The engine's lock guards the fields from queue to abandoned.
	queue     queue
	open      map[*job]struct{} // jobs that are waiting or being searched
	running   int               // searches that have a thread
	paused    []*job            // paused searches, in the order in which they were paused
	served    int64             // value of Engine.turn when the session last got a thread, or when it began
	outbox    []message
	waiting   int  // bytes in the outbox
	ended     bool // the client will send no more lines
	abandoned bool // the client wants no more answers

	ready chan struct{} // has a token after the outbox has changed or the session has ended
	room  chan struct{} // has a token after an answer was taken out of the outbox
}

// message is a line to the client.
type message struct {
	data []byte
	job  *job // set for a report during the search, otherwise nil
}

// NewSession begins a session for a new client.
func (e *Engine) NewSession() *Session {
	s := &Session{engine: e, open: map[*job]struct{}{}, ready: make(chan struct{}, 1), room: make(chan struct{}, 1)}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.turn++
	s.served = e.turn
	if s.abandoned = e.closed; !e.closed {
		e.sessions[s] = struct{}{}
	}
	return s
}

// Next waits for an answer, which is one line without its newline. After [Session.End] it returns io.EOF when
// everything is answered. After [Session.Close] it returns io.EOF at once.
func (s *Session) Next(ctx context.Context) ([]byte, error) {
	for {
		if m, ok, err := s.receive(); ok || err != nil {
			if ok && s.engine.opt.Settings.LogAllResponses {
				s.engine.log.Info("Response: " + string(m))
			}
			return m, err
		}
		select {
		case <-s.ready:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// receive takes an answer out of the outbox, if there is one.
func (s *Session) receive() ([]byte, bool, error) {
	e := s.engine
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(s.outbox) == 0 {
		if s.abandoned || s.ended && len(s.open) == 0 {
			return nil, false, io.EOF
		}
		return nil, false, nil
	}
	m := s.outbox[0]
	s.outbox[0] = message{}
	s.outbox = s.outbox[1:]
	full := s.waiting >= maxWaiting
	s.waiting -= len(m.data)
	if m.job != nil {
		m.job.unread = false
	}
	if full && s.waiting < maxWaiting {
		e.schedule()
		token(s.room)
	}
	return m.data, true, nil
}

// End is called when the client will send no more lines.
func (s *Session) End() {
	s.engine.mu.Lock()
	defer s.engine.mu.Unlock()
	s.ended = true
	token(s.ready)
}

// Quit drops waiting positions and ends searches. Answers that are ready can still be read. It returns the
// number of positions without an answer.
func (s *Session) Quit() (unanswered int) {
	e := s.engine
	e.mu.Lock()
	defer e.mu.Unlock()
	unanswered = len(s.open)
	s.abandon()
	s.wake()
	e.schedule()
	return unanswered
}

// Close is like Quit, but it also drops the answers that are ready, and waits for the searches to end.
func (s *Session) Close() {
	s.Quit()
	e := s.engine
	e.mu.Lock()
	defer e.mu.Unlock()
	s.outbox, s.waiting = nil, 0
	for s.running+len(s.paused) > 0 {
		e.changed.Wait()
	}
	delete(e.sessions, s)
}

// abandon drops waiting jobs and ends running searches. The caller holds the lock.
func (s *Session) abandon() {
	s.abandoned = true
	for j := range s.open {
		s.engine.forget(j)
		if j.place < 0 && j.cancel != nil {
			j.cancel()
		}
	}
	clear(s.open)
	s.queue = nil
}

// wake wakes the goroutines that wait for the session. The caller holds the lock.
func (s *Session) wake() {
	token(s.ready)
	token(s.room)
}

// token puts a token into a channel of capacity one. If the channel already has a token, it does nothing.
func token(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// say puts an answer into the outbox. The caller holds the lock.
func (s *Session) say(m message) {
	if s.abandoned {
		return
	}
	s.outbox = append(s.outbox, m)
	s.waiting += len(m.data)
	if m.job != nil {
		m.job.unread = true
	}
	token(s.ready)
}

// tell is like say, but the caller does not hold the lock.
func (s *Session) tell(o object) {
	data := dump(o)
	s.engine.mu.Lock()
	defer s.engine.mu.Unlock()
	s.say(message{data: data})
}

// done removes a job that has its final answer. The caller holds the lock.
func (s *Session) done(j *job) {
	if _, ok := s.open[j]; !ok {
		return // abandon has already removed the job
	}
	delete(s.open, j)
	s.engine.forget(j)
	token(s.ready)
}

// hasRoom waits until the client has read enough of its answers.
func (s *Session) hasRoom(ctx context.Context) error {
	for {
		s.engine.mu.Lock()
		full, closed := s.waiting >= maxWaiting, s.abandoned
		s.engine.mu.Unlock()
		switch {
		case closed:
			return errClosed
		case !full:
			return nil
		}
		select {
		case <-s.room:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// terminate ends some jobs: those for which the given function returns true. Waiting jobs are answered at once.
// Running jobs are answered when their searches have ended.
func (s *Session) terminate(which func(*job) bool) {
	s.engine.mu.Lock()
	defer s.engine.mu.Unlock()
	for _, j := range s.sorted() {
		switch {
		case !which(j):
		case j.place < 0:
			j.cancel()
		default:
			s.queue.remove(j)
			s.say(message{data: dump(noResults(j))})
			s.done(j)
		}
	}
	s.engine.schedule()
}

// noResults is the final answer about a position that was not searched.
func noResults(j *job) object {
	return object{"id": j.query.id, "turnNumber": j.turn, "isDuringSearch": false, "noResults": true}
}
