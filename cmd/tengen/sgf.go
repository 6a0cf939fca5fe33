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
	Check   SGFCheckCmd   `cmd:"" help:"Tell what is wrong with records."`
	Fmt     SGFFmtCmd     `cmd:"" help:"Rewrite records in one canonical form."`
	Info    SGFInfoCmd    `cmd:"" help:"Tell what records say about their games, as JSON or as a table."`
	Convert SGFConvertCmd `cmd:"" help:"Convert records from any format to any other."`
	Render  SGFRenderCmd  `cmd:"" help:"Draw a position or a whole game as text, SVG, PNG, PDF or moving GIF."`
	Split   SGFSplitCmd   `cmd:"" help:"Write each game, or each line of play, to a file of its own."`
	Merge   SGFMergeCmd   `cmd:"" help:"Put records together, as one tree or as a collection."`
	Index   SGFIndexCmd   `cmd:"" help:"Take records into the library, so that they can be searched."`
	Find    SGFFindCmd    `cmd:"" help:"Find games in the library by what is known of them, and by positions."`
	Stats   SGFStatsCmd   `cmd:"" help:"Count games by result, board, rules, length, year, player and opening."`
}

// Help describes the arguments that these commands share.
func (SGFCmd) Help() string {
	return "FILE may be - for stdin, and where PATH stands also a folder, which is searched with everything in it. Records are SGF in " +
		"any encoding; most commands read the formats of other programs as well (see tengen sgf convert)."
}

// Encoding is the name of an encoding of text.
type Encoding string

// UnmarshalText refuses what no encoding is called.
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

// end writes the rest of the results. If the reader closed the pipe, as head does, that is
// not a failure, whether it shows here or in err.
func (r results) end(err error) error {
	flushed := r.Flush()
	if gone(err) || err == nil && gone(flushed) {
		return nil
	}
	if err == nil {
		err = flushed
	}
	return err
}

// gone reports whether a write failed because the reader is gone.
func gone(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}
