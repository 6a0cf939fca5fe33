package kifu

import (
	"fmt"
	"strings"

	"tengen/sgf"
)

// Severity says how bad a Diagnostic is.
type Severity = sgf.Severity

// The severities are the same as in package sgf.
const (
	Note    = sgf.Note    // unusual, but allowed or without consequence
	Warning = sgf.Warning // a standard or a rule is broken, but the meaning is clear
	Error   = sgf.Error   // something was left out or had to be guessed
)

// Code names the kind of fault that a Diagnostic reports. Package sgf has the codes for
// faults of the grammar. Package kifu has the codes for faults of the game. The codes do
// not change, but the texts of the messages may.
type Code = sgf.Code

// Codes of faults that only a reader that knows Go can find.
const (
	CodeUnreadable  Code = "unreadable"   // the file is not in its format, or not text
	CodeNotPlayable Code = "not-playable" // the game is not Go, or has no usable board
	CodeInfo        Code = "info"         // the board, the rules or the komi were not understood, or were corrected
	CodePoint       Code = "point"        // the value of a move, a stone or a mark is not a point of the board
	CodeOccupied    Code = "occupied"     // a move on a stone
	CodeSuicide     Code = "suicide"      // a move that the rules forbid as suicide
	CodeKo          Code = "ko"           // a move that the rule of ko forbids
	CodeSuperko     Code = "superko"      // a move that repeats a position, where the rules forbid it
	CodeTurn        Code = "turn"         // two moves of one player in a row
	CodeMixed       Code = "mixed"        // a move and set-up stones in one node
	CodeTwoMoves    Code = "two-moves"    // moves of both players in one node
	CodeSetup       Code = "setup"        // set-up stones that contradict each other, or leave chains without liberties
	CodeLong        Code = "long"         // a line of play that is too long to be judged to its end
)

// Diagnostic is one finding about a record: its place, the fault, and what the
// reader assumed instead.
type Diagnostic struct {
	Severity Severity `json:"-"`
	Code     Code     `json:"code"`
	// Line, Column and Offset are the place in the file, as in [sgf.Diagnostic]. They
	// are 0 if Game and Move state the place instead.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
	Offset int `json:"offset,omitempty"`
	Game   int `json:"game,omitempty"` // number of the game in the file, from 1
	Move   int `json:"move,omitempty"` // number of the move, from 1; the first move after the root has 1
	// Vertex is the point of the move. Variation is the path to the node of the move. On
	// the main line Variation is empty. "12:2,30:1" means child 2 of node 12, then child
	// 1 of node 30. Nodes and children are counted from 0. After twenty such steps the
	// path ends with "...".
	Vertex    string `json:"vertex,omitempty"`
	Variation string `json:"variation,omitempty"`
	Wrong     string `json:"wrong"`             // what was expected and what was found
	Assumed   string `json:"assumed,omitempty"` // how the reader went on
	// Node is the node that the finding is about; nil if it is not about a node.
	Node *Node `json:"-"`
}

func ofGrammar(d sgf.Diagnostic) Diagnostic {
	return Diagnostic{Severity: d.Severity, Code: d.Code, Line: d.Line, Column: d.Column, Offset: d.Offset, Wrong: d.Wrong, Assumed: d.Assumed}
}

// Place describes the place of the finding in words.
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

// String formats the diagnostic on one line, for people.
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

// maxDiagnostics is the largest number of diagnostics that are kept for a file. Only
// errors may exceed it, up to twice this number in total. A large number of notes
// therefore does not hide errors.
const maxDiagnostics = 2 * sgf.MaxDiagnostics

// add keeps a diagnostic. If there are too many, it only counts the diagnostic.
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

// Worst returns the highest severity among the diagnostics, or false if there are no
// diagnostics.
func (f *File) Worst() (Severity, bool) {
	worst := Note
	for _, d := range f.Diagnostics {
		worst = max(worst, d.Severity)
	}
	return worst, len(f.Diagnostics) > 0
}
