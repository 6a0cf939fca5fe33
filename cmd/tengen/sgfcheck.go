package main

import (
	"fmt"
	"strings"

	"tengen/baduk"
	"tengen/internal/wording"
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

// Run checks every file.
func (c *SGFCheckCmd) Run(env *Env, sgf *SGFCmd) error {
	all, err := findRecords(env, sgf.recordLimits, c.Paths)
	if err != nil {
		return err
	}
	check := recordfiles.Check{Encoding: string(c.Encoding), Rules: c.Rules.rules(), Strict: c.Strict}
	out, total, bad := newResults(env), 0, 0
	named := false // the file of the part was counted as bad
	err = eachRecord(env, all, true, check.File, func(r recordfiles.Checked) error {
		if r.First {
			total++
			named = false
		}
		if r.Bad && !named {
			bad++
		} else if c.Quiet {
			return nil
		}
		named = named || r.Bad
		switch {
		case c.JSON:
			return r.WriteJSON(out)
		case c.Quiet:
			_, err := fmt.Fprintln(out, wording.OneLine(r.Name))
			return err
		}
		return r.Write(out)
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
