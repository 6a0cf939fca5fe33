package baduk

import (
	"errors"
	"fmt"
	"slices"
)

// Game is a position with rules and history: it says which moves are legal and
// why not, when the game is over, and can be undone to the start. Asking it may
// use its own scratch memory, so that even reading is not safe for concurrent
// use; give every goroutine its own [Game.Clone].
type Game struct {
	rules Rules
	setup Setup
	pos   Position
	turns []turn
	// stones holds the colours of every point after 0, 1, 2, ... turns, hashes
	// the Zobrist hash of the same: a repetition is found by its hash and then
	// proved stone by stone.
	stones  []Color
	hashes  []uint64
	visited []int32    // by point: how many initial stones and plays stood there
	lone    []loneTurn // of the turns under SuicideLone
	progress
	resigned Color
	agreed   bool  // the players ended the game, see Agree
	proposed Color // who proposes to end the game here, see Propose
}

// progress is what a turn changes besides the position: where the game stands
// in the rules' procedure. Every turn keeps the progress before it.
type progress struct {
	ended    outcome
	phase    uint8 // 0 in normal play, 1 and 2 in the clean-up
	ending   uint8 // consecutive passes that count towards the end
	settling bool  // play has stopped, see Settling
	button   Color // who took the button
	koSince  int32 // positions after fewer turns count for no repetition
	// passSince is the first turn of which a pass counts as an earlier pass.
	passSince int32
	began     int32 // how many turns had been made when the phase began
	recent    int32 // the first turn that belongs to what is played now, see Recent
	// charged counts the stones that each colour has put on the board where
	// territory is scored: what is no longer there, the opponent holds.
	charged [3]int32
	// blocked holds the stones that may not be retaken at once in the clean-up.
	// It is never changed in place.
	blocked PointSet
	// past is the sum over history that SearchKey needs under superko, passed
	// the one over the passes that could end a phase, kos the one over the kos
	// that were taken in the clean-up.
	past, passed, kos uint64
}

// outcome is why a game is over, agreement and resignation apart.
type outcome uint8

const (
	notEnded outcome = iota
	endedByPasses
	endedVoid
	endedByProposal
)

// turn is one move and what it takes to undo it.
type turn struct {
	move      Move
	undo      Undo
	unblock   Point // the stone that the turn released in the clean-up, or NoPoint
	toPlay    Color
	koBan     Point
	passes    uint8
	koCapture bool // it took a ko in the clean-up
	prisoners [3]int32
	before    progress
}

// Setup is a start other than the empty board with Black to move.
type Setup struct {
	Black, White []Point
	// ToPlay is the first player; Empty means Black, or White when there is a
	// handicap.
	ToPlay Color
	// Handicap is how many of the black stones are handicap stones, for
	// Rules.HandicapBonus; see [Game.Handicap].
	Handicap int
	// FreeHandicap counts stones that Black plays before White's first stone as
	// handicap stones too, as KataGo does; see [Game.Handicap].
	FreeHandicap bool
	// Scores are the points by colour that the players start with (MANGO, "The
	// players must agree to an initial score"), komi apart.
	Scores [3]float64
	// Prisoners are the stones of each colour that were taken before, at most one
	// for each point of the board; they count where prisoners do.
	Prisoners [3]int32
}

// ErrSetup is wrapped by the errors of [NewGameFrom].
var ErrSetup = errors.New("impossible set-up")

// NewGame is a game from the empty board, Black to move. It panics on rules that
// cannot be played on the board; ask [Rules.CheckOn] about rules that a person
// chose.
func NewGame(g *Graph, rules Rules) *Game {
	game, err := NewGameFrom(g, rules, Setup{})
	if err != nil {
		panic(err)
	}
	return game
}

