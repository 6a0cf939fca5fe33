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
	// KoSimple forbids retaking at once: a move must not restore the board from
	// before the opponent's last turn. A position that occurs for the third
	// time with the same player to move and no pass in between makes the game
	// void. Play stops when a player passes in a position in which that player
	// has passed before (KataGo's rules, "Simple").
	KoSimple KoRule = iota
	// KoPositional forbids every earlier position (Tromp-Taylor rule 6).
	KoPositional
	// KoSituational forbids every earlier position with the same player to
	// move. This includes positions after a pass.
	KoSituational
	// KoNatural forbids each player to repeat a position that a move of the same player
	// has made before. Passes do not make positions. The initial position counts as made
	// by the opponent of the first player (AlphaGo document, "Disable global
	// isomorphism").
	KoNatural
	// KoNaturalBasic is KoNatural together with the basic ko rule. After a pass,
	// KoNatural alone does not always forbid what the basic ko rule forbids.
	KoNaturalBasic
	// KoSpight forbids every position that has occurred since the last pass. A
	// pass lifts all bans on earlier positions. Play stops when a player passes
	// in a position in which that player has passed before (Spight; KataGo's
	// rules, "Spight").
	KoSpight
	// KoBasic forbids retaking at once, as KoSimple does. It forbids nothing else, so a
	// longer cycle may go on until both players pass (the article, "The ko rule").
	KoBasic
)

// String is the name of the rule as KataGo and its users write it.
func (k KoRule) String() string {
	return [...]string{"SIMPLE", "POSITIONAL", "SITUATIONAL", "NATURAL", "NATURALBASIC", "SPIGHT", "BASIC"}[k]
}

// Superko reports whether the rule also forbids positions from before the
// opponent's last turn. If so, the legal moves depend on the history of the
// game.
func (k KoRule) Superko() bool { return k != KoSimple && k != KoBasic }

// SuicideRule says what happens when a move leaves its own stones without
// liberties.
type SuicideRule uint8

const (
	// SuicideForbidden refuses the move (Chinese article 5).
	SuicideForbidden SuicideRule = iota
	// SuicideMulti removes the stones, but refuses the move if it would remove
	// only the stone just played.
	SuicideMulti
	// SuicideLiteral removes the stones, whatever their number. Only the ko rule can
	// forbid such a move (Tromp-Taylor rule 7).
	SuicideLiteral
	// SuicideLone follows the printed text of the logical rules. In these rules
	// a path has at least two points, so a point without a neighbour of its
	// colour belongs to no group and reaches nothing. A turn clears every stone
	// of this kind, first the opponent's and then the player's own. From an
	// empty board no stone can be played.
	SuicideLone
)

// String is "FORBIDDEN", "MULTI", "LITERAL" or "LONE".
func (s SuicideRule) String() string {
	return [...]string{"FORBIDDEN", "MULTI", "LITERAL", "LONE"}[s]
}

// ScoringRule says what is counted.
type ScoringRule uint8

const (
	// ScoringArea counts stones and the points that they surround (Tromp-Taylor
	// rule 9). On a board with weights it counts the weights of these points
	// (MANGO document, "Scoring").
	ScoringArea ScoringRule = iota
	// ScoringTerritory counts surrounded points and prisoners, including dead
	// stones (the article, "Scoring").
	ScoringTerritory
	// ScoringAreaPrisoners counts both area and prisoners (logical rule 8).
	ScoringAreaPrisoners
	// ScoringStones counts only stones, as the oldest rules did.
	ScoringStones
)

// String is "AREA", "TERRITORY", "AREA+PRISONERS" or "STONES".
func (s ScoringRule) String() string {
	return [...]string{"AREA", "TERRITORY", "AREA+PRISONERS", "STONES"}[s]
}

// TaxRule says which surrounded points do not count (KataGo's rules, "Tax").
type TaxRule uint8

const (
	TaxNone TaxRule = iota
	// TaxSeki does not count surrounded points in seki: points outside of
	// independent life.
	TaxSeki
	// TaxAll does not count points in seki, like TaxSeki. In addition every
	// independently living part costs its owner two points, for the two eyes
	// that cannot be filled.
	TaxAll
)

// String is "NONE", "SEKI" or "ALL".
func (t TaxRule) String() string { return [...]string{"NONE", "SEKI", "ALL"}[t] }

// DeadRule says which stones are dead at the end when the players do not agree
// about them.
type DeadRule uint8

const (
	// DeadNone: every stone on the board is alive (Tromp-Taylor rule 9).
	DeadNone DeadRule = iota
	// DeadUnconditional: stones in the opponent's pass-alive territory are dead
	// (KataGo's rules, "Scoring").
	DeadUnconditional
	// DeadCleanup: the players first play two more phases, in which they
	// capture dead stones. After these phases, stones in the opponent's
	// pass-alive territory are dead. This needs territory scoring (KataGo's
	// rules, "Territory Scoring", encore).
	DeadCleanup
)

// String is "NONE", "UNCONDITIONAL" or "CLEANUP".
func (d DeadRule) String() string { return [...]string{"NONE", "UNCONDITIONAL", "CLEANUP"}[d] }

// EndRule says which passes end the game or its current phase.
type EndRule uint8

const (
	EndTwoPasses  EndRule = iota // two passes in a row (Tromp-Taylor rule 8)
	EndFourPasses                // four passes in a row: two stop play, two more end the game (Ing)
	EndWhiteLast                 // two or more in a row, if the last one is White's (AGA)
)

// String is "TWO", "FOUR" or "WHITELAST".
func (e EndRule) String() string { return [...]string{"TWO", "FOUR", "WHITELAST"}[e] }

