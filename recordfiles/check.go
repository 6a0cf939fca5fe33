package recordfiles

import (
	"encoding/json"
	"fmt"
	"io"

	"tengen/baduk"
	"tengen/internal/wording"
	"tengen/kifu"
)

// Check holds the settings of a check of records.
type Check struct {
	Encoding string       // encoding of the text; "" means that it is detected
	Rules    *baduk.Rules // rules by which moves are judged; nil means the rules of each record
	Strict   bool         // warnings count as errors
}

// Checked is the outcome of checking a file or a part of a file. It does not keep the games.
type Checked struct {
	Loaded
	Found []kifu.Diagnostic
	Bad   bool // the file has an error
}

// File checks the games of a file.
func (c Check) File(f File, yield func(Checked) bool) {
	f.LoadEach(kifu.Options{Encoding: c.Encoding}, func(l Loaded) bool { return yield(c.judge(l)) })
}

// judge checks the moves of a file or of a part of a file.
func (c Check) judge(l Loaded) Checked {
	r := Checked{Loaded: l}
	if c.Rules != nil {
		for _, tree := range r.Trees {
			komi := tree.Rules.Komi
			tree.Rules = *c.Rules
			tree.Rules.Komi = komi
		}
	}
	r.Check()
	r.Found = r.Diagnostics
	if worst, any := r.Worst(); r.Err != nil && (!any || worst < kifu.Error && len(r.Trees) > 0) {
		r.Found = append(r.Found, kifu.Diagnostic{Severity: kifu.Error, Code: "unreadable", Wrong: r.Err.Error()})
	}
	limit := kifu.Error
	if c.Strict {
		limit = kifu.Warning
	}
	for _, d := range r.Found {
		r.Bad = r.Bad || d.Severity >= limit
	}
	r.Trees = nil // saves memory: the result may wait to be printed
	return r
}

// WriteJSON writes one object per diagnostic.
func (r Checked) WriteJSON(w io.Writer) error {
	type line struct {
		File     string `json:"file"`
		Severity string `json:"severity"`
		kifu.Diagnostic
	}
	encoder := json.NewEncoder(w)
	for _, d := range r.Found {
		if err := encoder.Encode(line{r.Name, d.Severity.String(), d}); err != nil {
			return err
		}
	}
	if r.Omitted > 0 {
		return encoder.Encode(line{r.Name, kifu.Note.String(), kifu.Diagnostic{Code: "omitted", Wrong: r.omitted()}})
	}
	return nil
}

// Write writes one line per diagnostic.
func (r Checked) Write(w io.Writer) error {
	for _, d := range r.Found {
		if _, err := fmt.Fprintln(w, wording.OneLine(r.Name+": "+d.String())); err != nil {
			return err
		}
	}
	if r.Omitted > 0 {
		_, err := fmt.Fprintln(w, wording.OneLine(r.Name+": note: "+r.omitted()))
		return err
	}
	return nil
}

func (r Checked) omitted() string { return fmt.Sprintf("%d more are not listed", r.Omitted) }