// NewGameFrom is a game from any position in which every chain has a liberty; on
// a board where stones live by the weight of regions, from any position at all.
// It errs, wrapping [ErrSetup], when a stone stands off the board, on another
// stone, or in a chain without liberties, and when no player is to play; and it
// refuses rules that cannot be played on the board, see [Rules.CheckOn].
func NewGameFrom(g *Graph, rules Rules, setup Setup) (*Game, error) {
	if err := rules.CheckOn(g); err != nil {
		return nil, err
	}
	if setup.ToPlay == Empty {
		setup.ToPlay = Black
		if setup.Handicap > 0 {
			setup.ToPlay = White
		}
	}
	if setup.ToPlay != Black && setup.ToPlay != White {
		return nil, fmt.Errorf("%w: the first player is neither Black nor White", ErrSetup)
	}
	setup.Black = append([]Point(nil), setup.Black...)
	setup.White = append([]Point(nil), setup.White...)
	game := &Game{rules: rules, setup: setup, pos: *NewPosition(g), visited: make([]int32, g.Len())}
	for _, side := range []struct {
		color  Color
		points []Point
	}{{Black, setup.Black}, {White, setup.White}} {
		for _, p := range side.points {
			if err := game.lay(p, side.color); err != nil {
				return nil, err
			}
		}
		taken := setup.Prisoners[side.color]
		if taken < 0 || int(taken) > g.Len() {
			return nil, fmt.Errorf("%w: %d %v stones were taken before, and 0 to %d can be on %v", ErrSetup, taken, side.color, g.Len(), g)
		}
		game.charged[side.color] = int32(len(side.points)) + taken
	}
	game.pos.log = game.pos.log[:0]
	game.pos.ToPlay, game.pos.Prisoners = setup.ToPlay, [3]int32{Black: setup.Prisoners[Black], White: setup.Prisoners[White]}
	game.remember()
	return game, nil
}

// lay puts an initial stone on the board.
func (g *Game) lay(p Point, c Color) error {
	var u Undo
	var v Verdict
	if g.Graph().Regional() {
		v = g.pos.lay(p, c)
	} else {
		// A position in which every chain has a liberty can be laid stone by
		// stone in any order without a capture.
		u, v = g.pos.Place(Move{c, p})
	}
	if v != Legal {
		return fmt.Errorf("%w: %v stone on %s: %v", ErrSetup, c, g.Graph().Vertex(p), v)
	}
	if u.Captured+u.Suicide > 0 {
		return fmt.Errorf("%w: with the %v stone on %s a chain has no liberties", ErrSetup, c, g.Graph().Vertex(p))
	}
	g.visited[p]++
	return nil
}

// Clone is an independent copy with the whole history.
func (g *Game) Clone() *Game {
	c := &Game{pos: *NewPosition(g.Graph()), visited: make([]int32, g.Graph().Len())}
	c.CopyFrom(g)
	return c
}

// CopyFrom makes g what o is, history included; both must be games on the same
// graph. It reuses the memory of g.
func (g *Game) CopyFrom(o *Game) {
	g.rules, g.setup, g.resigned, g.agreed, g.proposed, g.progress = o.rules, o.setup, o.resigned, o.agreed, o.proposed, o.progress
	g.pos.CopyFrom(&o.pos)
	g.pos.log = append(g.pos.log[:0], o.pos.log...)
	g.turns = append(g.turns[:0], o.turns...)
	g.stones = append(g.stones[:0], o.stones...)
	g.hashes = append(g.hashes[:0], o.hashes...)
	copy(g.visited, o.visited)
	g.lone = append(g.lone[:0], o.lone...)
}

// Graph is the board's graph.
func (g *Game) Graph() *Graph { return g.pos.graph }

// Rules are the rules in force.
func (g *Game) Rules() Rules { return g.rules }

// SetRules changes the rules from here on; what was played stays, and where there
// is a button now, the player who passed first has it. It panics on rules that cannot be
// played on the board; ask [Rules.CheckOn] about rules that a person chose.
func (g *Game) SetRules(r Rules) {
	if err := r.CheckOn(g.Graph()); err != nil {
		panic(err)
	}
	g.rules = r
	for i := 0; r.Button && g.button == Empty && i < len(g.turns); i++ {
		if g.turns[i].move.IsPass() {
			g.button = g.turns[i].move.Color
		}
	}
}

// Setup is the start of the game.
func (g *Game) Setup() Setup { return g.setup }

// Position is the current position. It belongs to the game: read it, copy it
// with CopyFrom, but do not change it.
func (g *Game) Position() *Position { return &g.pos }

// At is the colour of point p.
func (g *Game) At(p Point) Color { return g.pos.At(p) }

// ToPlay is the player whose turn it is.
func (g *Game) ToPlay() Color { return g.pos.ToPlay }

// SetToPlay gives the turn to c without a move, as GTP's genmove may ask; the
// ban of the basic ko binds only the player whose turn it was.
func (g *Game) SetToPlay(c Color) {
	if g.pos.ToPlay != c {
		g.pos.ToPlay, g.pos.KoBan = c, NoPoint
	}
}

// Len is the number of turns made, passes included.
func (g *Game) Len() int { return len(g.turns) }

// Turn is turn i, from 0.
func (g *Game) Turn(i int) Move { return g.turns[i].move }

