package match

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"tengen/baduk"
	"tengen/clock"
)

// Side is one of the two players of a match, before it is started.
type Side struct {
	Name string
	// Open starts the player: at the beginning of the match and again after it
	// failed. Its context lives as long as the match; its error names the player.
	Open func(ctx context.Context) (Player, error)
}

// Options say what is played. Games, Graph and Rules are needed; the zero value
// of every other field is a sensible default.
type Options struct {
	Games int
	Graph *baduk.Graph
	Rules baduk.Rules
	// Setup is how every game begins: the stones and scores of a board file.
	Setup baduk.Setup
	// Clock is the time control of every game, the same for both. The zero value
	// plays without.
	Clock clock.Settings
	// Lag is forgiven on every move that is timed, for the way of the answer
	// and for a busy machine. Default 200 ms.
	Lag time.Duration
	// Patience is how long an answer may take that no clock bounds, and how
	// long beyond its time a player may still answer and merely lose on time,
	// before the player counts as hung. Default 5 min without a clock, 10 s with.
	Patience time.Duration
	// MaxMoves is after how many moves a game is given up as void. Default three
	// times the points of the board and 100.
	MaxMoves int
	// Seed makes the games of our own players repeatable: every game has its own
	// seed, derived from this one and the number of the game.
	Seed uint64
	// OutDir is where records and results are written as the games finish; empty
	// for nowhere. It must not hold the results of another match.
	OutDir string
	// Event names the match in the records.
	Event string
	// Application names the program in the records.
	Application string
	// Progress is called after every game, by the goroutine of Run.
	Progress func(Progress)
	// Log gets what is unusual. Default none.
	Log *slog.Logger
}

// Progress tells how far a match is.
type Progress struct {
	Last    GameResult
	Done    int // games, void ones included
	Games   int
	Elapsed time.Duration
	Left    time.Duration // estimate from the games so far
	Summary Summary
}

// maxFailures is how many games in a row may be void because a player failed.
const maxFailures = 3

// ErrFailures is wrapped by the error of a match that ended because a player
// failed again and again.
var ErrFailures = errors.New("the match cannot go on")

// Run plays the match: the first player has Black in the odd games, White in the
// even ones. It returns how the match stands, also together with an error. A
// cancelled context ends it with the context's error; the game in progress is
// then lost, those before it are kept.
func Run(ctx context.Context, first, second Side, o Options) (Summary, error) {
	if err := o.prepare(); err != nil {
		return Summary{}, err
	}
	if first.Name == second.Name {
		first.Name, second.Name = first.Name+" #1", second.Name+" #2"
	}
	r := &runner{Options: o, start: time.Now()}
	r.sides = [2]*seat{{Side: first}, {Side: second}}
	r.summary = Summary{First: first.Name, Second: second.Name, WinRate95: [2]float64{0, 1}}
	out, err := newOutput(o.OutDir)
	if err != nil {
		return r.summary, err
	}
	r.out = out
	err = r.run(ctx)
	for _, s := range r.sides {
		s.close(r.Log)
	}
	r.summary.Seconds = time.Since(r.start).Seconds()
	r.summary.Interrupted = r.done < o.Games
	return r.summary, errors.Join(err, out.finish(r.summary))
}

func (o *Options) prepare() error {
	switch {
	case o.Games < 1:
		return fmt.Errorf("a match needs at least one game, not %d", o.Games)
	case o.Graph == nil:
		return errors.New("a match needs a board")
	case o.Lag < 0 || o.Patience < 0 || o.MaxMoves < 0:
		return errors.New("lag, patience and the number of moves cannot be negative")
	}
	if err := o.Clock.Validate(); err != nil {
		return err
	}
	if _, err := baduk.NewGameFrom(o.Graph, o.Rules, o.Setup); err != nil {
		return err
	}
	if o.Lag == 0 {
		o.Lag = 200 * time.Millisecond
	}
	if o.Patience == 0 {
		o.Patience = 5 * time.Minute
		if o.Clock.Kind != clock.None {
			o.Patience = 10 * time.Second
		}
	}
	if o.MaxMoves == 0 {
		o.MaxMoves = 3*o.Graph.Len() + 100
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return nil
}

// runner is a match in progress.
type runner struct {
	Options
	sides    [2]*seat
	out      *output
	summary  Summary
	start    time.Time
	done     int
	failures int // void games in a row because a player failed
}

// seat is a side with its player while that is running.
type seat struct {
	Side
	player Player
}

func (s *seat) open(ctx context.Context) error {
	if s.player != nil {
		return nil
	}
	p, err := s.Open(ctx)
	if err != nil {
		return err
	}
	s.player = p
	return nil
}

func (s *seat) close(log *slog.Logger) {
	if s.player == nil {
		return
	}
	if err := s.player.Close(); err != nil {
		log.Info("player closed", "player", s.Name, "error", err)
	}
	s.player = nil
}

func (r *runner) run(ctx context.Context) error {
	for _, s := range r.sides {
		if err := s.open(ctx); err != nil {
			return err // one that never starts is the caller's mistake
		}
	}
	for n := 1; n <= r.Games; n++ {
		res, rec, failed, err := r.play(ctx, n)
		if err != nil {
			return err
		}
		if err := r.out.game(&res, rec); err != nil {
			return err
		}
		r.done++
		r.summary.add(res)
		if r.Progress != nil {
			elapsed := time.Since(r.start)
			r.Progress(Progress{Last: res, Done: r.done, Games: r.Games, Elapsed: elapsed,
				Left: elapsed / time.Duration(r.done) * time.Duration(r.Games-r.done), Summary: r.summary})
		}
		if failed == nil {
			r.failures = 0
			continue
		}
		r.Log.Warn("game void", "game", n, "player", failed.Name, "reason", res.Reason)
		failed.close(r.Log)
		if r.failures++; r.failures >= maxFailures && n < r.Games {
			return fmt.Errorf("%w: %d games in a row were void; in the last one %s", ErrFailures, r.failures, res.Reason)
		}
	}
	return nil
}
