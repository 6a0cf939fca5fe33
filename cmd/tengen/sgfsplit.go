package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tengen/kifu"
)

// SGFSplitCmd is `tengen sgf split`.
type SGFSplitCmd struct {
	Dir        string `short:"d" default:"." placeholder:"DIR" help:"Write into this folder, which is made if need be (${default})." config:"-"`
	Variations bool   `help:"A file for each line of play instead of each game." config:"-"`
	File       Path   `arg:"" placeholder:"FILE" help:"Records; - is stdin."`
}

// Help tells the names.
func (SGFSplitCmd) Help() string {
	return "Files are named by their number, date and players, as 003-1846-07-21-Shusaku-Gennan.sgf. A file that is there already is never " +
		"replaced: the new one gets another name. The names are printed."
}

// Run writes the files.
func (c *SGFSplitCmd) Run(env *Env, sgf *SGFCmd) error {
	file, err := loadOne(env, sgf.recordLimits, string(c.File), kifu.Options{})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Dir, 0o777); err != nil {
		return fmt.Errorf("%s: %w", c.Dir, unwrapPath(err))
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
		for _, end := range leaves(t) {
			lines = append(lines, line{t, end})
		}
	}
	out := newResults(env)
	for i, l := range lines {
		if env.Ctx.Err() != nil {
			return out.end(fmt.Errorf("%w: the rest was left out", errInterrupted))
		}
		err := alone(l.tree, l.end, func(t *kifu.Tree) error {
			path, err := writeNew(c.Dir, splitName(t.Info(), i+1, len(lines)), func(w io.Writer) error {
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

// leaves are the ends of all lines of a record.
func leaves(t *kifu.Tree) []*kifu.Node {
	var ends []*kifu.Node
	for n := range t.Root().All() {
		if len(n.Children()) == 0 {
			ends = append(ends, n)
		}
	}
	return ends
}

// alone hands over the record with no other line than the one to end, for nil as
// it is. Afterwards it is as it was.
func alone(t *kifu.Tree, end *kifu.Node, use func(*kifu.Tree) error) (err error) {
	type cut struct {
		parent, branch *kifu.Node
		index          int
	}
	var cuts []cut
	defer func() {
		for _, c := range slices.Backward(cuts) {
			err = errors.Join(err, t.Graft(c.parent, c.index, c.branch))
		}
	}()
	for n := end; n != nil && n.Parent() != nil; n = n.Parent() {
		for i, sibling := range slices.Backward(slices.Clone(n.Parent().Children())) {
			if sibling == n {
				continue
			}
			parent := n.Parent()
			if err := t.Cut(sibling); err != nil {
				return err
			}
			cuts = append(cuts, cut{parent, sibling, i})
		}
	}
	return use(t)
}

// splitName names a file by what the record says.
func splitName(info kifu.Info, number, total int) string {
	parts := []string{fmt.Sprintf("%0*d", max(3, len(fmt.Sprint(total))), number)}
	for _, text := range []string{info.Date, info.Black, info.White} {
		if text = safeName(text); text != "" {
			parts = append(parts, text)
		}
	}
	if len(parts) == 1 {
		parts = append(parts, cmp.Or(safeName(info.Name), "game"))
	}
	return strings.Join(parts, "-")
}

// mostName is how many bytes of a text go into the name of a file.
const mostName = 60

// safeName is a text as part of a file's name on any system: letters and digits,
// and underscores for everything between them.
func safeName(text string) string {
	var b strings.Builder
	gap := false
	for _, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && !unicode.IsMark(r) || r == utf8.RuneError {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte('_')
			gap = false
		}
		if b.Len()+utf8.RuneLen(r) > mostName {
			break
		}
		b.WriteRune(r)
	}
	return strings.Trim(b.String(), "-_")
}

// writeNew writes a record into a file that was not there before.
func writeNew(dir, name string, write func(io.Writer) error) (path string, err error) {
	for i := 1; ; i++ {
		path = filepath.Join(dir, name+".sgf")
		if i > 1 {
			path = filepath.Join(dir, fmt.Sprintf("%s-%d.sgf", name, i))
		}
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		if err = errors.Join(write(f), f.Close()); err != nil {
			return "", errors.Join(err, os.Remove(path))
		}
		return path, nil
	}
}
