package lab

import (
	"fmt"

	"tengen/baduk"
)

// Difference is one axis on which two rulesets differ.
type Difference struct {
	Key  string      `json:"key"` // key of the axis, or "komi"
	A    baduk.Value `json:"a"`
	B    baduk.Value `json:"b"`
	Text string      `json:"text"` // a sentence about both choices
}

// CompareRules lists the axes on which two rulesets differ. The list is empty if they are equal.
func CompareRules(a, b baduk.Rules) []Difference {
	var list []Difference
	add := func(key string, x, y baduk.Value) {
		if x != y {
			list = append(list, Difference{Key: key, A: x, B: y, Text: fmt.Sprintf("%s: %s or %s. The first: %s The second: %s",
				axisTitle(key), x.Word, y.Word, x.Meaning, y.Meaning)})
		}
	}
	for _, axis := range baduk.Axes() {
		add(axis.Key, axis.Of(a), axis.Of(b))
	}
	add("komi", komiValue(a.Komi), komiValue(b.Komi))
	return list
}

func komiValue(k baduk.Komi) baduk.Value {
	v := baduk.Value{Word: k.String()}
	switch {
	case k == 0:
		v.Meaning = "White receives nothing for moving second."
	case k < 0:
		v.Meaning = fmt.Sprintf("Black receives %s.", points(-k))
	default:
		v.Meaning = fmt.Sprintf("White receives %s for moving second.", points(k))
	}
	return v
}

// points writes a komi with its unit.
func points(k baduk.Komi) string {
	if k == 2 {
		return "1 point"
	}
	return k.String() + " points"
}

// Describe describes rules in sentences: one for each axis, in the order of [baduk.Axes], and the last one for the
// komi. If the rules have no button, no pass stones or no tax, it leaves out that sentence.
func Describe(r baduk.Rules) []string {
	var lines []string
	for _, axis := range baduk.Axes() {
		v := axis.Of(r)
		if (axis.Key == "hasButton" || axis.Key == "passStones" || axis.Key == "tax") && v == axis.Values[0] {
			continue
		}
		lines = append(lines, axisTitle(axis.Key)+": "+v.Meaning)
	}
	return append(lines, "Komi: "+komiValue(r.Komi).Meaning)
}

// axisTitle returns the heading of an axis.
func axisTitle(key string) string {
	switch key {
	case "scoring":
		return "Scoring"
	case "tax":
		return "Tax"
	case "ko":
		return "Ko"
	case "suicide":
		return "Suicide"
	case "dead":
		return "Dead stones"
	case "friendlyPassOk":
		return "Agreement"
	case "end":
		return "End"
	case "hasButton":
		return "Button"
	case "passStones":
		return "Pass stones"
	case "whiteHandicapBonus":
		return "Handicap"
	case "ties":
		return "Ties"
	case "komi":
		return "Komi"
	}
	return capital(key)
}
