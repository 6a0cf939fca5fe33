package kifu

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strings"

	"tengen/sgf"
)

// ErrTooLarge means that a file exceeds a limit of [Options].
var ErrTooLarge = sgf.ErrTooLarge

// The default limits of bytes and nodes; Options can change them.
const (
	MaxSize  = sgf.MaxSize
	MaxNodes = sgf.MaxNodes
)

// Options say how a file is read. The zero value detects the format and reads
// leniently.
type Options struct {
	// Name is the name of the file. It is used in messages and helps to detect the
	// format.
	Name string
	// Format is the name of a format, see [ParseFormat]. If it is empty, the format is
	// detected.
	Format string
	// Encoding forces an encoding of the text. If it is empty, the encoding is detected.
	Encoding string
	// Strict refuses SGF that has an error in its grammar.
	Strict bool
	// MaxBytes, MaxNodes and MaxDepth are limits as in [sgf.Options]. They apply to
	// the whole file. In [Parts] and [Stream] they apply to each game. The number of
	// games that are read at once is at most an eleventh of MaxNodes.
	MaxBytes int64
	MaxNodes int
	MaxDepth int
	// Skip is the number of games at the beginning of the file that the caller does not
	// need. [Games] may yield these games nevertheless.
	Skip int
}

func (o Options) sgf() sgf.Options {
	return sgf.Options{Encoding: o.Encoding, Strict: o.Strict, MaxBytes: o.MaxBytes, MaxNodes: cmp.Or(o.MaxNodes, sgf.MaxNodes), MaxDepth: o.MaxDepth}
}

// format returns the format in the options. If the options name none, it detects the
// format of data.
func (o Options) format(data []byte) (Format, error) {
	if o.Format == "" {
		return Detect(o.Name, data), nil
	}
	return ParseFormat(o.Format)
}

// File is the content of a file.
type File struct {
	// Trees has the games in the order of the file. Two kinds of games are left out: games
	// other than Go, and games whose board cannot be read. Diagnostics report the games
	// that are left out.
	Trees  []*Tree
	Format Format
	// Encoding is the encoding of the text.
	Encoding string
	// Diagnostics are the findings of the reader. [File.Check] adds findings about moves.
	Diagnostics []Diagnostic
	// Omitted is the number of diagnostics that were not kept.
	Omitted int

	cuts map[int]error // Cut of each [Game], by the number of the game
}

// Load reads a file; see [LoadBytes].
func Load(r io.Reader, o Options) (*File, error) {
	data, err := io.ReadAll(o.limit(r))
	if err != nil {
		return &File{}, err
	}
	return LoadBytes(data, o)
}

// limit returns a reader that ends one byte after the limit of the options.
func (o Options) limit(r io.Reader) io.Reader {
	most := o.MaxBytes
	if most == 0 {
		most = sgf.MaxSize
	}
	if most < 0 {
		return r
	}
	return io.LimitReader(r, most+1)
}

// maxNodes returns the largest number of nodes that are read at once.
func (o Options) maxNodes() int {
	switch {
	case o.MaxNodes == 0:
		return sgf.MaxNodes
	case o.MaxNodes < 0:
		return math.MaxInt
	}
	return o.MaxNodes
}

// LoadBytes reads a file in any of the [Formats] that can be read. It reads leniently:
// it reads as much as possible, and every fault becomes a Diagnostic. docs/formats.md
// describes the formats other than SGF. The File is never nil. The error is
//
//   - an error of [sgf.LoadBytes]
//   - [ErrNotGo] if the file has only records of other games
//   - [ErrTooLarge] if the file exceeds a limit
//   - [ErrNotText] if the file is not text
//   - another error if the file is not in its format, or has no game whose board can
//     be read
//
// Reading takes at most three times as much memory as the file has bytes, and about 500
// bytes for each node that counts towards the limits.
func LoadBytes(data []byte, o Options) (*File, error) {
	f, err := load(data, o)
	if worst, _ := f.Worst(); err != nil && len(f.Trees) == 0 && worst == Note {
		f.add(Diagnostic{Severity: Error, Code: CodeUnreadable, Wrong: err.Error()})
	}
	return f, err
}

