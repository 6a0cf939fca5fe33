package store

import "tengen/baduk"

// Ending is how a game ended. The zero value is unknown. Libraries keep its numbers, so they must not change.
type Ending uint8

const (
	EndingUnknown Ending = iota
	EndingPoints         // counted
	EndingResignation
	EndingTime
	EndingForfeit
	EndingDraw
	EndingVoid
	EndingWon // a player won; the record does not say how
)

// String is the ending in a word.
func (e Ending) String() string {
	return [...]string{"unknown", "points", "resignation", "time", "forfeit", "draw", "void", "won"}[e]
}

// outcome is the part of a result by which games are found.
type outcome struct {
	winner baduk.Color
	ending Ending
}

// readResult reads the property RE.
func readResult(text string) outcome {
	r := baduk.ParseResult(text)
	return outcome{winner: r.Winner, ending: [...]Ending{
		baduk.EndingUnknown: EndingUnknown, baduk.EndingScore: EndingPoints, baduk.EndingResignation: EndingResignation,
		baduk.EndingTime: EndingTime, baduk.EndingForfeit: EndingForfeit, baduk.EndingDraw: EndingDraw, baduk.EndingVoid: EndingVoid,
		baduk.EndingWon: EndingWon,
	}[r.Ending]}
}
