package baduk

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// KoRule says which repetitions are forbidden.
type KoRule uint8

const (
	// KoSimple forbids to retake at once: a move must not restore the board
	// that stood before the opponent's last turn (004, "The ko rule").
	KoSimple KoRule = iota
	// KoPositional forbids every earlier position (000, rule 6).
	KoPositional
	// KoSituational forbids every earlier position with the same player to
	// move; passes make situations too.
	KoSituational
	// KoNatural forbids a player to make a position that the same player made
	// before; passes make none, and the initial position counts as made by the
	// opponent of the first player (003, "Disable global isomorphism").
	KoNatural
)

// String is the name of the rule as KataGo and its users write it.
func (k KoRule) String() string {
	return [...]string{"SIMPLE", "POSITIONAL", "SITUATIONAL", "NATURAL"}[k]
}

// SuicideRule says what happens to a move whose own stones would be left
// without liberties.
type SuicideRule uint8

const (
	// SuicideForbidden refuses it (000, Chinese article 5).
	SuicideForbidden SuicideRule = iota
	// SuicideMulti lets it remove the stones, except when that is only the
	// stone just played.
	SuicideMulti
	// SuicideLiteral lets it remove the stones whatever their number; only the
	// ko rule may object (000, rule 7).
	SuicideLiteral
)

// String is "FORBIDDEN", "MULTI" or "LITERAL".
func (s SuicideRule) String() string { return [...]string{"FORBIDDEN", "MULTI", "LITERAL"}[s] }

// TieRule says who wins when both have the same score.
type TieRule uint8

const (
	TieDraw  TieRule = iota // nobody (000, rule 10)
	TieBlack                // Black (003, "Win or loss calculation")
)

// String is "DRAW" or "BLACK".
func (t TieRule) String() string { return [...]string{"DRAW", "BLACK"}[t] }

// Share is Black's share of the win at that lead: 1, 0, or 0.5 for a draw.
func (t TieRule) Share(lead float64) float64 {
	switch {
	case lead > 0 || lead == 0 && t == TieBlack:
		return 1
	case lead < 0:
		return 0
	}
	return 0.5
}

// HandicapBonus is what White receives for Black's handicap stones when the
// area is counted.
type HandicapBonus uint8

const (
	BonusNone     HandicapBonus = iota // nothing
	BonusLessOne                       // a point for each stone but the first
	BonusEachGets                      // a point for each stone
)

// String is "0", "N-1" or "N", as KataGo writes it.
func (h HandicapBonus) String() string { return [...]string{"0", "N-1", "N"}[h] }

// Points is the bonus for n handicap stones.
func (h HandicapBonus) Points(n int) int {
	switch {
	case n < 2 || h == BonusNone:
		return 0
	case h == BonusLessOne:
		return n - 1
	}
	return n
}

// Komi is what White receives for moving second, in half points: 7.5 is
// Komi(15).
type Komi int16

// ParseKomi reads a komi in points. It errs on text that is no multiple of a
// half, and beyond ±1000 points.
func ParseKomi(text string) (Komi, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || math.IsNaN(v) {
		return 0, fmt.Errorf("%q is not a komi: write a number such as 7.5", text)
	}
	return KomiOf(v)
}

// KomiOf is the komi of so many points; see [ParseKomi] for its errors.
func KomiOf(points float64) (Komi, error) {
	switch {
	case math.Abs(points) > 1000:
		return 0, fmt.Errorf("a komi of %v is beyond 1000 points", points)
	case points*2 != math.Trunc(points*2):
		return 0, fmt.Errorf("a komi of %v is not a multiple of half a point", points)
	}
	return Komi(points * 2), nil
}

// Points is the komi in points.
func (k Komi) Points() float64 { return float64(k) / 2 }

// String is the komi in points: "7.5", "7".
func (k Komi) String() string { return strconv.FormatFloat(k.Points(), 'f', -1, 64) }

// Rules are the orthogonal choices that make a ruleset. The zero value is area
// scoring with simple ko, no suicide, no komi, draws, and every stone on the
// board alive at the end.
type Rules struct {
	Ko            KoRule        `json:"ko"`
	Suicide       SuicideRule   `json:"suicide"`
	HandicapBonus HandicapBonus `json:"handicapBonus"`
	// FriendlyPass lets the players agree after two passes which stones are
	// dead; without it every stone on the board counts as alive, and what is
	// dead has to be captured before passing.
	FriendlyPass bool    `json:"friendlyPass"`
	Komi         Komi    `json:"komi"` // half points
	Ties         TieRule `json:"ties"`
}

// TrompTaylor is the first ruleset of specification 000: positional superko,
// suicide as written, every stone counts; komi 7.5.
func TrompTaylor() Rules { return Rules{Ko: KoPositional, Suicide: SuicideMulti, Komi: 15} }

// Chinese is the practice of Chinese tournaments: simple ko, no suicide, dead
// stones by agreement, a point to White for each handicap stone; komi 7.5.
func Chinese() Rules {
	return Rules{Ko: KoSimple, HandicapBonus: BonusEachGets, FriendlyPass: true, Komi: 15}
}
