package baduk

import (
	"errors"
	"fmt"
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
	visited []int32 // by point: how many initial stones and plays stood there
	// past is the sum over history that SearchKey needs under superko.
	past     uint64
	resigned Color
}

// turn is one move and what it takes to undo it.
type turn struct {
	move      Move
	undo      Undo
	toPlay    Color
	koBan     Point
	passes    uint8
	prisoners [3]int32
	past      uint64
}

// Setup is a start other than the empty board with Black to move.
type Setup struct {
	Black, White []Point
	// ToPlay is the first player; Empty means Black, or White when there is a
	// handicap.
	ToPlay Color
	// Handicap is how many of the black stones are handicap stones, for
	// Rules.HandicapBonus.
	Handicap int
}

// ErrSetup is wrapped by the errors of [NewGameFrom].
var ErrSetup = errors.New("impossible set-up")

// NewGame is a game from the empty board, Black to move.
func NewGame(g *Graph, rules Rules) *Game {
	game, err := NewGameFrom(g, rules, Setup{})
	if err != nil {
		panic(err) // an empty board cannot be an impossible one
	}
	return game
}

// NewGameFrom is a game from any position in which every chain has a liberty.
// It errs, wrapping [ErrSetup], when a stone stands off the board, on another
// stone, or in a chain without liberties, and when nobody is to play.
func NewGameFrom(g *Graph, rules Rules, setup Setup) (*Game, error) {
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
			// A position in which every chain has a liberty can be laid stone by
			// stone in any order without a capture.
			u, v := game.pos.Place(Move{side.color, p})
			if v != Legal {
				return nil, fmt.Errorf("%w: %v stone on %s: %v", ErrSetup, side.color, g.Vertex(p), v)
			}
			if u.Captured+u.Suicide > 0 {
				return nil, fmt.Errorf("%w: with the %v stone on %s a chain has no liberties", ErrSetup, side.color, g.Vertex(p))
			}
			game.visited[p]++
		}
	}
	game.pos.log = game.pos.log[:0]
	game.pos.ToPlay = setup.ToPlay
	game.remember()
	return game, nil
}

// Clone is an independent copy with the whole history.
func (g *Game) Clone() *Game {
	c := NewGame(g.Graph(), g.rules)
	c.CopyFrom(g)
	return c
}

// CopyFrom makes g what o is, history included; both must be games on the same
// graph. It reuses the memory of g.
func (g *Game) CopyFrom(o *Game) {
	g.rules, g.setup, g.resigned, g.past = o.rules, o.setup, o.resigned, o.past
	g.pos.CopyFrom(&o.pos)
	g.pos.log = append(g.pos.log[:0], o.pos.log...)
	g.turns = append(g.turns[:0], o.turns...)
	g.stones = append(g.stones[:0], o.stones...)
	g.hashes = append(g.hashes[:0], o.hashes...)
	copy(g.visited, o.visited)
}

// Graph is the board's graph.
func (g *Game) Graph() *Graph { return g.pos.graph }

// Rules are the rules in force.
func (g *Game) Rules() Rules { return g.rules }

// SetRules changes the rules from here on; what was played stays.
func (g *Game) SetRules(r Rules) { g.rules = r }

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

// Over reports whether the game has ended, by two consecutive passes (000, rule
// 8) or by resignation.
func (g *Game) Over() bool { return g.pos.Passes >= 2 || g.resigned != Empty }

// Resign ends the game in favour of the opponent of c.
func (g *Game) Resign(c Color) { g.resigned = c }

// Resigned is the player who resigned, or Empty.
func (g *Game) Resigned() Color { return g.resigned }

// Resume lets a game that two passes have ended go on, for players who disagree
// about the dead stones: the passes no longer count towards the end. It reports
// false when there was nothing to resume.
func (g *Game) Resume() bool {
	if g.resigned != Empty || g.pos.Passes < 2 {
		return false
	}
	g.pos.Passes = 0
	return true
}

// Play makes a turn. Either player may move at any time, as records and GTP
// require; the opponent is to play next. The error of a refused move is an
// [*IllegalMoveError], and nothing has changed.
func (g *Game) Play(m Move) error {
	if v, repeats := g.check(m); v != Legal {
		return &IllegalMoveError{Move: m, Vertex: g.Graph().Vertex(m.Point), Number: len(g.turns) + 1, Verdict: v, Repeats: repeats}
	}
	t := turn{move: m, toPlay: g.pos.ToPlay, koBan: g.pos.KoBan, passes: g.pos.Passes, prisoners: g.pos.Prisoners, past: g.past}
	t.undo, _ = g.pos.Play(m)
	g.turns = append(g.turns, t)
	if m.Point != Pass {
		g.visited[m.Point]++
	}
	g.remember()
	return nil
}

