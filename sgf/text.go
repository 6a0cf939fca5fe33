package sgf

import "strings"

// Text decodes a raw value as FF[4] "Text". A backslash before a character is removed,
// and the character has no special meaning. An escaped line break is dropped, and any
// other line break becomes "\n". Other white space becomes a space.
func Text(raw string) string { return decode(raw, '\n') }

// SimpleText decodes a raw value as FF[4] "SimpleText", which is one line. It is like
// [Text], but writes a space for every line break that is not escaped.
func SimpleText(raw string) string { return decode(raw, ' ') }

func decode(raw string, newline byte) string {
	if !strings.ContainsAny(raw, "\\\n\r\t\v\f") {
		return raw
	}
	var b strings.Builder
	b.Grow(len(raw))
	for i := 0; i < len(raw); {
		if n := lineBreak(raw[i:]); n > 0 {
			b.WriteByte(newline)
			i += n
			continue
		}
		if raw[i] == '\\' {
			i++
			n := lineBreak(raw[i:])
			i += n
			if n > 0 || i == len(raw) {
				continue
			}
		}
		switch c := raw[i]; c {
		case '\t', '\v', '\f':
			b.WriteByte(' ')
		default:
			b.WriteByte(c)
		}
		i++
	}
	return b.String()
}

// lineBreak returns the length of the line break at the beginning of s, or 0 if s does
// not begin with a line break. FF[4] has four line breaks: LF, CR, CR LF and LF CR.
func lineBreak(s string) int {
	switch {
	case s == "" || s[0] != '\n' && s[0] != '\r':
		return 0
	case len(s) > 1 && s[0]+s[1] == '\n'+'\r':
		return 2
	}
	return 1
}

// plainBreaks replaces every line break of a raw value by LF.
func plainBreaks(raw string) string {
	if strings.IndexByte(raw, '\r') < 0 {
		return raw
	}
	var b strings.Builder
	for i := 0; i < len(raw); {
		n := lineBreak(raw[i:])
		if n > 0 {
			b.WriteByte('\n')
		} else {
			n = 1
			b.WriteByte(raw[i])
		}
		i += n
	}
	return b.String()
}

// Escape encodes text as a raw value: it writes a backslash before "\" and "]".
// [Text] reverses it, except for white space that the format does not have: tabs
// become spaces, and CR LF becomes LF.
func Escape(text string) string { return escape(text, `\]`) }

func escape(text, special string) string {
	if !strings.ContainsAny(text, special) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + 8)
	for i := range len(text) {
		if strings.IndexByte(special, text[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// Compose encodes two texts as one raw value "first:second" (FF[4] "Compose"),
// escaping colons in both.
func Compose(first, second string) string {
	return escape(first, `\]:`) + ":" + escape(second, `\]:`)
}

// SplitValue divides a raw value at its first unescaped colon. Both parts are raw. Without
// an unescaped colon the first part is the whole value.
func SplitValue(raw string) (first, second string, composed bool) {
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case ':':
			return raw[:i], raw[i+1:], true
		}
	}
	return raw, "", false
}

// closing returns the offset of the first unescaped "]" in text, or -1.
func closing(text string) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case ']':
			return i
		}
	}
	return -1
}
