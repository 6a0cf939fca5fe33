package baduk

import (
	"math"
	"strconv"
	"strings"
)

// Ending says how a game ended. The zero value is unknown.
type Ending uint8

// The endings of a game.
const (
	EndingUnknown     Ending = iota
	EndingScore              // counted; Result.Margin is the winner's lead
	EndingResignation        // the loser resigned
	EndingTime               // the loser ran out of time, even if by leaving the server
	EndingForfeit            // a referee decided
	EndingDraw               // counted, and neither player won
	EndingVoid               // the game has no result
	EndingWon                // a player won; the reason or the margin is unknown
)

// Result is the result of a game as far as it is known. The zero value is unknown.
type Result struct {
	Winner Color // Empty if neither player won or the winner is unknown
	Ending Ending
	Margin float64 // the winner's lead as written, at least 0; only for EndingScore
}

// String is the result in the form of SGF's property RE: "B+3.5", "W+R", "B+T", "W+F", "B+", "0", "Void",
// and "?" if unknown. A margin below 1e-18 is left out, because SGF has no short form for it: the result is "B+".
func (r Result) String() string {
	winner := "B+"
	if r.Winner == White {
		winner = "W+"
	}
	switch r.Ending {
	case EndingScore:
		if r.Margin > 0 && r.Margin < leastWritten {
			return winner
		}
		return winner + formatPoints(r.Margin)
	case EndingResignation:
		return winner + "R"
	case EndingTime:
		return winner + "T"
	case EndingForfeit:
		return winner + "F"
	case EndingWon:
		return winner
	case EndingDraw:
		return "0"
	case EndingVoid:
		return "Void"
	}
	return "?"
}

// Points is the margin in points of a board whose points count 1 each. On such a board areas and komi are whole or half
// points, so a margin in quarters, as in "W+1.25", was counted in stones, as the Chinese do. A stone is two points. A
// margin in whole or half stones cannot be distinguished from a margin in points, so it is returned unchanged.
func (r Result) Points() float64 {
	if 2*r.Margin != math.Trunc(2*r.Margin) && 4*r.Margin == math.Trunc(4*r.Margin) {
		return 2 * r.Margin
	}
	return r.Margin
}

// ParseResult reads the result of a game from a record. The specification of SGF, FF[4], allows "0" or "Draw" for
// a draw, "Void" for no result or suspended play, and "?". It also allows "B+" and "W+", which may be followed by
// a score, by "R" or "Resign", by "T" or "Time", or by "F" or "Forfeit". Records also use other forms, which
// ParseResult accepts:
//
//   - Upper and lower case, blanks around the parts and full-width characters do not matter.
//   - A draw may be written "Jigo" or "Tie". A game without a result may be
//     written "NR" or "No result".
//   - The winner may be written "Black" or "White", even if nothing follows. "B" alone is a win of Black.
//   - Words that begin like those of the specification are accepted, such as "W+Res" and "B+Timeout". "B+Offline"
//     is a win on time: the opponent left the server and did not come back in time.
//   - The score may have a decimal comma or a fraction, such as "W+6 3/4" and "B+1½". A unit or remark may
//     follow, as in "B+3.5 points" and "W+12 (upper bound: 14)".
//   - Any other text after the plus sign, as in "B+N" or "W+-5", is a win of an unknown
//     kind.
//   - The result may be in English, Chinese, Japanese or Korean words, as servers write it: "White wins by 3.5
//     points!", "White resigns", "白中盘胜", "흑 불계승".
//
// Every other text gives an unknown result, such as "Unfinished" or "Both lost".
func ParseResult(text string) Result {
	s := strings.TrimSpace(strings.Map(foldRune, text))
	switch strings.ReplaceAll(s, " ", "") {
	case "0", "draw", "jigo", "tie":
		return Result{Ending: EndingDraw}
	case "void", "noresult", "nr":
		return Result{Ending: EndingVoid}
	}
	who, how, _ := strings.Cut(s, "+")
	r := Result{Ending: EndingWon}
	switch strings.TrimSpace(who) {
	case "b", "black":
		r.Winner = Black
	case "w", "white":
		r.Winner = White
	default:
		return resultInWords(s)
	}
	how = strings.TrimSpace(how)
	word := how
	if end := strings.IndexFunc(how, func(c rune) bool { return c < 'a' || c > 'z' }); end >= 0 {
		word = how[:end]
	}
	switch {
	case word == "r", strings.HasPrefix(word, "res"):
		r.Ending = EndingResignation
	case word == "t", strings.HasPrefix(word, "time"), strings.HasPrefix(word, "off"):
		r.Ending = EndingTime
	case word == "f", strings.HasPrefix(word, "forf"):
		r.Ending = EndingForfeit
	default:
		if margin, ok := parseMargin(how); ok {
			r.Ending, r.Margin = EndingScore, margin
		}
	}
	return r
}

// foldRune converts letters to lower case, full-width characters to plain ASCII, and every blank to a space.
func foldRune(c rune) rune {
	if c >= '！' && c <= '～' {
		c -= '！' - '!'
	}
	switch {
	case c >= 'A' && c <= 'Z':
		return c - 'A' + 'a'
	case c == '\u3000', c == '\u00a0', c == '\t', c == '\n', c == '\r':
		return ' '
	}
	return c
}

