package review

import (
	"tengen/baduk"
	"tengen/kifu"
)

// Phase is a part of a game.
type Phase uint8

// The phases.
const (
	opening Phase = iota
	middleGame
	endgame
)

// String returns the phase in words.
func (p Phase) String() string { return [...]string{"opening", "middle game", "endgame"}[p] }

// MarshalText returns the phase as one word.
func (p Phase) MarshalText() ([]byte, error) {
	return []byte([...]string{"opening", "middleGame", "endgame"}[p]), nil
}

// Phases returns all phases.
func Phases() []Phase { return []Phase{opening, middleGame, endgame} }

const (
	// openingShare is the share of the board that has stones when the opening ends.
	openingShare = 1.0 / 8
	// settledShare is a mean certainty of the owners of points. The endgame begins when settledFor positions
	// in a row reach it.
	settledShare = 0.72
	settledFor   = 4
	// endgameShare is used if positions have no ownership. It is the share of the board that has stones when
	// the endgame begins.
	endgameShare = 0.55
)

// phases returns the phase of every turn, judged by the position before the turn. The opening lasts until
// an eighth of the board has stones. The endgame begins after the opening, as soon as the mean certainty of
// the owners is at least 72 % in four positions in a row. Its first position is the first of these four.
func phases(l *Line, judged []*kifu.Analysis) []Phase {
	all := make([]Phase, l.Len())
	now, run := opening, 0
	for i := range all {
		stones := 0
		for _, c := range l.Stones(i) {
			if c != baduk.Empty {
				stones++
			}
		}
		share := float64(stones) / float64(l.Graph.Len())
		if now == opening && share >= openingShare {
			now = middleGame
		}
		sure, known := sureness(judged[i])
		if run++; known && sure < settledShare || !known && share < endgameShare {
			run = 0
		}
		if all[i] = now; now == middleGame && run >= settledFor {
			now = endgame
			for k := i; k > i-settledFor && all[k] == middleGame; k-- {
				all[k] = endgame
			}
		}
	}
	return all
}

// sureness returns the mean certainty of the owners of all points, 0 to 1. It returns false if the analysis
// does not have the ownership.
func sureness(a *kifu.Analysis) (float64, bool) {
	if a == nil || len(a.Ownership) == 0 {
		return 0, false
	}
	sum := 0.0
	for _, v := range a.Ownership {
		sum += max(float64(v), -float64(v))
	}
	return sum / float64(len(a.Ownership)), true
}
