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

// player is one side of a match while it runs. The referee calls one method at a
// time. An error means that the player failed: it loses the game if that was still
// being played, and is closed and opened again for the next.
type player interface {
	// Begin prepares for a game.
	Begin(ctx context.Context, s gameStart) error
	// Update tells the game as it stands, before the player's clock starts.
	Update(ctx context.Context, g *baduk.Game, c baduk.Color, left clock.Clock) error
	// Genmove is the move for c in the game that Update told.
	Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, left clock.Clock) (engine.Decision, error)
	// Dead is which stones the player holds for dead after two passes. ErrCannotTell
	// is not a failure.
	Dead(ctx context.Context, g *baduk.Game) (baduk.PointSet, error)
	Close() error
}

// A claimer is a player who says what the score is after two passes, as in a record:
// "B+3.5", "0". ErrCannotTell is not a failure. What it says changes no result; the
// referee compares.
type claimer interface {
	Claim(ctx context.Context, g *baduk.Game) (string, error)
}

// gameStart is what a player learns at the beginning of a game.
type gameStart struct {
	Game  *baduk.Game // graph, rules, the stones to begin with and the moves of the opening
	Color baduk.Color // the player's
	Seed  uint64      // for randomness that can be repeated
	Clock clock.Settings
}

// Engine is a player of our own, in this process.
type Engine interface {
	Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error)
	Dead(ctx context.Context, g *baduk.Game) (baduk.PointSet, error)
}

// Local says how a player of our own plays.
type Local struct {
	// New makes the engine, again for every game, so that a game depends on its
	// seed alone. After the game its Close method is called, if it has one, and the
	// engine forgotten.
	New func(seed uint64) (Engine, error)
	// Limit bounds the thinking about every move, beside the clock.
	Limit engine.Limit
	// Log gets the stack where the engine panics. Default none.
	Log *slog.Logger
}

// LocalSide is a side that plays in this process.
func LocalSide(name string, l Local) Side {
	return Side{Name: name, Open: func(context.Context) (player, error) { return &localPlayer{local: l}, nil }}
}

type localPlayer struct {
	local  Local
	engine Engine
}

// rescue makes a panic of the engine its failure, so that it loses a game and does
// not end the match, again and again at the same seed.
func (l *localPlayer) rescue(err *error) {
	p := recover()
	if p == nil {
		return
	}
	if l.local.Log != nil {
		l.local.Log.Error("a player of ours panicked", "panic", p, "stack", string(debug.Stack()))
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
