package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/topology"
)

// Elsewhere plays games of a match in other processes. todo are the numbers of the games, and seed is the seed of the
// match.
type Elsewhere func(ctx context.Context, seed uint64, todo []int, take TakeGame) error

// TakeGame stores a finished game. enough says that the match needs no further games. Only one goroutine may call it.
type TakeGame func(GameResult, *kifu.Record) (enough bool, err error)

// Table plays single games of a match whose folder another process has. Several goroutines may play at the same time.
type Table struct {
	runner *runner

	mu   sync.Mutex
	free []*worker
	all  []*worker
}

// NewTable makes a table. The options need the seed of the match.
func NewTable(o Options) (*Table, error) {
	s, err := o.prepare()
	if err != nil {
		return nil, &OptionsError{err}
	}
	if o.Seed == 0 {
		return nil, errors.New("the seed of the match is missing")
	}
	return &Table{runner: newRunner(o, s, &folder{})}, nil
}

// Play plays game n, counted from 1, and returns its result and its record as SGF.
func (t *Table) Play(ctx context.Context, n int) (GameResult, []byte, error) {
	if n < 1 || n > t.runner.schedule.total() {
		return GameResult{}, nil, fmt.Errorf("the match has %d games, and no game %d", t.runner.schedule.total(), n)
	}
	w := t.take()
	defer t.put(w)
	result, record, err := w.play(ctx, n)
	if err != nil {
		return result, nil, err
	}
	w.restart(&result)
	var sgf bytes.Buffer
	err = record.Write(&sgf)
	return result, sgf.Bytes(), err
}

func (t *Table) take() *worker {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := len(t.free); n > 0 {
		w := t.free[n-1]
		t.free = t.free[:n-1]
		return w
	}
	w := t.runner.newWorker()
	t.all = append(t.all, w)
	return w
}

func (t *Table) put(w *worker) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free = append(t.free, w)
}

// Close closes all players. No game may be under way.
func (t *Table) Close() { t.runner.close(t.all) }

// Check examines a game that another process has sent as game n: the players, the winner, the beginning, and every move
// under the rules of the match. It returns the record.
func (t *Table) Check(n int, g *GameResult, sgf []byte) (*kifu.Record, error) {
	if n < 1 || n > t.runner.schedule.total() {
		return nil, fmt.Errorf("the match has no game %d", n)
	}
	f, err := t.runner.schedule.fixture(n)
	if err != nil {
		return nil, err
	}
	names := func(i int) string { return t.runner.options.Players[i].Name }
	if g.Game != n || g.Seed != f.seed || g.Black != names(f.players[1]) || g.White != names(f.players[2]) || g.Board != f.board {
		return nil, fmt.Errorf("it is not game %d of this match", n)
	}
	if err := g.checkWinner(); err != nil {
		return nil, err
	}
	rec, err := kifu.Read(bytes.NewReader(sgf))
	if err != nil {
		return nil, err
	}
	if rec.Rules != t.runner.options.Rules {
		return nil, fmt.Errorf("its rules are %v, and those of the match are %v", rec.Rules, t.runner.options.Rules)
	}
	game, err := f.opening.begin(t.runner.options.Rules)
	if err != nil {
		return nil, err
	}
	if game, err = replay(game, rec.Moves); err != nil {
		return nil, err
	}
	if len(rec.Moves) < game.Len() || !sameSetup(rec.Setup, game.Setup()) || rec.Graph.Fingerprint() != game.Graph().Fingerprint() {
		return nil, errOtherBeginning
	}
	if played := openingOfGame(game); g.Fingerprint != played.digest() || g.Moves != game.Len() {
		return nil, errors.New("its record has other moves than its result says")
	}
	return rec, nil
}

// sameSetup reports whether two set-ups are equal, apart from the order of their stones. The record of a game without
// moves may not name the player who plays first.
func sameSetup(a, b baduk.Setup) bool {
	for _, s := range []*baduk.Setup{&a, &b} {
		s.ToPlay = s.First()
		s.Black, s.White = slices.Sorted(slices.Values(s.Black)), slices.Sorted(slices.Values(s.White))
	}
	return reflect.DeepEqual(a, b)
}

var errOtherBeginning = errors.New("it does not begin as the match says")

// replay plays the moves of a record that begins as a game did. The window of an infinite board grows as during a
// match.
func replay(g *baduk.Game, moves []baduk.Move) (*baduk.Game, error) {
	for i, m := range moves {
		if i < g.Len() {
			if m != g.Turn(i) {
				return nil, errOtherBeginning
			}
			continue
		}
		var err error
		if g, _, err = topology.Grow(g); err != nil {
			return nil, err
		}
		if err := g.Play(m); err != nil {
			return nil, err
		}
	}
	g, _, err := topology.Grow(g)
	return g, err
}
