package main

import (
	"errors"
	"fmt"
	"io"

	"tengen/internal/wording"
	"tengen/kifu"
	"tengen/recordfiles"
)

// SGFMergeCmd is `tengen sgf merge`.
type SGFMergeCmd struct {
	Out        string   `short:"o" placeholder:"FILE" help:"Write to this file instead of stdout." config:"-"`
	Collection bool     `help:"Write the games one after another into one file, instead of merging them into one tree." config:"-"`
	Encoding   Encoding `placeholder:"NAME" help:"Write in this encoding instead of UTF-8." config:"-"`
	Skip       bool     `help:"Skip records that cannot be read or merged, with a warning, instead of refusing the merge." config:"-"`
	Force      bool     `help:"Replace an existing file." config:"-"`
	Paths      []Path   `arg:"" name:"path" placeholder:"PATH" help:"Records and folders of records; - is stdin."`
}

// Help explains how trees are merged.
func (SGFMergeCmd) Help() string {
	return "In one tree, moves that several games share appear once. The other moves become variations, and those of the first game come first. " +
		"Nothing is lost. Comments are joined. If a property such as a player's name has two values, the second is kept under the property's " +
		"name with an X before it. All games must be on the same board."
}

// Run merges the records.
func (c *SGFMergeCmd) Run(env *Env, sgf *SGFCmd) error {
	files, err := findRecords(env, sgf.recordLimits, c.Paths)
	if err != nil {
		return err
	}
	var all []*kifu.Tree
	var bad []error
	err = eachRecord(env, files, false, recordfiles.Once(func(f recordfiles.File) recordfiles.Loaded { return f.Load(kifu.Options{}) }), func(l recordfiles.Loaded) error {
		if err := l.NoGame(); err != nil {
			bad = append(bad, fmt.Errorf("%s: %w", l.Name, err))
			return nil
		}
		printFaults(env, l)
		for _, t := range l.Trees {
			if c.Collection || len(all) == 0 {
				all = append(all, t)
			} else if err := all[0].Merge(t); err != nil {
				bad = append(bad, fmt.Errorf("%s: %w; use --collection to keep the games separate", l.Name, err))
			}
		}
		return nil
	})
	if err != nil {
		return err // an incomplete merge would look complete
	}
	switch {
	case c.Skip:
		for _, err := range bad {
			fmt.Fprintf(env.Stderr, "tengen: skipped: %s\n", wording.OneLine(err.Error()))
		}
	case len(bad) == 1:
		return fmt.Errorf("%w; --skip merges the others", bad[0])
	case len(bad) > 1:
		return failAll(env, append(bad, fmt.Errorf("%s cannot be merged; --skip merges the others", wording.Counted(len(bad), "record"))))
	}
	if len(all) == 0 {
		return errors.New("no records to merge were found")
	}
	return writeTo(env, c.Out, c.Force, func(w io.Writer) error {
		_, err := kifu.Write(w, kifu.WriteOptions{Encoding: string(c.Encoding)}, all...)
		return err
	})
}