// remember appends the position to the history.
func (g *Game) remember() {
	for i := range g.pos.cells {
		g.stones = append(g.stones, g.pos.cells[i].color)
	}
	g.hashes = append(g.hashes, g.pos.hash)
	// A sum of mixed entries names the multiset of situations in any order. A
	// situation made by a pass binds nobody under natural superko.
	situation := g.pos.hash + uint64(g.pos.ToPlay)
	if n := len(g.turns); n > 0 && g.turns[n-1].move.IsPass() {
		situation += 4
	}
	g.past += mix(situation)
}

// Undo takes back the last turn, or the resignation if that came last. It
// reports false at the start of the game.
func (g *Game) Undo() bool {
	if g.resigned != Empty {
		g.resigned = Empty
		return true
	}
	if len(g.turns) == 0 {
		return false
	}
	t := &g.turns[len(g.turns)-1]
	if t.move.Point != Pass {
		g.pos.Take(t.undo)
		g.visited[t.move.Point]--
	}
	g.pos.ToPlay, g.pos.KoBan, g.pos.Passes, g.pos.Prisoners, g.past = t.toPlay, t.koBan, t.passes, t.prisoners, t.past
	g.turns = g.turns[:len(g.turns)-1]
	g.stones = g.stones[:len(g.stones)-g.Graph().Len()]
	g.hashes = g.hashes[:len(g.hashes)-1]
	return true
}

// Legal is what the rules say of a move; nothing is played.
func (g *Game) Legal(m Move) Verdict {
	v, _ := g.check(m)
	return v
}

// check is Legal, with the turn whose position would be repeated.
func (g *Game) check(m Move) (v Verdict, repeats int) {
	switch {
	case g.Over():
		return GameOver, 0
	case m.Color != Black && m.Color != White:
		return OffBoard, 0
	case m.Point == Pass:
		return Legal, 0
	case !g.Graph().Contains(m.Point):
		return OffBoard, 0
	case g.At(m.Point) != Empty:
		return Occupied, 0
	}
	suicide := g.pos.IsSuicide(m)
	if suicide && g.rules.Suicide != SuicideLiteral {
		if g.rules.Suicide == SuicideForbidden || g.pos.Around(m.Point, m.Color) == 0 {
			return Suicide, 0
		}
	}
	if g.rules.Ko == KoSimple {
		// A stone that only removes itself changes nothing: that is no move.
		noop := suicide && g.pos.Around(m.Point, m.Color) == 0
		if noop || m.Point == g.pos.KoBan && m.Color == g.pos.ToPlay {
			return KoBanned, 0
		}
		return Legal, 0
	}
	if !suicide && g.visited[m.Point] == 0 {
		return Legal, 0 // no stone ever stood there: the position is new
	}
	if at := g.repeated(m); at >= 0 {
		return Superko, at
	}
	return Legal, 0
}

// repeated is the first turn count at which the position that m would make
// stood before in a way that the ko rule forbids, or -1.
func (g *Game) repeated(m Move) int {
	h := g.pos.HashAfter(m)
	for i, old := range g.hashes {
		if old == h && g.forbids(i, m.Color) && g.sameAfter(m, i) {
			return i
		}
	}
	return -1
}

// forbids reports whether the rule lets the position after i turns forbid a
// move of colour c that would repeat it.
func (g *Game) forbids(i int, c Color) bool {
	switch g.rules.Ko {
	case KoSituational:
		return g.toPlayAfter(i) == c.Opponent()
	case KoNatural:
		if i == 0 {
			return g.setup.ToPlay.Opponent() == c
		}
		last := g.turns[i-1].move
		return last.Point != Pass && last.Color == c
	}
	return true
}

// toPlayAfter is the player to move after i turns.
func (g *Game) toPlayAfter(i int) Color {
	if i == 0 {
		return g.setup.ToPlay
	}
	return g.turns[i-1].move.Color.Opponent()
}

// sameAfter proves that m would make the position that stood after i turns.
func (g *Game) sameAfter(m Move, i int) bool {
	u, _ := g.pos.Place(m)
	same := true
	for p, c := range g.StonesAfter(i) {
		if g.pos.cells[p].color != c {
			same = false
			break
		}
	}
	g.pos.Take(u)
	return same
}

// SearchKey names the future of the game: two games on the same graph under the
// same rules with the same key offer the same moves, ends and scores. Under a
// superko rule the future depends on all positions that occurred, so they are
// in the key.
func (g *Game) SearchKey() uint64 {
	k := g.pos.hash ^ g.Graph().fingerprint
	k = mix(k + uint64(g.pos.ToPlay))
	k = mix(k + uint64(uint16(g.pos.KoBan)) + uint64(g.pos.Passes)<<16)
	r := g.rules
	k = mix(k + uint64(r.Ko) + uint64(r.Suicide)<<8 + uint64(r.Ties)<<16 + uint64(uint16(r.Komi))<<24 + uint64(r.HandicapBonus.Points(g.setup.Handicap))<<40)
	if r.Ko != KoSimple {
		k = mix(k ^ g.past)
		if r.Ko == KoNatural {
			k = mix(k + uint64(g.setup.ToPlay))
		}
	}
	return k
}
