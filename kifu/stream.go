package kifu

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"

	"tengen/sgf"
)

// HasLines reports whether a file has a game a line, by its beginning, of which 64 KiB are
// enough.
func HasLines(name string, beginning []byte) bool { return Detect(name, beginning).hasLines() }

// Streams reports in the same way whether a file of any size can be read a game at a time,
// by [Stream] and [Parts]: one with a game a line, or in SGF.
func Streams(name string, beginning []byte) bool {
	format := Detect(name, beginning)
	return format.hasLines() || format == FormatSGF
}

func (f Format) hasLines() bool { return f == FormatLines || f == FormatTygem }

// Stream yields the games of a file as [Games] does, and reads it only as they are asked for: a
// file that [Streams] may be of any length, and takes the memory of its largest game. The limits
// of the options are those of a game. Other files are read as a whole first. An error of the
// reader, or that a game is too large, comes last, beside number 0.
//
// An error in SGF comes beside the game that it is in. See [sgf.Scan] for the differences from
// reading the file at once.
func Stream(r io.Reader, o Options) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		in, format, err := o.open(r)
		switch {
		case err != nil:
			yield(Game{}, err)
		case o.byLine(format):
			gamesByLine(in, format, o.Skip, yield)
		case format == FormatSGF:
			for p, err := range o.scan(in) {
				if !p.games(err, p.before, p.before == 0, p.last, yield) {
					return
				}
			}
		default:
			data, err := io.ReadAll(o.limit(in))
			if err != nil {
				yield(Game{}, err)
				return
			}
			Games(data, o)(yield)
		}
	}
}

// Parts yields a file as [LoadBytes] reads it, a game at a time where it [Streams], and otherwise
// at once. The memory and the limits are those of [Stream]. Games have their number in the file, and
// diagnostics their place in it. The error beside a part is what [LoadBytes] says of it.
func Parts(r io.Reader, o Options) iter.Seq2[*File, error] {
	return func(yield func(*File, error) bool) {
		in, format, err := o.open(r)
		switch {
		case err != nil:
			yield(&File{}, err)
		case o.byLine(format):
			gamesByLine(in, format, o.Skip, func(g Game, err error) bool { return yield(g.part(err)) })
		case format == FormatSGF:
			for p, err := range o.scan(in) {
				if !yield(p.File, err) {
					return
				}
			}
		default:
			yield(Load(in, o))
		}
	}
}

// open finds the format of what a reader has.
func (o Options) open(r io.Reader) (*bufio.Reader, Format, error) {
	in := bufio.NewReaderSize(r, sniffed)
	head, err := in.Peek(sniffed)
	if err != nil && !errors.Is(err, io.EOF) {
		return in, 0, err
	}
	format, err := o.format(head)
	if err == nil && (o.byLine(format) || format == FormatSGF) {
		err = checkText(head, o.Encoding != "")
	}
	return in, format, err
}

// byLine reports whether the lines of a file are read one after the other.
func (o Options) byLine(format Format) bool { return format.hasLines() && o.Encoding == "" }

// part is a game of a file with a game a line as a part of it.
func (g Game) part(err error) (*File, error) {
	f := &File{Format: g.Format, Encoding: "UTF-8"}
	notes := g.Notes
	switch {
	case err != nil && g.Number == 0:
		return f, err
	case err != nil:
		notes = append(notes, fmt.Sprintf("%v; the line was left out", err))
	default:
		f.Trees = []*Tree{g.Tree}
		notes = append(notes, g.Tree.Notes...)
	}
	for _, note := range notes {
		f.add(Diagnostic{Severity: Note, Code: CodeInfo, Game: g.Number, Wrong: note})
	}
	return f, nil
}

// sgfPart is a part of a file in SGF.
type sgfPart struct {
	*File
	before int  // games before it
	last   bool // no part follows
}

// scan reads a file in SGF a game at a time.
func (o Options) scan(r io.Reader) iter.Seq2[sgfPart, error] {
	return func(yield func(sgfPart, error) bool) {
		before, shared := 0, &boards{}
		for part, err := range sgf.Scan(r, o.sgf()) {
			f := &File{Format: FormatSGF}
			refused := f.take(&imported{trees: part.Trees, encoding: part.Encoding, diagnostics: part.Diagnostics, omitted: part.Omitted}, before, o.maxNodes(), shared)
			if before == 0 && part.Last && len(f.Trees) == 0 {
				err = cmp.Or(err, refused)
			}
			if worst, _ := f.Worst(); err != nil && len(f.Trees) == 0 && worst == Note {
				f.add(Diagnostic{Severity: Error, Code: CodeUnreadable, Wrong: err.Error()})
			}
			if !yield(sgfPart{f, before, part.Last}, err) {
				return
			}
			before += len(part.Trees)
		}
	}
}
