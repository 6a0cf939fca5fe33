package recordfiles

import (
	"bytes"
	"errors"
	"fmt"

	"tengen/kifu"
)

// Formatting holds the settings for rewriting records in SGF.
type Formatting struct {
	Encoding  string // encoding of the output; "" means UTF-8
	Canonical bool   // sort the properties of each node in the order of the SGF standard's index
	Force     bool   // also rewrite files with errors
}

// Formatted is a file and its rewritten content.
type Formatted struct {
	File
	Rewritten []byte
}

// File reads one file and rewrites it in memory.
func (c Formatting) File(f File) Formatted {
	r := Formatted{File: f}
	if r.Err != nil {
		return r
	}
	if r.Data, r.Err = f.Whole(); r.Err != nil {
		return r
	}
	if format := kifu.Detect(f.Name, r.Data); format != kifu.FormatSGF {
		r.Err = fmt.Errorf("the format is %v, not SGF: convert it with tengen sgf convert", format)
		return r
	}
	var b bytes.Buffer
	o := kifu.WriteOptions{Encoding: c.Encoding, Canonical: c.Canonical}
	var trees []*kifu.Tree // all games, if they are written together
	for file, err := range kifu.Parts(bytes.NewReader(r.Data), f.Options(kifu.Options{Format: kifu.FormatSGF.String()})) {
		if err != nil && (!c.Force || len(file.Trees) == 0) {
			r.Err = fmt.Errorf("%w; the file is left unchanged", hinted(err))
			return r
		}
		if r.Err = c.harmless(file); r.Err != nil {
			return r
		}
		if c.Encoding != "" {
			trees = append(trees, file.Trees...)
		} else if _, r.Err = kifu.Write(&b, o, file.Trees...); r.Err != nil {
			break
		}
	}
	if trees != nil {
		_, r.Err = kifu.Write(&b, o, trees...)
	}
	if r.Err != nil {
		r.Err = fmt.Errorf("%w; the file is left unchanged", r.Err)
	}
	r.Rewritten = b.Bytes()
	return r
}

// loses reports whether a diagnostic is about content that the trees lack or have with wrong characters. Rewriting the
// file would lose this content.
func loses(d kifu.Diagnostic, encoding string) bool {
	switch d.Code {
	case "text-around", "undecodable":
		return true
	case "encoding-mixed":
		return encoding != "UTF-8" // UTF-8 and ASCII are never read by mistake
	}
	return d.Severity == kifu.Error
}

// ErrFaults means that a file has faults, and that rewriting it would lose something. [Formatting].Force rewrites the
// parts that could be read.
var ErrFaults = errors.New("the file is left unchanged")

// harmless returns an error if rewriting the file would lose something.
func (c Formatting) harmless(file *kifu.File) error {
	for _, d := range file.Diagnostics {
		switch {
		case d.Code == kifu.CodeNotPlayable:
			return fmt.Errorf("%v; the file is left unchanged, because such a game cannot be written", d)
		case !c.Force && loses(d, file.Encoding):
			return fmt.Errorf("%v; %w", d, ErrFaults)
		}
	}
	if !c.Force && file.Omitted > 0 { // a diagnostic that was not kept may be about lost content
		return fmt.Errorf("the file has too many faults to examine: %d are left; %w", file.Omitted, ErrFaults)
	}
	return nil
}