// TieRule says which player wins if both have the same score.
type TieRule uint8

const (
	TieDraw  TieRule = iota // neither player wins (Tromp-Taylor rule 10)
	TieBlack                // Black wins (AlphaGo document, "Win or loss calculation")
)

// String is "DRAW" or "BLACK".
func (t TieRule) String() string { return [...]string{"DRAW", "BLACK"}[t] }

// Share is Black's share of the win at the given lead: 1, 0, or 0.5 for a draw.
func (t TieRule) Share(lead float64) float64 {
	switch {
	case lead > 0 || lead == 0 && t == TieBlack:
		return 1
	case lead < 0:
		return 0
	}
	return 0.5
}

// HandicapBonus is the number of points that White receives for Black's
// handicap stones when the area is counted.
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

// Komi is the compensation of White for moving second, in half points: 7.5 is
// Komi(15).
type Komi int16

// ParseKomi reads a komi in points. It returns an error unless the text is a
// multiple of a half from -1000 to 1000.
func ParseKomi(text string) (Komi, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || math.IsNaN(v) {
		return 0, fmt.Errorf("%q is not a komi: write a number such as 7.5", text)
	}
	return KomiOf(v)
}

// KomiOf converts points to a komi; see [ParseKomi] for its errors.
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

// Rules are the orthogonal choices that make a ruleset. The zero value has area
// scoring, simple ko, no suicide and no komi. A tie is a draw, and every stone
// on the board is alive at the end.
type Rules struct {
	Ko            KoRule
	Suicide       SuicideRule
	Scoring       ScoringRule
	Tax           TaxRule
	Dead          DeadRule
	End           EndRule
	HandicapBonus HandicapBonus
	// FriendlyPass lets a player pass while dead stones stand on the board; the
	// players agree about them after two passes. Without it dead stones have to
	// be captured before passing.
	FriendlyPass bool
	// Button gives half a point to the player who passes first. That pass does
	// not count towards the end (Button Go).
	Button bool
	// PassStones gives the opponent a prisoner for every pass (AGA).
	PassStones bool
	Komi       Komi // half points
	Ties       TieRule
}

// Check returns an error that wraps [ErrUnsupportedRules] if two choices
// contradict each other.
func (r Rules) Check() error {
	for i := range axes {
		if a := &axes[i]; a.index(r) >= len(a.Values) {
			return fmt.Errorf("%w: %s has no choice number %d", ErrUnsupportedRules, a.Key, a.index(r))
		}
	}
	switch {
	case r.Button && r.Scoring != ScoringArea:
		return fmt.Errorf("%w: the button needs area scoring", ErrUnsupportedRules)
	case r.Dead == DeadCleanup && r.Scoring != ScoringTerritory:
		return fmt.Errorf("%w: a clean-up needs territory scoring", ErrUnsupportedRules)
	case r.PassStones && r.Scoring != ScoringTerritory && r.Scoring != ScoringAreaPrisoners:
		return fmt.Errorf("%w: pass stones need a scoring in which prisoners count", ErrUnsupportedRules)
	case r.Tax != TaxNone && r.Scoring != ScoringArea && r.Scoring != ScoringTerritory:
		return fmt.Errorf("%w: a tax needs area or territory scoring", ErrUnsupportedRules)
	}
	return nil
}

// CheckOn is [Rules.Check] for a game on the board g. On a regional board the
// rules must count area or only stones, and must not have a tax.
func (r Rules) CheckOn(g *Graph) error {
	if g.life != nil && r.Suicide == SuicideLone {
		return fmt.Errorf("%w: on %v, a board with weights, suicide=LONE is impossible, because a stone lives by the weight in its reach", ErrUnsupportedRules, g)
	}
	if g.life != nil && (r.Tax != TaxNone || r.Scoring == ScoringTerritory || r.Scoring == ScoringAreaPrisoners) {
		return fmt.Errorf("%w: on a board with weights, %v, only area and stones are counted, without tax", ErrUnsupportedRules, g)
	}
	return r.Check()
}

// MarshalJSON writes the rules as [Rules.KataGo] does.
func (r Rules) MarshalJSON() ([]byte, error) { return []byte(r.KataGo()), nil }

// UnmarshalJSON reads a JSON object as [ParseRules] does.
func (r *Rules) UnmarshalJSON(data []byte) error {
	rules, err := parseRulesJSON(string(data))
	if err == nil {
		*r = rules
	}
	return err
}

// Agreement reports whether the players may agree on the dead stones.
func (r Rules) Agreement() bool { return r.FriendlyPass || r.Dead == DeadCleanup }

// TrompTaylor is the first ruleset of the Tromp-Taylor document as KataGo plays it:
// positional superko, suicide of several stones, komi 7.5. Stones in the opponent's
// pass-alive territory do not count.
func TrompTaylor() Rules {
	return Rules{Ko: KoPositional, Suicide: SuicideMulti, Dead: DeadUnconditional, Komi: 15}
}

// Chinese is the practice of Chinese tournaments: simple ko, no suicide, dead
// stones by agreement, komi 7.5, and a point to White for each handicap stone.
func Chinese() Rules {
	return Rules{Ko: KoSimple, Dead: DeadUnconditional, HandicapBonus: BonusEachGets, FriendlyPass: true, Komi: 15}
}

// Japanese is KataGo's form of the Japanese and Korean rules: simple ko, no
// suicide, territory without points in seki, komi 6.5. Players who do not agree
// about dead stones play on through two clean-up phases.
func Japanese() Rules {
	return Rules{Ko: KoSimple, Scoring: ScoringTerritory, Tax: TaxSeki, Dead: DeadCleanup, Komi: 13}
}
