package match

import (
	"fmt"
	"math"
	"strings"

	"tengen/baduk"
)

// GameResult is the stored result of a game, one line of JSON.
type GameResult struct {
	Game    int     `json:"game"`  // from 1
	Black   string  `json:"black"` // names of the players
	White   string  `json:"white"`
	Result  string  `json:"result"` // as in a record: "B+3.5", "W+R", "W+T", "B+F", "0", "Void"
	Winner  string  `json:"winner"` // name of the winner; empty for a draw or a void game
	Cause   cause   `json:"cause"`
	Reason  string  `json:"reason"`         // how the game ended, in words
	Dead    string  `json:"dead,omitempty"` // how the dead stones of a counted game were decided, see deadAgreed
	Counted bool    `json:"counted"`        // the board was counted
	Lead    float64 `json:"lead"`           // Black's lead in points, if counted

	Board        string  `json:"board"`
	Opening      string  `json:"opening,omitempty"`
	OpeningMoves int     `json:"openingMoves,omitempty"` // moves of the opening, included in Moves
	Moves        int     `json:"moves"`                  // handicap stones are not counted
	Fingerprint  string  `json:"fingerprint"`            // equal for games with the same moves
	Seconds      float64 `json:"seconds"`                // wall-clock time, s
	BlackMoves   int     `json:"blackMoves"`             // number of moves that Black chose, without the opening
	WhiteMoves   int     `json:"whiteMoves"`
	BlackSeconds float64 `json:"blackSeconds"` // Black's thinking time for all moves, s
	WhiteSeconds float64 `json:"whiteSeconds"`
	BlackLongest float64 `json:"blackLongest"` // Black's longest thinking time for a move, s
	WhiteLongest float64 `json:"whiteLongest"`

	// Each player's own score, if the player was asked and answered.
	BlackClaim string `json:"blackClaim,omitempty"`
	WhiteClaim string `json:"whiteClaim,omitempty"`
	// Why the player failed and had to be restarted. A player that fails after the end of play does not lose the game.
	BlackFailure cause `json:"blackFailure,omitempty"`
	WhiteFailure cause `json:"whiteFailure,omitempty"`

	Seed  uint64 `json:"seed"`  // seed of the players in this process
	Ended string `json:"ended"` // time, RFC 3339
	SGF   string `json:"sgf,omitempty"`
}

// How the dead stones of a scored game were decided.
const (
	deadAgreed    = "agreed"    // both players named the same stones
	deadEstimated = "estimated" // the players did not agree, and the referee decided
	deadByRules   = "rules"     // the rules decided; no player was asked
	deadCleanUp   = "clean-up"  // the players played on to the end
)

// Void reports whether the game does not count.
func (r *GameResult) Void() bool { return r.Result == resultVoid }

const resultVoid = "Void"

// Timeless returns the result without the times of the game and without texts for the user. Two games with the same
// moves by players that depend only on the seed have equal ones.
func (r GameResult) Timeless() GameResult {
	r.Seconds, r.BlackSeconds, r.WhiteSeconds, r.BlackLongest, r.WhiteLongest, r.Ended, r.Reason, r.SGF = 0, 0, 0, 0, 0, "", "", ""
	return r
}

// Unrepeatable reports whether the machine may have decided the game: a player did not answer in time or did not get
// ready, or the referee failed. Played again, the game may end in another way.
func (r GameResult) Unrepeatable() bool {
	for _, c := range []cause{r.Cause, r.BlackFailure, r.WhiteFailure} {
		if c == causeHung || c == causeUnready || c == causeReferee {
			return true
		}
	}
	return false
}

// checkWinner returns an error if the winner does not follow from the result.
func (r *GameResult) checkWinner() error {
	parsed := baduk.ParseResult(r.Result)
	if parsed.Ending == baduk.EndingUnknown {
		return fmt.Errorf("%q is not a result", r.Result)
	}
	if want := r.names()[parsed.Winner]; r.Winner != want {
		return fmt.Errorf("the result %s has the winner %q, not %q", r.Result, want, r.Winner)
	}
	return nil
}

// points returns Black's share of a game that counts, 0..1.
func (r *GameResult) points() float64 {
	switch r.Winner {
	case "":
		return 0.5
	case r.Black:
		return 1
	}
	return 0
}

// failures returns the failures by colour.
func (r *GameResult) failures() [3]cause {
	return [3]cause{baduk.Black: r.BlackFailure, baduk.White: r.WhiteFailure}
}

// claims returns the scores according to the players, by colour.
func (r *GameResult) claims() [3]string {
	return [3]string{baduk.Black: r.BlackClaim, baduk.White: r.WhiteClaim}
}

// names returns the players' names by colour.
func (r *GameResult) names() [3]string { return [3]string{baduk.Black: r.Black, baduk.White: r.White} }

// parseScore reads a score as programs write it, such as "B+3.5", "W+2.0" or "0". It returns Black's lead in points,
// and false for other texts such as "B+R".
func parseScore(text string) (lead float64, ok bool) {
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

// disputes reports whether a player's score differs from the referee's score. If one of the two scores is missing, the
// result compared is false.
func (r *GameResult) disputes(claim string) (differs, compared bool) {
	lead, ok := parseScore(claim)
	if !ok || !r.Counted {
		return false, false
	}
	return math.Abs(lead-r.Lead) > 0.01, true
}

// ending says how a game ended. Its winner is a colour, not a name.
type ending struct {
	result string
	winner baduk.Color
	cause  cause
	reason string
	dead   string
	score  *baduk.Score // nil unless the game was scored
}

// colorLetter returns the colour's letter in results: B or W.
func colorLetter(c baduk.Color) string {
	if c == baduk.White {
		return "W"
	}
	return "B"
}

// lost returns the ending of a game that the player of colour loser loses for a cause.
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

// validText formats a reason. It replaces invalid UTF-8, because a reason may quote the output of a program.
func validText(format string, args ...any) string {
	return strings.ToValidUTF8(fmt.Sprintf(format, args...), "?")
}

// voided returns the ending of a void game.
func voided(cause cause, format string, args ...any) ending {
	return ending{result: resultVoid, cause: cause, reason: validText(format, args...)}
}
