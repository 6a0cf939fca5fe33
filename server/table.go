package server

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"tengen/baduk"
	"tengen/engine"
)

// table is a game in memory with those who are at it: the watchers, who are told
// of every change, and the engine.
type table struct {
	server *Server
	id     string
	users  int       // under shelf.mu: requests that hold the table
	used   time.Time // under shelf.mu: when the last one let go

	mu       sync.Mutex
	rec      *record
	size     int64 // of the file
	version  int64 // grows with every change, after a restart too
	message  string
	closed   error // why the table takes no more events
	watchers map[chan struct{}]bool

	// The engine works in one goroutine after another: each waits for the one
	// before, so that a Player is never asked two things at once.
	doing   string    // "", "waiting", "thinking" or "counting"
	live    *estimate // what the engine thinks of the position while it is at it
	stop    context.CancelFunc
	thought chan struct{} // closed when the latest goroutine has ended
	player  Player        // belongs to the running goroutine
}

func newTable(s *Server, id string, r *record, size int64) *table {
	t := &table{
		server: s, id: id, used: time.Now(), rec: r, size: size,
		version: time.Now().UnixMicro(), watchers: map[chan struct{}]bool{},
		stop: func() {}, thought: make(chan struct{}),
	}
	close(t.thought)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.think()
	return t
}

// do lets decide turn the position into an event, keeps the event and makes it
// happen. The number is the client's idea of the next move's.
func (t *table) do(number int, decide func(*record) (event, error)) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed != nil {
		return t.closed
	}
	if next := t.rec.game.Len() + 1; number != next {
		return fail(http.StatusConflict, "number", "the next move is number %d, not %d: the game has moved on", next, number)
	}
	e, err := decide(t.rec)
	if err != nil {
		return err
	}
	return t.commit(e)
}

// commit tries the event on a copy, writes it, and only then makes it so. The
// lock is held.
func (t *table) commit(e event) error {
	e.Time = time.Now().UTC()
	next := t.rec.clone()
	if err := next.apply(e); err != nil {
		return err
	}
	size, err := t.server.shelf.files.append(t.id, t.size, e)
	if err != nil {
		return fmt.Errorf("the game could not be saved, so nothing was done: %w", err)
	}
	t.rec, t.size, t.message = next, size, ""
	t.think()
	t.changed()
	return nil
}

// changed tells the watchers. The lock is held.
func (t *table) changed() {
	t.version++
	for w := range t.watchers {
		select {
		case w <- struct{}{}:
		default: // it has yet to look at the change before
		}
	}
}

// watch returns a channel that signals every change, until the function is
// called. A signal may stand for several changes.
func (t *table) watch() (<-chan struct{}, func()) {
	w := make(chan struct{}, 1)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watchers[w] = true
	return w, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.watchers, w)
	}
}

// graph is the board as it is drawn now.
func (t *table) graph() *baduk.Graph {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.rec.game.Graph()
}

// state is what the page shows, or why there is nothing to show. Whoever knows
// the graph already does not get it again.
func (t *table) state(known *baduk.Graph) (*State, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed != nil {
		return nil, t.closed
	}
	s := newState(t.rec, known)
	s.ID, s.Version, s.Thinking, s.Message = t.id, t.version, t.doing, t.message
	if t.live != nil {
		s.Estimate = t.live
	}
	return s, nil
}

// close ends the table for the given reason.
func (t *table) close(why error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = why
	t.stop()
	t.changed()
}

// leave waits for the engine's goroutine of a closed table and lets the Player
// go. No lock is held.
func (t *table) leave() {
	t.mu.Lock()
	last := t.thought
	t.mu.Unlock()
	<-last
	if c, ok := t.player.(io.Closer); ok {
		if err := t.safely(c.Close); err != nil {
			t.server.log.Warn("closing a player", "game", t.id, "error", err)
		}
	}
	t.player = nil
}

func (t *table) busy() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.doing != ""
}

// think sets the engine to work if it is its turn, after stopping what it was
// doing. The lock is held.
func (t *table) think() {
	t.stop()
	t.doing, t.live = "", nil
	var ask func(context.Context, *record) (event, error)
	switch {
	case t.closed != nil:
		return
	case t.rec.phase == phaseDead && !t.rec.proposed:
		ask = t.askDead
	case t.rec.phase == phasePlay && t.rec.game.Proposed() != baduk.Empty && t.rec.setup.Human != "both":
		ask = t.askEnd
	case t.rec.phase == phasePlay && !t.rec.humanToPlay():
		ask = t.askMove
	default:
		return
	}
	ctx, stop := context.WithCancel(t.server.ctx)
	before, done := t.thought, make(chan struct{})
	t.stop, t.thought, t.doing = stop, done, "waiting"
	rec := t.rec.clone()
	t.server.wg.Go(func() {
		defer close(done)
		defer stop()
		<-before
		t.work(ctx, rec, ask)
	})
}

