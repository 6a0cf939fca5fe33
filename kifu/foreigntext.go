package kifu

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tengen/baduk"
)

// foreignResult converts a result in words to the form of the property RE. The first
// result is "" if the text is blank or says that the game is in progress. The second
// result is false if the text is not understood.
func foreignResult(text string) (result string, ok bool) {
	if r := baduk.ParseResult(text); r != (baduk.Result{}) {
		return r.String(), true
	}
	s := strings.ToLower(strings.TrimSpace(text))
	return "", s == "" || strings.Contains(s, "progress") || strings.Contains(s, "진행")
}

// firstNumber returns the first decimal number in a text. The number has to be below a
// million.
func firstNumber(s string) (float64, bool) {
	start := strings.IndexAny(s, "0123456789")
	if start < 0 {
		return 0, false
	}
	end := start
	for end < len(s) && (s[end] >= '0' && s[end] <= '9' || s[end] == '.' && end+1 < len(s) && s[end+1] >= '0' && s[end+1] <= '9') {
		end++
	}
	v, err := strconv.ParseFloat(s[start:end], 64)
	return v, err == nil && v < 1e6
}

// isoDate finds a year, a month and a day in this order, with any text between them. It
// returns them in the form of DT and ignores later text, such as a time.
func isoDate(text string) (string, bool) {
	var parts [3]int
	rest := text
	for i := range parts {
		start := strings.IndexAny(rest, "0123456789")
		if start < 0 {
			return "", false
		}
		rest = rest[start:]
		most := 2
		if i == 0 {
			most = 4
		}
		n := 0
		for n < most && n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		if i == 0 && n != 4 {
			return "", false
		}
		parts[i], _ = strconv.Atoi(rest[:n])
		rest = rest[n:]
	}
	if y, m, d := parts[0], parts[1], parts[2]; y < 1 || m < 1 || m > 12 || d < 1 || d > 31 {
		return "", false
	}
	return fmt.Sprintf("%04d-%02d-%02d", parts[0], parts[1], parts[2]), true
}

// gameRank converts the rank of a server to the form of SGF: "9D" becomes 9d, and
// "9DP" or "9P" becomes 9p. A sign after the rank is kept. Other texts do not change.
func gameRank(text string) string {
	n := 0
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	if n == 0 {
		return text
	}
	for _, r := range [...][2]string{{"DP", "p"}, {"P", "p"}, {"D", "d"}, {"K", "k"}, {"단", "d"}, {"段", "d"}, {"급", "k"}, {"级", "k"}, {"級", "k"}} {
		if rest, ok := strings.CutPrefix(text[n:], r[0]); ok && len(rest) <= 1 {
			return text[:n] + r[1] + rest
		}
	}
	return text
}

// rulesOfCountry returns the rules of a country such as "JPN", because some programs
// write the country instead of the rules. Other texts do not change.
func rulesOfCountry(text string) string {
	switch strings.ToUpper(strings.TrimSpace(text)) {
	case "JPN", "JP", "JAP":
		return "Japanese"
	case "CHN", "CH", "CN":
		return "Chinese"
	case "KOR", "KR":
		return "Korean"
	case "USA":
		return "AGA"
	case "NZL":
		return "New Zealand"
	}
	return text
}

// spokenRank converts a rank in Chinese, Japanese or Korean words, such as "五段",
// "职业三段" or "9단", to the form of SGF: a number with p, d or k. Other texts do not
// change.
func spokenRank(text string) string {
	s := strings.TrimSpace(text)
	professional := false
	for _, word := range [...]string{"职业", "職業", "프로", "プロ", "业余", "業餘", "アマ", "아마"} {
		if rest, ok := strings.CutPrefix(s, word); ok {
			s = strings.TrimSpace(rest)
			professional = slices.Contains([]string{"职业", "職業", "프로", "プロ"}, word)
			break
		}
	}
	for _, unit := range [...][2]string{{"段", "d"}, {"단", "d"}, {"级", "k"}, {"級", "k"}, {"급", "k"}} {
		number, ok := strings.CutSuffix(s, unit[0])
		if !ok {
			continue
		}
		n, ok := spokenNumber(strings.TrimSpace(number))
		if !ok {
			return text
		}
		if kind := unit[1]; kind == "d" && professional {
			return strconv.Itoa(n) + "p"
		} else {
			return strconv.Itoa(n) + kind
		}
	}
	return text
}

// spokenNumber reads a number from 1 to 30 in digits or Chinese numerals. It reads 初,
// "first", as 1.
func spokenNumber(text string) (int, bool) {
	if n, err := strconv.Atoi(text); err == nil {
		return n, n >= 1 && n <= 30
	}
	if text == "初" {
		return 1, true
	}
	digit := map[rune]int{'一': 1, '二': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9}
	n := 0
	for i, r := range []rune(text) {
		d := digit[r]
		switch {
		case r == '十' && n < 10:
			n = 10 * max(n, 1)
		case d > 0 && (i == 0 || n >= 10 && n%10 == 0):
			n += d
		default:
			return 0, false
		}
	}
	return n, n >= 1 && n <= 30
}
