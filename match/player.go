package match

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"

	"tengen/baduk"
	"tengen/clock"
	"tengen/engine"
)

// player is a running player of a match. The referee calls one method at a time. An error means that the player failed.
// A player that fails before the end of play loses the game. A failed player is closed, and opened again for the next
// game.
type player interface {
	// Begin prepares the player for a game.
	Begin(ctx context.Context, s gameStart) error
	// Update passes the current game to the player, before the player's clock starts.
	Update(ctx context.Context, g *baduk.Game, c baduk.Color, left clock.Clock) error
	// Genmove returns the move for c in the game of the last Update.
	Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, left clock.Clock) (engine.Decision, error)
	// Dead returns the stones that are dead according to the player, after two passes. The error errCannotTell is not a
	// failure.
	Dead(ctx context.Context, g *baduk.Game) (baduk.PointSet, error)
	Close() error
}

// A claimer is a player that can compute the score after two passes. It returns the score in the form of records, such
// as "B+3.5" or "0". The error errCannotTell is not a failure. The answer does not change the result of the game, but
// the referee compares the answer with its own score.
type claimer interface {
	Claim(ctx context.Context, g *baduk.Game) (string, error)
}

// gameStart describes a game to a player at its beginning.
type gameStart struct {
	Game  *baduk.Game    // graph, rules, initial stones and the moves of the opening
	Color baduk.Color    // colour of the player
	Seed  uint64         // seed for repeatable randomness
	Clock clock.Settings // time control of the player
}

// Engine is a player in this process.
type Engine interface {
	Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error)
	Dead(ctx context.Context, g *baduk.Game) (baduk.PointSet, error)
}

// Local describes a player in this process.
type Local struct {
	// New makes an engine. Each game has an engine of its own, so that the game depends only on its seed. If the engine
	// has a Close method, it is closed after the game.
	New func(seed uint64) (Engine, error)
	// Limit is the limit of the search for each move, in addition to the clock.
	Limit engine.Limit
	// Log receives the stack when the engine panics. If it is nil, the stack is not logged.
	Log *slog.Logger
}

// LocalSide returns a side that plays in this process.
func LocalSide(name string, l Local) Side {
	return Side{Name: name, open: func(context.Context) (player, error) { return &localPlayer{local: l}, nil }}
}

type localPlayer struct {
	local  Local
	engine Engine
}

// rescue turns a panic of the engine into an error, so that the engine loses the game. Without rescue the panic would
// end the match. It would do so again each time the match is continued, because the seed is the same.
func (l *localPlayer) rescue(err *error) {
	p := recover()
	if p == nil {
		return
	}
	if l.local.Log != nil {
		l.local.Log.Error("a player in this process panicked", "panic", p, "stack", string(debug.Stack()))
	}
	*err = &fault{causeFailed, fmt.Errorf("it panicked: %.300s", fmt.Sprint(p))}
}

func (l *localPlayer) Begin(_ context.Context, s gameStart) (err error) {
	defer l.rescue(&err)
	l.Close()
	e, err := l.local.New(s.Seed)
	l.engine = e
	return err
}

func (l *localPlayer) Update(context.Context, *baduk.Game, baduk.Color, clock.Clock) error {
	return nil
}

func (l *localPlayer) Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, left clock.Clock) (d engine.Decision, err error) {
	defer l.rescue(&err)
	limit := l.local.Limit
	if !left.Unlimited() {
		limit.Clock = &left
	}
	return l.engine.Genmove(ctx, g.Clone(), c, limit)
}

func (l *localPlayer) Dead(ctx context.Context, g *baduk.Game) (dead baduk.PointSet, err error) {
	defer l.rescue(&err)
	return l.engine.Dead(ctx, g.Clone())
}

func (l *localPlayer) Close() (err error) {
	defer l.rescue(&err)
	e := l.engine
	l.engine = nil
	if c, ok := e.(interface{ Close() error }); ok {
		return c.Close()
	}
	return nil
}
