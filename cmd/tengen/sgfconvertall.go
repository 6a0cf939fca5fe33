package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"tengen/internal/wording"
	"tengen/kifu"
)

// madeFile is a file for the folder of --dir.
type madeFile struct {
	converted
	source string // whose games it has
	path   string
	err    error
}

// convertAll writes a file for each record into the folder. What fails is told, and
// the others are written all the same.
func (c *SGFConvertCmd) convertAll(env *Env, limits recordLimits, o kifu.Options, to kifu.FormatInfo) error {
	if c.Out != "" {
		return usagef("--out names one file and --dir a folder: give one of them")
	}
	all, err := findRecords(env, limits, c.Paths)
	if err != nil {
		return err
	}
	var failures []error
	lost := map[string]int{} // files by what they lost
	var order []string
	written, sources := map[string]string{}, 0
	work := func(f recordFile, yield func(madeFile) bool) { c.convertFile(f, o, to, yield) }
	err = eachRecord(env, all, false, work, func(m madeFile) error {
		if m.err == nil {
			m.err = c.put(env, m, written)
		}
		if m.err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", m.source, m.err))
			return nil
		}
		sources++
		for _, note := range m.lost {
			if note = withoutNumbers(strings.TrimPrefix(note, m.source+": ")); lost[note] == 0 {
				order = append(order, note)
			}
			lost[note]++
		}
		return nil
	})
	for _, note := range order {
		fmt.Fprintf(env.Stderr, "tengen: %s (in %s)\n", wording.OneLine(note), wording.Counted(lost[note], "file"))
	}
	fmt.Fprintf(env.Stderr, "tengen: %s written to %s\n", wording.Counted(sources, "file"), wording.FileName(string(c.Dir)))
	if err != nil {
		return errors.Join(failAll(env, failures), err)
	}
	return failAll(env, failures)
}

// withoutNumbers makes one of the same losses in different games, such as "12
// comments were left out".
func withoutNumbers(note string) string {
	note = strings.TrimLeft(note, "0123456789 ")
	one, _ := strings.CutSuffix(note, " was left out")
	for _, words := range [...][2]string{{"variation", "variations"}, {"comment", "comments"}, {"node with marks", "nodes with marks"}, {"time of a move", "times of moves"}} {
		if one == words[0] {
			return words[1] + " were left out"
		}
	}
	return note
}

// convertFile converts the games of a file.
func (c *SGFConvertCmd) convertFile(f recordFile, o kifu.Options, to kifu.FormatInfo, yield func(madeFile) bool) {
	m := madeFile{source: f.name, path: c.nameOf(f) + to.Extensions[0]}
	if f.open != nil && to.Many && c.Game == 0 && c.Encoding == "" {
		m.err = m.stream(f, o, to.Format)
		yield(m)
		return
	}
	l := f.load(o)
	if m.err = l.noGame(); m.err != nil {
		yield(m)
		return
	}
	trees := l.Trees
	if c.Game > 0 {
		tree, err := l.tree(c.Game)
		if err != nil {
			m.err = fmt.Errorf("there is no game %d in it", c.Game)
			yield(m)
			return
		}
		trees = []*kifu.Tree{tree}
	}
	parts := [][]*kifu.Tree{trees}
	if !to.Many && len(trees) > 1 {
		parts = nil
		for i := range trees {
			parts = append(parts, trees[i:i+1])
		}
	}
	for i, part := range parts {
		if len(parts) > 1 {
			m.path = fmt.Sprintf("%s-%0*d%s", c.nameOf(f), max(3, len(fmt.Sprint(len(parts)))), i+1, to.Extensions[0])
		}
		if m.converted, m.err = c.write(f.name, to.Format, part); m.err != nil {
			m.err = errors.New(strings.TrimPrefix(m.err.Error(), f.name+": "))
		}
		if !yield(m) {
			return
		}
	}
}

// nameOf is the name of what a file becomes, without an extension.
func (c *SGFConvertCmd) nameOf(f recordFile) string {
	name := strings.ReplaceAll(f.within, "!", string(filepath.Separator))
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// stream converts a file of many games, one after the other.
func (m *madeFile) stream(f recordFile, o kifu.Options, to kifu.Format) (err error) {
	m.converted = converted{format: to}
	f.loadEach(o, func(l loaded) bool {
		if err = l.err; err != nil {
			return false
		}
		for _, t := range l.Trees {
			if err = m.add(t, true); err != nil {
				return false
			}
		}
		return true
	})
	m.end(f.name)
	return err
}

// put writes one file. Two records with one name cannot be told apart:
// the second one fails, whatever is forced.
func (c *SGFConvertCmd) put(env *Env, m madeFile, written map[string]string) error {
	if !filepath.IsLocal(m.path) {
		return fmt.Errorf("its name in the archive, %s, leads out of the folder", wording.FileName(m.path))
	}
	path := filepath.Join(string(c.Dir), m.path)
	if other, ok := written[path]; ok {
		return fmt.Errorf("%s has the name that it would get, %s", other, wording.FileName(path))
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("the folder cannot be made: %w", unwrapPath(err))
	}
	if err := writeTo(env, path, c.Force, m.converted.to); err != nil {
		if _, ok := errors.AsType[*fs.PathError](err); ok {
			err = unwrapPath(err)
		}
		return err
	}
	written[path] = m.source
	return nil
}
