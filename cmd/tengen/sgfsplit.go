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
	lines := 0
	for _, t := range file.Trees {
		lines += recordfiles.CountLines(t)
	}
	out, number := newResults(env), 0
	for _, t := range file.Trees {
		if c.Variations {
			err = recordfiles.EachLine(t, func() error {
				number++
				return c.write(env, out, t, number, lines)
			})
		} else {
			err = c.write(env, out, t, t.Number(), file.Trees[len(file.Trees)-1].Number())
		}
		if err != nil {
			break
		}
	}
	return out.end(err)
}

// write writes a record into a new file, and prints the name of the file. The name begins with the number, which has
// as many digits as the highest number.
func (c *SGFSplitCmd) write(env *Env, out results, t *kifu.Tree, number, highest int) error {
	if env.Ctx.Err() != nil {
		return fmt.Errorf("%w: the rest was skipped", errInterrupted)
	}
	path, err := recordfiles.WriteNew(c.Dir, recordfiles.GameName(t.Info(), number, highest), func(w io.Writer) error {
		_, err := kifu.Write(w, kifu.WriteOptions{}, t)
		return err
	})
	if err == nil {
		_, err = fmt.Fprintln(out, path)
	}
	return err
}
