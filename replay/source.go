package replay

import (
	"bytes"
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
func chain(before string, next string) string {
	sum := sha256.Sum256([]byte(before + "\n" + next))
	return hex.EncodeToString(sum[:16])
}

func (f File) listed() string { return fmt.Sprintf("%s\t%d", f.Name, f.Size) }

// readItems yields the games of all inputs that the manifest does not have yet, with marks where a file
// or a source is done. It reads the states of the sources as they are when the import begins.
func readItems(ctx context.Context, inputs []Input, states []Source) iter.Seq[*item] {
	return func(yield func(*item) bool) {
		before := int64(0)
		for n, in := range inputs {
			if !readInput(ctx, n, in, states[n], before, yield) {
				return
			}
			before += in.Total
		}
	}
}

// seenBefore is how many files of an input are done with: none if they are no longer the same, and
// then their games are read again and found to be duplicates. It reports whether the whole input is done.
func seenBefore(in Input, state Source) (files int, same, done bool) {
	if state.Files == 0 && !state.Done {
		return 0, true, false
	}
	listing, n, more := "", 0, false
	for f := range in.Files {
		if n == state.Files {
			more = true
			break
		}
		listing = chain(listing, f.listed())
		n++
	}
	if n < state.Files || listing != state.Listing {
		return 0, false, false
	}
	return n, true, state.Done && !more
}

func readInput(ctx context.Context, n int, in Input, state Source, before int64, yield func(*item) bool) bool {
	skip, same, done := seenBefore(in, state)
	if done {
		return true
	}
	if !same {
		if !yield(&item{source: n, restart: true}) {
			return false
		}
		state = Source{}
	}
	count := 0
	passed := before
	for f := range in.Files {
		if ctx.Err() != nil {
			return false
		}
		count++
		if count <= skip {
			passed = before + f.Passed
			continue
		}
		if !readFile(ctx, &item{source: n, file: f, label: in.label(), passed: passed}, state, before, yield) {
			return false
		}
		passed = before + f.Passed
	}
	return yield(&item{source: n, done: true, passed: before + in.Total})
}

// readFile yields the games of a file. The item is what they have in common.
func readFile(ctx context.Context, common *item, state Source, before int64, yield func(*item) bool) bool {
	f := common.file
	one := func() *item { i := *common; return &i }
	var all content
	err := f.Err
	if err == nil {
		all, err = f.content()
	}
	if ctx.Err() != nil {
		return false
	}
	done := one()
	done.fileDone, done.passed = true, before+f.Passed
	if err != nil {
		i := one()
		i.err = err
		return yield(i) && yield(done)
	}
	common.hash = all.hash
	done.hash = common.hash
	skip := 0
	if state.File == f.Name && state.FileHash == common.hash {
		skip = state.Within
	}
	o := kifu.Options{Name: f.Name, Skip: skip}
	if strings.HasSuffix(strings.TrimSuffix(strings.ToLower(f.Name), ".xz"), ".tsv") {
		o.Format = kifu.FormatLines.String() // also where the first line is none
	}
	share := float64(before + f.Passed - common.passed)
	number := 0
	for game, err := range all.games(o) {
		if number++; game.Number > 0 {
			number = game.Number
		}
		if number <= skip {
			continue
		}
		i := one()
		i.number, i.read, i.err = number, game, err
		if game.Tree != nil {
			i.err = nil // what is wrong with the rest of the file is told with its first game
		}
		if o.Format != "" {
			i.passed += int64(share * min(1, float64(number)/float64(max(1, all.lines))))
		}
		if !yield(i) {
			return false
		}
	}
	return yield(done)
}

// content is what a file has: all of it, or where to read it once more.
type content struct {
	data  []byte
	open  func() (io.ReadCloser, error) // instead of data
	hash  string
	lines int
}

// content reads a file, and keeps it unless it streams. One that does is read twice, since
// the hash, by which an import knows where it was in a file, is that of all of it.
func (f File) content() (content, error) {
	if f.Open == nil {
		data, err := f.Read()
		sum := sha256.Sum256(data)
		return content{data: data, hash: hex.EncodeToString(sum[:16]), lines: bytes.Count(data, []byte("\n"))}, err
	}
	r, err := f.Open()
	if err != nil {
		return content{}, err
	}
	defer r.Close()
	sum, lines, piece := sha256.New(), 0, make([]byte, 1<<16)
	for {
		n, err := r.Read(piece)
		sum.Write(piece[:n])
		lines += bytes.Count(piece[:n], []byte("\n"))
		if err == io.EOF {
			return content{open: f.Open, hash: hex.EncodeToString(sum.Sum(nil)[:16]), lines: lines}, nil
		}
		if err != nil {
			return content{}, err
		}
	}
}

// games are those of the content.
func (c content) games(o kifu.Options) iter.Seq2[kifu.Game, error] {
	if c.open == nil {
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
