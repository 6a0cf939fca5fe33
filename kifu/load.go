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

// ErrTooLarge is wrapped by the error for what exceeds the limits of [Options].
var ErrTooLarge = sgf.ErrTooLarge

// The limits unless Options say otherwise, of bytes and nodes.
const (
	MaxSize  = sgf.MaxSize
	MaxNodes = sgf.MaxNodes
)

// Options say how a file is read; the zero value reads whatever it is, leniently.
type Options struct {
	// Name is the file's, for messages and for what its content does not tell.
	Name string
	// Format is the name of a format, see [ParseFormat]; empty to find it out.
	Format string
	// Encoding is the encoding of the text, whatever the file says; empty to find
	// it out.
	Encoding string
	// Strict refuses SGF that has an error in its grammar.
	Strict bool
	// MaxBytes, MaxNodes and MaxDepth are limits as those of [sgf.Options], of the
	// file or, with [Parts] and [Stream], of a game. Of games, at most one for eleven
	// nodes are read at once.
	MaxBytes int64
	MaxNodes int
	MaxDepth int
	// Skip is how many games at the beginning [Games] need not yield; it may.
	Skip int
}

func (o Options) sgf() sgf.Options {
	return sgf.Options{Encoding: o.Encoding, Strict: o.Strict, MaxBytes: o.MaxBytes, MaxNodes: cmp.Or(o.MaxNodes, sgf.MaxNodes), MaxDepth: o.MaxDepth}
}

// format is that of the options, or of the content.
func (o Options) format(data []byte) (Format, error) {
	if o.Format == "" {
		return Detect(o.Name, data), nil
	}
	return ParseFormat(o.Format)
}

// File is what a file holds.
type File struct {
	// Trees has the games in the order of the file, those left out that are no Go
	// or whose board cannot be had; Diagnostics say which.
	Trees  []*Tree
	Format Format
	// Encoding of the text.
	Encoding string
	// Diagnostics are what was found on reading: see [File.Check] for the moves.
	Diagnostics []Diagnostic
	// Omitted is how many more there were.
	Omitted int

	cuts map[int]error // of [Game], by its number
}

// Load reads a file; see [LoadBytes].
func Load(r io.Reader, o Options) (*File, error) {
	data, err := io.ReadAll(o.limit(r))
	if err != nil {
		return &File{}, err
	}
	return LoadBytes(data, o)
}

// limit ends the reader one byte behind the most that is read of a file.
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

// maxNodes is how many nodes are read at once.
func (o Options) maxNodes() int {
	switch {
	case o.MaxNodes == 0:
		return sgf.MaxNodes
	case o.MaxNodes < 0:
		return math.MaxInt
	}
	return o.MaxNodes
}