// Moves lists the turns made so far.
func (g *Game) Moves() []Move {
	moves := make([]Move, len(g.turns))
	for i, t := range g.turns {
		moves[i] = t.move
	}
	return moves
}

// StonesAfter is the colour of every point after n turns, 0 <= n <= g.Len(). It
// is the game's own memory, valid until the next move, not to be written to.
func (g *Game) StonesAfter(n int) []Color {
	size := g.Graph().Len()
	return g.stones[n*size : (n+1)*size]
}

// Play makes a turn. Either player may move at any time, as records and GTP
// require; the opponent is to play next. The error of a refused move is an
// [*IllegalMoveError], and nothing has changed.
func (g *Game) Play(m Move) error {
	if v, repeats := g.check(m); v != Legal {
		return &IllegalMoveError{Move: m, Vertex: g.Graph().Vertex(m.Point), Number: len(g.turns) + 1, Verdict: v, Repeats: repeats}
	}
	g.play(m)
	return nil
}

// Force plays a move as it stands in a record, whatever the rules about ko,
// repetition and suicide say of it; what they say is the verdict. What cannot be
// played at all, because the point is occupied or off the board or the game is
// over, changes nothing.
func (g *Game) Force(m Move) Verdict {
	v := g.Legal(m)
	switch v {
	case Legal, KoBanned, Superko, Suicide:
		g.play(m)
	}
	return v
}

// play is Play after the rules have had their say.
func (g *Game) play(m Move) {
	t := turn{move: m, unblock: NoPoint, toPlay: g.pos.ToPlay, koBan: g.pos.KoBan, passes: g.pos.Passes,
		prisoners: g.pos.Prisoners, before: g.progress}
	g.settling, g.proposed = false, Empty
	switch released := g.releases(m); {
	case m.IsPass():
		g.pos.Play(m)
		g.countPass(m.Color)
	case released != NoPoint:
		t.unblock = released
		g.blocked = g.blocked.without(released)
		g.pos.ToPlay, g.pos.KoBan, g.pos.Passes, g.ending = m.Color.Opponent(), NoPoint, 0, 0
	default:
		if g.rules.Suicide == SuicideLone {
			var l loneTurn
			t.undo, l = g.pos.playLone(m)
			l.turn = len(g.turns)
			g.lone = append(g.lone, l)
		} else {
			t.undo, _ = g.pos.Play(m)
		}
		g.visited[m.Point]++
		g.ending = 0
		if g.phase < 2 {
			g.charged[m.Color]++
		}
		if g.phase > 0 {
			if t.koCapture = g.pos.KoBan != NoPoint; t.koCapture {
				g.kos += Mix(g.hashes[len(g.turns)] + uint64(m.Point)<<2 + uint64(m.Color))
			}
			g.block(m.Point, t.koCapture)
		}
	}
	g.turns = append(g.turns, t)
	g.remember()
	if m.IsPass() {
		g.endPhase(m.Color)
	} else if g.thirdTime(m.Point) {
		g.ended = endedVoid
	}
}

// Replay is a game of those moves. Where one comes after the end the game is
// resumed first, as players did who went on. The error is that of the set-up or of
// the first move that is refused, and then the game up to there is returned with
// it.
func Replay(g *Graph, rules Rules, setup Setup, moves []Move) (*Game, error) {
	game, err := NewGameFrom(g, rules, setup)
	if err != nil {
		return nil, err
	}
	for _, m := range moves {
		if game.Over() {
			game.Resume(Empty)
		}
		if err := game.Play(m); err != nil {
			return game, err
		}
	}
	return game, nil
}

// remember appends the position to the history.
func (g *Game) remember() {
	before, area := len(g.stones), len(g.pos.cells)
	g.stones = slices.Grow(g.stones, area)[:before+area]
	for i, stones := 0, g.stones[before:]; i < len(stones); i++ {
		stones[i] = g.pos.cells[i].color
	}
	g.hashes = append(g.hashes, g.pos.hash)
	if int(g.koSince) == len(g.turns) {
		g.past = 0
	}
	g.past += g.situation()
}

// situation is the position for a sum over history: a sum of mixed entries names
// the multiset of situations in any order. A situation made by a pass binds
// neither player under natural superko.
func (g *Game) situation() uint64 {
	s := g.pos.hash + uint64(g.pos.ToPlay)
	if n := len(g.turns); n > 0 && g.turns[n-1].move.IsPass() {
		s += 4
	}
	return Mix(s)
}
