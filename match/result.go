package match

import (
	"fmt"
	"math"
	"strconv"
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
	Cause   cause   `json:"cause"`
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
	BlackFailure cause  `json:"blackFailure,omitempty"`
	WhiteFailure cause  `json:"whiteFailure,omitempty"`

	Seed  uint64 `json:"seed"`  // of our players in this game
	Ended string `json:"ended"` // when, RFC 3339
	SGF   string `json:"sgf,omitempty"`
}

// Who said which stones are dead.
const (
	deadAgreed    = "agreed"    // both players, the same ones
	deadEstimated = "estimated" // the referee, because they did not
	deadByRules   = "rules"     // the rules by themselves: no player was asked
	deadCleanUp   = "clean-up"  // it was played out
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
func (r *GameResult) failures() [3]cause {
	return [3]cause{baduk.Black: r.BlackFailure, baduk.White: r.WhiteFailure}
}

// claims are what the players hold the score for, by colour.
func (r *GameResult) claims() [3]string {
	return [3]string{baduk.Black: r.BlackClaim, baduk.White: r.WhiteClaim}
}

// names are the players by colour.
func (r *GameResult) names() [3]string { return [3]string{baduk.Black: r.Black, baduk.White: r.White} }

// parseScore reads the score of a counted game as programs write it, "B+3.5", "W+2.0",
// "0", as Black's lead in points. It reports false for anything else, such as "B+R".
func parseScore(text string) (lead float64, ok bool) {
	text = strings.ToUpper(strings.TrimSpace(text))
	switch text {
	case "0", "DRAW", "JIGO":
		return 0, true
	}
	winner, points, found := strings.Cut(text, "+")
	points, _, _ = strings.Cut(points, " ") // some explain themselves
	lead, err := strconv.ParseFloat(points, 64)
	if !found || err != nil || !(lead >= 0) || math.IsInf(lead, 0) || winner != "B" && winner != "W" {
		return 0, false
	}
	if winner == "W" {
		lead = -lead
	}
	return lead, true
}

// disputes reports whether the claim is another score than that of the game, and
// false for compared if there is nothing to compare.
func (r *GameResult) disputes(claim string) (differs, compared bool) {
	lead, ok := parseScore(claim)
	if !ok || !r.Counted {
		return false, false
	}
	return math.Abs(lead-r.Lead) > 0.01, true
}

// ending is how a game ended, by colour.
type ending struct {
	result string
	winner baduk.Color
	cause  cause
	reason string
	dead   string
	score  *baduk.Score // if it was counted
}

// colorLetter is the colour in results: B or W.
func colorLetter(c baduk.Color) string {
	if c == baduk.White {
		return "W"
	}
	return "B"
}

// lost is the ending in which loser loses for that cause.
func lost(loser baduk.Color, cause cause, format string, args ...any) ending {
	suffix := "F"
	switch cause {
	case causeTime:
		suffix = "T"
	case causeResignation:
		suffix = "R"
	}
	winner := loser.Opponent()
	return ending{result: colorLetter(winner) + "+" + suffix, winner: winner, cause: cause, reason: validText(format, args...)}
}

// validText is a reason, which may quote what a program wrote, as text.
func validText(format string, args ...any) string {
	return strings.ToValidUTF8(fmt.Sprintf(format, args...), "?")
}

// voided is the ending of a game that does not count.
func voided(cause cause, format string, args ...any) ending {
	return ending{result: resultVoid, cause: cause, reason: validText(format, args...)}
}
