package match

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"strconv"
	"time"

	"tengen/baduk"
	"tengen/clock"
	"tengen/stat"
)

// Side is one of the players of a match, before it is started.
type Side struct {
	Name string
	// Open starts the player: at the beginning of the match and again after it
	// failed; once for each of the games that are played at once. Its context lives
	// as long as the match; its error names the player.
	Open func(ctx context.Context) (player, error)
	// Clock is the player's own time control; nil for that of the match.
	Clock *clock.Settings
	// Elo is the known Elo of the player, on whose scale the others are rated; nil if
	// it is unknown.
	Elo *float64
	// Plan is what the player is, for the plan of the match: a match is continued
	// only with players that are the same.
	Plan string
}

// What a match has at most: games of each pairing, and players, who are rated by
// matrices.
const (
	maxGames   = 1_000_000
	maxPlayers = 500
)

// Options say what is played. Players, Games, Boards or Openings, and Rules are
// needed; the zero value of every other field is a sensible default.
type Options struct {
	// Players are two or more.
	Players  []Side
	Pairings Pairings // who of them plays whom
	// Games is how many games each pairing plays, colours alternating.
	Games int
	// SPRT ends a match of two players as soon as it is decided, of Games games at
	// most. The zero value does not.
	SPRT stat.SPRT

	// Boards are taken in turn, two games of every pairing on each.
	Boards []Board
	Rules  baduk.Rules
	// Openings are taken in turn, each for two games of every pairing, colours
	// swapped. Where there are Boards, those on others are left out.
	Openings []Opening
	// RandomMoves are played at random at the beginning, the same in both games of a
	// pair.
	RandomMoves int
	// Handicap is how many stones Black has on the board before White begins: 0, or 2
	// to 9 as far as the board goes.
	Handicap int

	// Clock is the time control of players who have none of their own. The zero value
	// plays without.
	Clock clock.Settings
	// Lag is forgiven on every move that is timed, for the way of the answer
	// and for a busy machine. Default 200 ms.
	Lag time.Duration
	// Patience is how long an answer may take that no clock bounds, and how
	// long beyond its time a player may still answer and merely lose on time,
	// before the player counts as hung. Default 5 min without a clock, 10 s with.
	Patience time.Duration
	// StartPatience is how long it may take to get ready for a game, and to answer
	// about dead stones and the score after play, when there is no hurry. Default 5
	// min.
	StartPatience time.Duration
	// MaxMoves is after how many moves a game is given up as void. Default three
	// times the points of the board and 100.
	MaxMoves int
	// Seed makes the games of our own players and random openings repeatable: every
	// game has its own seed, derived from this one and the number of the game. 0
	// chooses one, or, where a match is continued, takes the one that it has.
	Seed uint64
	// Judge says which stones are dead where the players do not agree and the rules
	// do not have them play it out. Default: what most rollouts say. It may be called
	// from several games at once.
	Judge func(ctx context.Context, g *baduk.Game) (baduk.PointSet, error)

	// Parallel is how many games are played at once, each with players of its own.
	// Default 1.
	Parallel int
	// MaxFailures is how many games in a row a player may fail in until the match is
	// given up. Default 3.
	MaxFailures int

	// OutDir is where everything is written as the games finish; empty for nowhere.
	// If a match with the same plan is there, it is continued; any other is refused.
	OutDir string
	// Command is what the wiring needs to run the match again. It is kept with the
	// plan.
	Command map[string]string
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
	Done    int // games, void ones and those of earlier runs included
	Games   int // at most
	Elapsed time.Duration
	Left    time.Duration // estimate from the games of this run, if all are played
	Summary Summary
}

// errFailures is wrapped by the error of a match that ended because a player
// failed again and again.
var errFailures = errors.New("the match cannot go on")

// An OptionsError says that options make no sense, alone or together: whoever gave
// them has to mend them.
type OptionsError struct{ Err error }

func (e *OptionsError) Error() string { return e.Err.Error() }
func (e *OptionsError) Unwrap() error { return e.Err }

