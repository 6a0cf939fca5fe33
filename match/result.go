package match

import (
	"fmt"
	"math"
	"strings"

	"tengen/baduk"
)

// GameResult is one game as it is kept, one JSON object a line.
type GameResult struct {
	Game    int     `json:"game"`  // from 1
	Black   string  `json:"black"` // names of the players
	White   string  `json:"white"`
	Result  string  `json:"result"` // as in a record: "B+3.5", "W+R", "W+T", "B+F", "0", "Void"
	Winner  string  `json:"winner"` // name of the player; empty for a draw or a void game
	Cause   Cause   `json:"cause"`
	Reason  string  `json:"reason"`         // how the game ended, for people
	Dead    string  `json:"dead,omitempty"` // who said which stones are dead, in a counted game: see the constants
	Counted bool    `json:"counted"`        // the board was counted
	Lead    float64 `json:"lead"`           // Black's, points, if counted

	Board        string  `json:"board"`
	Opening      string  `json:"opening,omitempty"`
	OpeningMoves int     `json:"openingMoves,omitempty"` // which are among the moves
	Moves        int     `json:"moves"`                  // handicap stones are not counted
	Fingerprint  string  `json:"fingerprint"`            // the same for games with the same moves
	Seconds      float64 `json:"seconds"`                // wall-clock time, s
	BlackMoves   int     `json:"blackMoves"`             // made by the player
	WhiteMoves   int     `json:"whiteMoves"`
	BlackSeconds float64 `json:"blackSeconds"` // thinking about them, s
	WhiteSeconds float64 `json:"whiteSeconds"`
	BlackLongest float64 `json:"blackLongest"` // for one move, s
	WhiteLongest float64 `json:"whiteLongest"`

	// What each of them held the score for, if it was asked and said so; and what it
	// did that it has to be restarted, also after the end of play, where that
	// loses nothing.
	BlackClaim   string `json:"blackClaim,omitempty"`
	WhiteClaim   string `json:"whiteClaim,omitempty"`
	BlackFailure Cause  `json:"blackFailure,omitempty"`
	WhiteFailure Cause  `json:"whiteFailure,omitempty"`

	Seed  uint64 `json:"seed"`  // of our players in this game
	Ended string `json:"ended"` // when, RFC 3339
	SGF   string `json:"sgf,omitempty"`
}

// Who said which stones are dead.
const (
	DeadAgreed    = "agreed"    // both players, the same ones
	DeadEstimated = "estimated" // the referee, because they did not
	DeadByRules   = "rules"     // the rules by themselves: no player was asked
	DeadCleanUp   = "clean-up"  // it was played out
)

// Void reports whether the game does not count.
func (r *GameResult) Void() bool { return r.Result == resultVoid }

const resultVoid = "Void"

// points is the share of Black, 0..1, of a game that counts.
func (r *GameResult) points() float64 {
	switch r.Winner {
	case "":
		return 0.5
	case r.Black:
		return 1
	}
	return 0
}

// failures is who failed, by colour.
func (r *GameResult) failures() [3]Cause {
	return [3]Cause{baduk.Black: r.BlackFailure, baduk.White: r.WhiteFailure}
}

// claims are what the players hold the score for, by colour.
func (r *GameResult) claims() [3]string {
	return [3]string{baduk.Black: r.BlackClaim, baduk.White: r.WhiteClaim}
}

// names are the players by colour.
func (r *GameResult) names() [3]string { return [3]string{baduk.Black: r.Black, baduk.White: r.White} }

// ParseScore reads the score of a counted game as programs write it, "B+3.5", "W+2.0",
// "0", as Black's lead in points. It reports false for anything else, such as "B+R".
func ParseScore(text string) (lead float64, ok bool) {
	switch r := baduk.ParseResult(text); {
	case r.Ending == baduk.EndingDraw:
		return 0, true
	case r.Ending != baduk.EndingScore:
		return 0, false
	case r.Winner == baduk.White:
		return -r.Margin, true
	default:
		return r.Margin, true
	}
}

// disputes reports whether the claim is another score than that of the game, and
// false for compared if there is nothing to compare.
func (r *GameResult) disputes(claim string) (differs, compared bool) {
	lead, ok := ParseScore(claim)
	if !ok || !r.Counted {
		return false, false
	}
	return math.Abs(lead-r.Lead) > 0.01, true
}

// ending is how a game ended, by colour.
type ending struct {
	result string
	winner baduk.Color
	cause  Cause
	reason string
	dead   string
	score  *baduk.Score // if it was counted
}

// letter is the colour in results: B or W.
func letter(c baduk.Color) string {
	if c == baduk.White {
		return "W"
	}
	return "B"
}

// lost is the ending in which loser loses for that cause.
func lost(loser baduk.Color, cause Cause, format string, args ...any) ending {
	suffix := "F"
	switch cause {
	case CauseTime:
		suffix = "T"
	case CauseResignation:
		suffix = "R"
	}
	winner := loser.Opponent()
	return ending{result: letter(winner) + "+" + suffix, winner: winner, cause: cause, reason: readable(format, args...)}
}

// readable is a reason, which may quote what a program wrote, as text.
func readable(format string, args ...any) string {
	return strings.ToValidUTF8(fmt.Sprintf(format, args...), "?")
}

// void is the ending of a game that does not count.
func void(cause Cause, format string, args ...any) ending {
	return ending{result: resultVoid, cause: cause, reason: readable(format, args...)}
}
