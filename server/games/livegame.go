package games

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/server/boards"
	"tengen/server/live"
	"tengen/server/wire"
)

// liveGame is a game in memory, with its engine and with its watchers, which are told about every change.
type liveGame struct {
	games *Games
	id    string

	mu       sync.Mutex
	game     *game
	size     int64 // size of the game's file
	version  int64 // grows with every change, even across restarts of the server
	message  string
	failed   bool  // the engine could not move, and there is no move to take back: it tries again when a page connects
	closed   error // why the game takes no more events
	watchers live.Broadcaster

	// The engine works in goroutines that run one after another. Each waits for the previous one to end, so a Player's
	// methods are never called at the same time.
	doing   string    // "", "waiting", "thinking" or "counting"
	opinion *Estimate // the engine's estimate of the position while it works
	stop    context.CancelFunc
	thought chan struct{} // closed when the latest goroutine has ended
	player  Player        // used only by the running goroutine

	// stands says that the clocks stand, although one was running, because the server was started again and the players
	// have not both come back yet. In a game without seats, one page is enough.
	stands  bool
	resumes time.Time   // when standing clocks go on; zero before a player has come back
	began   time.Time   // when the running clock began or went on
	timer   *time.Timer // looks at the running clock; nil before the first clock has run
	lags    [3]lagMeter // by colour
	talks   [3]talk     // by colour: messages
	asks    [3]talk     // by colour: questions and proposals
	crowd   crowd
	states  [3][2]encodedState // by colour of the client's seat, and 1 for a state with the graph
}

// newLiveGame makes a game that was read from its file. The sleeper is nil, or what the game was before.
func newLiveGame(g *Games, id string, gm *game, size int64, message string, before *sleeper) *liveGame {
	l := &liveGame{
		games: g, id: id, game: gm, size: size, message: message, version: time.Now().UnixMicro(),
		stop: func() {}, thought: make(chan struct{}), began: time.Now(),
		stands: gm.setup.Human != "none" && gm.running() != baduk.Empty && (before == nil || time.Until(before.since) > 0),
	}
	if before != nil {
		l.lags, l.resumes = before.lags, before.since
	}
	close(l.thought)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.think()
	return l
}

// errNoChange is the error of a decision that nothing has to change.
var errNoChange = errors.New("nothing has to change")

// do calls the function decide, and stores and applies the event that it returns. The request comes from the client
// with a secret. number is the number of the next move according to the client; 0 fits every position.
func (l *liveGame) do(by secret, number int, decide func(*game) (event, error)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed != nil {
		return l.closed
	}
	l.back(by)
	l.callFlag()
	if next := l.game.core.Len() + 1; number != next && number != 0 {
		return wire.Fail(http.StatusConflict, "number", "the next move is number %d, not %d: the game has moved on", next, number)
	}
	e, err := decide(l.game)
	switch {
	case errors.Is(err, errNoChange):
		return nil
	case err != nil:
		return err
	}
	return l.commit(e)
}

// commit applies the event to a copy of the game and writes it to the file. If both succeed, the copy replaces the
// game. The caller holds the lock.
func (l *liveGame) commit(e event) error {
	e.Time = time.Now().UTC()
	l.measure(&e)
	next := l.game.clone()
	if err := next.apply(e); err != nil {
		return err
	}
	size, err := l.games.files.append(l.id, l.size, e)
	if err != nil {
		return fmt.Errorf("the game could not be saved, so it has not changed: %w", err)
	}
	l.game, l.size, l.began = next, size, time.Now()
	if e.Event == "chat" {
		l.wind()
		l.watchers.Changed()
		return nil
	}
	l.message = ""
	l.think()
	l.changed()
	return nil
}

// changed tells the watchers about a change. The caller holds the lock.
func (l *liveGame) changed() {
	l.version++
	l.watchers.Changed()
}

// graph returns the current board.
func (l *liveGame) graph() *baduk.Graph {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.game.core.Graph()
}

// state returns the state for the client with a secret. The client already has the graph in the parameter known. If the
// game has the same graph, the state leaves it out. If the game is closed, state returns the reason as an error.
func (l *liveGame) state(known *baduk.Graph, by secret) (*State, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed != nil {
		return nil, l.closed
	}
	s := l.timeless(known, by)
	s.Clocks = l.clocksNow()
	return s, nil
}

// timeless returns the state without the clocks, which depend on the time. The caller holds the lock.
func (l *liveGame) timeless(known *baduk.Graph, by secret) *State {
	s := newState(l.game, known)
	s.ID, s.Version, s.Thinking, s.Message = l.id, l.version, l.doing, l.message
	if l.opinion != nil {
		s.Estimate = l.opinion
	}
	s.personal(l.game, by)
	return s
}

