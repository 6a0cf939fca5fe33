package selfplay

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"tengen/baduk"
	"tengen/eval"
	"tengen/replay"
)

// Net is a net that plays.
type Net struct {
	Name      string
	Evaluator eval.Factory
}

// Board is a board with rules, including the usual komi. Share is its share of the games, relative to the other boards.
type Board struct {
	Graph *baduk.Graph
	Rules baduk.Rules
	Share float64
}

// Options say what [Play] plays.
type Options struct {
	Params
	Boards []Board
	Net    Net
	Older  []Net // older nets, see [Params].OlderShare
	Seed   uint64
	First  int // number of the first game
	// Games is the number of games. Parallel is the number of games at the same time. Positions of several games are
	// evaluated together, by Threads threads. With Parallel 1, games end in the order of their numbers.
	Games, Parallel, Threads int
	// Batch is the largest number of positions that a thread evaluates together.
	Batch int
	// Done is called for each finished game, by one goroutine at a time. If it returns true, no more games begin, and
	// those under way are played to their end: otherwise short games would be preferred. If it fails, Play ends with its
	// error.
	Done func(*Game) (enough bool, err error)

	forgetful bool // tests: a game keeps no evaluations
}

// NextNumber is a number for the first game of a call of [Play] that continues after a number of stored games. No
// stored game has this number or a larger one, if each call played fewer than a million games.
func NextNumber(stored int) int { return stored << 20 }

// Game is a finished game with its rows.
type Game struct {
	*replay.Game
	Number int
	// Searches and Evaluations count the work: searches of all kinds, and evaluations by nets.
	Searches, Evaluations int
}

// CheckBoard fails for rules under which a game without an agreement of the players cannot be counted, and for rules
// that do not suit the board.
func CheckBoard(g *baduk.Graph, r baduk.Rules) error {
	if err := r.CheckOn(g); err != nil {
		return err
	}
	if Playable(r).Scoring == baduk.ScoringTerritory && r.Dead != baduk.DeadCleanup {
		return errors.New("under these rules the players agree on the dead stones, and a program that plays against itself cannot: " +
			"use rules that count area, such as tromp-taylor or chinese, or japanese")
	}
	return nil
}

// Playable returns the rules of self-play. The players cannot agree on dead stones, so the rules decide which stones
// are dead.
func Playable(r baduk.Rules) baduk.Rules {
	r.FriendlyPass = false
	return r
}

// errIncomplete is the error of options that lack something.
var errIncomplete = errors.New("self-play needs a board, a net, at least one game and one thread, and a function for finished games")

// Play plays games until all are finished, ctx ends or an error occurs. After the end of ctx it returns the error of
// ctx, and the games under way are lost.
func Play(ctx context.Context, o Options) error {
	if err := o.validate(); err != nil {
		return err
	}
	if o.Games < 1 || o.Parallel < 1 || o.Done == nil {
		return errIncomplete
	}
	r := newRun(o)
	return playAll(ctx, r, r.play, func(_ int, g *Game) error { return r.deliver(g) })
}

func (o *Options) validate() error {
	if err := o.Params.Validate(); err != nil {
		return err
	}
	if len(o.Boards) == 0 || o.Threads < 1 || o.Batch < 1 || o.Net.Evaluator == nil {
		return errIncomplete
	}
	for _, b := range o.Boards {
		if err := CheckBoard(b.Graph, b.Rules); err != nil {
			return fmt.Errorf("%v: %w", b.Graph, err)
		}
		if !(b.Share > 0) {
			return fmt.Errorf("%v has the share %v of the games, not a number above 0", b.Graph, b.Share)
		}
	}
	return nil
}

// run is what the games of a call of Play share.
type run struct {
	options    Options
	batcher    *batcher
	mu         sync.Mutex
	begun      int
	enough     bool // no more games begin
	evaluators map[evaluatorKey]eval.Evaluator
	done       sync.Mutex // held while a game is delivered
}

func newRun(o Options) *run {
	return &run{options: o, batcher: &batcher{workers: o.Threads, size: o.Batch}, evaluators: map[evaluatorKey]eval.Evaluator{}}
}

type evaluatorKey struct {
	graph *baduk.Graph
	net   int // 0 is the newest net
}

// next returns the number of the next game.
func (r *run) next() (number int, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.enough || r.begun == r.options.Games {
		return 0, false
	}
	r.begun++
	return r.options.First + r.begun - 1, true
}

func (r *run) deliver(g *Game) error {
	r.done.Lock()
	defer r.done.Unlock()
	enough, err := r.options.Done(g)
	if enough {
		r.stop()
	}
	return err
}

// stop makes no more games begin.
func (r *run) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.enough = true
}

// evaluator returns the evaluator of a net on a board, which all games share.
func (r *run) evaluator(b Board, net int) (eval.Evaluator, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := evaluatorKey{b.Graph, net}
	if e := r.evaluators[key]; e != nil {
		return e, nil
	}
	n := r.options.Net
	if net > 0 {
		n = r.options.Older[net-1]
	}
	e, err := n.Evaluator(b.Graph, Playable(b.Rules))
	if err != nil {
		return nil, fmt.Errorf("the net %s cannot play on %v: %w", n.Name, b.Graph, err)
	}
	e = r.batcher.add(e)
	r.evaluators[key] = e
	return e, nil
}
