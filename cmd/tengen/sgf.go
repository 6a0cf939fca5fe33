package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"

	"tengen/kifu"
)

// SGFCmd is `tengen sgf`.
type SGFCmd struct {
	recordLimits
	Check   SGFCheckCmd   `cmd:"" help:"Check records and list their errors."`
	Fmt     SGFFmtCmd     `cmd:"" help:"Rewrite records in one canonical form."`
	Info    SGFInfoCmd    `cmd:"" help:"Print the game information of records, as JSON or as a table."`
	Convert SGFConvertCmd `cmd:"" help:"Convert records from any format to any other."`
	Render  SGFRenderCmd  `cmd:"" help:"Draw a position or a whole game as text, SVG, PNG, PDF, animated GIF or web page."`
	Split   SGFSplitCmd   `cmd:"" help:"Write each game, or each variation, to a separate file."`
	Merge   SGFMergeCmd   `cmd:"" help:"Merge records into one tree or one collection."`
	Fetch   SGFFetchCmd   `cmd:"" help:"Get games from Online-Go."`
	Index   SGFIndexCmd   `cmd:"" help:"Add records to the library, which can be searched."`
	Find    SGFFindCmd    `cmd:"" help:"Find games in the library by players, dates and other information, or by position."`
	Stats   SGFStatsCmd   `cmd:"" help:"Count games by result, board, rules, length, year, player and opening."`
}

// Help describes the arguments that these commands share.
func (SGFCmd) Help() string {
	return "FILE and PATH may be - for stdin. PATH may also be a folder, which is searched with all its subfolders. Records are SGF in " +
		"any encoding. Most commands also read the formats of other programs (see tengen sgf convert)."
}

// Encoding is the name of an encoding of text.
type Encoding string

// UnmarshalText refuses unknown encodings.
func (e *Encoding) UnmarshalText(text []byte) error {
	file, err := kifu.LoadBytes([]byte("(;GM[1])"), kifu.Options{})
	if err == nil {
		_, err = kifu.Write(io.Discard, kifu.WriteOptions{Encoding: string(text)}, file.Trees...)
	}
	if err != nil {
		return err
	}
	*e = Encoding(text)
	return nil
}

// oneOf reads one of several words.
func oneOf[T ~string](to *T, text []byte, words ...string) error {
	if !slices.Contains(words, string(text)) {
		last := len(words) - 1
		return fmt.Errorf("expected %s or %s, not %q", strings.Join(words[:last], ", "), words[last], text)
	}
	*to = T(text)
	return nil
}

// results collects the output of a command into large writes.
type results struct{ *bufio.Writer }

func newResults(env *Env) results { return results{bufio.NewWriterSize(env.Stdout, 1<<16)} }

// end writes the remaining results and returns the first error, which may be err. If the reader has
// closed the pipe, as head does, failed writes are not errors, and end returns nil.
func (r results) end(err error) error {
	flushed := r.Flush()
	if closedPipe(err) || err == nil && closedPipe(flushed) {
		return nil
	}
	if err == nil {
		err = flushed
	}
	return err
}

// closedPipe reports whether a write failed because the reader closed the pipe.
func closedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}
