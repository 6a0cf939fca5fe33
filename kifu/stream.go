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

// HasLines reports whether a file has one game per line. The first 64 KiB of the file
// are enough.
func HasLines(name string, beginning []byte) bool { return Detect(name, beginning).hasLines() }

// Streams reports whether [Stream] and [Parts] read a file one game at a time. They do
// so if the file has one game per line or is in SGF. The first 64 KiB of the file are
// enough.
func Streams(name string, beginning []byte) bool {
	format := Detect(name, beginning)
	return format.hasLines() || format == FormatSGF
}

func (f Format) hasLines() bool { return f == FormatLines || f == FormatTygem }

// Stream yields the games of a file in the same way as [Games], but reads the file only
// as far as needed. If [Streams] reports true, the file may have any length, and the
// limits of the options apply to each game. The memory is that of the largest game.
// Other files are first read as a whole. An error of the reader ends the iteration, and
// so does an error about a game that is too large. Both come with a Game whose number
// is 0.
//
// An error in SGF comes with the game that contains it. See [sgf.Scan] for the
// differences from reading the whole file.
func Stream(r io.Reader, o Options) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		in, format, _, err := o.open(r)
		switch {
		case err != nil:
			yield(Game{}, err)
		case format.hasLines():
			gamesByLine(in, format, o, yield)
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

// Parts reads a file like [LoadBytes], but yields it in parts. If [Streams] reports
// true, each part has one game; otherwise the only part is the whole file. The memory
// and the limits are those of [Stream]. The numbers of games and the places of
// diagnostics refer to the whole file. The error that comes with a part is the error
// that [LoadBytes] would return for that part.
func Parts(r io.Reader, o Options) iter.Seq2[*File, error] {
	return func(yield func(*File, error) bool) {
		in, format, encoding, err := o.open(r)
		switch {
		case err != nil:
			yield(&File{}, err)
		case format.hasLines():
			gamesByLine(in, format, o, func(g Game, err error) bool { return yield(g.part(encoding, err)) })
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

// open finds the format of a file. If the file has one game per line, open also finds the encoding, and the reader
// that it returns has the text in UTF-8.
func (o Options) open(r io.Reader) (in io.Reader, format Format, encoding string, err error) {
	buffered := bufio.NewReaderSize(r, sniffed)
	head, err := buffered.Peek(sniffed)
	if err != nil && !errors.Is(err, io.EOF) {
		return buffered, 0, "", err
	}
	format, err = o.format(head)
	if err == nil && (format.hasLines() || format == FormatSGF) {
		err = checkText(head, o.Encoding != "")
	}
	if err == nil && format.hasLines() {
		in, encoding, err = sgf.DecodeReader(buffered, head, sgf.DecodeOptions{Encoding: o.Encoding})
		return in, format, encoding, err
	}
	return buffered, format, "", err
}

// part makes a File from the game, which is in a file with one game per line.
func (g Game) part(encoding string, err error) (*File, error) {
	f := &File{Format: g.Format, Encoding: encoding}
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
	before int  // number of games before this part
	last   bool // no part follows
}

// scan reads a file in SGF one game at a time.
func (o Options) scan(r io.Reader) iter.Seq2[sgfPart, error] {
	return func(yield func(sgfPart, error) bool) {
		before, shared := 0, &boards{}
		for part, err := range sgf.Scan(r, o.sgf()) {
			f := &File{Format: FormatSGF}
			shared.release()
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
