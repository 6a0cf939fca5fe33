package sgf

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
)

// These rules find the encoding of a file. The first rule that applies decides.
//
//  1. The caller named an encoding (Options.Encoding).
//  2. The file begins with a byte order mark of UTF-8 or UTF-16.
//  3. Every second byte is zero: UTF-16 without a mark.
//  4. No byte is above 127: UTF-8. There are two exceptions. If CA names an encoding that
//     uses only ASCII bytes (ISO-2022-JP, HZ), this encoding is used. If the text has the
//     escape sequences of ISO-2022-JP and CA does not say UTF-8, ISO-2022-JP is used.
//  5. The text is valid UTF-8: UTF-8, even if CA names another encoding. Text in another
//     encoding is almost never valid UTF-8 by chance. There is one exception: if a very
//     short text reads well in the encoding of CA, this encoding is used, because a name
//     of two characters may be valid in both.
//  6. Most sequences are valid UTF-8 and a few are not: UTF-8. An example is a
//     comment that was cut off in the middle of a character.
//  7. The text is valid in the encoding of CA, and no other encoding is clearly
//     better: the encoding of CA. Another encoding is clearly better if the text
//     reads well in it and much better than in the encoding of CA. A text of a few
//     characters does not decide between two encodings with several bytes per
//     character, because a name may be valid in both. CA decides between these,
//     unless the text has an invalid character or is nonsense in the encoding of CA.
//  8. The text makes sense in some encoding: the one in which it reads best (see
//     judge.go).
//  9. The text is nonsense in every encoding: windows-1252, in which every text is
//     valid.

// escapeByte is the character that begins the escape sequences of ISO-2022-JP.
const escapeByte = 0x1b

// encodingDiagnostic makes a diagnostic about the encoding. Its place is the
// beginning of the file.
func encodingDiagnostic(severity Severity, code Code, wrong, assumed string) Diagnostic {
	return Diagnostic{Severity: severity, Code: code, Wrong: wrong, Assumed: assumed}
}

// newSource finds the encoding of the data and decodes the data. If the caller forces
// an unknown encoding, it returns [ErrEncoding]. There are no other errors.
func newSource(data, forced string, f *findings) (*source, error) {
	s := &source{data: data}
	if err := s.detect(forced, f); err != nil {
		return s, err
	}
	if err := s.decode(); err != nil {
		return s, err
	}
	if first, count := s.undecodable(); count > 0 {
		f.add(Diagnostic{
			Severity: Warning, Code: CodeUndecodable, Offset: first,
			Wrong:   damagedText(count, s.charset.name),
			Assumed: "each is shown as U+FFFD",
		})
	}
	return s, nil
}

func (s *source) detect(forced string, f *findings) error {
	mark, markLength := byteOrder(s.data)
	if forced != "" {
		c, err := charsetByName(forced)
		if err != nil {
			return err
		}
		if markLength > 0 && strings.HasPrefix(c.name, "UTF") { // the mark also determines the byte order
			s.skipped = markLength
			if strings.HasPrefix(mark.name, "UTF-16") && strings.HasPrefix(c.name, "UTF-16") {
				c = mark
			}
		}
		s.charset = c
		return nil
	}
	named := declared(s.data)
	if markLength > 0 {
		s.charset, s.skipped = mark, markLength
		s.compare(s.decodedName(), f)
		return nil
	}
	if c, ok := wide(s.data); ok {
		s.charset = c
		s.compare(s.decodedName(), f)
		return nil
	}
	s.charset = s.choose(named, f)
	return nil
}

// decodedName returns the value of CA at the beginning of the file. If the file is in
// UTF-16, it decodes the value.
func (s *source) decodedName() string {
	if s.charset.isUTF8() {
		return declared(s.data)
	}
	const enough = 4096
	text, _ := s.charset.coding.NewDecoder().String(s.data[s.skipped:min(len(s.data), s.skipped+enough)])
	return declared(text)
}

// compare adds a warning if the encoding named by CA is not the one that was found.
func (s *source) compare(name string, f *findings) {
	if name == "" {
		return
	}
	if c, err := charsetByName(name); err == nil && (c.name == s.charset.name || strings.HasPrefix(c.name, "UTF-16") && strings.HasPrefix(s.charset.name, "UTF-16")) {
		return
	}
	f.add(encodingDiagnostic(Warning, CodeEncodingWrong,
		fmt.Sprintf("CA says %q, but the file is in %s", clip(name), s.charset.name), "CA was ignored"))
}

// byteOrder recognises byte order marks.
func byteOrder(data string) (c charset, length int) {
	switch {
	case strings.HasPrefix(data, "\ufeff"):
		return charsetUTF8(), 3
	case strings.HasPrefix(data, "\xfe\xff"):
		return charsetUTF16(unicode.BigEndian), 2
	case strings.HasPrefix(data, "\xff\xfe"):
		return charsetUTF16(unicode.LittleEndian), 2
	}
	return charset{}, 0
}

// wide recognises UTF-16 without a byte order mark. Every game tree begins with
// ASCII characters, and in UTF-16 each of them has a zero byte. A file that begins
// with "(;" in ASCII is not UTF-16, even if its comments contain zeros.
func wide(data string) (charset, bool) {
	data = data[:min(len(data), 512)&^1]
	if strings.HasPrefix(strings.TrimLeft(data, " \t\r\n"), "(;") {
		return charset{}, false
	}
	even, odd := 0, 0
	for i := 0; i < len(data); i += 2 {
		if data[i] == 0 && data[i+1] != 0 {
			even++
		}
		if data[i] != 0 && data[i+1] == 0 {
			odd++
		}
	}
	switch half := len(data) / 4; {
	case even > half && odd <= even/8:
		return charsetUTF16(unicode.BigEndian), true
	case odd > half && even <= odd/8:
		return charsetUTF16(unicode.LittleEndian), true
	}
	return charset{}, false
}