// encodedState is a state without the clocks, in JSON.
type encodedState struct {
	version int64
	opinion *Estimate
	data    []byte
}

// encoded returns the state for the client with a secret in JSON. All spectators, and all clients of a player, get the
// same state, which is encoded once. The caller holds the lock.
func (l *liveGame) encoded(known *baduk.Graph, by secret) []byte {
	with := 0
	if known != l.game.core.Graph() {
		with = 1
	}
	kept := &l.states[l.game.holds(by)][with]
	if l.game.free() { // the host sees the invitation
		kept = &encodedState{}
	}
	if kept.version != l.version || kept.opinion != l.opinion {
		*kept = encodedState{l.version, l.opinion, encode(l.timeless(known, by))}
	}
	clocks := l.clocksNow()
	if clocks == nil {
		return kept.data
	}
	return slices.Concat(bytes.TrimSuffix(kept.data, []byte("}")), []byte(`,"clocks":`), encode(clocks), []byte("}"))
}

func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain data
	}
	return data
}

// End implements [live.Item].
func (l *liveGame) End(why error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.end(why)
}

// end is like End for a caller that holds the lock.
func (l *liveGame) end(why error) {
	if l.closed != nil {
		return
	}
	if errors.Is(why, wire.ErrClosing) {
		l.note()
		l.sleep()
	}
	l.closed = why
	l.wind()
	l.stop()
	l.changed()
}

// Leave waits for the engine's goroutine of an ended game and releases the Player. The caller holds no lock.
func (l *liveGame) Leave() {
	l.mu.Lock()
	last := l.thought
	l.mu.Unlock()
	<-last
	if c, ok := l.player.(io.Closer); ok {
		if err := l.safely(c.Close); err != nil {
			l.games.service.Log.Warn("closing a player", "game", l.id, "error", err)
		}
	}
	l.player = nil
}

// Busy reports whether the engine is working.
func (l *liveGame) Busy() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.doing != ""
}

// Summary returns the game's line in the list.
func (l *liveGame) Summary() (Summary, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return newSummary(l.id, l.game), true
}

// think cancels the engine's current task and starts the next one if it is the engine's turn. It winds the clock, which
// stands while the engine waits for a slot. The caller holds the lock.
func (l *liveGame) think() {
	defer l.wind()
	l.stop()
	l.doing, l.opinion, l.failed = "", nil, false
	var ask func(context.Context, *game) (event, error)
	switch {
	case l.closed != nil || l.game.paused:
		return
	case l.game.phase == phaseDead && !l.game.proposed:
		ask = l.askDead
	case l.game.phase == phasePlay && l.game.core.Proposed() != baduk.Empty && l.game.setup.Human != "both":
		ask = l.askEnd
	case l.game.phase == phasePlay && !l.game.humanToPlay() && l.game.offered == baduk.Empty:
		ask = l.askMove
	default:
		return
	}
	ctx, stop := context.WithCancel(l.games.service.Context())
	before, done := l.thought, make(chan struct{})
	l.stop, l.thought, l.doing = stop, done, "waiting"
	gm := l.game.clone()
	l.games.service.Go(func() {
		defer close(done)
		defer stop()
		<-before
		l.work(ctx, gm, ask)
	})
}

// work does one task of the engine: it waits for a free slot, calls the function ask, and commits the returned event.
// It commits under the lock and only if ctx is not cancelled. A change of the game cancels ctx under the same lock, so
// the event never belongs to an earlier position.
func (l *liveGame) work(ctx context.Context, gm *game, ask func(context.Context, *game) (event, error)) {
	select {
	case l.games.slots <- struct{}{}:
	case <-ctx.Done():
		return
	}
	l.show(ctx, gm)
	begun := time.Now()
	var e event
	err := l.safely(func() (err error) {
		if l.player == nil {
			p, err := l.games.opt.NewPlayer()
			if err != nil {
				return err
			}
			l.player = p
		}
		e, err = ask(ctx, gm)
		return err
	})
	<-l.games.slots
	if err == nil && gm.phase == phasePlay && gm.paced() {
		pace := l.games.opt.Pace
		if gm.timed() {
			pace = min(pace, gm.clocks[gm.core.ToPlay()].Available()/paceShare)
		}
		pause(ctx, begun, pace)
	}

	l.mu.Lock()
	defer l.mu.Unlock()
	if ctx.Err() != nil {
		return
	}
	l.doing, l.opinion = "", nil
	if l.fallen() {
		l.callFlag()
		return
	}
	failed, advice := err, "Take a move back to continue."
	if err != nil && gm.phase == phaseDead {
		// The players can still mark the dead stones themselves.
		e, err, advice = event{Event: "dead"}, nil, "Mark the dead stones yourself."
	}
	if err == nil {
		err = l.commit(e)
	}
	if err == nil && e.Event == "dead" && l.game.setup.Human == "none" {
		err = l.commit(event{Event: "accept"})
	}
	if err = cmp.Or(failed, err); err != nil {
		if _, none := l.game.undoTo(); none != nil && gm.phase == phasePlay {
			l.failed, advice = true, "Load the page again to try again."
		}
		l.games.service.Log.Error("the engine failed", "game", l.id, "error", err)
		l.message = fmt.Sprintf("The engine failed: %v. %s", err, advice)
		l.changed()
	}
}

