package review

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"tengen/baduk"
	"tengen/kifu"
)

// Line is the main line of a record: its turns, and the positions before and after them. It is safe
// for concurrent use.
type Line struct {
	Tree  *kifu.Tree
	Graph *baduk.Graph
	// Rules are the rules by which positions are judged. If the record does not name its rules, they are
	// rules with area scoring. If the record does not name the komi, the komi is 6.5 points, or half a point
	// in a game with a handicap.
	Rules baduk.Rules
	Turns []turn
	// Notes are sentences about assumptions on the rules, faults of moves, and moves that are not judged.
	Notes []string

	faults []string

	mu        sync.Mutex    // guards segments; even calls that only read a game use its buffers
	locations []location    // by position, counted from 0 before the first turn
	segments  []*baduk.Game // the games from one set-up to the next
}

// turn is a move of the line.
type turn struct {
	Node   *kifu.Node // node with the move
	Move   baduk.Move
	Number int    // number of the move in the record, from 1
	Fault  string // reason why the move is illegal; "" for a legal move
	// Broken is true if the record sets up stones or changes the player to move between the positions before
	// and after the move. A move out of turn changes the player to move. In both cases the two positions say
	// nothing about the move.
	Broken bool
	// Handicap is true if the move places a handicap stone. Black places these stones by several moves in a
	// row at the beginning.
	Handicap bool

	outOfTurn bool // the other player was to move
}

// location is the place of a position: a segment, and the number of turns made in the segment.
type location struct {
	segment, turns int
	node           *kifu.Node // node that leads to the position; nil between two moves of one node
	over           bool       // passes have ended the game before the position, and the record does not continue it
}

// NewLine reads the main line of a record. Even illegal moves are played if they are possible on the board.
// The notes list the illegal moves. It returns an error if the line has no move.
func NewLine(t *kifu.Tree) (*Line, error) {
	l := &Line{Tree: t, Graph: t.Graph}
	l.chooseRules()
	end := t.Root()
	for n := range t.Root().MainLine() {
		end = n
	}
	for p := range t.Along(end) {
		l.add(p)
	}
	if len(l.Turns) == 0 {
		return nil, fmt.Errorf("the game has no moves")
	}
	l.markHandicap()
	for i := range l.Turns {
		t := &l.Turns[i]
		t.Broken = t.Broken || t.outOfTurn && !t.Handicap
	}
	l.noteBroken()
	return l, nil
}

// maxNamed is the largest number of moves that a note names.
const maxNamed = 10

// noteBroken adds a note about the moves that are not judged because the record changes the position together
// with the move. Illegal moves already have a note.
func (l *Line) noteBroken() {
	var numbers []string
	for _, t := range l.Turns {
		if t.Broken && t.Fault == "" {
			numbers = append(numbers, strconv.Itoa(t.Number))
		}
	}
	switch n := len(numbers); {
	case n == 0:
	case n == 1:
		l.Notes = append(l.Notes, "Move "+numbers[0]+" is not judged: the record sets up stones, or changes the player to move, at the same place.")
	case n > maxNamed:
		l.Notes = append(l.Notes, fmt.Sprintf("Moves %s and %d more are not judged: the record sets up stones, or changes the player to move, at the same places.",
			strings.Join(numbers[:maxNamed], ", "), n-maxNamed))
	default:
		l.Notes = append(l.Notes, "Moves "+strings.Join(numbers[:n-1], ", ")+" and "+numbers[n-1]+" are not judged: the record sets up stones, or changes the player to move, at the same places.")
	}
}

// markHandicap marks the moves that place handicap stones.
func (l *Line) markHandicap() {
	n := 0
	for n < l.Len() {
		if t := l.Turns[n]; t.Move.Color != baduk.Black || t.Move.Point < 0 || t.Fault != "" || t.Broken {
			break
		}
		n++
	}
	if n < 2 {
		return
	}
	for i := range n {
		l.Turns[i].Handicap = true
	}
}