// LoadBytes reads a file leniently, in any of [Formats] that can be read: what is
// wrong with it becomes a Diagnostic, and everything that can be read is read. The
// error is that of [sgf.LoadBytes], or says that nothing in the file is a game of
// Go, or that it is not in its format or too large for it, or wraps [ErrNotText];
// the File is never nil. docs/formats.md tells what the other formats have.
//
// A file needs at most three times its size in memory, and some 500 bytes for each node that
// the limits count.
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
	all, err := importTrees(o.Name, data, format, o.sgf())
	if err != nil && o.Format == "" && format != FormatSGF && bytes.Contains(data, []byte("(;")) {
		// It only looked like something else.
		format = FormatSGF
		all, err = importTrees(o.Name, data, format, o.sgf())
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

// nodesOfTree is how many nodes take as much memory as what is known of a game.
const nodesOfTree = 11

// take adds the imported games, the first of which has the number after before. The
// error is that of the last game that cannot be read. If there are more games than
// maxNodes allows, the rest is left out and the error is [ErrTooLarge].
func (f *File) take(all *imported, before, maxNodes int, shared *boards) (refused error) {
	f.Encoding, f.Omitted = all.encoding, all.omitted
	for _, d := range all.diagnostics {
		if !isOurs(d) {
			f.Diagnostics = append(f.Diagnostics, ofGrammar(d))
		}
	}
	for _, note := range all.notes {
		f.add(Diagnostic{Severity: Note, Code: CodeInfo, Wrong: note})
	}
	most := max(1, maxNodes/nodesOfTree) // games
	for i, root := range all.trees {
		if i >= most {
			wrong := fmt.Errorf("%w: it has more than %d games", sgf.ErrTooLarge, most)
			f.add(Diagnostic{Severity: Error, Code: sgf.CodeLimit, Game: before + i + 1, Wrong: wrong.Error()})
			return wrong
		}
		if bad := f.addGame(root, before+i+1, shared); bad != nil {
			refused = bad
		}
	}
	return refused
}

// isOurs reports whether a note is about a property that this package writes.
func isOurs(d sgf.Diagnostic) bool {
	name, _, _ := strings.Cut(d.Wrong, " ")
	return d.Code == sgf.CodeUnknownProperty && slices.Contains(ownNames(), name)
}

// addGame adds a game, or a diagnostic that says why it cannot be had.
func (f *File) addGame(root *sgf.Node, number int, shared *boards) error {
	t, err := newTree(root, shared)
	if err != nil {
		d := Diagnostic{Severity: Error, Code: CodeNotPlayable, Game: number, Wrong: err.Error(), Assumed: "the game was left out"}
		if errors.Is(err, ErrNotGo) && !playsGo(root) {
			d.Severity = Warning // nothing is wrong with it
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
	Number int   // which of the file, from 1
	Tree   *Tree // nil where it cannot be had
	Format Format
	Alone  bool // there is no other game in the file
	// Notes are what was assumed and ignored on reading the line, in a file with a
	// game a line, or the file, in other formats than SGF.
	Notes []string
	// Cut says that the tree lacks moves or stones of the game, and why; nil where
	// nobody knows of any. It wraps [io.ErrUnexpectedEOF] where the file breaks off,
	// which is in its last game.
	Cut error
}

// Games yields the games of a file one after the other, so that files of any number
// of games with a line each need little memory; other files are read as [LoadBytes]
// does it. The error beside a game says why it cannot be had, or with the first game
// what is wrong with the file; then the next one comes. A file without any gives one
// error and number 0.
func Games(data []byte, o Options) iter.Seq2[Game, error] {
	return func(yield func(Game, error) bool) {
		format, err := o.format(data)
		if err == nil {
			err = checkText(data, o.Encoding != "")
		}
		switch {
		case err != nil:
			yield(Game{}, err)
		case (format == FormatLines || format == FormatTygem) && o.Encoding == "":
			gamesByLine(bytes.NewReader(data), format, o.Skip, yield)
		default:
			gamesOfFile(data, o, yield)
		}
	}
}

func gamesByLine(r io.Reader, format Format, skip int, yield func(Game, error) bool) {
	number, shared := skip, &boards{}
	for line, err := range importLines(r, format, skip) {
		if err != nil { // of the reader
			yield(Game{Format: format}, err)
			return
		}
		number++
		game := Game{Number: number, Format: format}
		if err = line.err; err == nil {
			game.Notes, game.Cut = line.notes, line.cut
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

func gamesOfFile(data []byte, o Options, yield func(Game, error) bool) {
	f, err := LoadBytes(data, o)
	f.games(err, 0, true, true, yield)
}

// games yields the games of a file, or of a part of one that begins after the game
// before. The error is what is wrong with it; first and last say which part it is.
func (f *File) games(err error, before int, first, last bool, yield func(Game, error) bool) bool {
	refused := map[int]error{}
	var notes []string // of the whole file
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
			wrong, err = err, nil // which belongs to the file, and is told once
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

// Number is which game of its file the tree is, from 1; 0 if it is from none.
func (t *Tree) Number() int { return t.number }
