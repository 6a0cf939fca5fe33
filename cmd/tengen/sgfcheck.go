package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"tengen/baduk"
	"tengen/internal/wording"
	"tengen/kifu"
	"tengen/recordfiles"
)

// SGFCheckCmd is `tengen sgf check`.
type SGFCheckCmd struct {
	Strict   bool     `help:"Warnings count as errors do." config:"-"`
	Quiet    bool     `help:"Print only the names of files with errors." xor:"how" config:"-"`
	JSON     bool     `help:"Print one JSON object a diagnostic." xor:"how" config:"-"`
	Rules    *Ruleset `placeholder:"NAME" help:"Judge the moves by these rules instead of each record's own." config:"-"`
	Encoding Encoding `placeholder:"NAME" help:"The encoding of the text, whatever the file says." config:"-"`
	Paths    []Path   `arg:"" name:"path" placeholder:"PATH" help:"Records and folders of records; - is stdin."`
}

// Help tells what the statuses mean.
func (SGFCheckCmd) Help() string {
	var names []string
	for _, p := range baduk.Presets() {
		names = append(names, p.Name)
	}
	return "The rules that --rules knows are " + strings.Join(names, ", ") + ".\n\nThe status is 1 if something cannot be used as it is: it is not a record of Go, or something in it is an error, which means that " +
		"it was left out or had to be guessed. Notes and warnings leave it 0. Moves against the rule of ko, repetition or suicide are " +
		"warnings; moves on a stone or off the board are errors."
}

// checked is what was found in one file.
type checked struct {
	recordfiles.Loaded
	found []kifu.Diagnostic
	bad   bool
}

// Run checks every file.
func (c *SGFCheckCmd) Run(env *Env, sgf *SGFCmd) error {
	all, err := findRecords(env, sgf.recordLimits, c.Paths)
	if err != nil {
		return err
	}
	out, total, bad := newResults(env), 0, 0
	named := false // the file that the part is of, as a bad one
	err = eachRecord(env, all, true, c.check, func(r checked) error {
		if r.First {
			total++
			named = false
		}
		if r.bad && !named {
			bad++
		} else if c.Quiet {
			return nil
		}
		named = named || r.bad
		return c.print(out, r)
	})
	if err := out.end(err); err != nil {
		return err
	}
	return c.sum(env, total, bad)
}

// sum is the last line, an error if there were any.
func (c *SGFCheckCmd) sum(env *Env, total, bad int) error {
	what := "errors"
	if c.Strict {
		what = "errors or warnings"
	}
	if bad > 0 {
		return fmt.Errorf("%s, %d with %s", wording.Counted(total, "file"), bad, what)
	}
	fmt.Fprintf(env.Stderr, "tengen: %s, none with %s\n", wording.Counted(total, "file"), what)
	return nil
}

// check reads one file and judges its moves.
func (c *SGFCheckCmd) check(f recordfiles.File, yield func(checked) bool) {
	f.LoadEach(kifu.Options{Encoding: string(c.Encoding)}, func(l recordfiles.Loaded) bool { return yield(c.judge(l)) })
}

// judge judges the moves of a file, or of a part of one.
func (c *SGFCheckCmd) judge(l recordfiles.Loaded) checked {
	r := checked{Loaded: l}
	if c.Rules != nil {
		for _, tree := range r.Trees {
			komi := tree.Rules.Komi
			tree.Rules = c.Rules.Rules
			tree.Rules.Komi = komi
		}
	}
	r.Check()
	r.found = r.Diagnostics
	if worst, any := r.Worst(); r.Err != nil && (!any || worst < kifu.Error && len(r.Trees) > 0) {
		r.found = append(r.found, kifu.Diagnostic{Severity: kifu.Error, Code: "unreadable", Wrong: r.Err.Error()})
	}
	limit := kifu.Error
	if c.Strict {
		limit = kifu.Warning
	}
	for _, d := range r.found {
		r.bad = r.bad || d.Severity >= limit
	}
	r.Trees = nil // what waits to be printed needs no games
	return r
}

// print writes what was found in one file.
func (c *SGFCheckCmd) print(out results, r checked) error {
	switch {
	case c.JSON:
		encoder := json.NewEncoder(out)
		for _, d := range r.found {
			if err := encoder.Encode(diagnosticLine{r.Name, d.Severity.String(), d}); err != nil {
				return err
			}
		}
		if r.Omitted > 0 {
			return encoder.Encode(diagnosticLine{r.Name, kifu.Note.String(), kifu.Diagnostic{Code: "omitted", Wrong: omittedText(r.File)}})
		}
		return nil
	case c.Quiet:
		_, err := fmt.Fprintln(out, wording.OneLine(r.Name))
		return err
	}
	for _, d := range r.found {
		if _, err := fmt.Fprintln(out, wording.OneLine(r.Name+": "+d.String())); err != nil {
			return err
		}
	}
	if r.Omitted > 0 {
		_, err := fmt.Fprintln(out, wording.OneLine(r.Name+": note: "+omittedText(r.File)))
		return err
	}
	return nil
}

func omittedText(f *kifu.File) string { return fmt.Sprintf("%d more are not listed", f.Omitted) }

// diagnosticLine is a diagnostic with the file that it is about.
type diagnosticLine struct {
	File     string `json:"file"`
	Severity string `json:"severity"`
	kifu.Diagnostic
}
