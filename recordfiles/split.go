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

// CountLines returns the number of lines of a record. Each node without children ends a line.
func CountLines(t *kifu.Tree) int {
	n := 0
	for node := range t.Root().All() {
		if len(node.Children()) == 0 {
			n++
		}
	}
	return n
}

// EachLine reduces the record to each of its lines, one after the other, and calls the function use each time. A line
// goes from the root to a node without children. If use returns an error, EachLine returns it at once. In the end the
// record has only one line.
func EachLine(t *kifu.Tree, use func() error) error {
	type fork struct {
		node     *kifu.Node
		branches []*kifu.Node // the first is the only child of the node, and the others are cut off
	}
	var forks []fork
	for n := t.Root(); ; {
		for len(n.Children()) > 0 {
			if branches := slices.Clone(n.Children()); len(branches) > 1 {
				for _, branch := range branches[1:] {
					if err := t.Cut(branch); err != nil {
						return err
					}
				}
				forks = append(forks, fork{n, branches})
			}
			n = n.Children()[0]
		}
		if err := use(); err != nil {
			return err
		}
		for len(forks) > 0 && len(forks[len(forks)-1].branches) == 1 {
			forks = forks[:len(forks)-1]
		}
		if len(forks) == 0 {
			return nil
		}
		last := &forks[len(forks)-1]
		if err := errors.Join(t.Cut(last.branches[0]), t.Graft(last.node, 0, last.branches[1])); err != nil {
			return err
		}
		last.branches = last.branches[1:]
		n = last.branches[0]
	}
}

// GameName returns a file name made from the number, date and players of a game. The
// parameter highest is the highest number of a game, which decides the digits of the number.
func GameName(info kifu.Info, number, highest int) string {
	parts := []string{padded(number, highest)}
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

// padded returns the number of a game with as many digits as the highest number, and at least three.
func padded(number, highest int) string {
	return fmt.Sprintf("%0*d", max(3, len(fmt.Sprint(highest))), number)
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