// declared returns the value of the first CA in the data, or "" if CA is missing. The
// property is assumed to begin at the first "CA[" that does not follow an upper-case
// letter. The bytes are not decoded yet, so part of a character in Shift-JIS may look
// like "[" or "]". The value is wrong in that case.
func declared(data string) string {
	const enough = 1 << 16
	data = data[:min(len(data), enough)]
	for from := 0; ; {
		n := strings.Index(data[from:], "CA")
		if n < 0 {
			return ""
		}
		at := from + n
		from = at + 2
		if at > 0 && 'A' <= data[at-1] && data[at-1] <= 'Z' {
			continue
		}
		rest := strings.TrimLeft(data[from:], " \t\r\n")
		if value, ok := strings.CutPrefix(rest, "["); ok {
			if end := strings.IndexByte(value, ']'); end >= 0 {
				return strings.TrimSpace(value[:end])
			}
		}
	}
}

// choose finds the encoding of a text. The caller has already excluded UTF-16. In every
// other encoding, ASCII characters have their usual bytes.
func (s *source) choose(name string, f *findings) charset {
	var named charset
	known := false
	if name != "" {
		c, err := charsetByName(name)
		switch {
		case err != nil:
			f.add(encodingDiagnostic(Warning, CodeEncodingUnknown,
				fmt.Sprintf("CA names the encoding %q, which is not known", clip(name)), "the encoding was detected"))
		case strings.HasPrefix(c.name, "UTF-16"): // CA is wrong: the caller has excluded UTF-16
			name = c.name
		default:
			named, known = c, true
		}
	}
	found := s.best(named, known)
	switch {
	case known && found.name != named.name && (!found.isUTF8() || !isASCII(s.data)):
		f.add(encodingDiagnostic(Warning, CodeEncodingWrong,
			fmt.Sprintf("CA says %q, but the text reads better in %s", clip(name), found.name), found.name+" was taken"))
	case name == "" && !found.isUTF8():
		f.add(encodingDiagnostic(Note, CodeEncodingDetected, "the file does not say which encoding its text has", found.name+" was detected"))
	}
	return found
}

// best applies rules 4 to 9. The parameter named is the encoding in CA. It is valid only if
// known is true.
func (s *source) best(named charset, known bool) charset {
	first := firstHigh(s.data)
	if first < 0 {
		if known && (named.name == "ISO-2022-JP" || named.name == "HZ-GB-2312") {
			return named
		}
		if (!known || !named.isUTF8()) && hasEscapes(s.data) {
			c, _ := charsetByName("ISO-2022-JP")
			return c
		}
		return charsetUTF8()
	}
	start := max(first-1, 0)
	sample := s.data[start:min(len(s.data), start+sampleSize)]
	good, bad := countUTF8(s.data[first:])
	if bad == 0 {
		if known && good <= 3 && named.judge != nil {
			if v := named.judge(sample); v.valid() && v.score >= wellRead {
				return named
			}
		}
		return charsetUTF8()
	}
	if good >= 3 && good > 4*bad {
		return charsetUTF8()
	}
	if known && named.judge == nil && !named.isUTF8() {
		return named // this encoding has no judge, so it cannot be compared with others
	}
	var best charset
	var top, own verdict
	for _, c := range charsets() {
		if c.judge == nil || c.name == "ISO-8859-1" && named.name != c.name {
			continue
		}
		v := c.judge(sample)
		if !v.valid() {
			continue
		}
		if known && c.name == named.name {
			own = v
			v.score += benefitOfDoubt
		}
		if best.name == "" || v.score > top.score {
			best, top = c, v
		}
	}
	if own.valid() && top.score < wellRead {
		return named // the text does not read well in any encoding; a list of letters is an example
	}
	if own.multiByte && top.multiByte && own.characters < fewCharacters && own.invalid == 0 && own.score >= nonsense {
		return named // a correct CA
	}
	if best.name == "" || top.score < nonsense {
		best, _ = charsetByName("windows-1252")
	}
	return best
}

const (
	// sampleSize is the number of bytes that are judged. They begin with the byte before
	// the first one above 127.
	sampleSize = 1 << 14
	// wellRead is the lowest score of a text that reads well.
	wellRead = 1.0
	// nonsense is the lowest score with which a detected encoding is used.
	nonsense = -0.5
	// benefitOfDoubt is added to the score of the encoding that CA names. The score of
	// another encoding must be higher than this sum.
	benefitOfDoubt = 0.8
	// fewCharacters is the number of characters from which the score of another
	// encoding with several bytes per character may overrule CA.
	fewCharacters = 16
)

func isASCII(s string) bool { return firstHigh(s) < 0 }

// firstHigh is the offset of the first byte above 127, or -1.
func firstHigh(s string) int {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return i
		}
	}
	return -1
}

// hasEscapes reports whether s has an escape sequence of ISO-2022-JP that begins
// Japanese text.
func hasEscapes(s string) bool {
	return strings.Contains(s, "\x1b$B") || strings.Contains(s, "\x1b$@")
}

// countUTF8 returns two numbers: good counts the valid sequences of more than one byte,
// and bad counts the invalid bytes.
func countUTF8(s string) (good, bad int) {
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		if n > 1 {
			good++
		} else {
			bad++
		}
		i += n
	}
	return good, bad
}
