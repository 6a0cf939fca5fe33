package replay

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strings"

	"tengen/kifu"
)

// Input is what a person named: a file, or a folder or an archive of them.
type Input struct {
	Name  string
	Total int64 // bytes to read; 0 if unknown
	// Files yields them in an order that is the same each time, and can be asked twice.
	Files iter.Seq[File]
}

// File is a file with game records in any format that kifu reads.
type File struct {
	Name   string
	Size   int64
	Passed int64 // of Input.Total, once the file is done with
	// Read is the content. It is called at most once, before the next file is asked for.
	Read func() ([]byte, error)
	// Open is the content as a stream, any number of times: of a large file with a game a line, which is
	// then not read at once. Nil elsewhere.
	Open func() (io.ReadCloser, error)
	Err  error // why it cannot be read; then Read is nil
}

// label is what games of an input are said to be from, where they do not say it themselves: its name
// without its folder and what stands behind the first point.
func (in Input) label() string {
	name := filepath.Base(in.Name)
	if cut, _, ok := strings.Cut(name, "."); ok && cut != "" {
		return cut
	}
	return name
}

// chain is a hash of a list that grows: each hash is of the one before and what comes next.
func chainHash(before string, next string) string {
	sum := sha256.Sum256([]byte(before + "\n" + next))
	return hex.EncodeToString(sum[:16])
}

func (f File) listing() string { return fmt.Sprintf("%s\t%d", f.Name, f.Size) }

// readItems yields the games of all inputs that the manifest does not have yet, with marks where a file
// or a source is done. It reads the states of the sources as they are when the import begins.
func readItems(ctx context.Context, limits kifu.Options, inputs []Input, states []Source) iter.Seq[*item] {
	return func(yield func(*item) bool) {
		before := int64(0)
		for n, in := range inputs {
			if !readInput(ctx, limits, n, in, states[n], before, yield) {
				return
			}
			before += in.Total
		}
	}
}

// seenBefore is how many files of an input are done with: none if they are no longer the same, and
// then their games are read again and found to be duplicates. It reports whether the whole input is done.
func finishedFiles(in Input, state Source) (files int, same, done bool) {
	if state.Files == 0 && !state.Done {
		return 0, true, false
	}
	listing, n, more := "", 0, false
	for f := range in.Files {
		if n == state.Files {
			more = true
			break
		}
		listing = chainHash(listing, f.listing())
		n++
	}
	if n < state.Files || listing != state.Listing {
		return 0, false, false
	}
	return n, true, state.Done && !more && len(state.Failed) == 0
}

// readInput yields the games of an input: those of the files that are not done with, and of those that
// failed if there is something else in them now.
func readInput(ctx context.Context, limits kifu.Options, n int, in Input, state Source, before int64, yield func(*item) bool) bool {
	skip, same, done := finishedFiles(in, state)
	if done {
		return true
	}
	if !same {
		if !yield(&item{source: n, restart: true}) {
			return false
		}
		state = Source{}
	}
	failed := map[int]string{} // what was in them, by their place
	for _, f := range state.Failed {
		failed[f.Place] = f.Content
	}
	count := 0
	passed := before
	for f := range in.Files {
		if ctx.Err() != nil {
			return false
		}
		count++
		had, again := failed[count]
		if again || count > skip {
			i := &item{source: n, file: f, place: count, retry: again, hash: had, label: in.label(), passed: passed}
			if !readFile(ctx, limits, i, state, before, yield) {
				return false
			}
		}
		passed = before + f.Passed
	}
	return yield(&item{source: n, done: true, passed: before + in.Total})
}

