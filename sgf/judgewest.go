package sgf

import (
	"strings"
	"unicode"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// This file judges the encodings with one byte per character.

func judgeCyrillic(sample string) verdict {
	v := single(sample, charmap.Windows1251, cyrillicPoints)
	v.score -= 6 / float64(max(v.characters, 1)) // a few letters are weak evidence
	return v
}

func judgeLatin(sample string) verdict {
	return single(sample, charmap.Windows1252, latinPoints)
}

// judgeLatin1 is used only when CA names ISO-8859-1. Many programs name ISO-8859-1 for
// text in windows-1252. Such text is recognised by signs that only windows-1252 has.
func judgeLatin1(sample string) verdict {
	return single(sample, charmap.ISO8859_1, latinPoints)
}

// judgeLatin9 and judgeMacintosh subtract a constant: they have to read a little
// better than windows-1252, which is far more frequent.
func judgeLatin9(sample string) verdict {
	v := single(sample, charmap.ISO8859_15, latinPoints)
	v.score -= 0.1
	return v
}

func judgeMacintosh(sample string) verdict {
	v := single(sample, charmap.Macintosh, latinPoints)
	v.score -= 0.3
	return v
}

func single(sample string, coding encoding.Encoding, points func(before, r, after rune) float64) verdict {
	var v verdict
	decoded, _ := coding.NewDecoder().String(sample)
	text := []rune(decoded)
	total := 0.0
	for i, r := range text {
		if r < 0x80 {
			continue
		}
		if v.characters++; v.characters > enoughCharacters {
			v.characters--
			break
		}
		before, after := ' ', ' '
		if i > 0 {
			before = text[i-1]
		}
		if i+1 < len(text) {
			after = text[i+1]
		}
		if r == unicode.ReplacementChar || r < 0xa0 {
			v.invalid++
			total -= 4
			continue
		}
		total += points(before, r, after)
	}
	if v.characters > 0 {
		v.score = total / float64(v.characters)
	}
	return v
}

func asciiLetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }

// cyrillicPoints scores a character by its neighbours. A Russian word consists of
// Russian letters.
func cyrillicPoints(before, r, after rune) float64 {
	russian := func(r rune) bool { return 'А' <= r && r <= 'я' || r == 'ё' || r == 'Ё' }
	vowel := func(r rune) bool { return strings.ContainsRune("аеёиоуыэюяАЕЁИОУЫЭЮЯ", r) }
	switch {
	case asciiLetter(before) || asciiLetter(after):
		return -2
	case 'а' <= r && r <= 'я' || r == 'ё':
		if !russian(before) && !russian(after) {
			if strings.ContainsRune("вкосуия", r) {
				return 0.2
			}
			return -1 // few other words have only one letter
		}
		if russian(before) && russian(after) && !vowel(before) && !vowel(r) && !vowel(after) {
			return -1.5
		}
		if strings.ContainsRune("оеаинтсрвлкмдпуыя", r) {
			return 2.3
		}
		return 1.2
	case 'А' <= r && r <= 'Я' || r == 'Ё':
		if unicode.IsLower(before) {
			return -2
		}
		if unicode.IsUpper(before) && !unicode.IsUpper(after) {
			return -0.5
		}
		if !russian(before) && !russian(after) {
			return 0
		}
		return 0.8
	case strings.ContainsRune("іїєґІЇЄҐўЎ", r):
		return 0.3
	case unicode.IsLetter(r):
		return -1.5
	}
	return signPoints(before, r, after)
}

// latinPoints scores a character by its neighbours. An accented letter usually
// stands among plain ones.
func latinPoints(before, r, after rune) float64 {
	if !unicode.IsLetter(r) || strings.ContainsRune("ªºµƒπΩıˆˇ", r) {
		return signPoints(before, r, after)
	}
	foreign := func(r rune) bool { return r >= 0x80 && unicode.IsLetter(r) }
	points := 0.2 // base value of an accented letter
	if asciiLetter(before) || asciiLetter(after) {
		points = 1.5
		if strings.ContainsRune("éèàùâêîôûçëïüäößñáíóúåøæÉÄÖÜšžœ", r) {
			points += 0.8
		}
	}
	if foreign(before) {
		points -= 1
	}
	if foreign(after) {
		points -= 1
	}
	if unicode.IsUpper(r) && unicode.IsLower(before) {
		points -= 2
	}
	return points
}

// signPoints scores a sign by its neighbours. Signs stand between words; only an
// apostrophe stands inside one.
func signPoints(before, r, after rune) float64 {
	inside := unicode.IsLetter(before) && unicode.IsLetter(after)
	switch {
	case r == '’':
		return 0.8
	case inside:
		return -2
	case strings.ContainsRune("“”‘„–—…€£§°²³½«»¡¿·©®™\u00a0№•", r):
		return 0.4
	}
	return -0.8
}