func load(data []byte, o Options) (*File, error) {
	format, err := o.format(data)
	if err == nil {
		err = checkText(data, o.Encoding != "")
	}
	if err != nil {
		return &File{}, err
	}
	formats := []Format{format}
	if o.Format == "" && format != FormatSGF && bytes.Contains(data, []byte("(;")) {
		formats = append(formats, FormatSGF) // if the detection is wrong, the file may be SGF
	}
	var all *imported
	for _, format = range formats {
		if all, err = importTrees(o.Name, data, format, o.sgf()); err == nil {
			break
		}
	}
	f := &File{Format: format, cuts: all.cuts}
	refused := f.take(all, 0, o.maxNodes(), &boards{})
	if err == nil && len(f.Trees) == 0 || errors.Is(refused, sgf.ErrTooLarge) {
		err = refused
		if len(all.trees) > 1 && !errors.Is(refused, sgf.ErrTooLarge) {
			err = fmt.Errorf("none of the %d games can be read; the last: %w", len(all.trees), refused)
		}
	}
	return f, err
}

// A Tree takes memory in addition to its nodes. nodesOfTree is the number of nodes that
// take as much memory.
const nodesOfTree = 11

// take adds the imported games. The parameter named before is the number of earlier games
// in the file. The error is about the last game that cannot be read. If there are more
// games than maxNodes allows, take leaves out the rest and returns [ErrTooLarge].
func (f *File) take(all *imported, before, maxNodes int, shared *boards) (refused error) {
	f.Encoding, f.Omitted = all.encoding, all.omitted
	for _, d := range all.diagnostics {
		if !isOurs(d) {
			f.Diagnostics = append(f.Diagnostics, ofGrammar(d))
		}
	}
	for i, note := range all.notes {
		d := Diagnostic{Severity: Note, Code: CodeInfo, Wrong: note}
		if all.noted != nil {
			d.Game = all.noted[i]
		}
		f.add(d)
	}
	most := max(1, maxNodes/nodesOfTree) // the largest number of games
	for i, root := range all.trees {
		number := before + i + 1
		if all.numbers != nil {
			number = all.numbers[i]
		}
		if i >= most {
			wrong := fmt.Errorf("%w: it has more than %d games", sgf.ErrTooLarge, most)
			f.add(Diagnostic{Severity: Error, Code: sgf.CodeLimit, Game: number, Wrong: wrong.Error()})
			return wrong
		}
		if bad := f.addGame(root, number, shared); bad != nil {
			refused = bad
		}
	}
	return refused
}

// isOurs reports whether a diagnostic is about one of tengen's private properties.
func isOurs(d sgf.Diagnostic) bool {
	name, _, _ := strings.Cut(d.Wrong, " ")
	return d.Code == sgf.CodeUnknownProperty && slices.Contains(ownNames(), name)
}

// addGame adds a game, or a diagnostic that says why it cannot be read.
func (f *File) addGame(root *sgf.Node, number int, shared *boards) error {
	t, err := newTree(root, shared)
	if err != nil {
		d := Diagnostic{Severity: Error, Code: CodeNotPlayable, Game: number, Wrong: err.Error(), Assumed: "the game was left out"}
		if errors.Is(err, ErrNotGo) && !playsGo(root, shared) {
			d.Severity = Warning // a record of chess, say, is not a faulty record of Go
		}
		f.add(d)
		return err
	}
	for _, note := range t.Notes {
		f.add(Diagnostic{Severity: Note, Code: CodeInfo, Game: number, Wrong: note})
	}
	t.number = number
	f.Trees = append(f.Trees, t)
	return nil
}

