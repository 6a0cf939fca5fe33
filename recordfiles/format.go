package recordfiles

import (
	"bytes"
	"fmt"
	"slices"

	"tengen/kifu"
)

// Formatting says how records are rewritten in SGF.
type Formatting struct {
	Encoding  string // of the text; "" is UTF-8
	Canonical bool   // the properties of each node in the order of the format's index
	Force     bool   // rewrite files with errors too
}

// Formatted is a file and its content when it is rewritten.
type Formatted struct {
	File
	Is []byte
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
		r.Err = fmt.Errorf("it is not SGF but %v: tengen sgf convert makes it one", format)
		return r
	}
	var b bytes.Buffer
	o := kifu.WriteOptions{Encoding: c.Encoding, Canonical: c.Canonical}
	var trees []*kifu.Tree // of all games, where they are written together
	for file, err := range kifu.Parts(bytes.NewReader(r.Data), f.Options(kifu.Options{Format: kifu.FormatSGF.String()})) {
		if err != nil && (!c.Force || len(file.Trees) == 0) {
			r.Err = fmt.Errorf("%w; it is left as it is", hinted(err))
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
		r.Err = fmt.Errorf("%w; it is left as it is", r.Err)
	}
	r.Is = b.Bytes()
	return r
}

// losing are the codes of warnings about something in the file that the trees do not have.
var losing = []kifu.Code{"text-around", "undecodable"}

// harmless errs if rewriting the file would lose something.
func (c Formatting) harmless(file *kifu.File) error {
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
