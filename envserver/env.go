package envserver

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"tengen/baduk"
)

// The limits of a session.
const (
	MaxGames  = 1 << 16 // games at the same time
	maxMemory = 1 << 30 // bytes of all histories; each turn takes one byte per point
)

// Options configure a session. Board is required.
type Options struct {
	Board *baduk.Graph
	Rules baduk.Rules
	Setup baduk.Setup // how each game begins
	Games int         // games at the same time, numbered from 0; 0 means 1
	// Seed determines all random moves. In sessions with the same seed, a game has the
	// same random moves. They do not depend on the other games.
	Seed uint64
	// MaxTurns is the number of turns after which a game is truncated. 0 means 100 more
	// than three times the number of points of the board.
	MaxTurns int
}

// Env is a session with its games. It is not safe for concurrent use.
type Env struct {
	opt   Options
	games []game
}

// game is one game of the session.
type game struct {
	at     *baduk.Game
	resets uint64 // how often the game was reset
	random *rand.Rand
	legal  []bool // scratch, by point
}

// New returns a session whose games are at their start. It returns an error if
// the rules cannot be used on the board, or if the games exceed the limits.
func New(o Options) (*Env, error) {
	if o.Games == 0 {
		o.Games = 1
	}
	if o.MaxTurns == 0 {
		o.MaxTurns = 3*o.Board.Len() + 100
	}
	switch {
	case o.Board.Beyond() != baduk.NoPoint:
		return nil, errors.New("the infinite board has no fixed number of points, which observations need: choose a finite board")
	case o.Games < 1 || o.Games > MaxGames:
		return nil, fmt.Errorf("%d games: 1 to %d can be played at the same time", o.Games, MaxGames)
	case o.MaxTurns < 1 || o.MaxTurns > 1<<20:
		return nil, fmt.Errorf("a game cannot be truncated after %d turns: 1 to %d are possible", o.MaxTurns, 1<<20)
	}
	if need := int64(o.Games) * int64(o.Board.Len()) * int64(o.MaxTurns+1); need > maxMemory {
		return nil, fmt.Errorf("%d games of up to %d turns on %d points need %d MiB, and %d are allowed: play fewer games, or shorter ones",
			o.Games, o.MaxTurns, o.Board.Len(), need>>20, int64(maxMemory)>>20)
	}
	e := &Env{opt: o, games: make([]game, o.Games)}
	for i := range e.games {
		g, err := baduk.NewGameFrom(o.Board, o.Rules, o.Setup)
		if err != nil {
			return nil, err
		}
		e.games[i] = game{at: g}
		e.games[i].reseed(o.Seed, i)
	}
	return e, nil
}

func (g *game) reseed(seed uint64, number int) {
	g.resets++
	g.random = rand.New(rand.NewPCG(seed, uint64(number)<<32|g.resets))
}

func (e *Env) game(n int) (*game, error) {
	if n < 0 || n >= len(e.games) {
		return nil, fmt.Errorf("game %d does not exist: the session has games 0 to %d", n, len(e.games)-1)
	}
	return &e.games[n], nil
}

// reset starts game n again and makes a number of random legal moves, or fewer if
// the game ends before. A random move is a pass only if no other move is legal.
func (e *Env) reset(n, random int) error {
	g, err := e.game(n)
	if err != nil {
		return err
	}
	if random < 0 || random > e.opt.MaxTurns {
		return fmt.Errorf("%d random moves: 0 to %d can be made", random, e.opt.MaxTurns)
	}
	g.at.UndoTo(0)
	g.reseed(e.opt.Seed, n)
	for i := 0; i < random && !g.at.Over(); i++ {
		if err := e.randomMove(g); err != nil {
			return err
		}
	}
	return nil
}

// step makes a turn of the player to move. The point -1 is a pass.
func (e *Env) step(g *game, point int) error {
	if e.truncated(g) {
		return fmt.Errorf("the game was truncated after %d turns: reset it", e.opt.MaxTurns)
	}
	p := baduk.Point(point)
	if point < -1 || point >= e.opt.Board.Len() {
		return fmt.Errorf("point %d: the points are 0 to %d, and -1 is a pass", point, e.opt.Board.Len()-1)
	}
	if point == -1 {
		p = baduk.Pass
	}
	_, err := g.at.Step(baduk.Move{Color: g.at.ToPlay(), Point: p})
	return err
}

// randomMove makes a legal play, chosen uniformly, or passes if no play is legal.
func (e *Env) randomMove(g *game) error {
	g.markLegal()
	count := 0
	for _, legal := range g.legal {
		if legal {
			count++
		}
	}
	if count == 0 {
		return e.step(g, -1)
	}
	k := g.random.IntN(count)
	for p, legal := range g.legal {
		if !legal {
			continue
		}
		if k == 0 {
			return e.step(g, p)
		}
		k--
	}
	panic("unreachable")
}

// markLegal sets the field legal for the player to move. In a finished game no turn
// is legal.
func (g *game) markLegal() {
	n := g.at.Graph().Len()
	if len(g.legal) != n {
		g.legal = make([]bool, n)
	}
	clear(g.legal)
	if g.at.Over() {
		return
	}
	c := g.at.ToPlay()
	if g.at.Phase() > 0 { // in the clean-up, a turn on a stone may be legal
		for p := range g.legal {
			g.legal[p] = g.at.Legal(baduk.Move{Color: c, Point: baduk.Point(p)}) == baduk.Legal
		}
		return
	}
	for _, p := range g.at.Position().Empties() {
		g.legal[p] = g.at.Legal(baduk.Move{Color: c, Point: p}) == baduk.Legal
	}
}

// undo takes back turns. It returns an error if fewer turns were made.
func (g *game) undo(turns int) error {
	if turns < 0 || turns > g.at.Len() {
		return fmt.Errorf("%d turns cannot be taken back: %d were made", turns, g.at.Len())
	}
	g.at.UndoTo(g.at.Len() - turns)
	return nil
}

// truncated reports whether the game was truncated before its end.
func (e *Env) truncated(g *game) bool { return !g.at.Over() && g.at.Len() >= e.opt.MaxTurns }