// work is one task of the engine, from waiting for a free slot to keeping what
// it decided. The lock is held while ctx is cancelled, so that a decision is never
// kept after the game has moved on.
func (t *table) work(ctx context.Context, rec *record, ask func(context.Context, *record) (event, error)) {
	select {
	case t.server.slots <- struct{}{}:
	case <-ctx.Done():
		return
	}
	t.show(ctx, rec)
	var e event
	err := t.safely(func() (err error) {
		if t.player == nil {
			p, err := t.server.opt.NewPlayer()
			if err != nil {
				return err
			}
			t.player = p
		}
		e, err = ask(ctx, rec)
		return err
	})
	<-t.server.slots

	t.mu.Lock()
	defer t.mu.Unlock()
	if ctx.Err() != nil {
		return
	}
	t.doing, t.live = "", nil
	failed, advice := err, "Take a move back to go on."
	if err != nil && rec.phase == phaseDead {
		// That must not keep people from agreeing between themselves.
		e, err, advice = event{Event: "dead"}, nil, "Mark the dead stones yourself."
	}
	if err == nil {
		err = t.commit(e)
	}
	if err == nil && e.Event == "dead" && t.rec.setup.Human == "none" {
		err = t.commit(event{Event: "accept"})
	}
	if err = cmp.Or(failed, err); err != nil {
		t.server.log.Error("the engine failed", "game", t.id, "error", err)
		t.message = fmt.Sprintf("The engine failed: %v. %s", err, advice)
		t.changed()
	}
}

// show says that the waiting is over.
func (t *table) show(ctx context.Context, rec *record) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if ctx.Err() != nil {
		return
	}
	t.doing = "thinking"
	if rec.phase == phaseDead {
		t.doing = "counting"
	}
	t.changed()
}

// safely calls into the Player. A panic there is an error of this game, lest it
// end all others; then the Player goes, because its state is unknown.
func (t *table) safely(call func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			t.server.log.Error("a player panicked", "game", t.id, "panic", p, "stack", string(debug.Stack()))
			t.player, err = nil, fmt.Errorf("it panicked: %v", p)
		}
	}()
	return call()
}

// estimateOf is what the Player says of the position before its move.
func estimateOf(rec *record, d engine.Decision) *estimate {
	return &estimate{Win: d.Win, Lead: d.Lead, Visits: d.Visits, Number: rec.game.Len() + 1}
}

// askMove lets the Player move.
func (t *table) askMove(ctx context.Context, rec *record) (event, error) {
	c := rec.game.ToPlay()
	limit := limitOf(rec)
	limit.Report = func(d engine.Decision) {
		t.mu.Lock()
		defer t.mu.Unlock()
		if ctx.Err() == nil {
			t.live = estimateOf(rec, d)
			t.changed()
		}
	}
	d, err := t.player.Genmove(ctx, rec.game, c, limit)
	if err != nil {
		return event{}, err
	}
	e := event{Event: "play", Color: c.String(), Vertex: rec.game.Graph().Vertex(d.Move.Point)}
	if d.Resign {
		e = event{Event: "resign", Color: c.String()}
	}
	if d.Visits > 0 {
		e.Estimate = estimateOf(rec, d)
	}
	return e, nil
}

// askEnd lets the Player answer a proposal to end the game: it agrees where it would
// pass or resign if it were its turn.
func (t *table) askEnd(ctx context.Context, rec *record) (event, error) {
	c := rec.game.Proposed().Opponent()
	g := rec.game.Clone()
	g.SetToPlay(c)
	d, err := t.player.Genmove(ctx, g, c, limitOf(rec))
	if err != nil {
		return event{}, err
	}
	if d.Resign || d.Move.IsPass() {
		return event{Event: "propose", Color: c.String()}, nil
	}
	return event{Event: "decline", Color: c.String()}, nil
}

// limitOf is what bounds the Player's thinking.
func limitOf(rec *record) engine.Limit {
	return engine.Limit{Visits: rec.setup.Visits, Time: time.Duration(rec.setup.TimeMs) * time.Millisecond, Rank: rec.setup.Rank}
}

// askDead lets the Player say which stones are dead.
func (t *table) askDead(ctx context.Context, rec *record) (event, error) {
	dead, err := t.player.Dead(ctx, rec.game)
	return event{Event: "dead", Dead: vertices(rec.game.Graph(), dead)}, err
}
