package store

import "tengen/baduk"

// Ending is the way in which a game ended; the zero value means unknown. The values are
// stored in libraries, so they must not change.
type Ending uint8

const (
	EndingUnknown Ending = iota
	EndingPoints         // decided by the score
	EndingResignation
	EndingTime
	EndingForfeit
	EndingDraw
	EndingVoid
	EndingWon // a player won; the record does not say how
)

// String returns the ending as one word.
func (e Ending) String() string {
	return [...]string{"unknown", "points", "resignation", "time", "forfeit", "draw", "void", "won"}[e]
}

// outcome is the part of a result that can be searched.
type outcome struct {
	winner baduk.Color
	ending Ending
}

// readResult reads the text of the SGF property RE.
func readResult(text string) outcome {
	r := baduk.ParseResult(text)
	return outcome{winner: r.Winner, ending: [...]Ending{
		baduk.EndingUnknown: EndingUnknown, baduk.EndingScore: EndingPoints, baduk.EndingResignation: EndingResignation,
		baduk.EndingTime: EndingTime, baduk.EndingForfeit: EndingForfeit, baduk.EndingDraw: EndingDraw, baduk.EndingVoid: EndingVoid,
		baduk.EndingWon: EndingWon,
	}[r.Ending]}
}
