package sgf

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
)

// How the encoding of a file is found, in this order:
//
//  1. what the caller says (Options.Encoding);
//  2. a byte order mark, of UTF-8 or UTF-16;
//  3. zeros in every second byte: UTF-16 without a mark;
//  4. text without a byte above 127: UTF-8, unless it has the escape sequences of
//     ISO-2022-JP and CA does not say UTF-8, or CA names an encoding that hides in
//     ASCII (ISO-2022-JP, HZ);
//  5. valid UTF-8, whatever CA says: text in another encoding is practically
//     never valid by chance. Short text that reads well in the encoding of CA is
//     the exception: the two characters of a name are valid now and then;
//  6. UTF-8 with a few bad bytes, if most sequences are good: a comment that was
//     cut off in the middle of a character;
//  7. the encoding of CA, if the text is valid in it and reads about as well as in
//     any other, or does not read well in any;
//  8. the encoding in which the text reads best (see judge.go);
//  9. windows-1252, in which everything is valid, if it reads like nothing.

// escapeByte is the character with which ISO-2022-JP changes its alphabets.
const escapeByte = 0x1b

// encodingDiagnostic is about the encoding, which is at the beginning of the file.
func encodingDiagnostic(severity Severity, code Code, wrong, assumed string) Diagnostic {
	return Diagnostic{Severity: severity, Code: code, Wrong: wrong, Assumed: assumed}
}

// newSource finds the encoding of the data and decodes it. The error is
// [ErrEncoding]: the caller asked for an encoding that does not exist.
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
		if markLength > 0 && strings.HasPrefix(c.name, "UTF") { // a mark also tells the byte order
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

// decodedName is the CA of a file in UTF-16.
func (s *source) decodedName() string {
	if s.charset.isUTF8() {
		return declared(s.data)
	}
	const enough = 4096
	text, _ := s.charset.coding.NewDecoder().String(s.data[s.skipped:min(len(s.data), s.skipped+enough)])
	return declared(text)
}

// compare complains if CA names something else.
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

// wide recognises UTF-16 without a mark by the zeros of its ASCII characters,
// with which every game tree begins; one that begins in ASCII is not wide, whatever
// is in its comments.
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

// declared is the value of the first CA in the data, "" if missing. It looks
// at bytes, before anything is decoded, so a character of Shift-JIS may mislead
// it; a "CA[" that follows no letter is taken to be the property.
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

// choose finds the encoding of text in which ASCII is ASCII.
func (s *source) choose(name string, f *findings) charset {
	var said charset
	known := false
	if name != "" {
		c, err := charsetByName(name)
		switch {
		case err != nil:
			f.add(encodingDiagnostic(Warning, CodeEncodingUnknown,
				fmt.Sprintf("CA names the encoding %q, which is not known", clip(name)), "the encoding was detected"))
		case strings.HasPrefix(c.name, "UTF-16"): // it would have been recognised
			name = c.name
		default:
			said, known = c, true
		}
	}
	found := s.best(said, known)
	switch {
	case known && found.name != said.name && (!found.isUTF8() || !isASCII(s.data)):
		f.add(encodingDiagnostic(Warning, CodeEncodingWrong,
			fmt.Sprintf("CA says %q, but the text reads better in %s", clip(name), found.name), found.name+" was taken"))
	case name == "" && !found.isUTF8():
		f.add(encodingDiagnostic(Note, CodeEncodingDetected, "nothing says which encoding the text has", found.name+" was detected"))
	}
	return found
}

// best applies the rules from the fourth on.
func (s *source) best(said charset, known bool) charset {
	first := firstHigh(s.data)
	if first < 0 {
		if known && (said.name == "ISO-2022-JP" || said.name == "HZ-GB-2312") {
			return said
		}
		if (!known || !said.isUTF8()) && hasEscapes(s.data) {
			c, _ := charsetByName("ISO-2022-JP")
			return c
		}
		return charsetUTF8()
	}
	sample := s.data[first:min(len(s.data), first+sampleSize)]
	good, bad := countUTF8(s.data[first:])
	if bad == 0 {
		if known && good <= 3 && said.judge != nil {
			if v := said.judge(sample); v.valid() && v.score >= wellRead {
				return said
			}
		}
		return charsetUTF8()
	}
	if good >= 3 && good > 4*bad {
		return charsetUTF8()
	}
	if known && said.judge == nil && !said.isUTF8() {
		return said // nothing to compare it with
	}
	var best charset
	var top, own verdict
	for _, c := range charsets() {
		if c.judge == nil || c.name == "ISO-8859-1" && said.name != c.name {
			continue
		}
		v := c.judge(sample)
		if !v.valid() {
			continue
		}
		if known && c.name == said.name {
			own = v
			v.score += benefitOfDoubt
		}
		if best.name == "" || v.score > top.score {
			best, top = c, v
		}
	}
	if own.valid() && top.score < wellRead {
		return said // nothing reads well, lists of letters for instance
	}
	if best.name == "" || top.score < nonsense {
		best, _ = charsetByName("windows-1252")
	}
	return best
}

const (
	// sampleSize is how many bytes from the first one above 127 are judged.
	sampleSize = 1 << 14
	// wellRead is the score from which a text reads well.
	wellRead = 1.0
	// nonsense is the score below which no guess is made.
	nonsense = -0.5
	// benefitOfDoubt is by how much another encoding has to read better than the
	// one that CA names.
	benefitOfDoubt = 0.8
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

// hasEscapes looks for the sequences with which ISO-2022-JP begins Japanese.
func hasEscapes(s string) bool {
	return strings.Contains(s, "\x1b$B") || strings.Contains(s, "\x1b$@")
}

// countUTF8 counts the good sequences of more than one byte, and the bad bytes.
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
