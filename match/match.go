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

// Side is a player of a match before it is started. [LocalSide] and [ProgramSide] make sides.
type Side struct {
	Name string
	// open starts the player. It is called at the beginning of the match, and again after a failure. If several games
	// are played at the same time, each of them needs a call. The context ends with the match. The error of open names
	// the player.
	open func(ctx context.Context) (player, error)
	// Clock is the player's own time control. If it is nil, the player has the time control of the match.
	Clock *clock.Settings
	// Elo is the known Elo of the player; nil if unknown. The other players are rated on its scale.
	Elo *float64
	// Plan describes the player in the plan. A match can be continued only if the description is unchanged.
	Plan string
}

const (
	// maxGames is the largest number of games of a pairing.
	maxGames = 1_000_000
	// maxPlayers is the largest number of players in a match. The memory for ratings grows with the square of the
	// number of players.
	maxPlayers = 500
)

// Options are the options of [Run]. Players, Games, Rules, and either Boards or Openings are required. The zero value
// of every other field is a useful default.
type Options struct {
	// Players are the two or more players.
	Players  []Side
	Pairings Pairings // which players meet
	// Games is the number of games of each pairing. Colours alternate.
	Games int
	// SPRT ends a match of two players as soon as the test is decided, after at most Games games. The
	// zero value plays all games.
	SPRT stat.SPRT

	// Boards are used in turn. Each board is used for two games of every pairing.
	Boards []Board
	Rules  baduk.Rules
	// Openings are used in turn. Each opening is used for two games of every pairing, with colours swapped. If Boards
	// is set, openings on other boards are skipped.
	Openings []Opening
	// RandomMoves is the number of random moves at the beginning of a game. The moves are the same in both games of a
	// pair.
	RandomMoves int
	// Handicap is the number of handicap stones: 0, or 2 to 9. Small boards allow fewer. White plays first after them.
	Handicap int

	// Clock is the time control of players that do not have their own. The zero value has no limit.
	Clock clock.Settings
	// Lag is subtracted from the time of every timed move. It allows for the latency of the answer and for a busy
	// machine. The default is 200 ms.
	Lag time.Duration
	// Patience is the time for which the referee waits for an answer. Without a clock, a player that does not answer
	// within Patience counts as hung. The default is 5 min. With a clock, Patience begins when the player's time is up.
	// A player that answers within Patience loses on time, and a player that does not answer counts as hung. The
	// default is 10 s.
	Patience time.Duration
	// StartPatience is the time limit for a player to get ready for a game. It is also the time limit for answering
	// questions about dead stones and the score after play. The default is 5 min.
	StartPatience time.Duration
	// MaxMoves is the number of moves after which a game is void. The default is three times the number of points of
	// the board, plus 100.
	MaxMoves int
	// Seed makes random openings and the moves of players in this process repeatable. Every game has its own seed,
	// derived from Seed and the number of the game. If Seed is 0, a continued match keeps its seed, and a new match
	// chooses one at random.
	Seed uint64
	// Judge returns the dead stones if the players disagree and the rules do not let them play on, or if a player fails at
	// the question. The default makes many rollouts and calls a stone dead if it is lost in most of them. Games that are
	// played at the same time call Judge concurrently.
	Judge func(ctx context.Context, g *baduk.Game) (baduk.PointSet, error)
	// Referee describes Judge in the plan, such as its net.
	Referee string

	// Elsewhere plays the games in other processes. If it is nil, this process plays them.
	Elsewhere Elsewhere
	// Parallel is the number of games that are played at the same time, each with players of its own. The default is 1.
	Parallel int
	// If a player fails in MaxFailures games in a row, the match ends. The default is 3.
	MaxFailures int

	// OutDir is the folder of the match. If it is empty, Run writes no files. If the folder has a match with the same
	// plan, Run continues it. If the folder has a match with another plan, Run fails.
	OutDir string
	// Command holds settings of the caller that are needed to run the match again. It is stored in
	// the plan.
	Command map[string]string
	// Event is the name of the match in the records.
	Event string
	// Application is the name of the program in the records.
	Application string
	// Progress is called after every game, in the goroutine of Run.
	Progress func(Progress)
	// Log receives notices about unusual events. If it is nil, notices are dropped.
	Log *slog.Logger
}

// Progress reports the progress of a match.
type Progress struct {
	Last    GameResult
	Done    int           // games that ended, including void games and games of earlier runs
	Games   int           // the largest number of games that will be played
	Left    time.Duration // estimated from the games of this run
	Summary Summary
}

// errFailures is the error of a match that ended because a player kept failing. Callers get it wrapped.
var errFailures = errors.New("the match cannot go on")

// An OptionsError says that an option, or a combination of options, is invalid.
type OptionsError struct{ Err error }

func (e *OptionsError) Error() string { return e.Err.Error() }
func (e *OptionsError) Unwrap() error { return e.Err }

// Run plays the match. If a folder already has games of the match, it plays only the missing games. It returns the
// summary, even if it also returns an error. When the context is cancelled, Run ends with the context's error. Games in
// progress are then lost, and are played again when the match is continued.
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
		return sum, unwritten // not joined with the context's error: the caller must see that writing failed
	}
	return sum, joinErrors(err, unwritten)
}

// prepare sets defaults, checks the options and makes the schedule.
func (o *Options) prepare() (*schedule, error) {
	switch {
	case len(o.Players) < 2:
		return nil, fmt.Errorf("a match needs at least two players, not %d", len(o.Players))
	case len(o.Players) > maxPlayers:
		return nil, fmt.Errorf("a match has at most %d players, not %d", maxPlayers, len(o.Players))
	case o.Games < 1:
		return nil, fmt.Errorf("a match needs at least one game, not %d", o.Games)
	case o.Games > maxGames:
		return nil, fmt.Errorf("a match has at most %d games a pairing, not %d", maxGames, o.Games)
	case o.Lag < 0 || o.Patience < 0 || o.StartPatience < 0 || o.MaxMoves < 0 || o.RandomMoves < 0 || o.Parallel < 0 || o.MaxFailures < 0:
		return nil, errors.New("lag, patience and numbers of moves and games cannot be negative")
	case o.SPRT != stat.SPRT{} && len(o.Players) != 2:
		return nil, fmt.Errorf("a sequential test needs exactly two players, not %d", len(o.Players))
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

// distinguish adds numbers to the names of players that have the same name.
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

// freshSeed returns an unpredictable seed. It has at most 53 bits, so that every JSON reader reads it exactly.
func freshSeed() uint64 {
	var b [8]byte
	rand.Read(b[:]) // its documentation says that it never fails
	return binary.LittleEndian.Uint64(b[:])>>11 | 1
}
