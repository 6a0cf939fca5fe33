package review

import "tengen/baduk"

// factKind is the kind of a fact.
type factKind uint8

// The kinds, the most important first. The comments use the names of fields of Fact.
const (
	// factPassed: the player passed, but Move would have been better.
	factPassed factKind = iota
	// factRunsInLadder: Move extends Stones in a ladder that catches them anyway.
	factRunsInLadder
	// factLeavesInAtari: Move leaves Stones in atari. A stone at At would have saved them.
	factLeavesInAtari
	// factSelfAtari: Move leaves the player's Stones with a single liberty, At, where the opponent can
	// take them.
	factSelfAtari
	// factTakes: Move takes Stones.
	factTakes
	// factDies: the player's Stones were probably alive and are probably dead after the move.
	factDies
	// factRevives: the opponent's Stones were probably dead and are probably alive after the move.
	factRevives
	// factCatches: Move puts Stones in atari and they cannot escape. If Ladder is set, they are caught
	// in a ladder.
	factCatches
	// factLadderFails: Move puts Stones in atari, but they escape from the ladder.
	factLadderFails
	// factCuts: Move takes the only point that connects the opponent's Stones and Others at once.
	factCuts
	// factConnects: Move takes the only point that connects the player's Stones and Others at once.
	factConnects
	// factEndangered: the player's Stones were safe and are not safe after the move.
	factEndangered
	// factStirs: the opponent's Stones were probably dead and have a chance after the move.
	factStirs
	// factWeakened: the player's Stones are alive, but much less certainly than before.
	factWeakened
	// factFillsLiberty: Move fills a liberty of Stones, which have After liberties instead of Before.
	factFillsLiberty
	// factUnanswered: the opponent's last move, At, asked for an answer nearby, Move. The played move is
	// far from At.
	factUnanswered
	// factElsewhere: the better move is Move, in the region Where, far from the played move.
	factElsewhere
	// factAtaris: Move puts Stones in atari.
	factAtaris
	// factCosts: about Before points of the move's loss are in the region Where.
	factCosts
)

// factKindNames are the names of the kinds in JSON.
var factKindNames = [...]string{"passed", "runsInLadder", "leavesInAtari", "selfAtari", "takes", "dies", "revives", "catches", "ladderFails",
	"cuts", "connects", "endangered", "stirs", "weakened", "fillsLiberty", "unanswered", "elsewhere", "ataris", "costs"}

// String returns the kind in one word.
func (k factKind) String() string { return factKindNames[k] }

// MarshalText returns the same word as String.
func (k factKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// role says which move a fact is about.
type role uint8

// The roles.
const (
	rolePlayed  role = iota // the played move
	roleBetter              // the better move instead of the played move
	roleReply               // the best answer to the played move
	roleAdvised             // a move that is advised before a move was played
)

// MarshalText returns the role in one word.
func (r role) MarshalText() ([]byte, error) {
	return []byte([...]string{"played", "better", "reply", "advised"}[r]), nil
}

// Fact is a reason that a program can check, such as the effect of a move on stones. The Kind decides
// which fields are valid.
type Fact struct {
	Kind   factKind
	Role   role
	Move   baduk.Move    // the move that Role names
	Stones []baduk.Point // the stones that the fact is about: one chain, or several if Kind.several
	Others []baduk.Point // the other chain of factCuts and factConnects
	Color  baduk.Color   // colour of Stones
	At     baduk.Point   // a point, or NoPoint
	Ladder bool
	// Before and After depend on the Kind. They are numbers of liberties, numbers of points, or the mean
	// ownership of Stones (1 if they are alive, -1 if they are dead).
	Before, After float64
	Where         region
}

// scene has the data that is needed to check a fact about a move.
type scene struct {
	Before *baduk.Game // position before the played move
	Played baduk.Move
	// OwnersBefore and OwnersAfter are the ownership of each point before and after the move, from 1
	// for Black to -1 for White; nil if unknown.
	OwnersBefore, OwnersAfter []float32
}

// plain reports whether a player can see the fault on the board, without judging the position.
func (f *Fact) plain() bool {
	switch f.Kind {
	case factPassed, factRunsInLadder, factLeavesInAtari, factSelfAtari, factFillsLiberty:
		return true
	case factTakes, factCatches:
		return len(f.Stones) > 1
	}
	return false
}

// region is a part of a board with rows and columns.
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

// String returns the region with its preposition, such as "in the upper left corner".
func (r region) String() string {
	return [...]string{"nowhere", "in the upper left corner", "on the upper side", "in the upper right corner", "on the left side",
		"in the centre", "on the right side", "in the lower left corner", "on the lower side", "in the lower right corner"}[r]
}

// MarshalText returns the region as one word.
func (r region) MarshalText() ([]byte, error) {
	return []byte([...]string{"", "upperLeft", "upperSide", "upperRight", "leftSide", "centre", "rightSide", "lowerLeft", "lowerSide", "lowerRight"}[r]), nil
}

// grid is the size of a board with rows and columns. Other boards do not have regions, and their grid is
// zero.
type grid struct{ rows baduk.Grid }

// region returns the region of a point.
func (g grid) region(p baduk.Point) region {
	if g.rows.Width < 5 || g.rows.Height < 5 || p < 0 {
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
	x, y := g.rows.XY(p)
	return upperLeft + region(3*third(y, g.rows.Height)+third(x, g.rows.Width))
}

// distance returns the larger of the distances in rows and in columns. It returns -1 if the board has no
// rows, or if one of the points is not on the board.
func (g grid) distance(p, q baduk.Point) int {
	if g.rows.Width == 0 || p < 0 || q < 0 {
		return -1
	}
	px, py := g.rows.XY(p)
	qx, qy := g.rows.XY(q)
	return max(px-qx, qx-px, py-qy, qy-py)
}

// far returns the smallest distance between two moves that are in different parts of the board.
func (g grid) far() int { return max(g.rows.Width, g.rows.Height) / 3 }

// near is the largest distance between a move and its answer.
const near = 3
