package sgf

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// Errors about a file as a whole, for [errors.Is].
var (
	// ErrNotSGF means that the file has no text that looks like a game tree.
	ErrNotSGF = errors.New("not an SGF file")
	// ErrTruncated means that the file ends inside a tree.
	ErrTruncated = errors.New("the file ends too early")
	// ErrTooLarge means that the file exceeds a limit of [Options]: bytes, nodes or
	// depth.
	ErrTooLarge = errors.New("the file is too large")
	// ErrEncoding means that an encoding is unknown or lacks a character.
	ErrEncoding = errors.New("text encoding")
)

// SyntaxError says where and how a file departs from the grammar.
type SyntaxError struct {
	Offset int    // byte offset in the original file, from 0, counting a byte order mark
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

// Unwrap returns [ErrNotSGF], [ErrTruncated] or [ErrTooLarge], or nil for any other
// fault in a file.
func (e *SyntaxError) Unwrap() error { return e.kind }

// found describes the character at an offset.
func found(text string, offset int) string {
	if offset >= len(text) {
		return "the end of the file"
	}
	_, n := utf8.DecodeRuneInString(text[offset:])
	return fmt.Sprintf("%q", text[offset:offset+n])
}

// clip shortens input for a message.
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
