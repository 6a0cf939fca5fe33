package kifu

import (
	"fmt"
	"strings"

	"tengen/sgf"
)

// Severity says how bad a Diagnostic is.
type Severity = sgf.Severity

// The severities, as those of package sgf.
const (
	Note    = sgf.Note    // unusual but allowed, or without any consequence
	Warning = sgf.Warning // against a standard or a rule, but it is clear what is meant
	Error   = sgf.Error   // something was left out or had to be guessed
)

// Code names what a Diagnostic is about: those of the grammar are in package
// sgf, those of the game here. Codes do not change; the words may.
type Code = sgf.Code

// Mistakes that only a Go program can find.
const (
	CodeUnreadable  Code = "unreadable"   // not in its format, or no text at all
	CodeNotPlayable Code = "not-playable" // no game of Go, or on no board
	CodeInfo        Code = "info"         // the board, the rules or the komi were not understood, or read otherwise than written
	CodePoint       Code = "point"        // the value of a move, a stone or a mark is not a point of the board
	CodeOccupied    Code = "occupied"     // a move on a stone
	CodeSuicide     Code = "suicide"      // a move that the rules forbid as suicide
	CodeKo          Code = "ko"           // a move that the rule of ko forbids
	CodeSuperko     Code = "superko"      // a move that repeats a position, where the rules forbid it
	CodeTurn        Code = "turn"         // two moves of one player in a row
	CodeMixed       Code = "mixed"        // a move and set-up stones in one node
	CodeSetup       Code = "setup"        // set-up stones that contradict each other, or leave chains without liberties
	CodeLong        Code = "long"         // a line longer than is judged at once
)

// Diagnostic is something that a reader of a record might want to know: where,
// what is wrong, and what was assumed.
type Diagnostic struct {
	Severity Severity `json:"-"`
	Code     Code     `json:"code"`
	// Line, Column and Offset are the place in the file, as in [sgf.Diagnostic]; 0
	// where the game and the move tell the place.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
	Offset int `json:"offset,omitempty"`
	Game   int `json:"game,omitempty"` // which of the file, from 1
	Move   int `json:"move,omitempty"` // the number of the move, counted from the root, from 1
	// Vertex is where the move was; Variation is the way to its node, empty on the
	// main line: at which node, from 0, which child was taken, as in "12:2,30:1", with
	// "..." after twenty of them.
	Vertex    string `json:"vertex,omitempty"`
	Variation string `json:"variation,omitempty"`
	Wrong     string `json:"wrong"`             // what was expected and what was found
	Assumed   string `json:"assumed,omitempty"` // what the reader made of it
	// Node is where it is, nil for what is not in a node.
	Node *Node `json:"-"`
}

func ofGrammar(d sgf.Diagnostic) Diagnostic {
	return Diagnostic{Severity: d.Severity, Code: d.Code, Line: d.Line, Column: d.Column, Offset: d.Offset, Wrong: d.Wrong, Assumed: d.Assumed}
}

// Place is where it is, in words.
func (d Diagnostic) Place() string {
	var parts []string
	if d.Line > 0 {
		parts = append(parts, fmt.Sprintf("line %d, column %d", d.Line, d.Column))
	}
	if d.Game > 0 {
		parts = append(parts, fmt.Sprintf("game %d", d.Game))
	}
	if d.Move > 0 {
		parts = append(parts, fmt.Sprintf("move %d", d.Move))
	}
	if d.Vertex != "" {
		parts = append(parts, d.Vertex)
	}
	if d.Variation != "" {
		parts = append(parts, "in the variation "+d.Variation)
	}
	return strings.Join(parts, ", ")
}

// String is the diagnostic on one line, for people.
func (d Diagnostic) String() string {
	s := fmt.Sprintf("%v: %s", d.Severity, d.Wrong)
	if place := d.Place(); place != "" {
		s = place + ": " + s
	}
	if d.Assumed != "" {
		s += "; " + d.Assumed
	}
	return s
}

// maxDiagnostics is how many are kept of a file, and as many errors after them, so
// that no error is hidden behind notes.
const maxDiagnostics = 2 * sgf.MaxDiagnostics

// add keeps a diagnostic, or counts it.
func (f *File) add(d Diagnostic) {
	room := maxDiagnostics
	if d.Severity == Error {
		room *= 2
	}
	if len(f.Diagnostics) >= room {
		f.Omitted++
		return
	}
	f.Diagnostics = append(f.Diagnostics, d)
}

// Worst is the highest severity among the diagnostics; false without diagnostics.
func (f *File) Worst() (Severity, bool) {
	worst := Note
	for _, d := range f.Diagnostics {
		worst = max(worst, d.Severity)
	}
	return worst, len(f.Diagnostics) > 0
}
