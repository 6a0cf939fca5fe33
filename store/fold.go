package store

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// fold is text as it is compared: compatibility forms made one (full and half
// width, ligatures, circled letters), letters small, Latin, Greek and Cyrillic
// accents dropped, runs of blanks made one. The marks of kana belong to the
// letter and stay: か is not が.
func fold(s string) string {
	plain := true
	for i := range len(s) {
		if s[i] >= 0x80 {
			plain = false
			break
		}
	}
	if !plain {
		s = strings.Map(func(r rune) rune {
			if r >= 0x300 && r <= 0x36f {
				return -1
			}
			return unicode.ToLower(r)
		}, norm.NFKD.String(s))
		s = norm.NFKC.String(s)
	}
	return strings.Join(strings.Fields(strings.ToLower(s)), " ")
}
