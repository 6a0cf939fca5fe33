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
	Out      string   `short:"o" placeholder:"FILE" help:"Write to this file instead of stdout. Its extension chooses the format." config:"-"`
	From     *Format  `placeholder:"FORMAT" help:"Format of the input, if it cannot be detected." config:"-"`
	To       *Format  `placeholder:"FORMAT" help:"Format to write. Default: from the extension of --out, or else SGF." config:"-"`
	Encoding Encoding `placeholder:"NAME" help:"Write in this encoding instead of UTF-8." config:"-"`
	Game     Count    `placeholder:"N" help:"Convert only this game of the file, counted from 1." config:"-"`
	Dir      Path     `short:"d" placeholder:"DIR" help:"Write one file per record into this folder, which is created if missing. Each file keeps its name relative to PATH." config:"-"`
	Force    bool     `help:"Replace an existing file." config:"-"`
	Paths    []Path   `arg:"" name:"path" placeholder:"PATH" help:"A record in any format; - is stdin. With --dir also folders and archives."`
}

// Help lists the formats.
func (SGFConvertCmd) Help() string {
	var b strings.Builder
	b.WriteString("Information that the output format cannot hold is dropped and named on stderr. If a file has several games and the output format holds only one, " +
		"--dir writes one file per game. The formats:\n")
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
			return kifu.FormatInfo{}, usagef("--out: %v; for other names, choose the format with --to", err)
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
	return kifu.FormatInfo{}, usagef("unknown format %v", format)
}

// Run converts.
func (c *SGFConvertCmd) Run(env *Env, sgf *SGFCmd) error {
	to, err := c.target()
	if err != nil {
		return err
	}
	if c.Encoding != "" && to.Format != kifu.FormatSGF {
		return usagef("--encoding: only SGF can be written in encodings other than UTF-8")
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
		return usagef("several files can only be converted into a folder: name it with --dir")
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
			return fmt.Errorf("%s: %w", file.Name, err)
		}
		trees = []*kifu.Tree{tree}
	}
	if len(trees) > 1 && !to.Many {
		return fmt.Errorf("%s has %s, and a file in %s holds only one: choose a game with --game N, or write one file per game with --dir", wording.FileName(path), wording.Counted(len(trees), "game"), to.Name)
	}
	var made recordfiles.Converted
	err = unlessInterrupted(env, func() (err error) {
		if made, err = conversion.Convert(trees); err == nil && len(made.Failed) > 0 {
			err = fmt.Errorf("%w; choose another game with --game N, or convert the others with --dir", made.Failed[0])
		}
		if err != nil {
			return fmt.Errorf("%s: %w", wording.FileName(path), err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, loss := range made.Losses {
		note := wording.FileName(path) + ": " + loss.String() + inGames(loss, made.Games)
		fmt.Fprintf(env.Stderr, "tengen: %s\n", wording.OneLine(note))
	}
	return writeTo(env, c.Out, c.Force, writeBytes(made.Bytes()))
}

// inGames says how many games of a file a loss concerns, if the file has several games.
func inGames(loss recordfiles.Loss, games int) string {
	if games < 2 {
		return ""
	}
	return fmt.Sprintf(" (in %d of %d games)", loss.Games, games)
}

// convertAll writes one file per record into the folder. It reports records that fail, and still writes the others.
func (c *SGFConvertCmd) convertAll(env *Env, limits recordLimits, conversion recordfiles.Conversion) error {
	if c.Out != "" {
		return usagef("--out names one file and --dir a folder: give one of them")
	}
	all, err := findRecords(env, limits, c.Paths)
	if err != nil {
		return err
	}
	var failures []error
	lost := map[string]int{} // number of files, by the note about lost information
	var order []string
	written, sources := map[string][]writtenFile{}, 0
	var faults []string
	err = eachRecord(env, all, false, conversion.File, func(m recordfiles.Made) error {
		faults = append(faults, m.Faults...)
		for _, err := range m.Failed {
			failures = append(failures, fmt.Errorf("%s: %w", m.Source, err))
		}
		if m.Err == nil && len(m.Failed) > 0 && m.Games == 0 {
			return nil
		}
		if m.Err == nil {
			m.Err = c.put(env, m, written)
		}
		if m.Err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", m.Source, m.Err))
			return nil
		}
		sources++
		for _, loss := range m.Losses {
			note := loss.Uncounted() + inGames(loss, m.Games)
			if lost[note] == 0 {
				order = append(order, note)
			}
			lost[note]++
		}
		return nil
	})
	for _, fault := range faults {
		fmt.Fprintf(env.Stderr, "tengen: %s\n", fault)
	}
	for _, note := range order {
		fmt.Fprintf(env.Stderr, "tengen: %s (in %s)\n", wording.OneLine(note), wording.Counted(lost[note], "file"))
	}
	fmt.Fprintf(env.Stderr, "tengen: %s written to %s\n", wording.Counted(sources, "file"), wording.FileName(string(c.Dir)))
	if err != nil {
		return errors.Join(failAll(env, failures), err)
	}
	return failAll(env, failures)
}

// writtenFile is a file that convertAll wrote.
type writtenFile struct {
	info   fs.FileInfo
	source string
}

// put writes one file. If two records have the same name, the second one fails, even with
// --force. The keys of written are paths in lower case, because many file systems ignore case.
func (c *SGFConvertCmd) put(env *Env, m recordfiles.Made, written map[string][]writtenFile) error {
	if !filepath.IsLocal(m.Path) {
		return fmt.Errorf("its name in the archive, %s, points outside the folder", wording.FileName(m.Path))
	}
	path := filepath.Join(string(c.Dir), m.Path)
	key := strings.ToLower(path)
	if now, err := os.Stat(path); err == nil {
		for _, w := range written[key] {
			if os.SameFile(now, w.info) {
				return fmt.Errorf("%s was already written to the same file, %s", w.source, wording.FileName(path))
			}
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("the folder cannot be created: %w", wording.WithoutPath(err))
	}
	if err := writeTo(env, path, c.Force, writeBytes(m.Bytes())); err != nil {
		if _, ok := errors.AsType[*fs.PathError](err); ok {
			err = wording.WithoutPath(err)
		}
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	written[key] = append(written[key], writtenFile{info, m.Source})
	return nil
}

// writeBytes returns a function that writes data.
func writeBytes(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}
