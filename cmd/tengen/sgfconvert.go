package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"tengen/internal/wording"
	"tengen/kifu"
)

// SGFConvertCmd is `tengen sgf convert`.
type SGFConvertCmd struct {
	Out      string   `short:"o" placeholder:"FILE" help:"Write to this file instead of stdout; its extension says the format." config:"-"`
	From     *Format  `placeholder:"FORMAT" help:"The format of the file, where it cannot be told." config:"-"`
	To       *Format  `placeholder:"FORMAT" help:"The format to write; SGF when neither this nor the name of a file says another." config:"-"`
	Encoding Encoding `placeholder:"NAME" help:"Write in this encoding instead of UTF-8." config:"-"`
	Game     Count    `placeholder:"N" help:"Take only this game of the file." config:"-"`
	Dir      Path     `short:"d" placeholder:"DIR" help:"Write a file for each record into this folder, which is made if need be, under the name that it has within PATH." config:"-"`
	Force    bool     `help:"Replace a file that is there already." config:"-"`
	Paths    []Path   `arg:"" name:"path" placeholder:"PATH" help:"A record in any format, - is stdin; with --dir also folders and archives."`
}

// Help lists the formats.
func (SGFConvertCmd) Help() string {
	var b strings.Builder
	b.WriteString("What the other format has no place for is left out and named on stderr. Of a file with several games, --dir makes a file for each " +
		"where the format holds one. The formats:\n")
	for _, f := range kifu.Formats() {
		does := "read and written"
		if !f.Write {
			does = "read"
		} else if !f.Read {
			does = "written"
		}
		fmt.Fprintf(&b, "\n  %s (%s): %s, %s", f.Name, strings.Join(f.Extensions, " "), f.Title, does)
	}
	return b.String()
}

// Format is a format of records.
type Format struct{ kifu.Format }

// UnmarshalText reads a name or an extension.
func (f *Format) UnmarshalText(text []byte) (err error) {
	f.Format, err = kifu.ParseFormat(string(text))
	return err
}

// target is the format to write.
func (c *SGFConvertCmd) target() (kifu.FormatInfo, error) {
	format := kifu.FormatSGF
	if c.To != nil {
		format = c.To.Format
	} else if c.Out != "" && c.Out != dash {
		var err error
		if format, err = kifu.ParseFormat(filepath.Ext(c.Out)); err != nil {
			return kifu.FormatInfo{}, usagef("--out: %v; --to says the format of other names", err)
		}
	}
	for _, info := range kifu.Formats() {
		if info.Format == format {
			if !info.Write {
				return info, usagef("the format %s can only be read", info.Name)
			}
			return info, nil
		}
	}
	return kifu.FormatInfo{}, usagef("there is no format %v", format)
}

// Run converts.
func (c *SGFConvertCmd) Run(env *Env, sgf *SGFCmd) error {
	to, err := c.target()
	if err != nil {
		return err
	}
	if c.Encoding != "" && to.Format != kifu.FormatSGF {
		return usagef("--encoding: only SGF is written in other encodings than UTF-8")
	}
	var o kifu.Options
	if c.From != nil {
		o.Format = c.From.String()
	}
	if c.Dir != "" {
		return c.convertAll(env, sgf.recordLimits, o, to)
	}
	if len(c.Paths) > 1 {
		return usagef("several files are converted into a folder: name it with --dir")
	}
	path := string(c.Paths[0])
	file, err := loadOne(env, sgf.recordLimits, path, o)
	if err != nil {
		return err
	}
	trees := file.Trees
	if c.Game > 0 {
		tree, err := file.tree(c.Game)
		if err != nil {
			return err
		}
		trees = []*kifu.Tree{tree}
	}
	if len(trees) > 1 && !to.Many {
		return fmt.Errorf("%s has %s, and a file in %s holds one: --game N takes one, --dir makes a file of each", wording.FileName(path), wording.Counted(len(trees), "game"), to.Name)
	}
	var made converted
	err = unlessInterrupted(env, func() (err error) {
		made, err = c.write(wording.FileName(path), to.Format, trees)
		return err
	})
	if err != nil {
		return err
	}
	made.say(env)
	return writeTo(env, c.Out, c.Force, made.to)
}

// converted is a file in the other format.
type converted struct {
	bytes.Buffer
	format kifu.Format
	games  int
	lost   []string       // what it has no place for
	times  map[string]int // in how many games that was so
}

func (m *converted) to(w io.Writer) error {
	_, err := w.Write(m.Bytes())
	return err
}

func (m *converted) say(env *Env) {
	for _, note := range m.lost {
		fmt.Fprintf(env.Stderr, "tengen: %s\n", wording.OneLine(note))
	}
}

// add writes a game. Many says that the file has others.
func (m *converted) add(t *kifu.Tree, many bool) error {
	m.games++
	if m.format == kifu.FormatSGF {
		_, err := kifu.Write(m, kifu.WriteOptions{}, t)
		return err
	}
	data, lost, err := t.Export(m.format)
	if err != nil && many {
		err = fmt.Errorf("game %d: %w", m.games, err)
	}
	for _, note := range lost {
		if m.times == nil {
			m.times = map[string]int{}
		}
		if m.times[note]++; m.times[note] == 1 {
			m.lost = append(m.lost, note)
		}
	}
	m.Write(data)
	return err
}

// end says in how many games of a file something was lost.
func (m *converted) end(name string) {
	for i, note := range m.lost {
		if m.games > 1 {
			note = fmt.Sprintf("%s (in %d of %d games)", note, m.times[note], m.games)
		}
		m.lost[i] = name + ": " + note
	}
}

// write writes the games of a file, to memory.
func (c *SGFConvertCmd) write(name string, to kifu.Format, trees []*kifu.Tree) (converted, error) {
	m := converted{format: to}
	if c.Encoding != "" {
		if _, err := kifu.Write(&m, kifu.WriteOptions{Encoding: string(c.Encoding)}, trees...); err != nil {
			return m, fmt.Errorf("%s: %w", name, err)
		}
		return m, nil
	}
	for _, t := range trees {
		if err := m.add(t, len(trees) > 1); err != nil {
			return m, fmt.Errorf("%s: %w", name, err)
		}
	}
	m.end(name)
	return m, nil
}
