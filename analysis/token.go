package analysis

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// tokenKind is a kind of JSON token.
type tokenKind uint8

const (
	tokenWrong tokenKind = iota
	tokenEnd
	tokenTrue
	tokenFalse
	tokenNull
	tokenString
	tokenNumber
	tokenOpenList
	tokenOpenObject
	tokenCloseList
	tokenCloseObject
	tokenColon
	tokenComma
	tokenValue // only for errors: the token that is expected where any value is allowed
)

// String is the name of the token in KataGo's errors.
func (k tokenKind) String() string {
	return [...]string{"<parse error>", "end of input", "true literal", "false literal", "null literal", "string literal", "number literal",
		"'['", "'{'", "']'", "'}'", "':'", "','", "'[', '{', or a literal"}[k]
}

// scanner reads the tokens of a JSON text. It counts positions as KataGo's JSON library does, so that clients
// see the same errors.
type scanner struct {
	data   string
	pos    int // index of the next byte; after the end was read, one beyond the end
	since  int // index at which the last string or number began; errors quote the text from this index
	kind   tokenKind
	text   string // value of a string
	number any    // int64, uint64 or float64
	wrong  string // what is wrong if kind is tokenWrong
}

// peekByte returns the next byte without reading it, or false at the end.
func (s *scanner) peekByte() (byte, bool) {
	if s.pos < len(s.data) {
		return s.data[s.pos], true
	}
	return 0, false
}

// fail makes the token a tokenWrong. The offending byte, or the end, counts as read.
func (s *scanner) fail(why string) {
	s.pos++
	s.kind, s.wrong = tokenWrong, why
}

// byteOrderMark is allowed at the beginning of a text.
const byteOrderMark = "\xEF\xBB\xBF"

// next reads a token.
func (s *scanner) next() {
	if s.pos == 0 && strings.HasPrefix(s.data, byteOrderMark[:1]) {
		if !strings.HasPrefix(s.data, byteOrderMark) {
			for s.pos < len(s.data) && s.pos < 3 && s.data[s.pos] == byteOrderMark[s.pos] {
				s.pos++
			}
			s.fail("invalid BOM; must be 0xEF 0xBB 0xBF if given")
			return
		}
		s.pos = len(byteOrderMark)
	}
	for s.pos < len(s.data) && strings.IndexByte(" \t\n\r", s.data[s.pos]) >= 0 {
		s.pos++
	}
	c, ok := s.peekByte()
	if !ok || c == 0 {
		s.pos++
		s.kind = tokenEnd
		return
	}
	if i := strings.IndexByte("[{]}:,", c); i >= 0 {
		s.pos++
		s.kind = tokenOpenList + tokenKind(i)
		return
	}
	switch {
	case c == 't':
		s.literal("true", tokenTrue)
	case c == 'f':
		s.literal("false", tokenFalse)
	case c == 'n':
		s.literal("null", tokenNull)
	case c == '"':
		s.since = s.pos
		s.pos++
		s.scanString()
	case c == '-' || c >= '0' && c <= '9':
		s.since = s.pos
		s.scanNumber()
	default:
		s.fail("invalid literal")
	}
}

func (s *scanner) literal(word string, kind tokenKind) {
	for i := range word {
		if c, ok := s.peekByte(); !ok || c != word[i] {
			s.fail("invalid literal")
			return
		}
		s.pos++
	}
	s.kind = kind
}

// digits reads digits and reports whether there were any.
func (s *scanner) digits() bool {
	from := s.pos
	for s.pos < len(s.data) && s.data[s.pos] >= '0' && s.data[s.pos] <= '9' {
		s.pos++
	}
	return s.pos > from
}

// accept reads the next byte if it is in the set.
func (s *scanner) accept(set string) bool {
	if c, ok := s.peekByte(); ok && strings.IndexByte(set, c) >= 0 {
		s.pos++
		return true
	}
	return false
}

// scanNumber reads a number. A number without fraction and exponent is an integer if it fits into 64 bits.
func (s *scanner) scanNumber() {
	from, whole := s.pos, true
	s.accept("-")
	switch {
	case s.accept("0"): // no digit may follow
	case !s.digits():
		s.fail("invalid number; expected digit after '-'")
		return
	}
	if s.accept(".") {
		if whole = false; !s.digits() {
			s.fail("invalid number; expected digit after '.'")
			return
		}
	}
	if s.accept("eE") {
		whole = false
		signed := s.accept("+-")
		if !s.digits() {
			if signed {
				s.fail("invalid number; expected digit after exponent sign")
			} else {
				s.fail("invalid number; expected '+', '-', or digit after exponent")
			}
			return
		}
	}
	s.kind = tokenNumber
	text := s.data[from:s.pos]
	if whole {
		if i, err := strconv.ParseInt(text, 10, 64); err == nil {
			s.number = i
			return
		}
		if u, err := strconv.ParseUint(text, 10, 64); err == nil {
			s.number = u
			return
		}
	}
	s.number, _ = strconv.ParseFloat(text, 64) // infinite if it is too large
}

// read returns the text that errors quote: everything since the last string or number began.
func (s *scanner) read() string {
	var b strings.Builder
	for _, c := range []byte(s.data[s.since:min(s.pos, len(s.data))]) {
		if c < 0x20 {
			fmt.Fprintf(&b, "<U+%04X>", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// unexpected returns the error about the current token. The parameter what names the part of the text that was
// being read.
func (s *scanner) unexpected(what string, expected tokenKind) error {
	before := s.data[:min(s.pos, len(s.data))]
	line := 1 + strings.Count(before, "\n")
	column := s.pos - (strings.LastIndexByte(before, '\n') + 1)
	m := fmt.Sprintf("[json.exception.parse_error.101] parse error at line %d, column %d: syntax error while parsing %s - ", line, column, what)
	if s.kind == tokenWrong {
		m += s.wrong + "; last read: '" + s.read() + "'"
	} else {
		m += "unexpected " + s.kind.String()
	}
	if expected != tokenWrong {
		m += "; expected " + expected.String()
	}
	return errors.New(m)
}
