package baduk

import (
	"fmt"
	"strings"
)

// Axis is one of the independent choices that make a ruleset. Komi is not an
// axis.
type Axis struct {
	Key    string  `json:"key"` // such as "ko"; the same as KataGo's JSON key if KataGo has one
	Values []Value `json:"values"`

	aliases []string // other keys, in lower case
	word    string   // the key in KataGo's one-word form
	flag    bool     // JSON writes the first two values as false and true, the one-word form as 0 and 1
	access
}

// access reads and writes the field of [Rules] that belongs to an axis. The
// field contains an index into the values of the axis.
type access struct {
	index func(r Rules) int
	put   func(r *Rules, index int)
}

func enum[T ~uint8](field func(r *Rules) *T) access {
	return access{
		func(r Rules) int { return int(*field(&r)) },
		func(r *Rules, index int) { *field(r) = T(index) },
	}
}

func flag(field func(r *Rules) *bool) access {
	return access{
		func(r Rules) int {
			if *field(&r) {
				return 1
			}
			return 0
		},
		func(r *Rules, index int) { *field(r) = index == 1 },
	}
}

// Value is one choice on an [Axis].
type Value struct {
	Word    string `json:"word"`    // "SIMPLE"
	Meaning string `json:"meaning"` // one sentence for players
}

// Axes lists the axes. The axes that players usually ask about come first.
func Axes() []Axis { return append([]Axis(nil), axes...) }

var axes = []Axis{
	{Key: "scoring", word: "score", aliases: []string{"score"}, access: enum(func(r *Rules) *ScoringRule { return &r.Scoring }), Values: []Value{
		{"AREA", "Stones and the points that they surround count."},
		{"TERRITORY", "Surrounded points and prisoners count; a dead stone is a prisoner."},
		{"AREA+PRISONERS", "Stones, surrounded points and prisoners all count."},
		{"STONES", "Only stones on the board count."}}},
	{Key: "tax", word: "tax", access: enum(func(r *Rules) *TaxRule { return &r.Tax }), Values: []Value{
		{"NONE", "Every surrounded point counts, in seki too."},
		{"SEKI", "Surrounded points in seki do not count."},
		{"ALL", "Surrounded points in seki do not count, and each living group pays two points for its eyes."}}},
	{Key: "ko", word: "ko", access: enum(func(r *Rules) *KoRule { return &r.Ko }), Values: []Value{
		{"SIMPLE", "A ko may not be retaken at once. If a position occurs for the third time without a pass in between, the game is void. If a player passes for the second time in the same position, play stops."},
		{"POSITIONAL", "No position may occur again."},
		{"SITUATIONAL", "No position may occur again with the same player to move."},
		{"NATURAL", "No player may make a position again that the same player made before. A pass does not make a position."},
		{"NATURALBASIC", "As NATURAL, and a ko may not be retaken at once."},
		{"SPIGHT", "No position may occur again until a player passes. Play stops when a player passes for the second time in the same position."},
		{"BASIC", "A ko may not be retaken at once. Longer cycles may go on until both players pass or agree to end."}}},
	{Key: "suicide", word: "sui", aliases: []string{"sui", "multistonesuicidelegal"}, flag: true, access: enum(func(r *Rules) *SuicideRule { return &r.Suicide }), Values: []Value{
		{"FORBIDDEN", "A move may not leave its own stones without liberties."},
		{"MULTI", "A move may kill its own stones if they are two or more."},
		{"LITERAL", "A move may kill its own stones, unless the ko rule forbids the move."},
		{"LONE", "A stone without a neighbour of its colour belongs to no group: every move takes all such stones off. On an empty board no stone can be played."}}},
	{Key: "dead", word: "dead", access: enum(func(r *Rules) *DeadRule { return &r.Dead }), Values: []Value{
		{"NONE", "Every stone on the board at the end is alive, unless the players agree that it is dead."},
		{"UNCONDITIONAL", "Stones that could not be saved even if the opponent always passed are dead."},
		{"CLEANUP", "After two passes play goes on in two clean-up phases, in which the players capture dead stones."}}},
	{Key: "friendlyPassOk", word: "fpok", aliases: []string{"friendlypass", "fpok"}, flag: true, access: flag(func(r *Rules) *bool { return &r.FriendlyPass }), Values: []Value{
		{"NO", "Passing settles nothing: the rule about dead stones decides."},
		{"YES", "After the passes the players agree which stones are dead."}}},
	{Key: "end", word: "end", access: enum(func(r *Rules) *EndRule { return &r.End }), Values: []Value{
		{"TWO", "Two passes in a row end play."},
		{"FOUR", "Four passes in a row end play."},
		{"WHITELAST", "Two passes or more in a row end play, the last one White's."}}},
	{Key: "hasButton", word: "button", aliases: []string{"button"}, flag: true, access: flag(func(r *Rules) *bool { return &r.Button }), Values: []Value{
		{"NO", "There is no button."},
		{"YES", "The first pass takes the button, half a point, and does not count towards the end."}}},
	{Key: "passStones", word: "passstones", aliases: []string{"passstones"}, flag: true, access: flag(func(r *Rules) *bool { return &r.PassStones }), Values: []Value{
		{"NO", "A pass costs nothing."},
		{"YES", "A pass gives the opponent a prisoner."}}},
	{Key: "whiteHandicapBonus", word: "whb", aliases: []string{"whb"}, access: enum(func(r *Rules) *HandicapBonus { return &r.HandicapBonus }), Values: []Value{
		{"0", "White gets nothing for handicap stones."},
		{"N-1", "White gets a point for each handicap stone but the first."},
		{"N", "White gets a point for each handicap stone."}}},
	{Key: "ties", word: "ties", access: enum(func(r *Rules) *TieRule { return &r.Ties }), Values: []Value{
		{"DRAW", "Equal scores are a draw."},
		{"BLACK", "Black wins when the scores are equal."}}},
}

// Of is the value of this axis in the rules.
func (a *Axis) Of(r Rules) Value { return a.Values[a.index(r)] }

// axisOf finds an axis by its key or one of its aliases.
func axisOf(key string) *Axis {
	key = strings.ToLower(key)
	for i := range axes {
		a := &axes[i]
		if strings.ToLower(a.Key) == key {
			return a
		}
		for _, other := range a.aliases {
			if other == key {
				return a
			}
		}
	}
	return nil
}

// set returns the rules with the named value on this axis. For a flag, true,
// false, 1 and 0 stand for its first two values.
func (a *Axis) set(r Rules, value string) (Rules, error) {
	v := strings.ToUpper(strings.TrimSpace(value))
	if a.flag {
		switch v {
		case "TRUE", "1":
			v = a.Values[1].Word
		case "FALSE", "0":
			v = a.Values[0].Word
		}
	}
	for i := range a.Values {
		if a.Values[i].Word == v {
			a.put(&r, i)
			return r, nil
		}
	}
	return r, fmt.Errorf("%s cannot be %q in rules: write %s", a.Key, clip(value), a.choices())
}

// choices lists the values that a user can write, for an error message.
func (a *Axis) choices() string {
	var words []string
	for i, v := range a.Values {
		switch {
		case a.flag && i == 0:
			words = append(words, "false")
		case a.flag && i == 1:
			words = append(words, "true")
		default:
			words = append(words, v.Word)
		}
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
