package replay

import (
	"math"
	"strconv"
	"strings"

	"tengen/baduk"
)

// ParseResult understands a result as records write it: "B+3.5", "W+Resign", "B+T", "W+F", "B+", "B", "0", "Jigo",
// "Void", in either case; everything else is not known. A count in quarters, "W+1.25", is in stones as the Chinese
// count, of two points each.
func ParseResult(text string) Result {
	s := strings.ToLower(strings.ReplaceAll(strings.TrimSpace(text), " ", ""))
	switch s {
	case "0", "draw", "jigo", "tie":
		return Result{By: EndCounted}
	case "void", "noresult", "nr":
		return Result{By: EndVoid}
	}
	who, how, _ := strings.Cut(s, "+")
	var r Result
	switch who {
	case "b", "black":
		r.Winner = baduk.Black
	case "w", "white":
		r.Winner = baduk.White
	default:
		return r
	}
	lead, err := strconv.ParseFloat(strings.Replace(how, ",", ".", 1), 64)
	switch {
	case strings.HasPrefix(how, "r"):
		r.By = EndResignation
	case strings.HasPrefix(how, "t"), strings.HasPrefix(how, "off"): // Offline: left until the time was over
		r.By = EndTime
	case strings.HasPrefix(how, "f"):
		r.By = EndForfeit
	case err == nil && lead >= 0 && lead <= 2*baduk.MaxPoints:
		r.By = EndCounted
		if 2*lead != math.Trunc(2*lead) && 4*lead == math.Trunc(4*lead) {
			lead *= 2
		}
		if r.Winner == baduk.White {
			lead = -lead
		}
		r.Lead = float32(lead) + 0 // and no negative zero
	default:
		r.By = EndWon
	}
	return r
}

// shifted is the result if Black had had more points: known only if the game was counted, or had no result.
func (r Result) shifted(points float32) Result {
	switch {
	case points == 0 || r.By == EndVoid:
		return r
	case r.By != EndCounted:
		return Result{}
	}
	r.Lead, r.Winner = r.Lead+points, baduk.Empty
	if r.Lead > 0 {
		r.Winner = baduk.Black
	} else if r.Lead < 0 {
		r.Winner = baduk.White
	}
	return r
}
