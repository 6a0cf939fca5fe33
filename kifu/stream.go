package kifu

import (
	"bufio"
	"errors"
	"io"
	"iter"

	"tengen/sgf"
)

// HasLines reports whether a file has a game a line, by its beginning, of which 64 KiB are
// enough. Such files can be read as a [Stream].
func HasLines(name string, beginning []byte) bool {
	format := Detect(name, beginning)
	return format == FormatLines || format == FormatTygem
}

// Stream yields the games of a file as [Games] does, and reads it only as they are asked for: a file with
// a game a line may be of any length, and takes the memory of one game. Other files are read as a whole
// first, up to the limit of the options. An error of the reader comes last, beside number 0.
func Stream(r io.Reader, o Options) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		in := bufio.NewReaderSize(r, sniffed)
		head, err := in.Peek(sniffed)
		if err != nil && !errors.Is(err, io.EOF) {
			yield(Game{}, err)
			return
		}
		format, err := o.format(head)
		if err == nil && (format == FormatLines || format == FormatTygem) && o.Encoding == "" {
			if err = checkText(head, false); err == nil {
				gamesByLine(in, format, o.Skip, yield)
				return
			}
		}
		if err != nil {
			yield(Game{}, err)
			return
		}
		limit := o.MaxBytes
		if limit == 0 {
			limit = sgf.MaxSize
		}
		rest := io.Reader(in)
		if limit > 0 {
			rest = io.LimitReader(in, limit+1)
		}
		data, err := io.ReadAll(rest)
		if err != nil {
			yield(Game{}, err)
			return
		}
		Games(data, o)(yield)
	}
}
