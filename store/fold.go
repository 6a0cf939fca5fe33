package store

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// fold converts a text to the form in which texts are compared. It unifies compatibility
// forms (full and half width, ligatures, circled letters), lower-cases letters,
// drops Latin, Greek and Cyrillic accents, and collapses runs of blanks. It keeps the
// voicing marks of kana, because they distinguish letters: か is not が.
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
