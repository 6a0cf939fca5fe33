package recordfiles

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

// Leaves returns the last node of each line of a record, that is, every node without children.
func Leaves(t *kifu.Tree) []*kifu.Node {
	var ends []*kifu.Node
	for n := range t.Root().All() {
		if len(n.Children()) == 0 {
			ends = append(ends, n)
		}
	}
	return ends
}

// Alone reduces the record to the line from the root to the node end. It calls the function use
// with the record, and then restores the record. If end is nil, the function gets the whole
// record.
func Alone(t *kifu.Tree, end *kifu.Node, use func(*kifu.Tree) error) (err error) {
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

// GameName returns a file name made from the number, date and players of a game.
func GameName(info kifu.Info, number, total int) string {
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

// mostName is the largest number of bytes of a text in a file name.
const mostName = 60

// safeName turns a text into a part of a file name that is valid on every system. It keeps
// letters, digits and inner hyphens, and replaces everything else with underscores.
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

// WriteNew writes a record into a new file. If a file of that name exists, the new file gets
// another name.
func WriteNew(dir, name string, write func(io.Writer) error) (path string, err error) {
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
