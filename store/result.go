package store

import (
	"strings"

	"tengen/baduk"
)

// Ending is how a game ended. The zero value is not known.
type Ending uint8

const (
	EndingUnknown Ending = iota
	EndingPoints         // counted
	EndingResignation
	EndingTime
	EndingForfeit
	EndingDraw
	EndingVoid
	EndingWon // somebody won, it is not said how
)

// String is the ending in a word.
func (e Ending) String() string {
	return [...]string{"unknown", "points", "resignation", "time", "forfeit", "draw", "void", "won"}[e]
}

// outcome is the result of a game as far as it is understood.
type outcome struct {
	winner baduk.Color
	ending Ending
}

// readResult understands RE: "B+3.5", "W+R", "W+Resign", "B+T", "B+F", "B+",
// "0", "Draw", "Void", "?", in either case.
func readResult(text string) outcome {
	s := strings.ReplaceAll(fold(text), " ", "")
	switch s {
	case "0", "draw", "jigo", "tie":
		return outcome{ending: EndingDraw}
	case "void", "noresult", "nr":
		return outcome{ending: EndingVoid}
	}
	who, how, found := strings.Cut(s, "+")
	var o outcome
	switch {
	case !found:
		return o
	case who == "b" || who == "black":
		o.winner = baduk.Black
	case who == "w" || who == "white":
		o.winner = baduk.White
	default:
		return o
	}
	switch {
	case how == "r" || strings.HasPrefix(how, "res"):
		o.ending = EndingResignation
	case strings.HasPrefix(how, "t"):
		o.ending = EndingTime
	case strings.HasPrefix(how, "f"):
		o.ending = EndingForfeit
	case how != "" && strings.Trim(how, "0123456789.,/½") == "" || how != "" && how[0] >= '0' && how[0] <= '9':
		o.ending = EndingPoints
	default:
		o.ending = EndingWon
	}
	return o
}
