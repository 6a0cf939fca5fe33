package baduk

// Color is the state of a point: empty, or the colour of its stone. The zero
// value is [Empty].
type Color uint8

// The three colours of a point (Tromp-Taylor rule 2).
const (
	Empty Color = iota
	Black
	White
)

// Opponent is the other player. The opponent of Empty is Empty.
func (c Color) Opponent() Color {
	switch c {
	case Black:
		return White
	case White:
		return Black
	}
	return Empty
}

// Number is the colour as the Tromp-Taylor document writes it: 0 for Empty, 1
// for Black, -1 for White ("Board & Color").
func (c Color) Number() int8 {
	switch c {
	case Black:
		return 1
	case White:
		return -1
	}
	return 0
}

// String is "black", "white" or "empty".
func (c Color) String() string {
	switch c {
	case Black:
		return "black"
	case White:
		return "white"
	}
	return "empty"
}

// Point is the index of an intersection of a [Graph], 0 <= p < g.Len(), or one
// of the two constants below. Boards have at most [MaxPoints] points.
type Point int16

const (
	// Pass is the turn that places no stone.
	Pass Point = -1
	// NoPoint means that there is no point, for example if the ko rule bans no
	// point or no move was made.
	NoPoint Point = -2
)

// MaxPoints is the largest number of points that a board can have.
const MaxPoints = 32767

// Move is one turn of one player: a stone on Point, or a pass. A resignation is
// not a move, see [Game.Resign].
type Move struct {
	Color Color
	Point Point
}

// IsPass reports whether the move places no stone.
func (m Move) IsPass() bool { return m.Point == Pass }
