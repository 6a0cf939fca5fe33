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
	Strict   bool     `help:"Treat warnings as errors." config:"-"`
	Quiet    bool     `help:"Print only the names of files with errors." xor:"how" config:"-"`
	JSON     bool     `help:"Print one JSON object per diagnostic." xor:"how" config:"-"`
	Rules    *Ruleset `placeholder:"NAME" help:"Check the moves under these rules instead of each record's own." config:"-"`
	Encoding Encoding `placeholder:"NAME" help:"Encoding of the text, regardless of what the file says." config:"-"`
	Paths    []Path   `arg:"" name:"path" placeholder:"PATH" help:"Records and folders of records; - is stdin."`
}

// Help explains the exit statuses.
func (SGFCheckCmd) Help() string {
	var names []string
	for _, p := range baduk.Presets() {
		names = append(names, p.Name)
	}
	return "The values of --rules are " + strings.Join(names, ", ") + ".\n\nThe exit status is 1 if a file is not a record of Go, or if it has errors: parts that " +
		"had to be skipped or guessed. Notes and warnings leave the status 0. Moves that break the rules on ko, repetition or suicide are " +
		"warnings. Moves on an occupied point or off the board are errors."
}

// Run checks every file.
func (c *SGFCheckCmd) Run(env *Env, sgf *SGFCmd) error {
	all, err := findRecords(env, sgf.recordLimits, c.Paths)
	if err != nil {
		return err
	}
	check := recordfiles.Check{Encoding: string(c.Encoding), Rules: c.Rules.rules(), Strict: c.Strict}
	out, total, bad := newResults(env), 0, 0
	named := false // the current file was already counted as bad
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
	return c.summary(env, total, bad)
}

// summary prints the last line. If files were bad, it returns the line as an error.
func (c *SGFCheckCmd) summary(env *Env, total, bad int) error {
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
