package sgf

import (
	"strings"
	"unicode/utf8"
)

// judge rates how well a sample reads in one encoding. The sample begins with the byte
// before the first one above 127, because some judges compare neighbours.
//
// Encodings with two bytes per character are judged by two simple statistics. First,
// the common characters of the language are in one part of the encoding's table. Text
// in another encoding is spread over the whole table. Second, a few hundred characters
// make up half of any text (see letters.go).
//
// Encodings with one byte per character are judged by neighbouring characters.
// Accented letters stand next to other letters, lower case does not precede upper case
// inside a word, and signs do not stand inside words. A Russian word consists of
// Russian letters.
//
// Some encodings cannot be distinguished. ISO-8859-1 is read as windows-1252, which
// contains it. Other Cyrillic, Central European, Greek or Turkish encodings are used only
// when CA names them.
type judge func(sample string) verdict

// verdict rates a sample.
type verdict struct {
	score      float64 // mean over the characters above 127: at least 1 is good, below 0 is nonsense
	characters int     // number of characters above 127
	invalid    int     // number of invalid characters above 127
	multiByte  bool    // the encoding has several bytes per character
}

// valid reports whether the sample has at most a few invalid characters. One is allowed,
// and one more for every fifty characters.
func (v verdict) valid() bool {
	return v.characters > 0 && v.invalid <= 1+v.characters/50 && v.invalid < v.characters
}

// enoughCharacters is the number of characters after which a judge stops.
const enoughCharacters = 1500

// class is the kind of a character in one encoding.
type class uint8

const (
	invalid class = iota
	rare          // hardly ever used in text of this encoding
	unusual
	sign   // punctuation, digits and letters, also those of other scripts
	common // in the part of the table with everyday characters
	kana
)

// points is the score of a character. The values were chosen so that a page of
// text scores about 2 in its own encoding and less than 1 in any other.
func (c class) points() float64 {
	switch c {
	case invalid:
		return -6
	case rare:
		return -2.5
	case unusual:
		return -0.8
	case sign:
		return 0.5
	case kana:
		return 2
	}
	return 1
}

// frequentBonus is added to the score of a character in the list of frequent characters.
const frequentBonus = 1.5

// double judges encodings of one to four bytes per character. The function step returns
// the length and the class of the character at the beginning of s. The first byte of s
// is always above 127.
func double(sample string, name string, frequent string, step func(s string) (int, class)) verdict {
	v := verdict{multiByte: true}
	c, err := charsetByName(name)
	if err != nil {
		return v
	}
	decoder := c.coding.NewDecoder()
	total := 0.0
	for i := 0; i < len(sample) && v.characters < enoughCharacters; {
		if sample[i] < utf8.RuneSelf {
			i++
			continue
		}
		n, kind := step(sample[i:])
		if i+n > len(sample) {
			if len(sample) < sampleSize {
				v.invalid++
				v.characters++
			}
			break
		}
		r := utf8.RuneError
		if kind != invalid {
			text, _ := decoder.String(sample[i : i+n])
			r, _ = utf8.DecodeRuneInString(text)
			if r == utf8.RuneError || '\ue000' <= r && r <= '\uf8ff' {
				kind = invalid
			}
		}
		v.characters++
		total += kind.points()
		if kind == invalid {
			v.invalid++
			n = 1
		} else if strings.ContainsRune(frequent, r) {
			total += frequentBonus
		}
		i += n
	}
	if v.characters > 0 {
		v.score = total / float64(v.characters)
	}
	return v
}

// second returns the second byte of a character, or 0 if it is missing.
func second(s string) byte {
	if len(s) < 2 {
		return 0
	}
	return s[1]
}

func judgeGB(sample string) verdict {
	return double(sample, "GB18030", frequentSimplified, func(s string) (int, class) {
		a, b := s[0], second(s)
		switch {
		case a == 0x80 || a == 0xff || b < 0x30 || b == 0x7f || b == 0xff:
			return 1, invalid
		case b < 0x40:
			return 4, rare
		case b >= 0xa1 && 0xb0 <= a && a <= 0xd7:
			return 2, common
		case b >= 0xa1 && (a == 0xa1 || 0xa3 <= a && a <= 0xa8):
			return 2, sign
		case b >= 0xa1 && 0xd8 <= a && a <= 0xf7 || a == 0xa2:
			return 2, unusual
		}
		return 2, rare
	})
}

func judgeBig5(sample string) verdict {
	return double(sample, "Big5", frequentTraditional, func(s string) (int, class) {
		a, b := s[0], second(s)
		switch {
		case a == 0x80 || a == 0xff || b < 0x40 || 0x7f <= b && b < 0xa1 || b == 0xff:
			return 1, invalid
		case 0xa4 <= a && a <= 0xc5 || a == 0xc6 && b <= 0x7e:
			return 2, common
		case a == 0xa1 || a == 0xa2 || 0xc6 <= a && a <= 0xc8:
			return 2, sign
		case 0xc9 <= a && a <= 0xf9:
			return 2, unusual
		}
		return 2, rare
	})
}

func judgeShiftJIS(sample string) verdict {
	return double(sample, "Shift_JIS", frequentJapanese, func(s string) (int, class) {
		a, b := s[0], second(s)
		switch {
		case 0xa1 <= a && a <= 0xdf:
			return 1, unusual // a half-width kana
		case a == 0x80 || a == 0xa0 || a > 0xfc || b < 0x40 || b == 0x7f || b > 0xfc:
			return 1, invalid
		case a == 0x82 && b >= 0x9f || a == 0x83 && b <= 0x96:
			return 2, kana
		case 0x81 <= a && a <= 0x84:
			return 2, sign
		case a == 0x88 && b >= 0x9f || 0x89 <= a && a <= 0x97 || a == 0x98 && b <= 0x72:
			return 2, common
		case 0x98 <= a && a <= 0x9f || 0xe0 <= a && a <= 0xea:
			return 2, unusual
		}
		return 2, rare
	})
}

func judgeEUCJP(sample string) verdict {
	return double(sample, "EUC-JP", frequentJapanese, func(s string) (int, class) {
		a, b := s[0], second(s)
		switch {
		case a == 0x8e && 0xa1 <= b && b <= 0xdf:
			return 2, rare
		case a == 0x8f && b >= 0xa1:
			return 3, rare
		case a < 0xa1 || a == 0xff || b < 0xa1 || b == 0xff:
			return 1, invalid
		case a == 0xa4 || a == 0xa5:
			return 2, kana
		case a == 0xa1 || a == 0xa3 || a == 0xa6 || a == 0xa7:
			return 2, sign
		case 0xb0 <= a && a <= 0xcf:
			return 2, common
		case 0xd0 <= a && a <= 0xf4:
			return 2, unusual
		}
		return 2, rare
	})
}

// judgeEUCKR adds a constant to the score. Korean uses many syllables. All of them are in
// the common part of the table, but a Korean word often does not contain any of the
// frequent syllables.
func judgeEUCKR(sample string) verdict {
	v := double(sample, "EUC-KR", frequentKorean, func(s string) (int, class) {
		a, b := s[0], second(s)
		switch {
		case a == 0x80 || a == 0xff || b < 0x41 || b == 0xff:
			return 1, invalid
		case b >= 0xa1 && 0xb0 <= a && a <= 0xc8:
			return 2, common
		case b >= 0xa1 && 0xa1 <= a && a <= 0xac:
			return 2, sign
		case b >= 0xa1 && 0xca <= a && a <= 0xfd:
			return 2, unusual
		}
		return 2, rare
	})
	v.score += 0.4
	return v
}
