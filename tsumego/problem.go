package tsumego

import (
	"slices"
	"strings"

	"tengen/baduk"
)

// Kind is the kind of a problem.
type Kind uint8

// The kinds, in the order in which a newcomer meets them.
const (
	Capture Kind = iota // a short capture by ataris
	Ladder
	Net
	Save // of stones that a ladder or a net threatens
	Live
	Kill
	Race // to kill stones before they kill the player's own
	Ko   // life or death whose right line takes a ko
	kinds
)

var kindNames = [kinds]string{"capture", "ladder", "net", "save", "live", "kill", "race", "ko"}

// String returns the kind in one word.
func (k Kind) String() string { return kindNames[k] }

// Kinds returns all kinds.
func Kinds() []Kind {
	var list []Kind
	for k := range kinds {
		list = append(list, k)
	}
	return list
}

// Problem is a position with exactly one right first move.
type Problem struct {
	Kind   Kind
	Board  *baduk.Board
	Player baduk.Color // the player to move
	Stone  baduk.Point // a stone of the chain that the problem is about
	Moves  []*Move     // the player's first moves; exactly one is right
	zone   []baduk.Point
}

// Move is a move of a problem's tree.
type Move struct {
	Point baduk.Point
	Right bool // the player's move, or the opponent's reply, belongs to the right line
	// Next has the reply of the opponent, or the moves of the player. After a wrong move it is one line: the reply that
	// refutes the move, and the player's attempts to go on with the replies to them.
	Next []*Move
}

// Right returns the right first move.
func (p *Problem) Right() baduk.Point {
	return p.Moves[slices.IndexFunc(p.Moves, func(m *Move) bool { return m.Right })].Point
}

// Depth returns the number of the player's moves in the right line.
func (p *Problem) Depth() int { return depthOf(p.Moves) }

func depthOf(moves []*Move) int {
	for _, m := range moves {
		if !m.Right {
			continue
		}
		if len(m.Next) == 0 {
			return 1
		}
		return 1 + depthOf(m.Next[0].Next)
	}
	return 0
}

// Key returns a text that is equal for two problems on boards of the same size if they are the same up to a symmetry
// of the board, the colours, and the stones that have no influence.
func (p *Problem) Key() string {
	grid, ok := p.Board.Graph().Rectangle()
	if !ok {
		return ""
	}
	best := ""
	for turn := range 8 {
		width, height := grid.Width, grid.Height
		if turn&4 != 0 {
			width, height = height, width
		}
		text := []byte(strings.Repeat("?", width*height))
		at := func(q baduk.Point) int {
			x, y := grid.XY(q)
			if turn&1 != 0 {
				x = grid.Width - 1 - x
			}
			if turn&2 != 0 {
				y = grid.Height - 1 - y
			}
			if turn&4 != 0 {
				x, y = y, x
			}
			return y*width + x
		}
		for _, q := range p.zone {
			mark := byte('.')
			switch p.Board.At(q) {
			case p.Player:
				mark = 'X'
			case p.Player.Opponent():
				mark = 'O'
			}
			text[at(q)] = mark
		}
		text[at(p.Right())] = '!'
		if s := string(text); best == "" || s < best {
			best = s
		}
	}
	return best
}
