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

// Input is a file, or a folder or an archive of files, as the user named it.
type Input struct {
	Name  string
	Total int64 // bytes to read; 0 if unknown
	// Files yields the files in the same order each time. It is called twice.
	Files iter.Seq[File]
}

// File is a file with game records in any format that kifu reads.
type File struct {
	Name   string
	Size   int64
	Passed int64 // number of bytes of Input.Total up to the end of this file
	// Read returns the content. It is called at most once, before the next file is requested.
	Read func() ([]byte, error)
	// Open opens the content as a stream. It may be called several times. It is set for large files with one game in
	// each line, because they are not read into memory at once. It is nil for other files.
	Open func() (io.ReadCloser, error)
	Err  error // why the file cannot be read; Read is nil if Err is set
}

// label returns the name of the source for games that do not name their source. This is the name of the input without
// its folder, up to the first period.
func (in Input) label() string {
	name := filepath.Base(in.Name)
	if cut, _, ok := strings.Cut(name, "."); ok && cut != "" {
		return cut
	}
	return name
}

// chainHash returns the hash of a list, computed from the hash of the earlier entries and the last entry.
func chainHash(before string, next string) string {
	sum := sha256.Sum256([]byte(before + "\n" + next))
	return hex.EncodeToString(sum[:16])
}

func (f File) listing() string { return fmt.Sprintf("%s\t%d", f.Name, f.Size) }

// readItems yields the games of all inputs, except those that the manifest already has. It also yields a mark when a
// file or a source is finished. states has the states of the sources at the beginning of the import.
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

// finishedFiles returns the number of files of an input that earlier imports have finished. If these files have
// changed, it returns 0. The import then reads all files again, and rejects the games that it already has as
// duplicates. finishedFiles also reports whether the files are unchanged, and whether the whole input is finished.
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

// readInput yields the games of an input's unfinished files. It also yields the games of files that failed in an
// earlier import and whose content has changed since.
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
	failed := map[int]string{} // hash of the content of each failed file, by place of the file
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

// readFile yields the games of a file. common has the fields that the items of all games of the file share. If the file
// failed in an earlier import, common.hash is the hash of its content at that time. If the content is the same now,
// readFile yields nothing.
func readFile(ctx context.Context, limits kifu.Options, common *item, state Source, before int64, yield func(*item) bool) bool {
	f := common.file
	o := limits
	o.Name = f.Name
	if lower := strings.ToLower(f.Name); strings.HasSuffix(strings.TrimSuffix(strings.TrimSuffix(lower, ".xz"), ".gz"), ".tsv") {
		o.Format = kifu.FormatLines.String() // set even if the first line is not a game
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
		if game.Tree == nil && game.Number == 0 { // the error is about the whole file
			if done.err = cmp.Or(all.err, err, errNoGame); all.open != nil && all.err == nil {
				done.hash = chainHash(all.hash, done.err.Error()) // the stream had no error when it was hashed
			}
			break
		}
		if number = game.Number; number <= o.Skip {
			continue
		}
		if errors.Is(game.Cut, io.ErrUnexpectedEOF) { // the file ends inside its last game
			done.number, done.reason, done.err = number, reasonCutOff, game.Cut
			break
		}
		i := *common
		i.number, i.read, i.err = number, game, err
		if game.Tree != nil {
			i.err = nil // the error of the rest of the file was yielded with its first game
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

// errNoGame is the error of a file without a game and without any other error.
var errNoGame = errors.New("it contains no game")

// content is the content of a file: its bytes, or a function that opens it as a stream.
type content struct {
	data  []byte
	open  func() (io.ReadCloser, error) // opens the content as a stream; data is nil if it is set
	hash  string                        // hash of the content and of the error err
	lines int
	head  []byte // the beginning of the file
	err   error  // reason why the content is incomplete
}

// content reads a file. It keeps the bytes in memory unless the file is a stream. A stream is read twice, because the
// hash of the whole file is needed before its games. The hash tells the import how many games of this file an earlier
// import has read.
//
// A file with one game in each line may end too early, for example after an interrupted copy. In that case its complete
// lines are used. After any other error the whole content is dropped, because even the data before the error may be
// wrong. For example, if a compressed file has a wrong byte, decompression gives wrong data before it finds the error.
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
	c.err = fmt.Errorf("it ends too early, in line %d: %w", c.lines+1, c.err)
	return c
}

// hashStream returns the hash of a stream, the number of its lines, and its first bytes.
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

// games yields the games of the content. An error of the file comes last, with game number 0.
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

// errNoInput is the error of an import without inputs.
var errNoInput = errors.New("there is nothing to import: name files or folders with game records")