// parseMargin reads a number that is not negative, with a decimal point or comma or a fraction. It skips the text
// after the number. It reports false if this text looks like a continuation of the number.
func parseMargin(s string) (float64, bool) {
	number, rest := cutDigits(s)
	margin := 0.0
	if rest != "" && (rest[0] == '.' || rest[0] == ',') {
		decimals, after := cutDigits(rest[1:])
		if number == "" && decimals == "" {
			return 0, false
		}
		number, rest = number+"."+decimals, after
	} else if after, ok := strings.CutPrefix(rest, "/"); ok && number != "" { // "3/4"
		rest, number = number+"/"+after, ""
	}
	if number != "" {
		v, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return 0, false
		}
		margin = v
	}
	part, rest := cutFraction(rest)
	if number == "" && part == 0 {
		return 0, false
	}
	if more := strings.TrimLeft(rest, " "); more != "" && strings.IndexByte("0123456789.,/+-", more[0]) >= 0 || exponent(rest) {
		return 0, false
	}
	return margin + part, true
}

// cutDigits splits the leading decimal digits off.
func cutDigits(s string) (digits, rest string) {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return s[:n], s[n:]
}

// cutFraction splits a leading fraction off, such as "½" or " 3/4". If the text has no leading
// fraction, the fraction is 0.
func cutFraction(s string) (part float64, rest string) {
	t := strings.TrimLeft(s, " ")
	for _, f := range [...]struct {
		text string
		part float64
	}{{"½", 0.5}, {"¼", 0.25}, {"¾", 0.75}} {
		if rest, ok := strings.CutPrefix(t, f.text); ok {
			return f.part, rest
		}
	}
	over, rest := cutDigits(t)
	rest, ok := strings.CutPrefix(rest, "/")
	under, rest := cutDigits(rest)
	if n, _ := strconv.ParseUint(over, 10, 16); ok && n > 0 {
		if d, _ := strconv.ParseUint(under, 10, 16); d > 0 {
			return float64(n) / float64(d), rest
		}
	}
	return 0, s
}

// exponent reports whether s begins with the exponent of a number, such as "e99" or "e-9".
func exponent(s string) bool {
	s, ok := strings.CutPrefix(s, "e")
	return ok && s != "" && (s[0] == '+' || s[0] == '-' || s[0] >= '0' && s[0] <= '9')
}

// resultInWords reads a result in words from a text that foldRune has converted. The player who is named first is
// the winner, unless the text says that this player lost or resigned.
func resultInWords(s string) Result {
	black, white := firstOf(s, "black", "흑", "黑", "黒"), firstOf(s, "white", "백", "白")
	r := Result{Ending: EndingWon}
	switch {
	case black < 0 && white < 0:
		if firstOf(s, "jigo", "draw", "무승부", "和棋", "和局", "持碁") >= 0 {
			return Result{Ending: EndingDraw}
		}
		return Result{}
	case white < 0 || black >= 0 && black < white:
		r.Winner, s = Black, s[black:]
	default:
		r.Winner, s = White, s[white:]
	}
	s, _, _ = strings.Cut(s, ">>") // the count may follow: "Black wins by 16.5 points! >> White(66):Black(89)"
	won := firstOf(s, "win", "won", "승", "胜", "勝") >= 0
	resigned := firstOf(s, "resi", "불계", "기권", "中盘", "中盤", "中押", "认输", "認輸") >= 0
	switch {
	case firstOf(s, "lose", "패", "负", "負") >= 0, !won && strings.Contains(s, "resign"):
		r.Winner = r.Winner.Opponent()
	case !won:
		return Result{}
	}
	switch {
	case resigned:
		r.Ending = EndingResignation
	case firstOf(s, "time", "시간", "超时", "超時", "时间", "時間") >= 0:
		r.Ending = EndingTime
	case firstOf(s, "forfeit", "반칙", "실격") >= 0:
		r.Ending = EndingForfeit
	case strings.Contains(s, "子"): // stones are not points, and this number may be a fraction in words
	default:
		if margin, ok := marginInWords(s); ok {
			r.Ending, r.Margin = EndingScore, margin
		}
	}
	return r
}

// marginInWords finds the margin in a text. This is the first number, plus half a point if the words
// after the number say so.
func marginInWords(s string) (float64, bool) {
	start := strings.IndexAny(s, "0123456789")
	if start < 0 {
		return 0.5, firstOf(s, "반집", "半目") >= 0
	}
	whole, rest := cutDigits(s[start:])
	if after, ok := strings.CutPrefix(rest, "."); ok {
		if decimals, _ := cutDigits(after); decimals != "" {
			whole += "." + decimals
		}
	}
	margin, err := strconv.ParseFloat(whole, 64)
	if err != nil || margin >= 1e6 { // too large to be points of a board
		return 0, false
	}
	if firstOf(s, "집반", "目半") >= 0 && margin == math.Trunc(margin) {
		margin += 0.5
	}
	return margin, true
}

// firstOf is the smallest index of one of the words in s, or -1.
func firstOf(s string, words ...string) int {
	first := -1
	for _, w := range words {
		if i := strings.Index(s, w); i >= 0 && (first < 0 || i < first) {
			first = i
		}
	}
	return first
}
