package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"

	"tengen/internal/outfile"
	"tengen/internal/wording"
	"tengen/recordfiles"
)

// SGFFmtCmd is `tengen sgf fmt`.
type SGFFmtCmd struct {
	Write     bool     `short:"w" help:"Write each file in place instead of to stdout." xor:"how" config:"-"`
	Check     bool     `help:"List the files that would change, without changing them. The exit status is 1 if there are any." xor:"how" config:"-"`
	Canonical bool     `default:"true" negatable:"" help:"Write the properties of each node in the order of the SGF specification's index, so that the same game is always written in the same way." config:"-"`
	Encoding  Encoding `placeholder:"NAME" help:"Write in this encoding instead of UTF-8." config:"-"`
	Force     bool     `help:"Also rewrite files with errors. Parts that could not be read are lost." config:"-"`
	Paths     []Path   `arg:"" name:"path" placeholder:"PATH" help:"Records in SGF, and folders of them; - is stdin."`
}

// Help explains what is preserved.
func (SGFFmtCmd) Help() string {
	return "All nodes, properties and values are preserved, including unknown ones. SGF allows four kinds of line breaks; all are written as one kind unless the " +
		"order is kept (--no-canonical). A file is left unchanged and named on stderr if something would be lost: " +
		"if it has errors (tengen sgf check lists them), text around the games, or bytes that are invalid in its encoding. " +
		"With --write each file is replaced as a whole and keeps its permissions."
}

// Run formats every file.
func (c *SGFFmtCmd) Run(env *Env, sgf *SGFCmd) error {
	if c.Write && slices.Contains(c.Paths, recordfiles.Dash) {
		return usagef("stdin (-) cannot be written in place")
	}
	all, err := findRecords(env, sgf.recordLimits, c.Paths)
	if err != nil {
		return err
	}
	out, total, changed, rewritten := newResults(env), 0, 0, 0
	formatting := recordfiles.Formatting{Encoding: string(c.Encoding), Canonical: c.Canonical, Force: c.Force}
	var failures []error
	packed := map[string]bool{} // archives that were already reported
	err = eachRecord(env, all, !c.Write, recordfiles.Once(formatting.File), func(r recordfiles.Formatted) error {
		total++
		if errors.Is(r.Err, recordfiles.ErrFaults) {
			r.Err = fmt.Errorf("%w: --force writes the parts that could be read", r.Err)
		}
		if r.Err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", r.Name, r.Err))
			return nil
		}
		same := bytes.Equal(r.Data, r.Rewritten)
		if !same {
			changed++
		}
		switch {
		case c.Check && !same:
			_, err := fmt.Fprintln(out, wording.OneLine(r.Name))
			return err
		case c.Write && !same && r.Archive != "":
			if !packed[r.Archive] {
				packed[r.Archive] = true
				failures = append(failures, fmt.Errorf("%s: records in an archive cannot be written in place: unpack it first", r.Archive))
			}
		case c.Write && !same:
			if err := c.replace(r); err != nil {
				failures = append(failures, fmt.Errorf("%s: %w", r.Name, wording.WithoutPath(err)))
			} else {
				rewritten++
			}
		case !c.Check && !c.Write:
			_, err := out.Write(r.Rewritten)
			return err
		}
		return nil
	})
	if c.Write {
		fmt.Fprintf(env.Stderr, "tengen: %d of %s rewritten\n", rewritten, wording.Counted(total, "file"))
	}
	if err := out.end(err); err != nil {
		return failAll(env, append(failures, err))
	}
	if c.Check && changed > 0 {
		failures = append(failures, fmt.Errorf("%d of %s would be written differently", changed, wording.Counted(total, "file")))
	}
	return failAll(env, failures)
}

func (c *SGFFmtCmd) replace(r recordfiles.Formatted) error {
	info, err := os.Stat(r.Path)
	if err != nil || !info.Mode().IsRegular() {
		return errors.New("a record in an archive cannot be written in place")
	}
	if now, err := os.ReadFile(r.Path); err != nil || !bytes.Equal(now, r.Data) {
		return errors.New("the file is compressed or has changed in the meantime, and is left unchanged")
	}
	return outfile.Replace(r.Path, info.Mode().Perm(), r.Rewritten)
}
