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
	Collection bool     `help:"Put the games one after the other into one file, instead of making one tree of them." config:"-"`
	Encoding   Encoding `placeholder:"NAME" help:"Write in this encoding instead of UTF-8." config:"-"`
	Skip       bool     `help:"Leave out what cannot be read or does not belong in the tree, with a warning, instead of refusing the whole." config:"-"`
	Force      bool     `help:"Replace a file that exists already." config:"-"`
	Paths      []Path   `arg:"" name:"path" placeholder:"PATH" help:"Records and folders of records; - is stdin."`
}

// Help tells how trees are merged.
func (SGFMergeCmd) Help() string {
	return "In one tree, what is the same in several games is there once and everything else becomes variations, the first game first. " +
		"Nothing is lost: comments follow each other, and of two values of one property, such as two players, the second is kept under its " +
		"name with an X before it. All games have to be on the same board."
}

// Run puts the records together.
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
		sayErrors(env, l)
		for _, t := range l.Trees {
			if c.Collection || len(all) == 0 {
				all = append(all, t)
			} else if err := all[0].Merge(t); err != nil {
				bad = append(bad, fmt.Errorf("%s: %w; --collection takes games on any boards", l.Name, err))
			}
		}
		return nil
	})
	if err != nil {
		return err // a part of the whole would look like the whole
	}
	switch {
	case c.Skip:
		for _, err := range bad {
			fmt.Fprintf(env.Stderr, "tengen: left out: %s\n", wording.OneLine(err.Error()))
		}
	case len(bad) == 1:
		return fmt.Errorf("%w; --skip goes on without it", bad[0])
	case len(bad) > 1:
		return failAll(env, append(bad, fmt.Errorf("%s cannot be merged; --skip goes on without them", wording.Counted(len(bad), "record"))))
	}
	if len(all) == 0 {
		return errors.New("there are no records to merge")
	}
	return writeTo(env, c.Out, c.Force, func(w io.Writer) error {
		_, err := kifu.Write(w, kifu.WriteOptions{Encoding: string(c.Encoding)}, all...)
		return err
	})
}