// Key returns a key that identifies the game by its board, rules, stones and moves. Players and comments
// have no influence on the key.
func (l *Line) Key() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := sha256.New()
	for _, g := range l.segments {
		fmt.Fprintln(h, keyOf(g, "", 0))
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// add appends the position of the next node.
func (l *Line) add(p kifu.Position) {
	last := len(l.segments) - 1
	moves, _ := p.Node.Moves() // p.Faults reports unreadable moves
	goesOn := last >= 0 && p.Game.Len() == l.segments[last].Len()+len(moves) && startsWith(p.Game, l.segments[last])
	fault := ""
	for _, f := range p.Faults {
		if f.Severity >= kifu.Warning && f.Code != kifu.CodeTurn {
			switch f.Code {
			case kifu.CodeOccupied, kifu.CodeSuicide, kifu.CodeKo, kifu.CodeSuperko: // other codes are not about moves of the line
				fault = f.Wrong
				if _, why, ok := strings.Cut(fault, " is illegal: "); ok {
					fault = why
				}
			}
			l.faults = append(l.faults, f.String())
			l.Notes = append(l.Notes, f.String()+".")
		}
	}
	if last < 0 && p.Game.Len() == len(moves) && len(moves) > 0 { // the first move is in the root
		start := p.Game.Clone()
		start.UndoTo(0)
		l.segments = append(l.segments, start)
		l.locations = append(l.locations, location{})
		last, goesOn = 0, true
	}
	switch {
	case goesOn:
		if len(moves) > 0 {
			l.locations[len(l.locations)-1].over = false // the game went on, even after passes
		}
		was, player := l.segments[last].Len(), l.segments[last].ToPlay()
		l.segments[last].CopyFrom(p.Game)
		for i := range moves {
			m := p.Game.Turn(was + i)
			l.Turns = append(l.Turns, turn{Node: p.Node, Move: m, Number: p.Number - len(moves) + i + 1, outOfTurn: m.Color != player})
			player = m.Color.Opponent()
			l.locations = append(l.locations, location{segment: last, turns: was + i + 1})
		}
		if len(moves) > 0 {
			l.Turns[len(l.Turns)-1].Fault = fault
		}
	default: // stones were set up, or a move was played on a stone
		l.segments = append(l.segments, p.Game.Clone())
		here := location{segment: len(l.segments) - 1, turns: p.Game.Len()}
		switch {
		case len(l.locations) == 0:
			l.locations = append(l.locations, here)
		case len(moves) > 0:
			l.Turns = append(l.Turns, turn{Node: p.Node, Move: moves[len(moves)-1], Number: p.Number, Fault: fault, Broken: true})
			l.locations = append(l.locations, here)
		default:
			l.locations[len(l.locations)-1] = here
			if n := len(l.Turns); n > 0 {
				l.Turns[n-1].Broken = true
			}
		}
	}
	l.locations[len(l.locations)-1].node, l.locations[len(l.locations)-1].over = p.Node, p.Game.Over()
}

// startsWith reports whether a begins with the stones and the moves of b.
func startsWith(a, b *baduk.Game) bool {
	for i := range b.Len() {
		if a.Turn(i) != b.Turn(i) {
			return false
		}
	}
	x, y := a.StonesAfter(0), b.StonesAfter(0)
	for i := range x {
		if x[i] != y[i] {
			return false
		}
	}
	return true
}

// chooseRules sets the rules from the record. It uses defaults if the rules or the komi are missing.
func (l *Line) chooseRules() {
	t := l.Tree
	l.Rules = t.Rules
	if !t.RulesKnown {
		komi := l.Rules.Komi
		l.Rules = baduk.Chinese()
		l.Rules.Komi = komi
		l.Notes = append(l.Notes, "The record does not name the rules of the game: area scoring was assumed.")
	}
	if !t.KomiKnown {
		l.Rules.Komi = 13
		if h := t.Info().Handicap; h != "" && h != "0" && h != "1" {
			l.Rules.Komi = 1
		}
		l.Notes = append(l.Notes, fmt.Sprintf("The record does not name the komi: %v points were assumed.", l.Rules.Komi))
	}
	if l.Rules.CheckOn(t.Graph) != nil {
		l.Rules = t.ReplayRules()
	}
}

// Faults returns the faults of moves and stones, with the numbers of the moves.
func (l *Line) Faults() []string { return l.faults }

// Len returns the number of turns. Positions are numbered from 0, before the first turn, to Len.
func (l *Line) Len() int { return len(l.Turns) }

// At returns a new game at a position, under the rules of the line. The new game is over if passes have
// ended the game before the position.
func (l *Line) At(position int) *baduk.Game {
	s := l.locations[position]
	l.mu.Lock()
	g := l.segments[s.segment].Clone()
	l.mu.Unlock()
	g.UndoTo(s.turns)
	if !g.Over() {
		g.SetRules(l.Rules)
	}
	return g
}

// Judgeable returns the number of positions in which the game is not over.
func (l *Line) Judgeable() int {
	n := 0
	for _, s := range l.locations {
		if !s.over {
			n++
		}
	}
	return n
}

// Stones returns the stones at a position, by point.
func (l *Line) Stones(position int) []baduk.Color {
	s := l.locations[position]
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.segments[s.segment].StonesAfter(s.turns))
}

// Node returns the node that leads to a position. It is nil between two moves of one node.
func (l *Line) Node(position int) *kifu.Node { return l.locations[position].node }

// measure returns the unit in which the board counts a point, and the relative size of the board. The size
// is 1 for 19x19 and larger boards, and less for smaller boards.
func measure(g *baduk.Graph) (unit, size float64) {
	unit, points := g.Unit()
	if !(unit > 0) {
		unit = 1
	}
	return unit, min(sqrt(points), 19) / 19
}
