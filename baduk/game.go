package baduk

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Game is a position with rules and history. It knows which moves are legal, and why a
// move is not legal. It also knows when the game is over. Every turn can be undone. The
// methods may use scratch memory of the game, so even reading is not safe for concurrent
// use. Give every goroutine its own [Game.Clone].
type Game struct {
	rules Rules
	setup Setup
	pos   Position
	turns []turn
	// The slice stones has the colours of all points after 0, 1, 2, ... turns.
	// The slice hashes has the Zobrist hashes of the same positions. A
	// repetition is found by its hash and then proved stone by stone.
	stones  []Color
	hashes  []uint64
	visited []int32    // by point: how many stones were placed on it, set-up included
	lone    []loneTurn // stones taken off because they stood alone, by turn; see SuicideLone
	progress
	resigned Color
	agreed   bool  // the players agreed to end the game, see Agree
	proposed Color // the player who proposes to end the game here, see Propose
	stopped  bool  // play had already stopped when two proposals ended the game
}

// progress is what a turn changes apart from the position: phase, passes and
// bans. Every turn stores the progress before it, for undo.
type progress struct {
	ended    outcome
	phase    uint8 // 0 in normal play, 1 and 2 in the clean-up
	ending   uint8 // consecutive passes that count towards the end
	settling bool  // play has stopped, see Settling
	button   Color // the player who took the button
	koSince  int32 // the ko rule ignores positions after fewer turns than this
	// passSince is the index of the first turn that [Game.passedHere] compares.
	passSince int32
	began     int32 // number of turns made when the phase began
	recent    int32 // index of the first turn that Recent counts
	// charged is the number of stones that each colour has put on the board, if territory
	// is scored. Stones that are no longer on the board are prisoners of the opponent.
	charged [3]int32
	// blocked holds the stones that may not be retaken at once in the clean-up.
	// It is never changed in place.
	blocked PointSet
	// Three sums of hashes for SearchKey: of the positions that superko compares, of the
	// passes whose repetition would end a phase, and of the kos that were taken in the
	// clean-up.
	past, passed, kos uint64
}

// outcome is the reason why a game is over. It does not include agreement and
// resignation.
type outcome uint8

const (
	notEnded outcome = iota
	endedByPasses
	endedVoid
	endedByProposal
)

// turn is one move and the data to undo it.
type turn struct {
	move      Move
	undo      Undo
	unblock   Point // the stone that the turn released in the clean-up, or NoPoint
	toPlay    Color
	koBan     Point
	passes    uint8
	koCapture bool // the turn took a ko in the clean-up
	prisoners [3]int32
	before    progress
}

// Setup is a start other than the empty board with Black to move.
type Setup struct {
	Black, White []Point
	// ToPlay is the first player. Empty means White if Handicap is above 0,
	// otherwise Black.
	ToPlay Color
	// Handicap is the number of black stones that are handicap stones, for
	// Rules.HandicapBonus; see [Game.Handicap]. It is at most the number of points
	// of the board.
	Handicap int
	// FreeHandicap says that the stones that Black plays before White's first
	// stone also count as handicap stones, as in KataGo; see [Game.Handicap].
	FreeHandicap bool
	// Scores are the points that each player has at the start, by colour and
	// without komi (MANGO document, "The players must agree to an initial
	// score"). They are finite.
	Scores [3]float64
	// Prisoners are the numbers of stones of each colour that were taken before
	// the start, each at most the number of points of the board. They add to
	// the score only if the rules count prisoners.
	Prisoners [3]int32
}

// ErrSetup is wrapped by the errors of [NewGameFrom].
var ErrSetup = errors.New("impossible set-up")

// NewGame starts a game from the empty board with Black to move. It panics if
// the rules cannot be played on the board; call [Rules.CheckOn] first for rules
// that a user chose.
func NewGame(g *Graph, rules Rules) *Game {
	game, err := NewGameFrom(g, rules, Setup{})
	if err != nil {
		panic(err)
	}
	return game
}

// First returns the player who plays first. If ToPlay is Empty, White plays first after handicap stones, and Black
// otherwise.
func (s *Setup) First() Color {
	switch {
	case s.ToPlay != Empty:
		return s.ToPlay
	case s.Handicap > 0:
		return White
	}
	return Black
}

