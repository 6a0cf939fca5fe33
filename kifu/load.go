package kifu

import (
	"fmt"
	"io"

	"tengen/sgf"
)

// Options say how a file is read; the zero value reads whatever it is, leniently.
type Options struct {
	// Encoding is the encoding of the text, whatever the file says; empty to find
	// it out.
	Encoding string
	// Strict refuses SGF that has an error in its grammar.
	Strict bool
	// MaxBytes, MaxNodes and MaxDepth are limits as those of [sgf.Options].
	MaxBytes int64
	MaxNodes int
	MaxDepth int
}

func (o Options) sgf() sgf.Options {
	return sgf.Options{Encoding: o.Encoding, Strict: o.Strict, MaxBytes: o.MaxBytes, MaxNodes: o.MaxNodes, MaxDepth: o.MaxDepth}
}

// File is what a file holds.
type File struct {
	// Trees are the games in the order of the file, those left out that are no Go
	// or whose board cannot be had; Diagnostics say which.
	Trees []*Tree
	// Encoding of the text.
	Encoding string
	// Diagnostics are what was found on reading: see [File.Check] for the moves.
	Diagnostics []Diagnostic
	// Omitted is how many more there were.
	Omitted int
}

// Load reads a file; see [LoadBytes].
func Load(r io.Reader, o Options) (*File, error) {
	limit := o.MaxBytes
	if limit == 0 {
		limit = sgf.MaxSize
	}
	if limit > 0 {
		r = io.LimitReader(r, limit+1)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return &File{}, err
	}
	return LoadBytes(data, o)
}

// LoadBytes reads a file leniently: what is wrong with it becomes a Diagnostic, and
// everything that can be read is read. The error is that of [sgf.LoadBytes], or
// says that nothing in the file is a game of Go; the File is never nil.
func LoadBytes(data []byte, o Options) (*File, error) {
	file, err := sgf.LoadBytes(data, o.sgf())
	f := &File{Encoding: file.Encoding, Omitted: file.Omitted}
	for _, d := range file.Diagnostics {
		f.Diagnostics = append(f.Diagnostics, ofGrammar(d))
	}
	var refused error
	for i, root := range file.Trees {
		t, bad := newTree(root)
		if bad != nil {
			f.add(Diagnostic{Severity: Error, Code: CodeNotPlayable, Game: i + 1, Wrong: bad.Error(), Assumed: "the game was left out"})
			refused = bad
			continue
		}
		for _, note := range t.Notes {
			f.add(Diagnostic{Severity: Note, Code: CodeInfo, Game: i + 1, Wrong: note})
		}
		t.number = i + 1
		f.Trees = append(f.Trees, t)
	}
	if err == nil && len(f.Trees) == 0 {
		err = refused
		if len(file.Trees) > 1 {
			err = fmt.Errorf("none of the %d games can be read; the last: %w", len(file.Trees), refused)
		}
	}
	return f, err
}
