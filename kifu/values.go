package kifu

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/internal/wording"
)

// parseKomi reads KM as found. The standard has points, "6.5". Chinese servers
// also write hundredths without a point, of points ("650") or of stones ("375"
// for 3.75 stones, which are 7.5 points), and Chinese programs stones ("3.75").
// A number from 100 up without a point is in hundredths; what is then no multiple of half
// a point is in stones, if it is at most 5. What was read differently from what
// is written is said in the note.
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

// formatKomi is the komi as [parseKomi] reads it back: with a point where without
// one it would be in hundredths.
func formatKomi(k baduk.Komi) string {
	if p := k.Points(); math.Abs(p) >= 100 && p == math.Trunc(p) {
		return strconv.FormatFloat(p, 'f', 1, 64)
	}
	return k.String()
}

// parsePlayer reads PL: "B", "W", and the names and numbers of old programs.
func parsePlayer(text string) (baduk.Color, error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "b", "black", "1":
		return baduk.Black, nil
	case "w", "white", "2":
		return baduk.White, nil
	}
	return baduk.Empty, fmt.Errorf("%q is not a player, which is B or W", clip(text))
}

// clip keeps quoted input short.
func clip(s string) string { return wording.Clip(s, 60) }

// oneLine is an error of several parts as one sentence.
func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }
