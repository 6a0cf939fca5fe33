package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"tengen/kifu"
)

// SGFConvertCmd is `tengen sgf convert`.
type SGFConvertCmd struct {
	Out      string   `short:"o" placeholder:"FILE" help:"Write to this file instead of stdout; its extension says the format." config:"-"`
	From     *Format  `placeholder:"FORMAT" help:"The format of the file, where it cannot be told." config:"-"`
	To       *Format  `placeholder:"FORMAT" help:"The format to write; SGF when neither this nor the name of a file says another." config:"-"`
	Encoding Encoding `placeholder:"NAME" help:"Write in this encoding instead of UTF-8." config:"-"`
	Game     Count    `placeholder:"N" help:"Take only this game of the file." config:"-"`
	Force    bool     `help:"Replace a file that is there already." config:"-"`
	File     string   `arg:"" placeholder:"FILE" help:"A record in any format; - is stdin."`
}

// Help lists the formats.
func (SGFConvertCmd) Help() string {
	var b strings.Builder
	b.WriteString("What the other format has no place for is left out and named on stderr. The formats:\n")
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
func (c *SGFConvertCmd) Run(env *Env) error {
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
	file, err := loadOne(env, c.File, o)
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
		return fmt.Errorf("%s has %s, and a file in %s holds one: --game N takes one, tengen sgf split makes a file of each", c.File, counted(len(trees), "game"), to.Name)
	}
	return writeTo(env, c.Out, c.Force, func(w io.Writer) error { return c.write(env, w, to.Format, trees) })
}

// write writes the games, and says what is lost.
func (c *SGFConvertCmd) write(env *Env, w io.Writer, to kifu.Format, trees []*kifu.Tree) error {
	if to == kifu.FormatSGF {
		_, err := kifu.Write(w, kifu.WriteOptions{Encoding: string(c.Encoding)}, trees...)
		return err
	}
	for i, t := range trees {
		game := ""
		if len(trees) > 1 {
			game = fmt.Sprintf("game %d: ", i+1)
		}
		data, lost, err := t.Export(to)
		if err != nil {
			return fmt.Errorf("%s: %s%w", c.File, game, err)
		}
		for _, note := range lost {
			fmt.Fprintf(env.Stderr, "tengen: %s\n", oneLine(c.File+": "+game+note))
		}
		if _, err := w.Write(data); err != nil {
			return err
		}
	}
	return nil
}