// paceShare limits the pause after a move of the engine to this part of the time on its clock.
const paceShare = 60

// pause waits until a move that was begun at the given time has taken about as long as pace: between a half of it and
// one and a half times.
func pause(ctx context.Context, begun time.Time, pace time.Duration) {
	if pace <= 0 {
		return
	}
	select {
	case <-time.After(pace/2 + rand.N(pace) - time.Since(begun)):
	case <-ctx.Done():
	}
}

// show starts the clock, which stood while the engine waited for a slot. It tells the watchers what the engine is doing
// now.
func (l *liveGame) show(ctx context.Context, gm *game) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if ctx.Err() != nil {
		return
	}
	l.doing = "thinking"
	if gm.phase == phaseDead {
		l.doing = "counting"
	}
	l.began = time.Now()
	l.wind()
	l.changed()
}

// safely runs a function that calls the Player. A panic in the Player becomes an error of this game, and other games
// continue. After a panic the Player is dropped, because its state is unknown.
func (l *liveGame) safely(call func() error) error {
	panicked, stack, err := wire.Safely(call)
	if panicked != nil {
		l.games.service.Log.Error("a player panicked", "game", l.id, "panic", panicked, "stack", stack)
		l.player, err = nil, fmt.Errorf("it panicked: %v", panicked)
	}
	return err
}

// estimateOf returns the Player's estimate of the position before its move.
func estimateOf(gm *game, d engine.Decision) *Estimate {
	return &Estimate{Win: d.Win, Lead: d.Lead, Visits: d.Visits, Number: gm.core.Len() + 1}
}

// askMove asks the Player for a move.
func (l *liveGame) askMove(ctx context.Context, gm *game) (event, error) {
	c := gm.core.ToPlay()
	limit := limitOf(gm)
	limit.PlayOn = gm.noResign
	l.limitClock(&limit)
	limit.Report = func(d engine.Decision) {
		l.mu.Lock()
		defer l.mu.Unlock()
		if ctx.Err() == nil {
			l.opinion = estimateOf(gm, d)
			l.watchers.Changed()
		}
	}
	d, err := l.player.Genmove(ctx, gm.core, c, limit)
	if err != nil {
		return event{}, err
	}
	e := event{Event: "play", Color: c.String(), Vertex: gm.core.Graph().Vertex(d.Move.Point)}
	if d.Resign {
		e = event{Event: "resign", Color: c.String()}
		if boards.ColorOf(gm.setup.Human) != baduk.Empty {
			e.Event = "offer" // the person may want to play on
		}
	}
	if d.Visits > 0 {
		e.Estimate = estimateOf(gm, d)
	}
	return e, nil
}

// askEnd asks the Player to answer a proposal to end the game. The Player agrees if its move in this position would be
// a pass or a resignation.
func (l *liveGame) askEnd(ctx context.Context, gm *game) (event, error) {
	c := gm.core.Proposed().Opponent()
	g := gm.core.Clone()
	g.SetToPlay(c)
	d, err := l.player.Genmove(ctx, g, c, limitOf(gm))
	if err != nil {
		return event{}, err
	}
	if d.Resign || d.Move.IsPass() {
		return event{Event: "propose", Color: c.String()}, nil
	}
	return event{Event: "decline", Color: c.String()}, nil
}

// rankTime is the longest time for a move of a Player with a rank, unless the game says otherwise.
const rankTime = 2 * time.Second

// limitOf returns the limits of the Player's search for one move.
func limitOf(gm *game) engine.Limit {
	limit := engine.Limit{Visits: gm.setup.Visits, Time: time.Duration(gm.setup.TimeMs) * time.Millisecond, Rank: gm.setup.Rank}
	if limit.Rank != 0 && limit.Time == 0 {
		limit.Time = rankTime
	}
	return limit
}

// askDead asks the Player which stones are dead.
func (l *liveGame) askDead(ctx context.Context, gm *game) (event, error) {
	dead, err := l.player.Dead(ctx, gm.core)
	return event{Event: "dead", Dead: boards.VerticesOfSet(gm.core.Graph(), dead)}, err
}
