package main

import (
	"fmt"
	"io"
	"os"

	"tengen/internal/wording"
	"tengen/kifu"
	"tengen/recordfiles"
)

// SGFSplitCmd is `tengen sgf split`.
type SGFSplitCmd struct {
	Dir        string `short:"d" default:"." placeholder:"DIR" help:"Write into this folder, which is created if missing (default ${default})." config:"-"`
	Variations bool   `help:"Write one file per variation instead of per game." config:"-"`
	File       Path   `arg:"" placeholder:"FILE" help:"Records; - is stdin."`
}

// Help explains the names of the files.
func (SGFSplitCmd) Help() string {
	return "Files are named by number, date and players, for example 003-1846-07-21-Shusaku-Gennan.sgf. Existing files are never " +
		"replaced: the new file gets another name. The names are printed."
}

// Run writes the files.
func (c *SGFSplitCmd) Run(env *Env, sgf *SGFCmd) error {
	file, err := loadOne(env, sgf.recordLimits, string(c.File), kifu.Options{})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Dir, 0o777); err != nil {
		return fmt.Errorf("%s: %w", c.Dir, wording.WithoutPath(err))
	}
	type line struct {
		tree *kifu.Tree
		end  *kifu.Node // nil for the whole tree
	}
	var lines []line
	for _, t := range file.Trees {
		if !c.Variations {
			lines = append(lines, line{t, nil})
			continue
		}
		for _, end := range recordfiles.Leaves(t) {
			lines = append(lines, line{t, end})
		}
	}
	out := newResults(env)
	for i, l := range lines {
		if env.Ctx.Err() != nil {
			return out.end(fmt.Errorf("%w: the rest was skipped", errInterrupted))
		}
		err := recordfiles.Alone(l.tree, l.end, func(t *kifu.Tree) error {
			path, err := recordfiles.WriteNew(c.Dir, recordfiles.GameName(t.Info(), i+1, len(lines)), func(w io.Writer) error {
				_, err := kifu.Write(w, kifu.WriteOptions{}, t)
				return err
			})
			if err == nil {
				_, err = fmt.Fprintln(out, path)
			}
			return err
		})
		if err != nil {
			return out.end(err)
		}
	}
	return out.end(nil)
}
