package sgf

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// What can be wrong with a file as a whole, for [errors.Is].
var (
	// ErrNotSGF: nothing in the file looks like the beginning of a game tree.
	ErrNotSGF = errors.New("not an SGF file")
	// ErrTruncated: the file ends before its last tree does.
	ErrTruncated = errors.New("the file ends too early")
	// ErrTooLarge: the file has more bytes, nodes or depth than [Options] allow.
	ErrTooLarge = errors.New("the file is too large")
	// ErrEncoding: an encoding that we do not know, or one that lacks a character.
	ErrEncoding = errors.New("text encoding")
)

// SyntaxError says where a file departs from the grammar, and how.
type SyntaxError struct {
	Offset int    // in bytes of the file as it was given, from 0, a byte order mark included
	Line   int    // from 1; a line ends with LF, CR, CR LF or LF CR
	Column int    // in characters, from 1
	Detail string // what was expected and what was found
	kind   error  // ErrNotSGF, ErrTruncated, ErrTooLarge or nil
}

func (e *SyntaxError) Error() string {
	detail := e.Detail
	if e.kind != nil {
		detail = e.kind.Error() + ": " + detail
	}
	return fmt.Sprintf("line %d, column %d (offset %d): %s", e.Line, e.Column, e.Offset, detail)
}

// Unwrap gives [ErrNotSGF], [ErrTruncated], [ErrTooLarge] or, for anything that
// is wrong in the middle of a file, nil.
func (e *SyntaxError) Unwrap() error { return e.kind }

// found describes what stands at an offset.
func found(text string, offset int) string {
	if offset >= len(text) {
		return "the end of the file"
	}
	_, n := utf8.DecodeRuneInString(text[offset:])
	return fmt.Sprintf("%q", text[offset:offset+n])
}

// clip keeps quoted input short.
func clip(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	end := most
	for end > most-utf8.UTFMax && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "..."
}