// NewGameFrom starts a game from any position in which every chain has a
// liberty. On a regional board ([Graph.Regional]) the position may also have
// chains without liberties. For any other position it returns an error that
// wraps [ErrSetup]. It returns the same error if a stone is off the board or on
// another stone, if the first player is not Black or White, or if a number of the
// set-up is out of range. It also refuses rules that cannot be played on the board, see
// [Rules.CheckOn].
func NewGameFrom(g *Graph, rules Rules, setup Setup) (*Game, error) {
	if err := rules.CheckOn(g); err != nil {
		return nil, err
	}
	setup.ToPlay = setup.First()
	if setup.ToPlay != Black && setup.ToPlay != White {
		return nil, fmt.Errorf("%w: the first player is neither Black nor White", ErrSetup)
	}
	if h := setup.Handicap; h < 0 || h > g.Len() {
		return nil, fmt.Errorf("%w: there are %d handicap stones, but on %[4]v there can be only 0 to %[3]d", ErrSetup, h, g.Len(), g)
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
			return nil, fmt.Errorf("%w: there are %d %v prisoners, but on %[5]v there can be only 0 to %[4]d", ErrSetup, taken, side.color, g.Len(), g)
		}
		if points := setup.Scores[side.color]; math.IsInf(points, 0) || math.IsNaN(points) {
			return nil, fmt.Errorf("%w: %v starts with %v points, which is not a finite number", ErrSetup, side.color, points)
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
		// If every chain of the position has a liberty, no stone is captured,
		// whatever the order in which the stones are placed.
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

// CopyFrom makes g a copy of o, history included; both must be games on the
// same graph. It reuses the memory of g.
func (g *Game) CopyFrom(o *Game) {
	g.rules, g.setup, g.progress = o.rules, o.setup, o.progress
	g.resigned, g.agreed, g.proposed, g.stopped = o.resigned, o.agreed, o.proposed, o.stopped
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

// SetRules changes the rules from here on. It keeps the turns made so far. If
// the new rules have a button, the player who made the first pass holds it.
// SetRules panics if the rules cannot be played on the board; call
// [Rules.CheckOn] first for rules that a user chose.
func (g *Game) SetRules(r Rules) {
	if err := r.CheckOn(g.Graph()); err != nil {
		panic(err)
	}
	g.rules = r
	for i := 0; r.Button && g.button == Empty && i < len(g.turns); i++ {
		if g.turns[i].move.IsPass() {
			g.button = g.turns[i].move.Color
			for j := i + 1; j < len(g.turns); j++ {
				g.turns[j].before.button = g.button // for undo
			}
		}
	}
}

// Setup is the start of the game.
func (g *Game) Setup() Setup { return g.setup }

// Position is the current position. It belongs to the game, so the caller must
// not change it. Reading it and copying it with CopyFrom are allowed.
func (g *Game) Position() *Position { return &g.pos }

// At is the colour of point p.
func (g *Game) At(p Point) Color { return g.pos.At(p) }

// ToPlay is the player whose turn it is.
func (g *Game) ToPlay() Color { return g.pos.ToPlay }

// SetToPlay makes c the player to move, without a turn. GTP's genmove may require this.
// The ban of the basic ko applied only to the player whose turn it was, so it is lifted
// if c is the other player. SetToPlay panics if c is neither Black nor White.
func (g *Game) SetToPlay(c Color) {
	if c != Black && c != White {
		panic(fmt.Sprintf("baduk: SetToPlay of colour %d, which is neither Black nor White", c))
	}
	if g.pos.ToPlay != c {
		g.pos.ToPlay, g.pos.KoBan = c, NoPoint
	}
}

// Len is the number of turns made, passes included.
func (g *Game) Len() int { return len(g.turns) }

// Turn is the move of turn i, from 0.
func (g *Game) Turn(i int) Move { return g.turns[i].move }

// Moves lists the turns made so far.
func (g *Game) Moves() []Move {
	moves := make([]Move, len(g.turns))
	for i, t := range g.turns {
		moves[i] = t.move
	}
	return moves
}

// StonesAfter is the colour of every point after n turns, 0 <= n <= g.Len().
// The slice is the game's own memory: it is valid until the next move and must
// not be written to.
func (g *Game) StonesAfter(n int) []Color {
	size := g.Graph().Len()
	return g.stones[n*size : (n+1)*size]
}

// Play makes a turn. Either player may move at any time, as records and GTP
// require. After the turn the opponent is to play. If the move is refused the
// error is an [*IllegalMoveError], and nothing has changed.
func (g *Game) Play(m Move) error {
	if v, repeats := g.check(m); v != Legal {
		return &IllegalMoveError{Move: m, Vertex: g.Graph().Vertex(m.Point), Number: len(g.turns) + 1,
			Verdict: v, Repeats: repeats, Cause: g.causeOf(m, v)}
	}
	g.play(m)
	return nil
}

// Force plays a move of a record even if the rules about ko, repetition or
// suicide forbid it. It returns the verdict of the rules. Some moves cannot be
// played at all, because the point is occupied or off the board, or because the
// game is over. Such a move changes nothing.
func (g *Game) Force(m Move) Verdict {
	v := g.Legal(m)
	switch v {
	case Legal, KoBanned, Superko, Suicide:
		g.play(m)
	}
	return v
}

// play makes a turn that the rules have already judged.
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

// Replay plays the moves in a new game. Moves may follow the end of the game, because
// players sometimes continue to play. Replay then resumes the game and plays these moves.
// Replay returns an error if the set-up is impossible or a move is refused. With a
// refused move it also returns the game up to that move.
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

// situation is a hash of the position. The sum of such hashes identifies a multiset of
// situations and does not depend on their order. A situation after a pass has another
// hash than the same situation after a play, because natural superko does not forbid
// repeating a situation after a pass.
func (g *Game) situation() uint64 {
	s := g.pos.hash + uint64(g.pos.ToPlay)
	if n := len(g.turns); n > 0 && g.turns[n-1].move.IsPass() {
		s += 4
	}
	return Mix(s)
}
