package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"tengen/internal/wording"
	"tengen/kifu"
	"tengen/recordfiles"
)

// SGFConvertCmd is `tengen sgf convert`.
type SGFConvertCmd struct {
	Out      string   `short:"o" placeholder:"FILE" help:"Write to this file instead of stdout; its extension says the format." config:"-"`
	From     *Format  `placeholder:"FORMAT" help:"The format of the file, if it cannot be detected." config:"-"`
	To       *Format  `placeholder:"FORMAT" help:"The format to write; SGF unless this or the name of the file says another." config:"-"`
	Encoding Encoding `placeholder:"NAME" help:"Write in this encoding instead of UTF-8." config:"-"`
	Game     Count    `placeholder:"N" help:"Take only this game of the file." config:"-"`
	Dir      Path     `short:"d" placeholder:"DIR" help:"Write a file for each record into this folder, which is made if missing, under its name within PATH." config:"-"`
	Force    bool     `help:"Replace a file that exists already." config:"-"`
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
	} else if c.Out != "" && c.Out != recordfiles.Dash {
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
	conversion := recordfiles.Conversion{To: to, Encoding: string(c.Encoding), Game: int(c.Game), Read: o}
	if c.Dir != "" {
		return c.convertAll(env, sgf.recordLimits, conversion)
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
		tree, err := file.Tree(int(c.Game))
		if err != nil {
			return err
		}
		trees = []*kifu.Tree{tree}
	}
	if len(trees) > 1 && !to.Many {
		return fmt.Errorf("%s has %s, and a file in %s holds one: --game N takes one, --dir makes a file of each", wording.FileName(path), wording.Counted(len(trees), "game"), to.Name)
	}
	var made recordfiles.Converted
	err = unlessInterrupted(env, func() (err error) {
		made, err = conversion.Convert(wording.FileName(path), trees)
		return err
	})
	if err != nil {
		return err
	}
	for _, note := range made.Lost {
		fmt.Fprintf(env.Stderr, "tengen: %s\n", wording.OneLine(note))
	}
	return writeTo(env, c.Out, c.Force, copied(made.Bytes()))
}

// convertAll writes a file for each record into the folder. What fails is told, and
// the others are written all the same.
func (c *SGFConvertCmd) convertAll(env *Env, limits recordLimits, conversion recordfiles.Conversion) error {
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
	err = eachRecord(env, all, false, conversion.File, func(m recordfiles.Made) error {
		if m.Err == nil {
			m.Err = c.put(env, m, written)
		}
		if m.Err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", m.Source, m.Err))
			return nil
		}
		sources++
		for _, note := range m.Lost {
			if note = recordfiles.WithoutNumber(strings.TrimPrefix(note, m.Source+": ")); lost[note] == 0 {
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

// put writes one file. Two records with one name cannot be told apart:
// the second one fails, whatever is forced.
func (c *SGFConvertCmd) put(env *Env, m recordfiles.Made, written map[string]string) error {
	if !filepath.IsLocal(m.Path) {
		return fmt.Errorf("its name in the archive, %s, leads out of the folder", wording.FileName(m.Path))
	}
	path := filepath.Join(string(c.Dir), m.Path)
	if other, ok := written[path]; ok {
		return fmt.Errorf("%s has the name that it would get, %s", other, wording.FileName(path))
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("the folder cannot be made: %w", wording.WithoutPath(err))
	}
	if err := writeTo(env, path, c.Force, copied(m.Bytes())); err != nil {
		if _, ok := errors.AsType[*fs.PathError](err); ok {
			err = wording.WithoutPath(err)
		}
		return err
	}
	written[path] = m.Source
	return nil
}

// copied writes bytes that are ready.
func copied(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}
