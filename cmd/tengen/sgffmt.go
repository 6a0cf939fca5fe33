package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"tengen/internal/wording"
	"tengen/kifu"
)

// SGFFmtCmd is `tengen sgf fmt`.
type SGFFmtCmd struct {
	Write     bool     `short:"w" help:"Write each file in place instead of to stdout." xor:"how" config:"-"`
	Check     bool     `help:"List the files that are written differently, and change nothing; the status is 1 if there are any." xor:"how" config:"-"`
	Canonical bool     `default:"true" negatable:"" help:"Order the properties of each node as the format's index does, so that the same game is always written the same." config:"-"`
	Encoding  Encoding `placeholder:"NAME" help:"Write in this encoding instead of UTF-8." config:"-"`
	Force     bool     `help:"Take files with errors too; what was left out of them on reading is lost." config:"-"`
	Paths     []Path   `arg:"" name:"path" placeholder:"PATH" help:"Records in SGF, and folders of them; - is stdin."`
}

// Help tells what is kept.
func (SGFFmtCmd) Help() string {
	return "No node, property or value is lost, unknown ones included; of line breaks, of which SGF has four, one is written unless the " +
		"order is kept (--no-canonical). A file from which something would be lost is left alone and named " +
		"on stderr: one with errors (tengen sgf check lists them), with text around the games, or with bytes that its encoding does not have. " +
		"Files in place are replaced whole and keep their permissions."
}

// formatted is what became of one file.
type formatted struct {
	recordFile
	is []byte
}

// Run formats every file.
func (c *SGFFmtCmd) Run(env *Env, sgf *SGFCmd) error {
	if c.Write && slices.Contains(c.Paths, dash) {
		return usagef("stdin (-) cannot be written in place")
	}
	all, err := findRecords(env, sgf.recordLimits, c.Paths)
	if err != nil {
		return err
	}
	out, total, changed, rewritten := newResults(env), 0, 0, 0
	var failures []error
	packed := map[string]bool{} // archives that were named as such
	err = eachRecord(env, all, !c.Write, once(c.format), func(r formatted) error {
		total++
		if r.err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", r.name, r.err))
			return nil
		}
		same := bytes.Equal(r.data, r.is)
		if !same {
			changed++
		}
		switch {
		case c.Check && !same:
			_, err := fmt.Fprintln(out, wording.OneLine(r.name))
			return err
		case c.Write && !same && r.archive != "":
			if !packed[r.archive] {
				packed[r.archive] = true
				failures = append(failures, fmt.Errorf("%s: it is an archive, and what is in it cannot be written in place: unpack it first", r.archive))
			}
		case c.Write && !same:
			if err := c.replace(r); err != nil {
				failures = append(failures, fmt.Errorf("%s: %w", r.name, unwrapPath(err)))
			} else {
				rewritten++
			}
		case !c.Check && !c.Write:
			_, err := out.Write(r.is)
			return err
		}
		return nil
	})
	if c.Write {
		fmt.Fprintf(env.Stderr, "tengen: %d of %s rewritten\n", rewritten, wording.Counted(total, "file"))
	}
	if err := out.end(err); err != nil {
		return err
	}
	if c.Check && changed > 0 {
		failures = append(failures, fmt.Errorf("%d of %s would be written differently", changed, wording.Counted(total, "file")))
	}
	return failAll(env, failures)
}

func (c *SGFFmtCmd) replace(r formatted) error {
	info, err := os.Stat(r.path)
	if err != nil || !info.Mode().IsRegular() {
		return errors.New("it is in an archive, and cannot be written in place")
	}
	if now, err := os.ReadFile(r.path); err != nil || !bytes.Equal(now, r.data) {
		return errors.New("it is packed, or has changed meanwhile, and is left as it is")
	}
	return replaceFile(r.path, info.Mode().Perm(), func(w io.Writer) error {
		_, err := w.Write(r.is)
		return err
	})
}

// format reads one file and rewrites it in memory.
func (c *SGFFmtCmd) format(f recordFile) formatted {
	r := formatted{recordFile: f}
	if r.err != nil {
		return r
	}
	if r.data, r.err = f.whole(); r.err != nil {
		return r
	}
	if format := kifu.Detect(f.name, r.data); format != kifu.FormatSGF {
		r.err = fmt.Errorf("it is no SGF but %v: tengen sgf convert makes it one", format)
		return r
	}
	var b bytes.Buffer
	o := kifu.WriteOptions{Encoding: string(c.Encoding), Canonical: c.Canonical}
	var trees []*kifu.Tree // of all games, where they are written together
	for file, err := range kifu.Parts(bytes.NewReader(r.data), f.options(kifu.Options{Format: kifu.FormatSGF.String()})) {
		if err != nil && (!c.Force || len(file.Trees) == 0) {
			r.err = fmt.Errorf("%w; it is left as it is", hinted(err))
			return r
		}
		if r.err = c.harmless(file); r.err != nil {
			return r
		}
		if c.Encoding != "" {
			trees = append(trees, file.Trees...)
		} else if _, r.err = kifu.Write(&b, o, file.Trees...); r.err != nil {
			break
		}
	}
	if trees != nil {
		_, r.err = kifu.Write(&b, o, trees...)
	}
	if r.err != nil {
		r.err = fmt.Errorf("%w; it is left as it is", r.err)
	}
	r.is = b.Bytes()
	return r
}

// losing are the warnings that tell of something that is not in the trees.
var losing = []kifu.Code{"text-around", "undecodable"}

// harmless errs if rewriting the file would lose something.
func (c *SGFFmtCmd) harmless(file *kifu.File) error {
	for _, d := range file.Diagnostics {
		switch {
		case d.Code == kifu.CodeNotPlayable:
			return fmt.Errorf("%v; it is left as it is: such a game cannot be written again", d)
		case !c.Force && (d.Severity == kifu.Error || slices.Contains(losing, d.Code)):
			return fmt.Errorf("%v; it is left as it is: --force writes what could be read", d)
		}
	}
	return nil
}