// readFile yields the games of a file. The item is what they have in common, with the hash of what was in the
// file when it failed before: if that is all that is there now, nothing is yielded.
func readFile(ctx context.Context, limits kifu.Options, common *item, state Source, before int64, yield func(*item) bool) bool {
	f := common.file
	o := limits
	o.Name = f.Name
	if lower := strings.ToLower(f.Name); strings.HasSuffix(strings.TrimSuffix(strings.TrimSuffix(lower, ".xz"), ".gz"), ".tsv") {
		o.Format = kifu.FormatLines.String() // also if the first line is not a game
	}
	all := f.content(o)
	if ctx.Err() != nil {
		return false
	}
	if common.retry && common.hash == all.hash {
		return true
	}
	common.hash = all.hash
	if state.File == f.Name && state.FileHash == all.hash {
		o.Skip = state.Within
	}
	done := *common
	done.fileDone, done.passed, done.err = true, before+f.Passed, all.err
	share := float64(before + f.Passed - common.passed)
	number := 0
	for game, err := range all.games(o) {
		if ctx.Err() != nil {
			return false
		}
		if game.Tree == nil && game.Number == 0 { // it is the file's
			if done.err = cmp.Or(all.err, err, errNoGame); all.open != nil && all.err == nil {
				done.hash = chainHash(all.hash, done.err.Error()) // it was read well before
			}
			break
		}
		if number = game.Number; number <= o.Skip {
			continue
		}
		if errors.Is(game.Cut, io.ErrUnexpectedEOF) { // the last one
			done.number, done.reason, done.err = number, reasonCutOff, game.Cut
			break
		}
		i := *common
		i.number, i.read, i.err = number, game, err
		if game.Tree != nil {
			i.err = nil // what is wrong with the rest of the file is told with its first game
		}
		if o.Format != "" {
			i.passed += int64(share * min(1, float64(number)/float64(max(1, all.lines))))
		}
		if !yield(&i) {
			return false
		}
	}
	return yield(&done)
}

// errNoGame is what is wrong with a file of which nothing else is.
var errNoGame = errors.New("there is no game in it")

// content is what a file has: all of it, or where to read it once more.
type content struct {
	data  []byte
	open  func() (io.ReadCloser, error) // instead of data
	hash  string                        // also of the error
	lines int
	head  []byte // how it begins
	err   error  // why that is not all of it
}

// content reads a file, and keeps it unless it streams. One that does is read twice, since
// the hash, by which an import knows where it was in a file, is that of all of it.
//
// Of a file with a game a line that breaks off, which is what an interrupted copy does, the lines before are kept.
// Where something else is wrong with a file nobody knows what of it is as it was: a packed one is unpacked without
// complaint for a while behind the byte that is wrong, and so there is nothing in it.
func (f File) content(o kifu.Options) (c content) {
	switch {
	case f.Err != nil:
		c.err = f.Err
	case f.Open == nil:
		c.data, c.err = f.Read()
		sum := sha256.Sum256(c.data)
		c.hash, c.lines, c.head = hex.EncodeToString(sum[:16]), bytes.Count(c.data, []byte("\n")), c.data
	default:
		c.open = f.Open
		c.hash, c.lines, c.head, c.err = hashStream(f.Open)
	}
	if c.err == nil {
		return c
	}
	c.hash = chainHash(c.hash, c.err.Error())
	byLine := o.Format != "" || kifu.HasLines(f.Name, c.head)
	if !byLine || !errors.Is(c.err, io.ErrUnexpectedEOF) {
		return content{hash: c.hash, err: c.err}
	}
	c.data = c.data[:bytes.LastIndexByte(c.data, '\n')+1]
	c.err = fmt.Errorf("it breaks off in line %d: %w", c.lines+1, c.err)
	return c
}

// hashStream is the hash of a stream, how many lines it has, and how it begins.
func hashStream(open func() (io.ReadCloser, error)) (hash string, lines int, head []byte, err error) {
	r, err := open()
	if err != nil {
		return "", 0, nil, err
	}
	defer r.Close()
	sum, piece := sha256.New(), make([]byte, 1<<16)
	for err == nil {
		var n int
		n, err = r.Read(piece)
		sum.Write(piece[:n])
		if len(head) < len(piece) {
			head = append(head, piece[:min(n, len(piece)-len(head))]...)
		}
		lines += bytes.Count(piece[:n], []byte("\n"))
	}
	if err == io.EOF {
		err = nil
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), lines, head, err
}

// games are those of the content. An error of the file comes last, beside number 0.
func (c content) games(o kifu.Options) iter.Seq2[kifu.Game, error] {
	switch {
	case c.open == nil && c.err != nil && len(c.data) == 0:
		return func(func(kifu.Game, error) bool) {}
	case c.open == nil:
		return kifu.Games(c.data, o)
	}
	return func(yield func(kifu.Game, error) bool) {
		r, err := c.open()
		if err != nil {
			yield(kifu.Game{}, err)
			return
		}
		defer r.Close()
		kifu.Stream(r, o)(yield)
	}
}

// errNoInput is what an import without anything to import says.
var errNoInput = errors.New("there is nothing to import: name files or folders with game records")