// Game is a game of a file.
type Game struct {
	Number int   // number in the file, from 1
	Tree   *Tree // nil if it cannot be read
	Format Format
	Alone  bool // the file has no other game
	// Notes say, in formats other than SGF, what the reader assumed and what it
	// ignored. They are about the line of the game or, if the file has only one game,
	// about the file.
	Notes []string
	// Cut says why the tree lacks moves or stones of the game. Cut is nil if no move and
	// no stone is known to be missing. For the last game of a file that breaks off, it
	// wraps [io.ErrUnexpectedEOF].
	Cut error
}

// Games yields the games of a file one after the other. A file with one game per line
// takes little memory; other files are read in the same way as by [LoadBytes]. The
// error that comes with a game says why that game cannot be read. An error that comes
// with the first game may also be about the whole file. The iteration goes on after an
// error. For a file without games, Games yields a single error, with a Game whose
// number is 0.
func Games(data []byte, o Options) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		if format, err := o.format(data); err == nil && format.hasLines() {
			Stream(bytes.NewReader(data), o)(yield)
			return
		}
		f, err := LoadBytes(data, o)
		f.games(err, 0, true, true, yield)
	}
}

func gamesByLine(r io.Reader, format Format, o Options, yield func(Game, error) bool) {
	in, err := importerOf(format)
	if err != nil {
		yield(Game{Format: format}, err)
		return
	}
	number, shared := o.Skip, &boards{}
	for line, err := range importLines(r, in.game, o.Skip) {
		if err != nil { // an error of the reader
			yield(Game{Format: format}, err)
			return
		}
		number++
		game := Game{Number: number, Format: format}
		if err = line.err; err == nil {
			err = checkSize(line.foreign, o.sgf())
		}
		if err == nil {
			game.Notes, game.Cut = line.notes, line.cut
			shared.release()
			game.Tree, err = newTree(line.root, shared)
		}
		if game.Tree != nil {
			game.Tree.number = number
		}
		if !yield(game, err) {
			return
		}
	}
}

// games yields the games of a file, or of one part of a file. err is the error that
// occurred when f was read. The parameter named before is the number of games in earlier
// parts. The parameters named first and last say whether f is the first or the last part.
func (f *File) games(err error, before int, first, last bool, yield func(Game, error) bool) bool {
	refused := map[int]error{}
	var notes []string // notes about the whole file
	var breaksOff error
	for _, d := range f.Diagnostics {
		switch {
		case d.Code == CodeNotPlayable:
			refused[d.Game] = errors.New(d.Wrong)
		case err == nil && d.Severity == Error:
			err = errors.New(d.String())
		case d.Code == CodeInfo && d.Game == 0:
			notes = append(notes, d.Wrong)
		}
		if d.Code == sgf.CodeTruncated && breaksOff == nil {
			breaksOff = fmt.Errorf("it breaks off in %s: %s: %w", d.Place(), d.Wrong, io.ErrUnexpectedEOF)
		}
	}
	if len(f.Trees)+len(refused) == 0 {
		return yield(Game{Format: f.Format}, err)
	}
	alone := first && last && len(f.Trees)+len(refused) == 1
	trees := f.Trees
	for number := before + 1; len(trees) > 0 || refused[number] != nil; number++ {
		game, wrong := Game{Number: number, Format: f.Format, Alone: alone}, refused[number]
		if wrong == nil {
			if trees[0].number != number {
				continue
			}
			game.Tree, trees = trees[0], trees[1:]
			wrong, err = err, nil // the error about the file is yielded once
		}
		game.Cut = f.cuts[number]
		if alone {
			game.Notes = notes
		}
		if last && len(trees) == 0 && refused[number+1] == nil {
			game.Cut = cmp.Or(breaksOff, game.Cut)
		}
		if !yield(game, wrong) {
			return false
		}
	}
	return true
}

// Number returns the number of the game in its file, from 1. It is 0 for a tree that
// was not read from a file.
func (t *Tree) Number() int { return t.number }
