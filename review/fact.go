package review

import "tengen/baduk"

// factKind is what a fact is about.
type factKind uint8

// The kinds, the weightiest first.
const (
	// factPassed: the player passed, and Move, the better one, was still to be made.
	factPassed factKind = iota
	// factRunsInLadder: Move lets Stones run that are caught in a ladder all the same.
	factRunsInLadder
	// factLeavesInAtari: Stones were in atari and still are; a stone at At would have saved them.
	factLeavesInAtari
	// factSelfAtari: Move leaves Stones, its own, with one liberty, At, where the opponent can take them.
	factSelfAtari
	// factTakes: Move takes Stones.
	factTakes
	// factDies: Stones, of the player, were probably alive, and are probably dead after the move.
	factDies
	// factRevives: Stones, of the opponent, were probably dead, and are probably alive after the move.
	factRevives
	// factCatches: Move puts Stones in atari, and they do not get out of it; they run in a ladder if
	// Ladder is set.
	factCatches
	// factLadderFails: Move puts Stones in atari, and they get out of the ladder.
	factLadderFails
	// factCuts: Move is where Stones and Others, of the opponent, would have been joined; there is no
	// other point that joins them at once.
	factCuts
	// factConnects: Move joins Stones and Others, where there was no other point that did.
	factConnects
	// factEndangered: Stones, of the player, were safe, and are not after the move.
	factEndangered
	// factStirs: Stones, of the opponent, were probably dead, and have a chance after the move.
	factStirs
	// factWeakened: Stones, of the player, are alive, but much less surely than before.
	factWeakened
	// factFillsLiberty: Move takes a liberty from Stones, which have After liberties instead of Before.
	factFillsLiberty
	// factUnanswered: At, the opponent's last move, asked for Move, which is near; the move that was
	// played is far from it.
	factUnanswered
	// factElsewhere: Move, the better one, is far from the move that was played, in Where.
	factElsewhere
	// factAtaris: Move puts Stones in atari.
	factAtaris
	// factCosts: about Before points of what the move lost were lost in Where.
	factCosts
)

// factKindNames are the kinds as programs read them.
var factKindNames = [...]string{"passed", "runsInLadder", "leavesInAtari", "selfAtari", "takes", "dies", "revives", "catches", "ladderFails",
	"cuts", "connects", "endangered", "stirs", "weakened", "fillsLiberty", "unanswered", "elsewhere", "ataris", "costs"}

// String is the kind in one word.
func (k factKind) String() string { return factKindNames[k] }

// MarshalText is the word.
func (k factKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// role is which move a fact is about.
type role uint8

// The roles.
const (
	rolePlayed role = iota // the move that was played
	roleBetter             // the one that would have been better, in its place
	roleReply              // the best answer to what was played
)

// MarshalText is the role in a word.
func (r role) MarshalText() ([]byte, error) {
	return []byte([...]string{"played", "better", "reply"}[r]), nil
}

// Fact is a reason that a program can check: what a move does to which stones. Kind says which
// fields mean something.
type Fact struct {
	Kind   factKind
	Role   role
	Move   baduk.Move    // whose place the Role names
	Stones []baduk.Point // all stones that it is about, of one chain except for Takes, Dies and their like
	Others []baduk.Point // the other chain of Cuts and Connects
	Color  baduk.Color   // of Stones
	At     baduk.Point   // NoPoint for none
	Ladder bool
	// Before and After are the mean of the owners of Stones, from 1, their own player's, to -1;
	// or numbers of liberties, or points.
	Before, After float64
	Where         region
}

// scene is the place of a move in its game, which is all that is needed to check a fact.
type scene struct {
	Before *baduk.Game // before the move that was played
	Played baduk.Move
	// Owners are by point whose it will be at the end, 1 Black's to -1 White's, before and after
	// the move; nil where that is not known.
	OwnersBefore, OwnersAfter []float32
}

// plain reports whether a player can see on the board what is wrong, without judgement.
func (f *Fact) plain() bool {
	switch f.Kind {
	case factPassed, factRunsInLadder, factLeavesInAtari, factSelfAtari, factFillsLiberty:
		return true
	case factTakes, factCatches:
		return len(f.Stones) > 1
	}
	return false
}

// region is a part of a board of rows and columns.
type region uint8

// The regions. A corner reaches a third of the way along both sides.
const (
	nowhere region = iota
	upperLeft
	upperSide
	upperRight
	leftSide
	centre
	rightSide
	lowerLeft
	lowerSide
	lowerRight
)

// String is where it is: "in the upper left corner".
func (r region) String() string {
	return [...]string{"nowhere", "in the upper left corner", "on the upper side", "in the upper right corner", "on the left side",
		"in the centre", "on the right side", "in the lower left corner", "on the lower side", "in the lower right corner"}[r]
}

// MarshalText is the region as one word.
func (r region) MarshalText() ([]byte, error) {
	return []byte([...]string{"", "upperLeft", "upperSide", "upperRight", "leftSide", "centre", "rightSide", "lowerLeft", "lowerSide", "lowerRight"}[r]), nil
}

// grid is a board of rows and columns; the zero value is of any other board, which has no
// regions.
type grid struct{ width, height int }

// region is where a point is.
func (g grid) region(p baduk.Point) region {
	if g.width < 5 || g.height < 5 || p < 0 {
		return nowhere
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
	return upperLeft + region(3*third(int(p)/g.width, g.height)+third(int(p)%g.width, g.width))
}

// distance is how many rows or columns are between two points, whichever are more; -1 where that
// means nothing.
func (g grid) distance(p, q baduk.Point) int {
	if g.width == 0 || p < 0 || q < 0 {
		return -1
	}
	dx, dy := int(p)%g.width-int(q)%g.width, int(p)/g.width-int(q)/g.width
	return max(dx, -dx, dy, -dy)
}

// far is the distance from which on a move is elsewhere, and near that up to which it answers.
func (g grid) far() int { return max(g.width, g.height) / 3 }

const near = 3