// Run plays the match, or what is left of it. It returns how the match stands, also
// together with an error. A cancelled context ends it with the context's error; games
// in progress are then lost, and played again when the match is continued.
func Run(ctx context.Context, o Options) (Summary, error) {
	s, err := o.prepare()
	if err != nil {
		return Summary{}, &OptionsError{err}
	}
	f, err := openFolder(&o, s)
	if err != nil {
		return Summary{}, err
	}
	r := newRunner(o, s, f)
	err = r.run(ctx)
	sum := r.summary()
	unwritten := f.finish(r.results, sum)
	if unwritten != nil && errors.Is(err, context.Canceled) {
		return sum, unwritten // which is not to pass for an interrupt
	}
	return sum, joinErrors(err, unwritten)
}

// prepare fills in what was not said and refuses what makes no sense.
func (o *Options) prepare() (*schedule, error) {
	switch {
	case len(o.Players) < 2:
		return nil, fmt.Errorf("a match needs at least two players, not %d", len(o.Players))
	case len(o.Players) > maxPlayers:
		return nil, fmt.Errorf("a match is of at most %d players, not %d", maxPlayers, len(o.Players))
	case o.Games < 1:
		return nil, fmt.Errorf("a match needs at least one game, not %d", o.Games)
	case o.Games > maxGames:
		return nil, fmt.Errorf("a match is of at most %d games a pairing, not %d", maxGames, o.Games)
	case o.Lag < 0 || o.Patience < 0 || o.StartPatience < 0 || o.MaxMoves < 0 || o.RandomMoves < 0 || o.Parallel < 0 || o.MaxFailures < 0:
		return nil, errors.New("lag, patience and numbers of moves and games cannot be negative")
	case o.SPRT != stat.SPRT{} && len(o.Players) != 2:
		return nil, fmt.Errorf("a sequential test is between two players, not %d", len(o.Players))
	}
	if (o.SPRT != stat.SPRT{}) {
		if err := o.SPRT.Validate(); err != nil {
			return nil, err
		}
	}
	clocks := o.Clock != clock.Settings{}
	if err := o.Clock.Validate(); err != nil {
		return nil, err
	}
	o.Players = append([]Side(nil), o.Players...)
	for _, p := range o.Players {
		if p.Elo != nil && !(math.Abs(*p.Elo) <= maxElo) {
			return nil, fmt.Errorf("%s cannot have %v Elo", p.Name, *p.Elo)
		}
		if p.Clock != nil {
			if err := p.Clock.Validate(); err != nil {
				return nil, fmt.Errorf("%s: %w", p.Name, err)
			}
			clocks = true
		}
	}
	distinguish(o.Players)
	if o.Lag == 0 {
		o.Lag = 200 * time.Millisecond
	}
	if o.Patience == 0 {
		o.Patience = 5 * time.Minute
		if clocks {
			o.Patience = 10 * time.Second
		}
	}
	if o.StartPatience == 0 {
		o.StartPatience = 5 * time.Minute
	}
	if o.Parallel == 0 {
		o.Parallel = 1
	}
	if o.MaxFailures == 0 {
		o.MaxFailures = 3
	}
	if o.Judge == nil {
		o.Judge = estimateDead
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return newSchedule(o)
}

// distinguish numbers players of the same name.
func distinguish(players []Side) {
	count, number := map[string]int{}, map[string]int{}
	for _, p := range players {
		count[p.Name]++
	}
	for i := range players {
		name := players[i].Name
		if count[name] < 2 {
			continue
		}
		for players[i].Name == name || count[players[i].Name] > 0 {
			number[name]++
			players[i].Name = name + " #" + strconv.Itoa(number[name])
		}
		count[players[i].Name] = 1
	}
}

// freshSeed is an unpredictable seed, and that every reader of JSON can
// read.
func freshSeed() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails, says its documentation
	return binary.LittleEndian.Uint64(b[:])>>11 | 1
}
