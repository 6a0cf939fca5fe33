package kifu

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/internal/wording"
)

// parseKomi reads KM in the forms of real records. In the standard KM is in points:
// "6.5". Chinese servers also write hundredths without a decimal point: hundredths of
// points ("650") or of stones ("375" is 3.75 stones, which are 7.5 points). Chinese
// programs write stones ("3.75").
//
// A number of at least 100 without a decimal point is in hundredths. If the result is
// at most 5 and not a multiple of one half, it is in stones. If the komi differs from
// the written number, the second result says how the number was read.
func parseKomi(text string) (k baduk.Komi, note string, err error) {
	s := strings.TrimSpace(text)
	v, err := strconv.ParseFloat(strings.Replace(s, ",", ".", 1), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, "", fmt.Errorf("%q is not a komi", clip(text))
	}
	points := v
	if math.Abs(v) >= 100 && v == math.Trunc(v) && !strings.ContainsAny(s, ".,") {
		points = v / 100
	}
	if points*2 != math.Trunc(points*2) && math.Abs(points) <= 5 {
		points *= 2
	}
	if k, err = baduk.KomiOf(points); err != nil {
		return 0, "", fmt.Errorf("%q is not a komi of whole or half points within 1000", clip(text))
	}
	if points != v {
		note = fmt.Sprintf("the komi %q was read as %v points", s, k)
	}
	return k, note, nil
}

// formatKomi formats a komi so that [parseKomi] reads the same komi: it adds a decimal
// point to a number that would otherwise be read as hundredths.
func formatKomi(k baduk.Komi) string {
	if p := k.Points(); math.Abs(p) >= 100 && p == math.Trunc(p) {
		return strconv.FormatFloat(p, 'f', 1, 64)
	}
	return k.String()
}

// parsePlayer reads PL: "B", "W", or a name or number as old programs write it.
func parsePlayer(text string) (baduk.Color, error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "b", "black", "1":
		return baduk.Black, nil
	case "w", "white", "2":
		return baduk.White, nil
	}
	return baduk.Empty, fmt.Errorf("%q is not a player, which is B or W", clip(text))
}

// isBlank reports whether a raw value is empty or consists of white space.
func isBlank(raw string) bool { return strings.TrimSpace(raw) == "" }

// withoutBlanks returns the values of a list that are not blank. If no value is blank, it
// returns the list itself.
func withoutBlanks(raw []string) []string {
	if !slices.ContainsFunc(raw, isBlank) {
		return raw
	}
	return slices.DeleteFunc(slices.Clone(raw), isBlank)
}

// clip shortens input for a message.
func clip(s string) string { return wording.Clip(s, 60) }

// oneLine formats a joined error on one line.
func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }
