package analysis

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
)

// controls are the names of the control characters in errors.
var controls = strings.Fields("NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US")

// shortEscapes are the control characters with a short escape, such as \n.
const shortEscapes = "\b\t\n\f\r"

// scanString reads a string after its opening quote.
func (s *scanner) scanString() {
	var b strings.Builder
	for {
		c, ok := s.peekByte()
		switch {
		case !ok:
			s.fail("invalid string: missing closing quote")
			return
		case c == '"':
			s.pos++
			s.kind, s.text = tokenString, b.String()
			return
		case c == '\\':
			s.pos++
			if !s.scanEscape(&b) {
				return
			}
		case c < 0x20:
			why := fmt.Sprintf("invalid string: control character U+%04X (%s) must be escaped to \\u%04X", c, controls[c], c)
			if i := strings.IndexByte(shortEscapes, c); i >= 0 {
				why += " or \\" + "btnfr"[i:i+1]
			}
			s.fail(why)
			return
		case c < 0x80:
			s.pos++
			b.WriteByte(c)
		default:
			from := s.pos
			if !s.scanRune() {
				s.fail("invalid string: ill-formed UTF-8 byte")
				return
			}
			b.WriteString(s.data[from:s.pos])
		}
	}
}

// scanEscape reads an escape after its backslash.
func (s *scanner) scanEscape(b *strings.Builder) bool {
	c, ok := s.peekByte()
	if !ok {
		s.fail("invalid string: forbidden character after backslash")
		return false
	}
	if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
		s.pos++
		b.WriteByte("\"\\/\b\f\n\r\t"[i])
		return true
	}
	if c != 'u' {
		s.fail("invalid string: forbidden character after backslash")
		return false
	}
	s.pos++
	r, ok := s.hex()
	if !ok {
		return false
	}
	const missing = "invalid string: surrogate U+D800..U+DBFF must be followed by U+DC00..U+DFFF"
	switch {
	case r >= 0xDC00 && r <= 0xDFFF:
		s.pos-- // KataGo's library reports the error at the last digit
		s.fail("invalid string: surrogate U+DC00..U+DFFF must follow U+D800..U+DBFF")
		return false
	case utf16.IsSurrogate(r):
		if !s.accept(`\`) || !s.accept("u") {
			s.fail(missing)
			return false
		}
		low, ok := s.hex()
		if !ok {
			return false
		}
		if low < 0xDC00 || low > 0xDFFF {
			s.pos--
			s.fail(missing)
			return false
		}
		r = utf16.DecodeRune(r, low)
	}
	b.WriteRune(r)
	return true
}

// hex reads the four digits of an escape.
func (s *scanner) hex() (rune, bool) {
	from := s.pos
	for range 4 {
		if !s.accept("0123456789abcdefABCDEF") {
			s.fail(`invalid string: '\u' must be followed by 4 hex digits`)
			return 0, false
		}
	}
	r, err := strconv.ParseUint(s.data[from:s.pos], 16, 16)
	return rune(r), err == nil
}

// scanRune reads a character of several bytes. If the character is ill-formed, scanRune stops before the first
// wrong byte.
func (s *scanner) scanRune() bool {
	first, more := s.data[s.pos], 0
	low, high := byte(0x80), byte(0xBF) // range of the second byte
	switch {
	case first >= 0xC2 && first <= 0xDF:
		more = 1
	case first >= 0xE0 && first <= 0xEF:
		more = 2
		if first == 0xE0 {
			low = 0xA0
		} else if first == 0xED {
			high = 0x9F
		}
	case first >= 0xF0 && first <= 0xF4:
		more = 3
		if first == 0xF0 {
			low = 0x90
		} else if first == 0xF4 {
			high = 0x8F
		}
	default:
		return false
	}
	s.pos++
	for range more {
		c, ok := s.peekByte()
		if !ok || c < low || c > high {
			return false
		}
		s.pos++
		low, high = 0x80, 0xBF
	}
	return true
}
