package sgf

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Severity says how bad a [Diagnostic] is.
type Severity uint8

const (
	// Note marks something unusual that is allowed or has no consequence.
	Note Severity = iota
	// Warning marks damaged text, or a departure from the standard whose meaning is
	// clear. No part of the tree is lost.
	Warning
	// Error marks a fault in the grammar. The reader left something out or had to
	// guess.
	Error
)

func (s Severity) String() string {
	switch s {
	case Note:
		return "note"
	case Warning:
		return "warning"
	}
	return "error"
}

// Code names the kind of fault that a [Diagnostic] reports. The codes do not change, but
// the texts of the messages may.
type Code string

// Errors of the grammar.
const (
	CodeNotSGF          Code = "not-sgf"           // the file has no game tree
	CodeTruncated       Code = "truncated"         // the file ends before the tree does
	CodeLimit           Code = "limit"             // a limit of [Options] was reached
	CodeForeign         Code = "foreign-text"      // text between properties that is not part of a tree
	CodeStrayBracket    Code = "stray-bracket"     // a "]" that closes nothing
	CodeNoValue         Code = "name-no-value"     // a name without a value
	CodeNoName          Code = "value-no-name"     // a value without a name
	CodeMissingBracket  Code = "missing-bracket"   // a value that runs into the next node
	CodeUnclosed        Code = "unclosed"          // a game that begins inside another game
	CodeClosedEarly     Code = "closed-early"      // nodes after the end of the tree
	CodeAfterVariations Code = "property-no-place" // a property after a variation, outside of any node
)

// Departures from the standard whose meaning is clear.
const (
	CodeMissingSemicolon Code = "missing-semicolon"    // a variation that begins without ";"
	CodeNodeAfter        Code = "node-after-variation" // a node after a variation; it begins one more variation
	CodeEmptyVariation   Code = "empty-variation"      // parentheses around nothing
	CodeSpareParenthesis Code = "spare-parenthesis"    // an extra ")" after a tree
	CodeTextAround       Code = "text-around"          // text before, between or after the trees
	CodeOldName          Code = "old-name"             // lower-case letters in a name
	CodeDuplicate        Code = "duplicate-property"   // the same property twice in a node
	CodeManyValues       Code = "too-many-values"      // several values of a property that may have only one
	CodeValue            Code = "value"                // a value that its property cannot have
	CodeUnknownProperty  Code = "unknown-property"     // a property that no version of the format has
	CodePropertyVersion  Code = "property-version"     // a property that the version in FF does not have
	CodeVersion          Code = "version"              // FF is not a version from 1 to 4
)

// Findings about the encoding of the text.
const (
	CodeEncodingDetected Code = "encoding-detected" // CA is missing: the encoding was detected
	CodeEncodingWrong    Code = "encoding-wrong"    // CA names another encoding than the text has
	CodeEncodingUnknown  Code = "encoding-unknown"  // CA names an unknown encoding
	CodeEncodingMixed    Code = "encoding-mixed"    // the trees of the file name different encodings
	CodeUndecodable      Code = "undecodable"       // bytes that the encoding does not have
)

// Diagnostic is one finding about a file: its place, the fault, and what the
// reader assumed instead.
type Diagnostic struct {
	Severity Severity
	Code     Code
	Offset   int    // byte offset in the original file, from 0, counting a byte order mark
	Line     int    // from 1; a line ends with LF, CR, CR LF or LF CR
	Column   int    // in characters, from 1, not counting a byte order mark
	Wrong    string // what was expected and what was found
	Assumed  string // how the reader went on; empty if reading ended here
	kind     error  // ErrNotSGF, ErrTruncated, ErrTooLarge or nil
}

// String formats the diagnostic on one line, for people.
func (d Diagnostic) String() string {
	s := fmt.Sprintf("line %d, column %d (offset %d): %v: ", d.Line, d.Column, d.Offset, d.Severity)
	if d.kind != nil {
		s += d.kind.Error() + ": "
	}
	s += d.Wrong
	if d.Assumed != "" {
		s += "; " + d.Assumed
	}
	return s
}

func (d Diagnostic) syntaxError() *SyntaxError {
	return &SyntaxError{Offset: d.Offset, Line: d.Line, Column: d.Column, Detail: d.Wrong, kind: d.kind}
}

// MaxDiagnostics is the largest number of errors that are kept for one file. It is also
// the largest number of notes and warnings together. [File.Omitted] is the number of
// diagnostics that were not kept.
const MaxDiagnostics = 1000

// findings collects diagnostics. Until place is called, their offsets refer to the
// decoded text.
type findings struct {
	list    []Diagnostic
	errors  int
	others  int
	omitted int
}

// forget drops the diagnostics that were added after an earlier state. since is this
// state.
func (f *findings) forget(since findings) {
	f.list = f.list[:len(since.list)]
	f.errors, f.others, f.omitted = since.errors, since.others, since.omitted
}

func (f *findings) add(d Diagnostic) {
	count := &f.others
	if d.Severity == Error {
		count = &f.errors
	}
	if *count++; *count > MaxDiagnostics {
		f.omitted++
		return
	}
	f.list = append(f.list, d)
}

// place sorts the diagnostics and turns their offsets in the decoded text into
// places in the file.
func (f *findings) place(s *source) {
	slices.SortStableFunc(f.list, func(a, b Diagnostic) int { return cmp.Compare(a.Offset, b.Offset) })
	offsets := make([]int, len(f.list))
	// A line can have many diagnostics, so its characters are counted only once: column is
	// the number of characters of the line before the offset counted.
	line, column, counted, at := 1, 0, 0, 0
	for i := range f.list {
		d := &f.list[i]
		for at < d.Offset {
			n := lineBreak(s.text[at:])
			if n > 0 && at+n <= d.Offset {
				line, column, counted = line+1, 0, at+n
			}
			at += max(n, 1)
		}
		at = min(at, d.Offset)
		column += utf8.RuneCountInString(s.text[counted:d.Offset])
		counted = d.Offset
		d.Line, d.Column = line, column+1
		offsets[i] = d.Offset
	}
	s.origins(offsets)
	for i := range f.list {
		f.list[i].Offset = offsets[i]
	}
}

// position is a place in a file. The zero value is its beginning.
type position struct {
	offset int // in bytes
	lines  int // number of lines before the place
	column int // number of characters before the place in its line
}

// after returns the line and the column at which a text ends, both from 1. The text
// begins at p.
func (p position) after(text string) (line, column int) {
	p = p.behind(text)
	return p.lines + 1, p.column + 1
}

// behind returns the position at which a text ends. The text begins at p.
func (p position) behind(text string) position {
	p.offset += len(text)
	start := 0
	if strings.IndexByte(text, '\r') < 0 {
		p.lines += strings.Count(text, "\n")
		start = strings.LastIndexByte(text, '\n') + 1
	} else {
		for at := 0; at < len(text); {
			n := lineBreak(text[at:])
			at += max(n, 1)
			if n > 0 {
				p.lines++
				start = at
			}
		}
	}
	if start > 0 {
		p.column = 0
	}
	p.column += utf8.RuneCountInString(text[start:])
	return p
}
