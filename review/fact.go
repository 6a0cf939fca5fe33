package review

import "tengen/baduk"

// Kind is what a fact is about.
type Kind uint8

// The kinds, the weightiest first.
const (
	// Passed: the player passed, and Move, the better one, was still to be made.
	Passed Kind = iota
	// RunsInLadder: Move lets Stones run that are caught in a ladder all the same.
	RunsInLadder
	// LeavesInAtari: Stones were in atari and still are; a stone at At would have saved them.
	LeavesInAtari
	// SelfAtari: Move leaves Stones, its own, with one liberty, At, where the opponent can take them.
	SelfAtari
	// Takes: Move takes Stones.
	Takes
	// Dies: Stones, of the player, were probably alive, and are probably dead after the move.
	Dies
	// Revives: Stones, of the opponent, were probably dead, and are probably alive after the move.
	Revives
	// Catches: Move puts Stones in atari, and they do not get out of it; they run in a ladder if
	// Ladder is set.
	Catches
	// LadderFails: Move puts Stones in atari, and they get out of the ladder.
	LadderFails
	// Cuts: Move is where Stones and Others, of the opponent, would have been joined; there is no
	// other point that joins them at once.
	Cuts
	// Connects: Move joins Stones and Others, where there was no other point that did.
	Connects
	// Endangered: Stones, of the player, were safe, and are not after the move.
	Endangered
	// Stirs: Stones, of the opponent, were probably dead, and have a chance after the move.
	Stirs
	// Weakened: Stones, of the player, are alive, but much less surely than before.
	Weakened
	// FillsLiberty: Move takes a liberty from Stones, which have After liberties instead of Before.
	FillsLiberty
	// Unanswered: At, the opponent's last move, asked for Move, which is near; the move that was
	// played is far from it.
	Unanswered
	// Elsewhere: Move, the better one, is far from the move that was played, in Where.
	Elsewhere
	// Ataris: Move puts Stones in atari.
	Ataris
	// Costs: about Before points of what the move lost were lost in Where.
	Costs
)

// kindNames are the kinds as programs read them.
var kindNames = [...]string{"passed", "runsInLadder", "leavesInAtari", "selfAtari", "takes", "dies", "revives", "catches", "ladderFails",
	"cuts", "connects", "endangered", "stirs", "weakened", "fillsLiberty", "unanswered", "elsewhere", "ataris", "costs"}

// String is the kind in one word.
func (k Kind) String() string { return kindNames[k] }

// MarshalText is the word.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Role is which move a fact is about.
type Role uint8

// The roles.
const (
	Played Role = iota // the move that was played
	Better             // the one that would have been better, in its place
	Reply              // the best answer to what was played
)

// MarshalText is the role in a word.
func (r Role) MarshalText() ([]byte, error) {
	return []byte([...]string{"played", "better", "reply"}[r]), nil
}

// Fact is a reason that a program can check: what a move does to which stones. Kind says which
// fields mean something.
type Fact struct {
	Kind   Kind
	Role   Role
	Move   baduk.Move    // whose place the Role names
	Stones []baduk.Point // all stones that it is about, of one chain except for Takes, Dies and their like
	Others []baduk.Point // the other chain of Cuts and Connects
	Color  baduk.Color   // of Stones
	At     baduk.Point   // NoPoint for none
	Ladder bool
	// Before and After are the mean of the owners of Stones, from 1, their own player's, to -1;
	// or numbers of liberties, or points.
	Before, After float64
	Where         Region
}

// Scene is the place of a move in its game, which is all that is needed to check a fact.
type Scene struct {
	Before *baduk.Game // before the move that was played
	Played baduk.Move
	// Owners are by point whose it will be at the end, 1 Black's to -1 White's, before and after
	// the move; nil where that is not known.
	OwnersBefore, OwnersAfter []float32
}

// plain reports whether a player can see on the board what is wrong, without judgement.
func (f *Fact) plain() bool {
	switch f.Kind {
	case Passed, RunsInLadder, LeavesInAtari, SelfAtari, FillsLiberty:
		return true
	case Takes, Catches:
		return len(f.Stones) > 1
	}
	return false
}

// Region is a part of a board of rows and columns.
type Region uint8

// The regions. A corner reaches a third of the way along both sides.
const (
	Nowhere Region = iota
	UpperLeft
	UpperSide
	UpperRight
	LeftSide
	Centre
	RightSide
	LowerLeft
	LowerSide
	LowerRight
)

// String is where it is: "in the upper left corner".
func (r Region) String() string {
	return [...]string{"nowhere", "in the upper left corner", "on the upper side", "in the upper right corner", "on the left side",
		"in the centre", "on the right side", "in the lower left corner", "on the lower side", "in the lower right corner"}[r]
}

// MarshalText is the region as one word.
func (r Region) MarshalText() ([]byte, error) {
	return []byte([...]string{"", "upperLeft", "upperSide", "upperRight", "leftSide", "centre", "rightSide", "lowerLeft", "lowerSide", "lowerRight"}[r]), nil
}

// grid is a board of rows and columns; the zero value is of any other board, which has no
// regions.
type grid struct{ rows baduk.Grid }

// region is where a point is.
func (g grid) region(p baduk.Point) Region {
	if g.rows.Width < 5 || g.rows.Height < 5 || p < 0 {
		return Nowhere
	}
	third := func(at, of int) int {
		switch {
		case at < of/3:
			return 0
		case at >= of-of/3:
			return 2
		}
		return 1
	}
	x, y := g.rows.XY(p)
	return UpperLeft + Region(3*third(y, g.rows.Height)+third(x, g.rows.Width))
}

// distance is how many rows or columns are between two points, whichever are more; -1 where that
// means nothing.
func (g grid) distance(p, q baduk.Point) int {
	if g.rows.Width == 0 || p < 0 || q < 0 {
		return -1
	}
	px, py := g.rows.XY(p)
	qx, qy := g.rows.XY(q)
	return max(px-qx, qx-px, py-qy, qy-py)
}

// far is the distance from which on a move is elsewhere, and near that up to which it answers.
func (g grid) far() int { return max(g.rows.Width, g.rows.Height) / 3 }

const near = 3
